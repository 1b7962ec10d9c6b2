// Counting the moves of Tortuga without listing them.
#pragma once

#include "tortuga/choice.hpp"
#include "tortuga/generate.hpp"

namespace ludotheque::tortuga {

template <Side S>
int count(const Position& position) {
    const Beginnings<S> begin(position);
    int found = begin.count();
    begin.each_going([&](int, int, int, int more) { found += more; });
    return found;
}

inline std::uint64_t count(const Position& position, const Rules& rules) {
    if (is_decided(position, rules)) return 0;
    if (narrows(rules)) {
        Moves moves;
        generate(position, rules, moves);
        return moves.size;
    }
    return position.turn == South ? count<South>(position) : count<North>(position);
}

}  // namespace ludotheque::tortuga
