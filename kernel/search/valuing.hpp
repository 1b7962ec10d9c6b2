// How good every move of a view is, and how surely so, written once for every game with secrets.
//
// A tree search tries bad moves seldom, so it knows little about them. Here every move is tried in
// the same imagined worlds with the same random numbers (common random numbers), so that moves
// differ by what they do and not by luck; and after each round the worse half is tried no more
// (successive halving), so that most of the work goes into those that are hard to tell apart.
#pragma once

#include <algorithm>
#include <numeric>

#include "search/ismcts.hpp"

namespace ludotheque {

// A move and what it promises the viewer. The loss is against the best move, in the worlds in which
// both were tried; errors are standard errors.
template <class G>
struct Valued {
    typename G::Move move;
    std::uint32_t tries = 0;
    double share = 0, error = 0;
    double loss = 0, loss_error = 0;
};

template <HiddenGame G>
class Valuing {
public:
    using Move = typename G::Move;
    using Position = typename G::Position;

    // So many moves are never dropped, and each is tried in so many worlds before any is.
    static constexpr int Finalists = 3;
    static constexpr std::size_t Least = 32;

    Valuing(const typename G::View& view, const typename G::Rules& rules,
            const typename G::Belief& belief)
        : view_(view), rules_(rules), belief_(belief) {
        Random random(0);
        const Position world = G::imagined(view_, belief_, random);
        const int seat = G::to_move(world, rules_);
        if (seat < 0 || seat != G::viewer(view)) throw Refused("the viewer is not to move");
        G::generate(world, rules_, moves_);
    }

    // The place of *move* in the order of the rules.
    int number_of(Move move) const {
        const Move* found = std::find(moves_.begin(), moves_.end(), move);
        if (found == moves_.end()) throw Refused("no such move in this view");
        return int(found - moves_.begin());
    }

    // Imagine about as many games as the budget says, and return the moves, best first. The one
    // numbered *kept* in the order of the rules, if any, is tried as often as the best. The same seed
    // gives the same answer, unless it is stopped.
    std::vector<Valued<G>> run(const Budget& budget, int kept = -1) {
        const int count = moves_.size;
        outcomes_.assign(std::size_t(count), {});
        std::vector<int> left(static_cast<std::size_t>(count));
        std::iota(left.begin(), left.end(), 0);
        int rounds = 1;
        for (int rest = count; rest > Finalists; rest = (rest + 1) / 2) ++rounds;
        std::size_t worlds = 0;
        for (int round = 0; round < rounds; ++round) {
            const std::uint64_t share = budget.iterations / std::uint64_t(rounds);
            const std::size_t more = std::max(Least, std::size_t(share / left.size()));
            for (const std::size_t end = worlds + more; worlds < end; ++worlds) {
                if (budget.stop && budget.stop->load(std::memory_order_relaxed)) return told();
                try_all(left, budget.seed, worlds);
            }
            if (round + 1 == rounds) break;
            std::stable_sort(left.begin(), left.end(), [&](int a, int b) {
                return mean_of(a) > mean_of(b);
            });
            const auto best = std::size_t(std::max(Finalists, (int(left.size()) + 1) / 2));
            const bool falls = std::find(left.begin() + std::ptrdiff_t(best), left.end(), kept) !=
                               left.end();
            left.resize(best);
            if (falls) left.push_back(kept);
        }
        return told();
    }

private:
    const typename G::View& view_;
    const typename G::Rules& rules_;
    const typename G::Belief& belief_;
    typename G::Moves moves_;  // of the viewer, the same in every world
    std::vector<std::vector<float>> outcomes_;  // the viewer's share, by move and world

    void try_all(const std::vector<int>& left, std::uint64_t seed, std::size_t world) {
        // Seeds beside each other have nothing in common.
        const Bits first = mixed(seed) + 2 * world;
        Random random(mixed(first));
        const Position imagined = G::imagined(view_, belief_, random);
        for (const int move : left) {
            Random same(mixed(first + 1));
            Position next = G::after(imagined, moves_[move], rules_);
            G::deal(next, rules_, same);
            const Outcome outcome = G::play_out(next, rules_, same);
            outcomes_[std::size_t(move)].push_back(outcome.shares[G::viewer(view_)]);
        }
    }

    double mean_of(int move) const {
        const auto& shares = outcomes_[std::size_t(move)];
        return shares.empty() ? 0 : std::accumulate(shares.begin(), shares.end(), 0.0) /
                                        double(shares.size());
    }

    struct Mean {
        double value, error;
    };
    // Of what *at* says of each of the first *worlds*.
    template <class At>
    static Mean mean(std::size_t worlds, At&& at) {
        double sum = 0, squares = 0;
        for (std::size_t world = 0; world < worlds; ++world) {
            const double value = at(world);
            sum += value, squares += value * value;
        }
        const double number = double(worlds), middle = sum / number;
        const double spread = std::max(0.0, squares / number - middle * middle);
        return {middle, std::sqrt(spread / std::max(1.0, number - 1))};
    }

    std::vector<Valued<G>> told() const {
        std::size_t most = 0;
        for (const auto& shares : outcomes_) most = std::max(most, shares.size());
        std::vector<Valued<G>> found;
        if (most == 0) return found;
        int best = -1;
        for (int move = 0; move < moves_.size; ++move)
            if (outcomes_[std::size_t(move)].size() == most &&
                (best < 0 || mean_of(move) > mean_of(best)))
                best = move;
        const auto& most_tried = outcomes_[std::size_t(best)];
        const Mean top = mean(most, [&](std::size_t world) { return most_tried[world]; });
        for (int move = 0; move < moves_.size; ++move) {
            const auto& shares = outcomes_[std::size_t(move)];
            if (shares.empty()) continue;
            const Mean loss = mean(shares.size(), [&](std::size_t world) {
                return double(most_tried[world]) - double(shares[world]);
            });
            const Mean own = mean(shares.size(), [&](std::size_t world) { return shares[world]; });
            // The best is known best: the others' shares are told by what they lose against it. What
            // was dropped early may look better there, and is never told as better than the best.
            const double behind = std::max(0.0, loss.value);
            found.push_back({moves_[move], std::uint32_t(shares.size()),
                             std::max(0.0, top.value - behind), own.error, behind, loss.error});
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.loss < b.loss;
        });
        const auto first = std::find_if(found.begin(), found.end(), [&](const auto& one) {
            return one.move == moves_[best];
        });
        std::rotate(found.begin(), first, first + 1);
        return found;
    }
};

}  // namespace ludotheque
