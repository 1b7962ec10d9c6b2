// Where hops bring one die of Hops: the sets of places that paths.py finds one by one.
//
// Hops keep the parity of row and column. So they stay in one of four quarters of the board, each a
// square of four by four cells at most: sixteen lanes, a byte of values in each. On a smaller
// quarter the last row or column of lanes is no cell: never free, never a die. A hop moves by one
// lane of its quarter and goes over a cell of another one.
#pragma once

#include <algorithm>

#include "hops/hops.hpp"
#include "core/lanes.hpp"

namespace ludotheque::hops {

constexpr int quarter_of(int cell) { return (row_of(cell) & 1) * 2 + (column_of(cell) & 1); }
constexpr int lane_of(int cell) { return (row_of(cell) >> 1) * 4 + (column_of(cell) >> 1); }
constexpr int cell_of_lane(int quarter, int lane) {
    return cell_of(lane / 4 * 2 + quarter / 2, lane % 4 * 2 + quarter % 2);
}

// The lanes of a quarter that are cells.
constexpr Lanes cells_in(int quarter) {
    return lanes_of([&](int lane) { return Board & bit(cell_of_lane(quarter, lane)) ? 0xff : 0; });
}
constexpr std::array<Lanes, 4> Cells = {cells_in(0), cells_in(1), cells_in(2), cells_in(3)};

constexpr Lanes Values = every(0x7e);

// The eight ways to hop, by the order of their landings; opposite ways add up to 7.
constexpr int Ways = 8;
constexpr std::array<int, Ways> Down = {-1, -1, -1, 0, 0, 1, 1, 1};
constexpr std::array<int, Ways> Right = {-1, 0, 1, -1, 1, -1, 0, 1};
constexpr int back(int way) { return 7 - way; }
// By how many lanes a hop moves.
constexpr int shift_of(int way) { return Down[way] * 4 + Right[way]; }

// A way that is known to the compiler.
template <int Way>
constexpr std::integral_constant<int, Way> TheWay;

// Call visit(way) for the eight ways, known to the compiler.
template <class Visit>
void each_way(Visit&& visit) {
    [&]<int... Way>(std::integer_sequence<int, Way...>) {
        (visit(TheWay<Way>), ...);
    }(std::make_integer_sequence<int, Ways>{});
}

// The neighbour of a quarter's cells in some way: it is in another quarter, some lanes on.
struct Neighbour {
    int quarter;
    int shift;

    constexpr Neighbour(int from, int way)
        : quarter(from ^ (Down[way] != 0) * 2 ^ (Right[way] != 0)),
          shift(lanes_on(Down[way], from / 2) * 4 + lanes_on(Right[way], from % 2)) {}

private:
    // Cells of odd rows lie beyond those of even rows with the same number, and so do columns.
    static constexpr int lanes_on(int by, int odd) {
        return by > 0 ? odd : by < 0 ? odd - 1 : 0;
    }
};

// The board as quarters.
struct Quarters {
    std::array<Lanes, 4> shown;
    std::array<Lanes, 4> free;

    explicit Quarters(const Position& position) {
        for (const int odd : {0, 1}) {
            std::array<Bits, 4> rows;
            for (int row = 0; row < 4; ++row)
                std::memcpy(&rows[row], &position.shown[cell_of(row * 2 + odd, 0)], 8);
            const Lanes upper = lanes_at(&rows[0]), under = lanes_at(&rows[2]);
            shown[odd * 2] = even_bytes(upper, under);
            shown[odd * 2 + 1] = odd_bytes(upper, under);
        }
        for (int quarter = 0; quarter < 4; ++quarter)
            free[quarter] = Cells[quarter] & ~filled(shown[quarter]);
    }
};

// Call use(quarter) with the quarter of *cell* known to the compiler.
template <class Use>
auto in_quarter(int cell, Use&& use) {
    switch (quarter_of(cell)) {
        case 0: return use(std::integral_constant<int, 0>{});
        case 1: return use(std::integral_constant<int, 1>{});
        case 2: return use(std::integral_constant<int, 2>{});
        default: return use(std::integral_constant<int, 3>{});
    }
}

// A hop some way onto some lane.
struct Hop {
    int way;
    int lane;

    Hop undone() const { return {back(way), lane - shift_of(way)}; }
    bool operator==(const Hop&) const = default;
};

// The values next above and next below those of each lane. A byte has room for both beside the
// six, so that nothing runs over into another lane.
inline Lanes up(Lanes values) { return (Lanes)((WideLanes)values << 1); }
inline Lanes down(Lanes values) { return (Lanes)((WideLanes)values >> 1); }

// The hops that are open to a die: by way and landing, the values that it may show afterwards if it
// keeps its value, if it goes up and if it goes down. Nothing where there is no such hop.
struct Offers {
    std::array<Lanes, Ways> keeping, rising, falling;

