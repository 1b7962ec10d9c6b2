// What Tortuga's evaluation looks at, as numbers whose dot product with weights is the score.
//
// Features are seen by the side to move, its own count less the foe's, except where said. A cell is
// folded: the west and the east are alike, and a side counts rows from its own end.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "tortuga/tortuga.hpp"

namespace ludotheque::tortuga {

constexpr int Folded = 22;          // cells of the columns a to d
constexpr int FoldedNeutrals = 10;  // of those, the cells south of the middle

enum Feature {
    FirstTurtle = 0,                        // a turtle on each cell
    FirstNeutral = FirstTurtle + Folded,    // a neutral turtle in one's own half, by cell
    Steps = FirstNeutral + FoldedNeutrals,  // free steps
    Reachable,                              // neutral turtles that can be hopped
    Exposed,                                // the mover's turtles that the foe could hop now
    FirstRace,                              // both distances along free ways, as a pair
};

// A leader's steps to its goal over empty cells are 1 to 6; Blocked where there is no free way.
constexpr int Blocked = 7;
constexpr int Features = FirstRace + Blocked * Blocked;

using Weights = std::array<std::int16_t, Features>;

constexpr int race_feature(int mine, int theirs) {
    return FirstRace + (mine - 1) * Blocked + theirs - 1;
}

// *column* and *row* as the side sees them, the row from its own end.
constexpr int turtle_feature(int column, int row) {
    constexpr std::array<int, 4> first = {0, 4, 9, 15};
    return FirstTurtle + first[std::min(column, Columns - 1 - column)] + row;
}

// The feature of a neutral turtle, or -1 in the middle, which is nobody's half.
constexpr int neutral_feature(int column, int row) {
    constexpr std::array<int, 4> first = {0, 2, 4, 7};
    return 2 * row + 1 >= Heights[column]
               ? -1
               : FirstNeutral + first[std::min(column, Columns - 1 - column)] + row;
}

// One side's share of the features that are not about cells.
template <Side S>
struct Shape {
    Bits own, foes, neutral, empty, goals;

    Shape(const Position& position, const Rules& rules)
        : own(position.turtles[S]),
          foes(position.turtles[foe_of(S)]),
          neutral(position.neutral),
          empty(Board & ~position.occupied()),
          goals(rules.goals[S]) {}

    static constexpr Bits on(Bits bits, int way) { return shifted(bits, Ways[S][way]); }
    static constexpr Bits back(Bits bits, int way) { return shifted(bits, -Ways[S][way]); }
    static constexpr Bits back(Bits bits) { return back(bits, 0) | back(bits, 1) | back(bits, 2); }

    // The three ways added bit by bit first, so that two words are counted instead of three.
    int steps() const {
        const Bits straight = on(own, 0) & empty;
        const Bits east = on(own, 1) & empty, west = on(own, 2) & empty;
        const Bits odd = straight ^ east;
        return weighed(odd ^ west, (straight & east) | (odd & west));
    }
    // The turtles that one of this side's could hop.
    Bits hoppable() const {
        Bits found = 0;
        for (int way = 0; way < 3; ++way) found |= on(own, way) & back(empty, way);
        return found;
    }
    int reachable() const { return size_of(hoppable() & neutral); }
    Bits targets() const { return hoppable() & foes; }
    // Flood back from the goal over empty cells until a turtle is met.
    int distance() const {
        Bits free = goals & empty;
        for (int steps = 1; free && steps < Blocked; ++steps) {
            const Bits behind = back(free);
            if (behind & own) return steps;
            free = behind & empty;
        }
        return Blocked;
    }
};

// All features of *position*: what is fitted, and what the fast evaluation must agree with.
template <Side S = South>
std::array<int, Features> features(const Position& position, const Rules& rules) {
    if constexpr (S == South)
        if (position.turn == North) return features<North>(position, rules);
    std::array<int, Features> found{};
    for (int column = 0; column < Columns; ++column)
        for (int row = 0; row < Heights[column]; ++row) {
            const Bits here = bit(cell_of(column, row));
            const int mirrored = Heights[column] - 1 - row;
            const int near = S == South ? row : mirrored;
            const int far = S == South ? mirrored : row;
            if (position.own() & here) ++found[turtle_feature(column, near)];
            if (position.foes() & here) --found[turtle_feature(column, far)];
            if (position.neutral & here) {
                const int ours = neutral_feature(column, near);
                const int others = neutral_feature(column, far);
                if (ours >= 0) ++found[ours];
                if (others >= 0) --found[others];
            }
        }
    const Shape<S> mine(position, rules);
    const Shape<foe_of(S)> theirs(position, rules);
    found[Steps] = mine.steps() - theirs.steps();
    found[Reachable] = mine.reachable() - theirs.reachable();
    found[Exposed] = size_of(theirs.targets());
    found[race_feature(mine.distance(), theirs.distance())] = 1;
    return found;
}

// Set by thought: a turtle is worth a hundred, a row forward eight, and the race decides.
constexpr Weights HandSet = [] {
    Weights weights{};
    for (int column = 0; column <= 3; ++column)
        for (int row = 0; row < Heights[column]; ++row)
            weights[turtle_feature(column, row)] = std::int16_t(88 + 8 * row + 4 * column);
    weights[Steps] = 3;
    weights[Reachable] = 30;
    weights[Exposed] = -40;
    for (int mine = 1; mine <= Blocked; ++mine)
        for (int theirs = 1; theirs <= Blocked; ++theirs) {
            const auto near = [](int steps) { return 200 * (Blocked - steps) / (steps + 1); };
            weights[race_feature(mine, theirs)] = std::int16_t(near(mine) - near(theirs) + 20);
        }
    return weights;
}();

}  // namespace ludotheque::tortuga
