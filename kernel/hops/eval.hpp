// Hops for the search: what ends a line, and an evaluation. Nothing is compulsory, so no position
// is noisy.
#pragma once

#include "hops/twin.hpp"
#include "hops/weights.hpp"

namespace ludotheque::hops {

// The twin with the judgement that a search needs (SearchableGame), by the weights W.
template <const Weights& W>
struct Judged : Twin {
    static constexpr int FeatureCount = Features;
    static constexpr const Weights& Measure = W;
    static constexpr const char* Starts[] = {
        "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 r",
        ".r1.b1.r1./b1.....b1/......./r1.....r1/......./b1.....b1/.r1.b1.r1. r"};

    // Each side, die and end is a move of its own.
    static constexpr int Slots = 2 * 49 * 49 * 6;
    static int slot(const Position& position, Move move) {
        const auto number = [](int cell) { return row_of(cell) * Size + column_of(cell); };
        return ((position.turn * 49 + number(move.origin())) * 49 + number(move.cell())) * 6 +
               move.value() - 1;
    }

    static constexpr int Margin = 60;
    // Every move may be taken back, so two careful players would shuffle to and fro for ever.
    static constexpr int Contempt = 300;
    static int promise(const Position& position, Move move) {
        return 100 * (move.value() - position.value_at(move.origin()));
    }

    static bool is_decided(const Position& position, const Rules&) {
        return hops::is_decided(position);
    }
    static bool is_noisy(const Position&, const Rules&) { return false; }

    // Whether the last die below six shows five and one hop makes it six (3.4).
    static bool wins_at_once(const Position& position, const Rules&) {
        const Bits last = position.last_lower();
        if (!last) return false;
        const int cell = std::countr_zero(last);
        return position.value_at(cell) == Highest - 1 && Chances(position).raised[cell] != 0;
    }

    // A move turns one die, and nobody turns another's: each die below six takes a move.
    static int least_moves(const Position& position, int seat) {
        return size_of(position.lower(Side(seat)));
    }

    static int evaluate(const Position& position, const Rules&) {
        int score = 0;
        each_feature(position, [&](int feature, int times) { score += W[feature] * times; });
        return score;
    }
    static std::array<int, Features> features(const Position& position, const Rules&) {
        std::array<int, Features> found{};
        each_feature(position, [&](int feature, int times) { found[feature] += times; });
        return found;
    }
};

using Thinker = Judged<Fitted>;

}  // namespace ludotheque::hops
