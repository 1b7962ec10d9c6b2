// How far a side of Hops is from six sixes, by the values of its dice alone.
//
// A die rises only over one that shows as much or one more. A straggler with a gap above it stays
// where it is until others have come down to fetch it; two that lag behind together climb by turns.
// So pips tell little, and the hops that it takes, were all dice always at hand, tell much.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hops/hops.hpp"

namespace ludotheque::hops {

// How many dice of a side show each value; the first is not used.
using Shows = std::array<std::uint8_t, Highest + 1>;

// For every such count, and every set of values that the foe shows and keeps, the hops to go.
class Ladder {
public:
    // More than any six dice need; what a die that nobody helps never does counts as so many.
    static constexpr int Never = 40;

    Ladder() {
        Shows shows{};
        number(shows, 1, MostDice);
        for (int helpers = 0; helpers < Sets; ++helpers) measure(helpers);
    }

    // Hops to go for a side that shows *shows*, using dice of its own and those of *helpers*, the
    // bits of values as in Position::shown.
    int hops(const Shows& shows, int helpers = 0) const {
        return hops_[helpers >> 1][numbers_[word_of(shows)]];
    }

private:
    static constexpr int Sets = 1 << Highest;
    static constexpr int Counts = 924;  // ways in which six dice or fewer show values

    // A number of six digits.
    static constexpr int word_of(const Shows& shows) {
        int word = 0;
        for (int value = 1; value <= Highest; ++value) word = word * (MostDice + 1) + shows[value];
        return word;
    }
    static constexpr int Words = 117649;

    // Number every count of at most *left* more dice that show *value* or more.
    void number(Shows& shows, int value, int left) {
        if (value > Highest) {
            numbers_[word_of(shows)] = std::uint16_t(size_);
            counts_[size_++] = shows;
            return;
        }
        for (int dice = 0; dice <= left; ++dice) {
            shows[value] = std::uint8_t(dice);
            number(shows, value + 1, left - dice);
        }
        shows[value] = 0;
    }

    // Every hop can be taken back (3.6), so the way from the goal is the way to it.
    void measure(int helpers) {
        auto& hops = hops_[helpers];
        hops.fill(Never);
        std::array<std::uint16_t, Counts> queue;
        int end = 0;
        for (int dice = 0; dice <= MostDice; ++dice) {
            Shows goal{};
            goal[Highest] = std::uint8_t(dice);
            queue[end++] = numbers_[word_of(goal)];
            hops[queue[end - 1]] = 0;
        }
        for (int at = 0; at < end; ++at) {
            const Shows& shows = counts_[queue[at]];
            for (int value = 1; value <= Highest; ++value)
                for (const int next : {value - 1, value + 1}) {
                    if (next < 1 || next > Highest || shows[value] == 0) continue;
                    const bool helped = helpers >> (value - 1) & 1 || helpers >> (next - 1) & 1;
                    if (!helped && shows[value] < 2 && shows[next] == 0) continue;
                    Shows after = shows;
                    --after[value];
                    ++after[next];
                    const int number = numbers_[word_of(after)];
                    if (hops[number] != Never) continue;
                    hops[number] = std::uint8_t(std::min(hops[queue[at]] + 1, Never - 1));
                    queue[end++] = std::uint16_t(number);
                }
        }
    }

    std::array<std::uint16_t, Words> numbers_{};
    std::array<Shows, Counts> counts_{};
    std::array<std::array<std::uint8_t, Counts>, Sets> hops_;
    int size_ = 0;
};

inline const Ladder ladder;

}  // namespace ludotheque::hops
