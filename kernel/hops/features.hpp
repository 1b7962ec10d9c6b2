// What the evaluation of Hops looks at, as numbers whose dot product with weights is the score.
// Seen by the side to move, its own count less the foe's, except where said.
//
// How far a side is from its goal is told by the hops to go (ladder.hpp), and by nothing else.
// A table of the last twelve of them, fitted beside, took over their weight and lost two games of
// three: it tells who is ahead, but not where to go from far away. Pips beside them gained nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hops/ladder.hpp"
#include "hops/reach.hpp"

namespace ludotheque::hops {

constexpr int Fars = 4;

enum Feature {
    FirstRing = 0,               // dice on the rim, and on the rings within
    Rising = FirstRing + 4,      // the mover's dice that one hop can raise
    FoesRising,                  // the same of the foe, counted for itself
    Hops,                        // hops at hand, by die and way
    Tempo,                       // always one: what it is worth to be to move
    Alone,                       // hops to go by the side's own dice
    Helped,                      // the same, could it use the foe's as they are
    FirstFar,                    // lower dice by the steps to the nearest that can raise them
    Features = FirstFar + Fars,
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

// The steps from *cell* to the nearest of *others*, counted from nought; the last count is for all
// that is further, and for none.
inline int steps_to(Bits others, int cell) {
    Bits near = bit(cell);
    for (int steps = 0; steps < Fars - 1; ++steps) {
        near |= near << 1 | near >> 1;
        near = (near | near << 8 | near >> 8) & Board;
        if (near & others) return steps;
    }
    return Fars - 1;
}

// Call count(feature, times) for each feature of *position* that is not nought.
template <class Count>
void each_feature(const Position& position, Count&& count) {
    const Chances chances(position);
    std::array<Shows, 2> shows{};
    std::array<int, 2> values{};
    std::array<Bits, Highest + 1> showing{};
    for (const Side side : {Red, Black})
        for (Bits dice = position.dice[side]; dice;) {
            const int cell = pop(dice);
            const int value = position.value_at(cell);
            ++shows[side][value];
            values[side] |= 1 << value;
            showing[value] |= bit(cell);
        }
    for (const Side side : {position.turn, foe_of(position.turn)}) {
        const int sign = side == position.turn ? 1 : -1;
        int rising = 0;
        for (Bits dice = position.dice[side]; dice;) {
            const int cell = pop(dice);
            const int value = position.value_at(cell);
            count(FirstRing + ring_of(cell), sign);
            count(Hops, sign * chances.hops[cell]);
            if (value == Highest) continue;
            rising += chances.raised[cell] != 0;
            const Bits useful = (showing[value] | showing[value + 1]) & ~bit(cell);
            count(FirstFar + steps_to(useful, cell), sign);
        }
        count(Alone, sign * ladder.hops(shows[side]));
        count(Helped, sign * ladder.hops(shows[side], values[foe_of(side)]));
        count(sign > 0 ? Rising : FoesRising, rising);
    }
    count(Tempo, 1);
}

// Set by thought.
constexpr Weights HandSet = [] {
    Weights weights{};
    for (int ring = 0; ring < 4; ++ring) weights[FirstRing + ring] = std::int16_t(2 * ring);
    weights[Rising] = 12;
    weights[FoesRising] = -8;
    weights[Hops] = 1;
    weights[Tempo] = 15;
    weights[Alone] = -8;
    weights[Helped] = -20;
    for (int steps = 0; steps < Fars; ++steps) weights[FirstFar + steps] = std::int16_t(-4 * steps);
    return weights;
}();

}  // namespace ludotheque::hops
