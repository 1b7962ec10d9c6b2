// Information-set Monte-Carlo tree search (Cowling, Powley, Whitehouse 2012), written once for
// every game with secrets: one tree as one seat sees the game, and in every simulation another
// world that the seat cannot tell from the true one. It is given a view and never the position.
#pragma once

#include <atomic>
#include <bitset>
#include <chrono>
#include <cmath>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"

namespace ludotheque {

// What a game with secrets gives beside the seam.
template <class G>
concept HiddenGame =
    Game<G> && requires(const typename G::Position position, typename G::Position changing,
                        const typename G::Rules rules, const typename G::Move move,
                        const typename G::View view, const typename G::Belief belief, int seat,
                        Random& random) {
        { G::viewer(view) } -> std::same_as<int>;
        // A world that looks like the view, as likely as the belief says.
        { G::imagined(view, belief, random) } -> std::same_as<typename G::Position>;
        // Make all of chance's moves until a seat is to move.
        G::deal(changing, rules, random);
        // Play to the end, quickly and plausibly.
        { G::play_out(position, rules, random) } -> std::same_as<Outcome>;
        // Different moves of a seat have different codes, from 0 to Codes - 1.
        { G::code(move) } -> std::same_as<int>;
        { std::bitset<G::Codes>() };
        // What a seat is after in this world, from 0 to Aims - 1: a secret that others' moves in
        // the tree must be judged by, lest a seat be thought to play for everyone's goal at once.
        { G::aim(position, seat) } -> std::same_as<int>;
        { std::array<int, G::Aims>() };
    };

// When a search ends: whichever comes first; 0 is no limit. With a limit of iterations alone, the
// same seed gives the same answer.
struct Budget {
    std::uint64_t iterations = 0;
    double seconds = 0;
    std::uint64_t seed = 0;
    const std::atomic<bool>* stop = nullptr;
};

// How often a move was tried at the root, and the mean share that it brought.
template <class G>
struct Tried {
    typename G::Move move;
    std::uint32_t visits = 0;
    double share = 0;
};

template <HiddenGame G>
class Ismcts {
public:
    using Move = typename G::Move;
    using Position = typename G::Position;

    // How much a move tried seldom is preferred to the one that has done best.
    static constexpr float Curiosity = 0.7F;
    // Once so many moves are in the tree it grows no more, and the search goes on in it.
    static constexpr std::size_t Room = 1 << 16;
    // A move is followed by others in the tree once it was tried so often; before, by a playout.
    static constexpr std::uint32_t Patience = 8;

    Ismcts(const typename G::View& view, const typename G::Rules& rules,
           const typename G::Belief& belief, const Budget& budget)
        : view_(view), rules_(rules), belief_(belief), budget_(budget), random_(budget.seed) {
        const Position world = G::imagined(view_, belief_, random_);
        const int seat = G::to_move(world, rules_);
        if (seat < 0 || seat != G::viewer(view)) throw Refused("the viewer is not to move");
        G::generate(world, rules_, moves_);
        tree_.reserve(Room);
        tree_.push_back({});
    }

    // Think, and return the root's moves in the order of the rules.
    std::vector<Tried<G>> search() {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        const auto is_late = [&] {
            return std::chrono::duration<double>(Clock::now() - start).count() >= budget_.seconds;
        };
        std::uint64_t done = 0;
        do {
            simulate();
            ++done;
            if (budget_.stop && budget_.stop->load(std::memory_order_relaxed)) break;
            if (budget_.seconds > 0 && done % 16 == 0 && is_late()) break;
        } while (budget_.iterations == 0 || done < budget_.iterations);
        return root();
    }

private:
    struct Record {
        std::uint32_t available = 0;
        std::uint32_t visits = 0;
        double total = 0;
    };
    // A move of the tree, linked to others by their numbers; 0 is the root, and as a link none.
    struct Branch {
        std::uint32_t first = 0;  // of the moves that were tried after this one
        std::uint32_t next = 0;   // tried in the same place
        Move move{};
        std::array<Record, G::Aims> records{};
    };
    struct Step {
        std::uint32_t branch;
        int seat, aim;
    };

