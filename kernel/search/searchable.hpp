// What a game must add to its twin to be searched, and what a search is asked and answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"

namespace ludotheque {

// A game of two seats that move in turn, nothing hidden and nothing left to chance.
template <class G>
concept SearchableGame =
    Game<G> && requires(const typename G::Position position, const typename G::Rules rules,
                        const typename G::Move move) {
        // Soon told: whether a side has reached its goal, so that `outcome` says who.
        { G::is_decided(position, rules) } -> std::same_as<bool>;
        // True only where the mover surely has a move that wins; may be false where it has one.
        { G::wins_at_once(position, rules) } -> std::same_as<bool>;
        // Whether every legal move is a capture or the like: then nothing can be said before it.
        { G::is_noisy(position, rules) } -> std::same_as<bool>;
        // How good an undecided position is for the side to move, less than `Decisive` either way.
        { G::evaluate(position, rules) } -> std::same_as<int>;
        // What a quiet move may well change in that score.
        { G::Margin } -> std::convertible_to<int>;
        // What a player would give not to draw by repetition.
        { G::Contempt } -> std::convertible_to<int>;
        // How good a move looks before anything is known, from -1000 to 1000.
        { G::promise(position, move) } -> std::same_as<int>;
        // A number below Slots, for what is remembered about moves alike; the seats' differ.
        { G::slot(position, move) } -> std::same_as<int>;
        { G::Slots } -> std::convertible_to<int>;
        { move == move } -> std::same_as<bool>;
    };

// It may also tell `least_moves(position, seat)`: so many moves of its own, at the least, lie between
// a seat and a win, whatever the other does. Nought is always true.

// Scores fit 16 bits. Mate - n: the side to move wins in n plies; -(Mate - n): it loses in n.
constexpr int Infinite = 32000;
constexpr int Mate = 31000;
constexpr int MostPlies = 120;
constexpr int Decisive = Mate - 1000;

constexpr bool is_decisive(int score) { return score > Decisive || score < -Decisive; }

// When a search must end, whichever comes first; nought is no limit (for depth: the deepest).
struct Limits {
    double seconds = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
    int threads = 1;
    int lines = 1;
    std::size_t table_mb = 16;
    bool impartial = false;  // whether a repetition is worth half, and not less to whoever thinks
};

// The best play from a position: its score for the side to move, and the moves of both sides.
template <class G>
struct Line {
    int score = 0;
    int depth = 0;
    std::vector<typename G::Move> moves;
    std::uint64_t nodes = 0;
};

}  // namespace ludotheque
