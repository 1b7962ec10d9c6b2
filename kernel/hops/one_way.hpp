// Where one die of Hops can go if it never hops over the same die both ways in one move (3.5).
//
// Take the cells that hops join as a graph, each pair of opposite hops as an edge. Barred from
// returning over bridges, edges without which their ends would fall apart, and from nothing else, a
// die comes to the same places as by the rule: games/hops/one_way.py has the proof.
#pragma once

#include "hops/path.hpp"

namespace ludotheque::hops {

// The places that hops lead to where they form a tree, with *seen* all ones on their cells: hop by
// hop, each cell is come to by one way only.
inline Lanes flood_tree(const Die& die, Lanes& seen) {
    Lanes reached = die.start, ahead = die.start;
    seen = filled(ahead);
    do {
        Lanes next{};
        each_way([&](auto way) { next |= die.offers.landings<way>(ahead); });
        ahead = next & ~seen;
        reached |= ahead;
        seen |= filled(ahead);
    } while (any(ahead));
    return reached;
}

// The hops among some cells: all ones on the lanes where one of some way may land.
inline Lanes landings_among(Lanes cells, const Offers& offers, auto way) {
    return filled(offers.keeping[way] & cells & moved<shift_of(way)>(cells));
}

// Whether the hops among *cells*, which hang together, are as few as can be.
inline bool is_tree(Lanes cells, const Offers& offers) {
    Lanes edges{};
    each_way([&](auto way) {
        if constexpr (way < back(way)) edges -= landings_among(cells, offers, way);
    });
    return sum(edges) + 1 == sum(cells & every(1));
}

// Visits the cells that a die can come to depth first, and closes the hops back over bridges. An
// edge by which a cell is visited is a bridge if nothing visited from there on leads back before it
// by another edge.
class Returns {
public:
    Returns(Die& die, Lanes cells) : offers_(die.offers) {
        each_way([&](auto way) { lands_[way] = landings_among(cells, offers_, way); });
        visit(first_lane(die.start), Ways);
    }

private:
    Offers& offers_;
    std::array<Lanes, Ways> lands_;
    std::array<std::uint8_t, LaneCount> order_{};  // from 1; 0 if not visited
    std::uint8_t visited_ = 0;

    // Visit *lane*, and return the first in order that it leads back to, other than by *way_back*.
    std::uint8_t visit(int lane, int way_back) {
        const std::uint8_t number = order_[lane] = ++visited_;
        std::uint8_t first = number;
        for (int way = 0; way < Ways; ++way) {
            const int landing = lane + shift_of(way);
            if (way == way_back || landing < 0 || landing >= LaneCount || !lands_[way][landing])
                continue;
            std::uint8_t met = order_[landing];
            if (!met) {
                met = visit(landing, back(way));
                if (met > number) offers_.close({back(way), lane});
            }
            first = std::min(first, met);
        }
        return first;
    }
};

// Every place that hops lead to.
inline Lanes reach_one_way(const Die& die) {
    Lanes cells;
    Lanes reached = flood_tree(die, cells);
    if (is_tree(cells, die.offers)) return reached;
    Die barred = die;
    Returns(barred, cells);
    Lanes before;
    do {
        before = reached;
        each_way([&](auto way) { reached |= barred.offers.landings<way>(reached); });
    } while (any(reached ^ before));
    return reached;
}

// The first leg of *path* that it undoes later, if any.
inline const Leg* first_undone(const Path& path) {
    for (const Leg* leg = path.begin(); leg != path.end(); ++leg)
        if (std::any_of(leg, path.end(),
                        [&](const Leg& later) { return later.hop == leg->hop.undone(); }))
            return leg;
    return nullptr;
}

// As `find_path`, where no hop is ever undone. If one is *found* already, *path* changes only for
// one that precedes it.
//
// The shortest path that undoes no hop at once is the one if it undoes none later either. Otherwise
// it makes some hop and its opposite, of which every allowed path leaves one alone: look again with
// the one closed, and again with the other closed.
inline bool find_one_way_path(const Die& die, Lanes targets, Path& path, bool found = false) {
    Path next;
    if (!find_path(die, targets, next) || (found && !precedes(next, path))) return found;
    if (const Leg* leg = first_undone(next)) {
        found = find_one_way_path(die.without(leg->hop.undone()), targets, path, found);
        return find_one_way_path(die.without(leg->hop), targets, path, found);
    }
    path = next;
    return true;
}

}  // namespace ludotheque::hops