    const typename G::View& view_;
    const typename G::Rules& rules_;
    const typename G::Belief& belief_;
    const Budget& budget_;
    Random random_;
    typename G::Moves moves_;  // of the viewer, the same in every world
    std::vector<Branch> tree_;
    std::vector<Step> path_;

    void simulate() {
        // 1. Imagine a world.
        Position world = G::imagined(view_, belief_, random_);
        path_.clear();

        // 2. Go down the tree by moves that are legal in it, until a new one is added.
        std::uint32_t at = 0;
        for (bool grown = false; !grown;) {
            const int seat = G::to_move(world, rules_);
            if (seat == Nobody) break;
            const int aim = G::aim(world, seat);
            const std::uint32_t branch = chosen(world, at, aim, grown);
            if (branch == 0) break;
            path_.push_back({branch, seat, aim});
            world = G::after(world, tree_[branch].move, rules_);
            G::deal(world, rules_, random_);
            if (tree_[branch].records[aim].visits < Patience) break;
            at = branch;
        }

        // 3. Play to the end.
        const Outcome outcome = G::play_out(world, rules_, random_);

        // 4. Every seat that chose remembers what became of its aim.
        for (const Step& step : path_) {
            Record& record = tree_[step.branch].records[step.aim];
            ++record.visits;
            record.total += outcome.shares[step.seat];
        }
    }

    // The branch to follow from *at*: one not tried yet, else the best by its upper confidence
    // bound, where a move's chances are the times that it was legal. 0 where the tree has no room.
    std::uint32_t chosen(const Position& world, std::uint32_t at, int aim, bool& grown) {
        typename G::Moves moves;
        G::generate(world, rules_, moves);
        std::bitset<G::Codes> legal;
        for (const Move& move : moves) legal.set(G::code(move));

        std::bitset<G::Codes> untried = legal;
        std::uint32_t best = 0;
        float highest = -1;
        for (std::uint32_t i = tree_[at].first; i != 0; i = tree_[i].next) {
            const int code = G::code(tree_[i].move);
            if (!legal[code]) continue;
            Record& record = tree_[i].records[aim];
            ++record.available;
            if (record.visits == 0) continue;  // by this aim, and so as good as untried
            untried.reset(code);
            const float bound = upper_bound(record);
            if (bound > highest) highest = bound, best = i;
        }
        if (untried.none()) return best;

        int skipped = random_.below(int(untried.count()));
        for (const Move& move : moves) {
            if (!untried[G::code(move)] || skipped-- > 0) continue;
            for (std::uint32_t i = tree_[at].first; i != 0; i = tree_[i].next)
                if (tree_[i].move == move) return i;
            if (tree_.size() == Room) return best;
            grown = true;
            tree_.push_back({.next = tree_[at].first, .move = move});
            tree_[at].first = std::uint32_t(tree_.size() - 1);
            ++tree_.back().records[aim].available;
            break;
        }
        return tree_[at].first;
    }

    static float upper_bound(const Record& record) {
        const float part = 1.0F / float(record.visits);
        return float(record.total) * part +
               Curiosity * std::sqrt(rough_log(record.available) * part);
    }
    // The natural logarithm, within 0.06, from the bits of a float: exponent and straight lines
    // between the powers of two. It is quick, and the same on every machine.
    static float rough_log(std::uint32_t number) {
        const auto bits = std::bit_cast<std::uint32_t>(float(number));
        return 0.6931472F * (float(bits) * 0x1p-23F - 127.0F);
    }

    std::vector<Tried<G>> root() const {
        std::vector<Tried<G>> tried;
        for (const Move& move : moves_) tried.push_back({move});
        for (std::uint32_t i = tree_[0].first; i != 0; i = tree_[i].next)
            for (Tried<G>& root : tried)
                if (root.move == tree_[i].move)
                    for (const Record& record : tree_[i].records)
                        root.visits += record.visits, root.share += record.total;
        for (Tried<G>& root : tried)
            if (root.visits > 0) root.share /= root.visits;
        return tried;
    }
};

}  // namespace ludotheque