    // The hops of the die on *lane* of *Quarter*, whose cell counts as free (3.3). What does not
    // show values of *onward* hops no further (3.4). Round an edge is no landing, or no die.
    template <int Quarter>
    static Offers on(const Quarters& board, int lane, Lanes onward) {
        Offers offers;
        const Lanes landings = board.free[Quarter] | only(lane, 0xff);
        each_way([&](auto way) {
            constexpr Neighbour Over(Quarter, back(way));
            const Lanes over = moved<-Over.shift>(board.shown[Over.quarter]) & landings;
            // 3.6: a die may leave the value of an equal, or take that of the next above or below.
            offers.keeping[way] = filled(over) & onward;
            offers.rising[way] = (over | up(over)) & up(onward) & Values;
            offers.falling[way] = (over | down(over)) & down(onward) & Values;
        });
        return offers;
    }

    void close(Hop hop) {
        for (auto* values : {&keeping, &rising, &falling}) (*values)[hop.way][hop.lane] = 0;
    }

    // The same hops with their ends exchanged.
    Offers reversed() const {
        Offers offers;
        each_way([&](auto way) {
            offers.keeping[back(way)] = moved<-shift_of(way)>(keeping[way]);
            offers.rising[back(way)] = moved<-shift_of(way)>(up(falling[way]));
            offers.falling[back(way)] = moved<-shift_of(way)>(down(rising[way]));
        });
        return offers;
    }

    // Where and with what values dice land that hop one *Way* from the places of *from*.
    template <int Way>
    Lanes landings(Lanes from) const {
        const Lanes values = moved<shift_of(Way)>(from);
        return (values & keeping[Way]) | (up(values) & rising[Way]) | (down(values) & falling[Way]);
    }
};

// One die that is to move: its place and the hops open to it.
struct Die {
    Lanes start;
    Offers offers;

    template <int Quarter>
    static Die on(int cell, const Position& position, const Quarters& board) {
        const bool is_last = (position.last_lower() & bit(cell)) != 0;
        const Lanes onward = is_last ? Values & ~every(1 << Highest) : Values;
        const int lane = lane_of(cell);
        return {only(lane, position.shown[cell]), Offers::on<Quarter>(board, lane, onward)};
    }

    Die without(Hop hop) const {
        Die die = *this;
        die.offers.close(hop);
        return die;
    }
};

// The places that hops lead to, by the way of the last hop.
struct Arrivals {
    std::array<Lanes, Ways> by;

    Lanes all() const {
        return ((by[0] | by[1]) | (by[2] | by[3])) | ((by[4] | by[5]) | (by[6] | by[7]));
    }
};

// Having the *arrivals* of so many hops from *start* or fewer, make them those of one hop more, and
// return whether there is any new one. No hop is undone at once (3.5).
//
// A die that has just hopped one way may go on in all ways but back, over the die just hopped. So
// it is enough to know by which way a place is come to.
inline bool spread(const Offers& offers, Lanes start, Arrivals& arrivals) {
    auto& by = arrivals.by;
    const auto line = [&](int way) { return by[way] | by[back(way)]; };
    const Lanes low = line(0) | line(1) | start, high = line(2) | line(3) | start;
    const Lanes others[4] = {line(1) | high, line(0) | high, line(3) | low, line(2) | low};
    Lanes fresh{};
    each_way([&](auto way) {
        const Lanes now = offers.landings<way>(others[std::min<int>(way, back(way))] | by[way]);
        fresh |= now ^ by[way];
        by[way] = now;
    });
    return any(fresh);
}

// Every place that hops lead to, however many. They are the same in whatever order the ways are
// taken: so half of the ways go on from where the other half has just arrived, until neither half
// has found anything new.
inline Lanes flood(const Die& die) {
    Arrivals arrivals{};
    auto& by = arrivals.by;
    const auto line = [&](int way) { return by[way] | by[back(way)]; };
    // Arrive by one way and its opposite, and return what is new.
    const auto arrive = [&](auto way, Lanes others) {
        const Lanes there = die.offers.landings<way>(others | by[way]);
        const Lanes here = die.offers.landings<back(way)>(others | by[back(way)]);
        const Lanes fresh = (there ^ by[way]) | (here ^ by[back(way)]);
        by[way] = there;
        by[back(way)] = here;
        return fresh;
    };
    const auto arrive_by_both = [&](auto one, auto other, Lanes rest) {
        const Lanes fresh = arrive(one, line(other) | rest);
        return fresh | arrive(other, line(one) | rest);
    };
    Lanes one = arrive_by_both(TheWay<0>, TheWay<1>, die.start), other;
    do {
        other = arrive_by_both(TheWay<2>, TheWay<3>, line(0) | line(1) | die.start);
        if (!any(one | other)) break;
        one = arrive_by_both(TheWay<0>, TheWay<1>, line(2) | line(3) | die.start);
    } while (any(one | other));
    return arrivals.all();
}

}  // namespace ludotheque::hops
