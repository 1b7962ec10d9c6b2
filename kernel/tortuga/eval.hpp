// Tortuga for the search: what ends a line, what must be looked at further, and a fast evaluation.
#pragma once

#include "tortuga/generate.hpp"
#include "tortuga/twin.hpp"
#include "tortuga/weights.hpp"

namespace ludotheque::tortuga {

// The weights of the cells summed by column: a column is a byte of a plane, so seven looks at a
// table weigh all turtles of a kind. South's turtles count for, North's against.
struct ColumnSums {
    std::array<std::array<std::array<std::int16_t, 256>, Columns>, 3> of{};
    enum Kind { Souths, Norths, Neutrals };

    constexpr explicit ColumnSums(const Weights& weights) {
        for (int column = 0; column < Columns; ++column)
            for (int byte = 1; byte < 256; ++byte) {
                const int lowest = std::countr_zero(unsigned(byte));
                const int rest = byte & (byte - 1);
                const int row = row_of(column * 8 + lowest);
                const int mirrored = Heights[column] - 1 - row;
                const bool real = row >= 0 && mirrored >= 0;
                const int south = real ? weights[turtle_feature(column, row)] : 0;
                const int north = real ? weights[turtle_feature(column, mirrored)] : 0;
                int neutral = 0;
                if (real && neutral_feature(column, row) >= 0)
                    neutral = weights[neutral_feature(column, row)];
                if (real && neutral_feature(column, mirrored) >= 0)
                    neutral = -weights[neutral_feature(column, mirrored)];
                of[Souths][column][byte] = std::int16_t(of[Souths][column][rest] + south);
                of[Norths][column][byte] = std::int16_t(of[Norths][column][rest] - north);
                of[Neutrals][column][byte] = std::int16_t(of[Neutrals][column][rest] + neutral);
            }
    }

    int sum(Kind kind, Bits plane) const {
        int total = 0;
        for (int column = 0; column < Columns; ++column)
            total += of[kind][column][plane >> 8 * column & 255];
        return total;
    }
};

// The twin with the judgement that a search needs (SearchableGame), by the weights W.
template <const Weights& W>
struct Judged : Twin {
    static constexpr int FeatureCount = Features;
    static constexpr const Weights& Measure = W;
    static constexpr const char* Starts[] = {"4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S",
                                             "S2N/S3N/S4N/SS3NN/S4N/S3N/S2N S"};

    static void generate(const Position& position, const Rules& rules, Moves& moves) {
        list(position, rules, moves);
    }

    // Moves that come to the same cells are alike to the history heuristic.
    static constexpr int Slots = 2 * 64 * 64;
    static constexpr int Margin = 60;
    static constexpr int Contempt = 0;
    static int slot(const Position& position, Move move) {
        const auto& ways = Ways[position.turn];
        int gained = ways[move.way(0)];
        for (int leg = 1; leg < move.hops(); ++leg) gained += ways[move.way(leg)];
        if (!move.is_step()) gained *= 2;
        return (position.turn * 64 + move.origin()) * 64 + move.origin() + gained;
    }

    // Foes turned over, neutrals won rather than given away, ground gained.
    static int promise(const Position&, Move move) {
        constexpr std::array<int, 4> worth = {0, 60, 50, -60};
        if (move.is_step()) return move.way(0) == 0 ? 4 : 0;
        int total = 0;
        for (int leg = 0; leg < move.hops(); ++leg)
            total += worth[move.sign(leg)] + (move.way(leg) == 0 ? 16 : 8);
        return total;
    }

    static bool is_decided(const Position& position, const Rules& rules) {
        return tortuga::is_decided(position, rules);
    }

    // A foe can be hopped and so must be (1.5): the position is not at rest.
    static bool is_noisy(const Position& position, const Rules&) {
        return capturers(position, Board & ~position.occupied());
    }

    // Whether the mover arrives with a step or one hop. Where an option might forbid the move or
    // lead the chain on, the answer is no and the search finds out by itself.
    static bool wins_at_once(const Position& position, const Rules& rules) {
        return position.turn == South ? arrives<South>(position, rules)
                                      : arrives<North>(position, rules);
    }

    static int evaluate(const Position& position, const Rules& rules) {
        return position.turn == South ? score<South>(position, rules)
                                      : score<North>(position, rules);
    }

    static std::array<int, Features> features(const Position& position, const Rules& rules) {
        return tortuga::features(position, rules);
    }

private:
    static constexpr ColumnSums Cells{W};

    template <Side S>
    static bool arrives(const Position& position, const Rules& rules) {
        const Shape<S> mine(position, rules);
        const Bits free = mine.goals & mine.empty;
        const Bits near = mine.back(free);
        if (!free || rules.anywhere) return false;
        const Bits compelled = mine.targets();
        if (!compelled && near & mine.own) return true;
        if (rules.longest || rules.camp) return false;
        Bits over = 0;
        for (int way = 0; way < 3; ++way) over |= mine.on(mine.own, way) & mine.back(free, way);
        return over & (compelled ? mine.foes : mine.own | mine.neutral);
    }

    template <Side S>
    static int score(const Position& position, const Rules& rules) {
        const Shape<S> mine(position, rules);
        const Shape<foe_of(S)> theirs(position, rules);
        int cells = Cells.sum(ColumnSums::Souths, position.turtles[South]) +
                    Cells.sum(ColumnSums::Norths, position.turtles[North]);
        int neutrals = 0;
        const Bits hopped_by_them = theirs.hoppable();
        if (position.neutral) {
            cells += Cells.sum(ColumnSums::Neutrals, position.neutral);
            neutrals = W[Reachable] * (mine.reachable() - size_of(hopped_by_them & mine.neutral));
        }
        return (S == South ? cells : -cells) + neutrals +
               W[Steps] * (mine.steps() - theirs.steps()) +
               W[Exposed] * size_of(hopped_by_them & mine.own) +
               W[race_feature(mine.distance(), theirs.distance())];
    }
};

using Thinker = Judged<Fitted>;

}  // namespace ludotheque::tortuga
