// What the evaluation of Hops looks at, as numbers whose dot product with weights is the score.
// Seen by the side to move, its own count less the foe's, except where said.
//
// Gaps matter most. A die rises only over one that shows as much or one more: a straggler with a
// gap above it stays where it is until others have come down to fetch it, which takes very long.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hops_reach.hpp"

namespace ludotheque::hops {

enum Feature {
    FirstValue = 0,                        // dice showing 1 to 6
    FirstLeft = FirstValue + Highest,      // sides with 1 to 6 dice that must still rise
    FirstRing = FirstLeft + MostDice,      // dice on the rim, and on the rings within
    Rising = FirstRing + 4,                // the mover's dice that one hop can raise
    FoesRising,                            // the same of the foe, counted for itself
    Hops,                                  // hops at hand, by die and way
    Tempo,                                 // always one: what it is worth to be to move
    FirstGap,                              // lower dice by the gap to the next of any colour
    FirstOwnGap = FirstGap + Highest + 1,  // the same to the next of its own colour
    Features = FirstOwnGap + Highest + 1,
};

using Weights = std::array<std::int16_t, Features>;

constexpr int ring_of(int cell) {
    const auto inward = [](int line) { return std::min(line, Size - 1 - line); };
    return std::min(inward(row_of(cell)), inward(column_of(cell)));
}

// For every cell: whether one hop can raise the die there, and how many hops it has.
struct Chances {
    std::array<std::uint8_t, 64> raised;
    std::array<std::uint8_t, 64> hops;

    explicit Chances(const Position& position) {
        const Quarters board(position);
        std::array<Lanes, 4> rising{}, ways{};
        [&]<int... Quarter>(std::integer_sequence<int, Quarter...>) {
            (look<Quarter>(board, rising[Quarter], ways[Quarter]), ...);
        }(std::make_integer_sequence<int, 4>{});
        spread(rising, raised);
        spread(ways, hops);
    }

private:
    // A die rises over an equal one or over one that shows one more (3.6).
    template <int Quarter>
    static void look(const Quarters& board, Lanes& rising, Lanes& ways) {
        const Lanes shown = board.shown[Quarter];
        const Lanes helpful = (shown | (Lanes)((WideLanes)shown << 1)) & Values;
        each_way([&](auto way) {
            constexpr Neighbour Over(Quarter, way);
            const Lanes over = moved<-Over.shift>(board.shown[Over.quarter]) &
                               moved<-shift_of(way)>(board.free[Quarter]);
            rising |= over & helpful;
            ways -= filled(over);
        });
    }

    // Lanes of the quarters as bytes of the cells.
    static void spread(const std::array<Lanes, 4>& quarters, std::array<std::uint8_t, 64>& cells) {
        for (const int odd : {0, 1}) {
            const Lanes even = quarters[odd * 2], uneven = quarters[odd * 2 + 1];
            const Lanes halves[2] = {zipped_low(even, uneven), zipped_high(even, uneven)};
            for (int row = 0; row < 4; ++row)
                std::memcpy(&cells[cell_of(row * 2 + odd, 0)],
                            reinterpret_cast<const char*>(&halves[row / 2]) + row % 2 * 8, 8);
        }
    }
};

// The pips from *value* up to the next die among those *showing*, itself not counted; 6 for
// a leader, who has none above and waits for the others.
inline int gap_above(int value, const std::array<std::uint8_t, Highest + 1>& showing) {
    if (showing[value] > 1) return 0;
    for (int next = value + 1; next <= Highest; ++next)
        if (showing[next]) return next - value;
    return Highest;
}

// Call count(feature, times) for each feature of *position* that is not nought.
template <class Count>
void each_feature(const Position& position, Count&& count) {
    const Chances chances(position);
    std::array<std::array<std::uint8_t, Highest + 1>, 2> shows{};
    for (const Side side : {Red, Black})
        for (Bits dice = position.dice[side]; dice;) ++shows[side][position.value_at(pop(dice))];
    std::array<std::uint8_t, Highest + 1> all;
    for (int value = 0; value <= Highest; ++value)
        all[value] = std::uint8_t(shows[Red][value] + shows[Black][value]);
    for (const Side side : {position.turn, foe_of(position.turn)}) {
        const int sign = side == position.turn ? 1 : -1;
        int left = 0, rising = 0;
        for (Bits dice = position.dice[side]; dice;) {
            const int cell = pop(dice);
            const int value = position.value_at(cell);
            count(FirstValue + value - 1, sign);
            count(FirstRing + ring_of(cell), sign);
            count(Hops, sign * chances.hops[cell]);
            if (value == Highest) continue;
            ++left;
            rising += chances.raised[cell] != 0;
            count(FirstGap + gap_above(value, all), sign);
            count(FirstOwnGap + gap_above(value, shows[side]), sign);
        }
        if (left > 0) count(FirstLeft + left - 1, sign);
        count(sign > 0 ? Rising : FoesRising, rising);
    }
    count(Tempo, 1);
}

// Set by thought: a pip is worth twenty, and a straggler costs more than it lags behind.
constexpr Weights HandSet = [] {
    Weights weights{};
    for (int value = 1; value <= Highest; ++value)
        weights[FirstValue + value - 1] = std::int16_t(20 * value);
    weights[Rising] = 12;
    weights[FoesRising] = -8;
    for (int gap = 2; gap < Highest; ++gap) {
        weights[FirstGap + gap] = std::int16_t(-60 * (gap - 1));
        weights[FirstOwnGap + gap] = std::int16_t(-15 * (gap - 1));
    }
    weights[Hops] = 1;
    for (int ring = 0; ring < 4; ++ring) weights[FirstRing + ring] = std::int16_t(2 * ring);
    weights[Tempo] = 15;
    return weights;
}();

}  // namespace ludotheque::hops
