// Plain Monte-Carlo tree search (UCT): random games and counting, no knowledge of the game. The
// peer that the strength tables measure against.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "core/playout.hpp"

namespace ludotheque {

// For two seats that move in turn. Nodes keep the share that the player who moved there has won.
template <Game G>
class Uct {
public:
    explicit Uct(std::uint64_t seed) : random_(seed) {}

    // The move visited most in *seconds* and *games* random games; nought is no limit. The game
    // must not be over.
    typename G::Move choose(const typename G::Position& root, const typename G::Rules& rules,
                            double seconds, std::uint64_t games, const std::atomic<bool>& stop) {
        using Clock = std::chrono::steady_clock;
        const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                 std::chrono::duration<double>(seconds));
        nodes_.assign(1, {});
        expand(0, root, rules);
        for (std::uint64_t played = 0; !stop; ++played) {
            if (games && played >= games) break;
            // A random game takes so long that a look at the clock is free.
            if (seconds > 0 && Clock::now() >= deadline) break;
            grow(root, rules);
        }
        const int first = nodes_[0].first;
        int best = first;
        for (int child = first; child < first + nodes_[0].count; ++child)
            if (nodes_[child].visits > nodes_[best].visits) best = child;
        return nodes_[best].move;
    }

    struct Trial {
        typename G::Move move;
        std::uint32_t visits;
        float share;  // that whoever is to move has won by it
    };

    // What was tried for the last choice.
    std::vector<Trial> trials() const {
        std::vector<Trial> found;
        for (int i = nodes_[0].first; i < nodes_[0].first + nodes_[0].count; ++i) {
            const Node& child = nodes_[i];
            found.push_back({child.move, child.visits, child.won / float(std::max(child.visits, 1u))});
        }
        return found;
    }

private:
    static constexpr std::size_t MostNodes = std::size_t{1} << 23;

    struct Node {
        typename G::Move move{};
        int first = 0;   // its children stand together
        int count = -1;  // not known yet
        std::uint32_t visits = 0;
        float won = 0;
    };

    void expand(int node, const typename G::Position& position, const typename G::Rules& rules) {
        G::generate(position, rules, *moves_);
        nodes_[node].first = int(nodes_.size());
        nodes_[node].count = moves_->size;
        for (const auto& move : *moves_) nodes_.push_back({.move = move});
    }

    // One game: down the tree, one node more, at random to the end, and the result back up.
    void grow(const typename G::Position& root, const typename G::Rules& rules) {
        auto position = root;
        std::vector<int>& path = path_;
        path.assign(1, 0);
        const int seat = G::to_move(root, rules);
        while (nodes_[path.back()].count > 0) {
            path.push_back(promising(nodes_[path.back()]));
            position = G::after(position, nodes_[path.back()].move, rules);
        }
        Node& leaf = nodes_[path.back()];
        if (leaf.count < 0 && leaf.visits > 0 && nodes_.size() < MostNodes) {
            expand(path.back(), position, rules);
            if (nodes_[path.back()].count > 0) {
                path.push_back(nodes_[path.back()].first);
                position = G::after(position, nodes_[path.back()].move, rules);
            }
        }
        play_on_at_random<G>(position, rules, *moves_, random_);
        const Outcome outcome = G::outcome(position, rules);
        const float share = outcome ? outcome.shares[seat] : 0.5f;
        for (std::size_t ply = 0; ply < path.size(); ++ply) {
            ++nodes_[path[ply]].visits;
            nodes_[path[ply]].won += ply % 2 == 1 ? share : 1 - share;
        }
    }

    int promising(const Node& node) const {
        const float log_visits = std::log(float(node.visits + 1));
        int best = node.first;
        float most = -1;
        for (int i = node.first; i < node.first + node.count; ++i) {
            const Node& child = nodes_[i];
            if (child.visits == 0) return i;
            const float visits = float(child.visits);
            const float bound = child.won / visits + 1.0f * std::sqrt(log_visits / visits);
            if (bound > most) {
                most = bound;
                best = i;
            }
        }
        return best;
    }

    Random random_;
    std::unique_ptr<typename G::Moves> moves_ = std::make_unique<typename G::Moves>();
    std::vector<Node> nodes_;
    std::vector<int> path_;
};

}  // namespace ludotheque
