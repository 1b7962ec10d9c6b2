// What a move of chance brought each seat: how much better the games imagined after it end than
// those in which chance moves anew.
//
// The games come in pairs with the same random numbers, one after the move as it was, one after
// another in its place. The two moves of a pair are drawn alike, so what is found is nought on
// average over all that chance can do, however the games are played on: the luck of the one is the
// other's misfortune.
#pragma once

#include <cmath>
#include <vector>

#include "search/ismcts.hpp"

namespace ludotheque {

// Of one seat: the mean difference within pairs, and the mean share where chance moved anew, with
// their standard errors.
struct Fortune {
    double luck = 0, luck_error = 0;
    double expected = 0, expected_error = 0;
};

// In *before* chance is to move; *after* is what came of all its moves until a seat was to move.
template <HiddenGame G>
std::vector<Fortune> fortune(const typename G::Position& before, const typename G::Position& after,
                             const typename G::Rules& rules, const Budget& budget) {
    if (G::to_move(before, rules) != Chance) throw Refused("chance is not to move");
    if (G::to_move(after, rules) == Chance) throw Refused("chance has still to move");
    if (G::seats(before) != G::seats(after)) throw Refused("these are two tables");
    struct Sums {
        double luck = 0, luck_squares = 0, expected = 0, expected_squares = 0;
    };
    std::array<Sums, MostSeats> sums{};
    const int seats = G::seats(before);
    std::uint64_t games = 0;
    for (; games < budget.iterations; ++games) {
        if (budget.stop && budget.stop->load(std::memory_order_relaxed)) break;
        // Seeds beside each other have nothing in common.
        const Bits seed = mixed(budget.seed) + 2 * games;
        Random deal(mixed(seed)), one(mixed(seed + 1));
        Random other = one;
        typename G::Position anew = before;
        G::deal(anew, rules, deal);
        const Outcome was = G::play_out(after, rules, one);
        const Outcome might = G::play_out(anew, rules, other);
        for (int seat = 0; seat < seats; ++seat) {
            const double expected = might.shares[seat], luck = was.shares[seat] - expected;
            Sums& sum = sums[std::size_t(seat)];
            sum.luck += luck, sum.luck_squares += luck * luck;
            sum.expected += expected, sum.expected_squares += expected * expected;
        }
    }
    std::vector<Fortune> found;
    const double number = double(std::max<std::uint64_t>(games, 1));
    const auto error = [&](double mean, double squares) {
        const double spread = std::max(0.0, squares / number - mean * mean);
        return std::sqrt(spread / std::max(1.0, number - 1));
    };
    for (int seat = 0; seat < seats; ++seat) {
        const Sums& sum = sums[std::size_t(seat)];
        const double luck = sum.luck / number, expected = sum.expected / number;
        found.push_back({luck, error(luck, sum.luck_squares), expected,
                         error(expected, sum.expected_squares)});
    }
    return found;
}

}  // namespace ludotheque
