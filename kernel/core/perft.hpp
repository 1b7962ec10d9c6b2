// Counting the sequences of exactly *depth* moves, the last of them in bulk. Once it is *cancelled*
// the number means nothing.
#pragma once

#include <atomic>

#include "core/game.hpp"

namespace ludotheque {

template <Game G>
std::uint64_t perft(const typename G::Position& position, const typename G::Rules& rules,
                    int depth, const std::atomic<bool>& cancelled) {
    if (depth == 0 || cancelled.load(std::memory_order_relaxed)) return 1;
    if (depth == 1) return G::count(position, rules);
    typename G::Moves moves;
    G::generate(position, rules, moves);
    std::uint64_t found = 0;
    for (const auto& move : moves)
        found += perft<G>(G::after(position, move, rules), rules, depth - 1, cancelled);
    return found;
}

}  // namespace ludotheque
