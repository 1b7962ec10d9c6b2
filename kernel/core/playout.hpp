// Games played on at random, every legal move as likely as the next: what mass simulation is for.
#pragma once

#include <atomic>
#include <memory>

#include "core/game.hpp"
#include "core/random.hpp"

namespace ludotheque {

// A random game that has not ended by then is a draw.
constexpr int MostRandomMoves = 400;

// What *games* random games came to: the players' moves, and each seat's shares.
struct Tally {
    std::uint64_t moves = 0;
    std::array<double, MostSeats> shares{};
};

// Make a random move; false where there is none. A game that can pick moves without listing them
// does it by itself.
template <Game G>
bool move_at_random(typename G::Position& position, const typename G::Rules& rules,
                    typename G::Moves& moves, Random& random) {
    if constexpr (requires { G::move_at_random(position, rules, random); }) {
        return G::move_at_random(position, rules, random);
    } else {
        G::generate(position, rules, moves);
        if (moves.size == 0) return false;
        position = G::after(position, moves[random.below(moves.size)], rules);
        return true;
    }
}

// Play on from *position* to the end; return how many moves the players made.
template <Game G>
int play_on_at_random(typename G::Position& position, const typename G::Rules& rules,
                      typename G::Moves& moves, Random& random) {
    if constexpr (requires { G::play_on_at_random(position, rules, random); }) {
        return G::play_on_at_random(position, rules, random);
    } else {
        int made = 0;
        while (made < MostRandomMoves && move_at_random<G>(position, rules, moves, random)) ++made;
        return made;
    }
}

template <Game G>
Tally play_out(const typename G::Position& start, const typename G::Rules& rules,
               std::uint64_t games, Random random, const std::atomic<bool>& cancelled) {
    const auto moves = std::make_unique<typename G::Moves>();
    const int seats = G::seats(start);
    Tally tally;
    for (std::uint64_t game = 0; game < games && !cancelled; ++game) {
        auto position = start;
        tally.moves += play_on_at_random<G>(position, rules, *moves, random);
        const Outcome outcome = G::outcome(position, rules);
        for (int seat = 0; seat < seats; ++seat)
            tally.shares[seat] += outcome ? outcome.shares[seat] : 1.0f / float(seats);
    }
    return tally;
}

}  // namespace ludotheque
