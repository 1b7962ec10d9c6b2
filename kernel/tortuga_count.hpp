// Counting the moves of Tortuga without listing them.
#pragma once

#include "tortuga_choice.hpp"
#include "tortuga_generate.hpp"

namespace ludotheque::tortuga {

// Each hop counts once, or twice over a neutral turtle, and the chains that go on count further.
template <Side S>
int count(const Position& position) {
    return SideChoice<S>(position).count();
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
