// Positions with their options, as whoever asks the kernel in texts holds them.
#pragma once

#include "core/perft.hpp"
#include "core/playout.hpp"

namespace ludotheque {

// A position of a twin together with its options.
template <Game G>
struct Twin {
    typename G::Rules rules;
    typename G::Position position;

    Twin(const std::string& text, const Options& options)
        : rules(G::rules(options)), position(G::read(text, rules)) {}
    Twin(const typename G::Position& position, const typename G::Rules& rules)
        : rules(rules), position(position) {}

    // One list a thread, to be used at once: making a new one takes longer than filling it.
    const typename G::Moves& moves() const {
        thread_local typename G::Moves moves;
        G::generate(position, rules, moves);
        return moves;
    }
};

// The position after the move of that number; std::out_of_range where there is none.
template <Game G>
Twin<G> after(const Twin<G>& twin, int index) {
    const auto& [rules, position] = twin;
    if constexpr (requires { G::pick(position, rules, index); }) {
        if (index < 0 || index >= int(G::count(position, rules)))
            throw std::out_of_range("no such move");
        return {G::after(position, G::pick(position, rules, index), rules), rules};
    } else {
        const auto& moves = twin.moves();
        if (index < 0 || index >= moves.size) throw std::out_of_range("no such move");
        return {G::after(position, moves[index], rules), rules};
    }
}

// Deeper trees than that nobody can count, nor hold their moves.
constexpr int DeepestPerft = 50;

template <Game G>
std::uint64_t counted(const Twin<G>& twin, int depth, const std::atomic<bool>& stop) {
    if (depth < 0 || depth > DeepestPerft) throw Refused("no depth to count to");
    return perft<G>(twin.position, twin.rules, depth, stop);
}

template <Game G>
Tally played_out(const Twin<G>& twin, std::uint64_t seed, std::uint64_t games,
                 const std::atomic<bool>& stop) {
    return play_out<G>(twin.position, twin.rules, games, Random(seed), stop);
}

}  // namespace ludotheque
