// Where one die of Hops can go if no hop of a move may ever be undone (3.5, option `whole-move`).
//
// A path is now barred from more and more hops, so that one path to a place does not stand for the
// others. But of each two opposite hops, an allowed path leaves one alone. So take the shortest
// path that undoes no hop at once. If it undoes none later either, it is allowed. Otherwise it
// makes some hop and its opposite: look again with the one hop closed, and again with the other
// closed. Every allowed path is still open in one of the two cases, this path in neither. Eleven
// dice offer at most 22 pairs of opposite hops to the twelfth, so the search ends; it seldom takes
// ten cases, and no more memory than the cases it is in.
#pragma once

#include "hops_path.hpp"

namespace ludotheque::hops {

// The first leg of *path* that it undoes later, if any.
inline const Leg* first_undone(const Path& path) {
    for (const Leg* leg = path.begin(); leg != path.end(); ++leg)
        if (std::any_of(leg, path.end(),
                        [&](const Leg& later) { return later.hop == leg->hop.undone(); }))
            return leg;
    return nullptr;
}

// The places that the die comes to if, of two opposite hops, only the one that can be made first is
// ever made. Nearly always that is all there is.
inline Lanes flood_one_way(const Die& die) {
    Arrivals arrivals{};
    Lanes fresh;
    do {
        const Lanes from = arrivals.all() | die.start;
        fresh = Lanes{};
        each_way([&](auto way) {
            Lanes& by = arrivals.by[way];
            const Lanes undoing = moved<shift_of(way)>(filled(arrivals.by[back(way)]));
            const Lanes now = die.offers.landings<way>(from) & ~undoing;
            fresh |= now & ~by;
            by |= now;
        });
    } while (any(fresh));
    return arrivals.all();
}

// Strike out of *wanted* every place that the die can come to.
inline void strike_reached(const Die& die, Lanes& wanted) {
    Path path;
    while (find_path(die, wanted, path)) {
        if (const Leg* leg = first_undone(path)) {
            strike_reached(die.without(leg->hop.undone()), wanted);
            strike_reached(die.without(leg->hop), wanted);
            return;
        }
        // With the opposites of its hops closed, the path stays open, and so does much beside it.
        Die guided = die;
        for (const Leg& leg : path) guided.offers.close(leg.hop.undone());
        wanted &= ~flood_one_way(guided);
    }
}

// Every place that hops lead to. None is reached that is not where a hop may be undone later.
inline Lanes reach_one_way(const Die& die) {
    const Lanes most = flood(die) & ~die.start;
    Lanes unreached = most & ~flood_one_way(die);
    if (any(unreached)) strike_reached(die, unreached);
    return most & ~unreached;
}

// As `find_path`, where no hop is ever undone. If one is *found* already, *path* changes only for
// one that precedes it.
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
