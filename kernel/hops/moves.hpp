// The moves of Hops: listed in the order of the Python rules, or only counted.
#pragma once

#include "hops/one_way.hpp"
#include "hops/reach.hpp"

namespace ludotheque::hops {

// Where a move of one die can end: the values by quarter and lane.
using Ends = std::array<Lanes, 4>;

// The ends of the moves of the die on *origin*. With no hop or after any, it steps; but with a hop
// that wins, it stays (3.1, 3.2, 3.4). No move leaves the position unchanged (3.7): a step leads to
// another quarter, and winning changes the value.
template <int Quarter>
Ends ends_in(const Position& position, const Rules& rules, const Quarters& board, int origin) {
    const auto die = Die::on<Quarter>(origin, position, board);
    const Lanes reached = rules.immediate ? flood(die) : reach_one_way(die);
    const Lanes winning = position.last_lower() & bit(origin) ? every(1 << Highest) : Lanes{};
    const Lanes stepping = (reached & ~winning) | die.start;
    Ends ends{};
    ends[Quarter] = reached & winning;
    each_way([&](auto way) {
        constexpr Neighbour Near(Quarter, way);
        ends[Near.quarter] |= moved<Near.shift>(stepping);
    });
    for (int quarter = 0; quarter < 4; ++quarter)
        if (quarter != Quarter) ends[quarter] &= board.free[quarter];
    return ends;
}

// Call visit(origin, ends) for each die of the side to move.
template <class Visit>
void each_die(const Position& position, const Rules& rules, Visit&& visit) {
    const Quarters board(position);
    for (Bits own = position.dice[position.turn]; own;) {
        const int origin = pop(own);
        in_quarter(origin, [&](auto quarter) {
            visit(origin, ends_in<quarter>(position, rules, board, origin));
        });
    }
}

// Fill *moves* with the legal moves: by origin, then by the cell and by the value come to.
inline void generate(const Position& position, const Rules& rules, Moves& moves) {
    moves.size = 0;
    if (is_decided(position)) return;
    each_die(position, rules, [&](int origin, const Ends& ends) {
        // A row is a word again, its bits in the order of the places.
        for (int row = 0; row < Size; ++row) {
            const Lanes even = ends[row % 2 * 2], odd = ends[row % 2 * 2 + 1];
            const auto pair = (WideLanes)(row < 4 ? zipped_low(even, odd) : zipped_high(even, odd));
            for (Bits places = pair[row / 2 % 2]; places;)
                moves.add(Move(origin, row * 64 + pop(places)));
        }
    });
}

// How many moves `generate` would list.
inline std::uint64_t count(const Position& position, const Rules& rules) {
    if (is_decided(position)) return 0;
    Lanes found{};
    each_die(position, rules, [&](int, const Ends& ends) {
        for (const Lanes values : ends) found += ones(values);
    });
    return sum(found);
}

}  // namespace ludotheque::hops
