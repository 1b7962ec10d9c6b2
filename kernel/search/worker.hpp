// One thread's search of the tree: principal variation search, generic over the game.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <span>

#include "search/ordering.hpp"

namespace ludotheque {

using Clock = std::chrono::steady_clock;

// What the threads of one search share besides the table.
struct Signals {
    std::atomic<bool>& cancelled;
    int contempt = 0;
    Clock::time_point deadline = Clock::time_point::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // for each thread
    std::atomic<bool> done{false};
};

// Moves of the best line found below a ply.
template <class Move>
struct Variation {
    std::array<Move, MostPlies + 2> moves;
    int size = 0;

    void lead(const Move& move, const Variation& rest) {
        moves[0] = move;
        size = std::min(rest.size, MostPlies) + 1;
        std::copy_n(rest.moves.begin(), size - 1, moves.begin() + 1);
    }
};

template <SearchableGame G>
class Worker {
public:
    using Position = typename G::Position;
    using Rules = typename G::Rules;
    using Move = typename G::Move;

    struct Choice {
        Move move;
        int score = -Infinite;     // at this depth, once it has been among the best
        int expected = -Infinite;  // what it was a depth before
        std::vector<Move> line;
    };

    Worker() : plies_(MostPlies + 2) {}

    // Take up a position; *history* are the hashes of the game's positions before it.
    void begin(const Position& root, const Rules& rules, std::span<const std::uint64_t> history,
               TranspositionTable& table, Signals& signals) {
        root_ = root;
        rules_ = rules;
        table_ = &table;
        signals_ = &signals;
        nodes_ = next_look_ = 0;
        stopped_ = false;
        patient_ = true;
        experience_.forget();
        seat_ = G::to_move(root, rules);
        path_[0] = G::hash(root);
        twice_.clear();
        for (std::size_t i = 0; i < history.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (history[i] == history[j]) {
                    twice_.push_back(history[i]);
                    break;
                }
        auto& moves = plies_[0].ordered.moves;
        G::generate(root, rules, moves);
        choices_.clear();
        for (const Move& move : moves) choices_.push_back({.move = move, .line = {move}});
        std::stable_sort(choices_.begin(), choices_.end(), [&](const Choice& a, const Choice& b) {
            return G::promise(root, a.move) > G::promise(root, b.move);
        });
    }

    // Search to *depth*: bring the best *lines* choices to the front, best first. False where the
    // search was stopped; what had been proved better by then is in front all the same.
    bool deepen(int depth, int lines) {
        patient_ = depth == 1;
        depth_ = depth;
        for (Choice& choice : choices_) choice.expected = choice.score;
        for (int line = 0; line < lines; ++line) {
            const bool finished = settle(depth, line);
            std::stable_sort(choices_.begin(), choices_.begin() + line + 1,
                             [](const Choice& a, const Choice& b) { return a.score > b.score; });
            if (!finished) return false;
        }
        return true;
    }

    const std::vector<Choice>& choices() const { return choices_; }
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Ply {
        Ordered<G> ordered;
        Variation<Move> best;
    };

    // Find the best of the choices from *line* on, within a window about its last score.
    bool settle(int depth, int line) {
        // Step 1. Aspiration: expect about the last score; where it falls outside, look wider.
        int width = G::Margin / 2;
        const int expected = choices_[line].expected;
        const bool narrow = depth >= 5 && !is_decisive(expected);
        int alpha = narrow ? expected - width : -Infinite;
        int beta = narrow ? expected + width : Infinite;
        for (;;) {
            const int score = look_at_choices(depth, alpha, beta, line);
            if (stopped_) return false;
            if (score <= alpha) alpha = std::max(-Infinite, alpha - width);
            else if (score >= beta) beta = std::min(Infinite, beta + width);
            else return true;
            width *= 3;
            if (width > 20 * G::Margin) {
                alpha = -Infinite;
                beta = Infinite;
            }
        }
    }

    int look_at_choices(int depth, int alpha, int beta, int line) {
        int best = -Infinite;
        for (int i = line; i < int(choices_.size()); ++i) {
            Choice& choice = choices_[i];
            const Position child = G::after(root_, choice.move, rules_);
            const int slot = G::slot(root_, choice.move);
            int score;
            if (i == line) {
                score = -explore<true>(child, depth - 1, -beta, -alpha, 1, slot);
            } else {
                score = -explore<false>(child, depth - 1, -alpha - 1, -alpha, 1, slot);
                if (score > alpha && !stopped_)
                    score = -explore<true>(child, depth - 1, -beta, -alpha, 1, slot);
            }
            if (stopped_) return best;
            // A choice that fails low is at most as good: its old score must not count any more.
            if (i > line && score <= alpha) {
                choice.score = -Infinite;
                continue;
            }
            best = std::max(best, score);
            if (i == line && score <= alpha) continue;
            choice.score = score;
            // Above the window no reply has been found best: the line of the depth before stands.
            if (score < beta) {
                const auto& rest = plies_[1].best;
                choice.line.assign(1, choice.move);
                choice.line.insert(choice.line.end(), rest.moves.begin(),
                                   rest.moves.begin() + rest.size);
            }
            alpha = std::max(alpha, score);
            std::rotate(choices_.begin() + line, choices_.begin() + i, choices_.begin() + i + 1);
            if (score >= beta) break;
        }
        return best;
    }

    // The value of *position*, whose mover has just been answered by the move of slot *answered*:
    // exact between alpha and beta, else a bound.
    template <bool OnLine>
    int explore(const Position& position, int depth, int alpha, int beta, int ply, int answered) {
        // Step 2. At the horizon only what is compulsory is looked at.
        if (depth <= 0) return rest<OnLine>(position, alpha, beta, ply);
        const std::uint64_t key = G::hash(position);
        table_->prefetch(key);
        if (must_stop()) return 0;
        if constexpr (OnLine) plies_[ply].best.size = 0;

        // Step 3. Games that are over, or as good as.
        if (G::is_decided(position, rules_)) return final_score(position, ply);
        if (ply >= MostPlies) return G::evaluate(position, rules_);
        if (G::wins_at_once(position, rules_) && !seen_twice(key)) return Mate - ply - 1;

        // Step 4. A position seen before on the way here is a draw: who could do better the second
        // time could have done it the first. So is one seen twice in the game. The searching side
        // would rather play on than draw, as far as the game says.
        if (is_repeated(key, ply)) return ply % 2 ? signals_->contempt : -signals_->contempt;
        path_[ply] = key;
        const bool noisy = G::is_noisy(position, rules_);

        // Step 5. Mate distance: no line from here beats a win that is nearer already.
        alpha = std::max(alpha, ply - Mate);
        beta = std::min(beta, Mate - ply - 1);
        if (alpha >= beta) return alpha;

        // Step 6. What the table knows, if it looked as deep, ends it off the main line.
        int first = Known::NoMove;
        if (const auto known = table_->find(key)) {
            first = known->move;
            const int score = from_table(known->score, ply);
            if (!OnLine && known->depth >= depth &&
                (known->bound == Bound::Exact ||
                 (known->bound == Bound::Lower ? score >= beta : score <= alpha)))
                return score;
        }

        // Step 7. Far ahead near the horizon: a quiet position is taken to hold its lead. There is
        // no null move: whoever has run out of free steps would gladly pass (zugzwang).
        if (!OnLine && !noisy && depth <= 3 && !is_decisive(beta)) {
            const int guess = G::evaluate(position, rules_);
            if (guess - depth * G::Margin >= beta) return guess;
        }

        // Step 8. The moves; who has none has lost, or whatever the game says.
        Ordered<G>& ordered = plies_[ply].ordered;
        G::generate(position, rules_, ordered.moves);
        const int count = ordered.moves.size;
        if (count == 0) return final_score(position, ply);
        const bool led = first < count;
        if (led) ordered.lead(position, first);

        // Step 9. An only move is no choice: it costs no depth.
        const int left = depth - 1 + (count == 1 && ply < 2 * depth_);

        int best = -Infinite;
        int best_number = Known::NoMove;
        const int alpha_before = alpha;
        Position coming;
        int prepared = 0;
        for (int i = 0; i < count; ++i) {
            if (i == led) ordered.rank(position, experience_, first, answered, ply);
            if (i == 1 && led) ordered.next(0);
            const bool is_prepared = i > 0 && i == prepared;
            const auto [slot, number] =
                is_prepared || (i == 0 && led) ? ordered[i] : ordered.next(i);
            const Position child =
                is_prepared ? coming : G::after(position, ordered.moves[number], rules_);

            // Where the first move has not refuted, most are tried: while the search is busy with
            // one, what the table knows of the next is on its way from memory.
            if (i > 0 && i + 1 < count && left > 0) {
                prepared = i + 1;
                coming = G::after(position, ordered.moves[ordered.next(prepared).number], rules_);
                table_->prefetch(G::hash(coming));
            }

            // Step 10. Late moves of a quiet position are looked at less deeply first; then each
            // but the first is only asked whether it beats the best; if so, by how much.
            int score = alpha + 1;
            const int less = noisy ? 0 : reduction(left, i, slot, OnLine);
            if (less)
                score = -explore<false>(child, left - less, -alpha - 1, -alpha, ply + 1, slot);
            if (score > alpha && (!OnLine || i > 0))
                score = -explore<false>(child, left, -alpha - 1, -alpha, ply + 1, slot);
            if (OnLine && (i == 0 || score > alpha))
                score = -explore<true>(child, left, -beta, -alpha, ply + 1, slot);
            if (stopped_) return 0;

            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            best_number = number;
            alpha = score;
            if constexpr (OnLine)
                plies_[ply].best.lead(ordered.moves[number], plies_[ply + 1].best);
            if (score < beta) continue;

            // Step 11. A refutation: remember the move, and mistrust those tried before it.
            experience_.reward(slot, answered, ply, depth);
            for (int before = 0; before < i; ++before)
                experience_.blame(ordered[before].slot, depth);
            break;
        }

        // Step 12. Tell the table.
        const Bound bound = best >= beta            ? Bound::Lower
                            : best > alpha_before ? Bound::Exact
                                                  : Bound::Upper;
        table_->keep(key, {.score = to_table(best, ply),
                           .depth = depth,
                           .move = best_number == Known::NoMove ? first : best_number,
                           .bound = bound});
        return best;
    }

    // Quiescence: follow what is compulsory until the position is at rest, then evaluate it.
    template <bool OnLine>
    int rest(const Position& position, int alpha, int beta, int ply) {
        if (must_stop()) return 0;
        if constexpr (OnLine) plies_[ply].best.size = 0;
        if (G::is_decided(position, rules_)) return final_score(position, ply);
        if (G::wins_at_once(position, rules_)) return Mate - ply - 1;
        if (ply >= MostPlies || !G::is_noisy(position, rules_))
            return G::evaluate(position, rules_);

        Ordered<G>& ordered = plies_[ply].ordered;
        G::generate(position, rules_, ordered.moves);
        ordered.rank_by_promise(position);
        int best = -Infinite;
        for (int i = 0; i < ordered.moves.size; ++i) {
            const int number = ordered.next(i).number;
            const Position child = G::after(position, ordered.moves[number], rules_);
            const int score = -rest<OnLine>(child, -beta, -alpha, ply + 1);
            if (stopped_) return 0;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            if constexpr (OnLine)
                plies_[ply].best.lead(ordered.moves[number], plies_[ply + 1].best);
            if (score >= beta) break;
        }
        return best;
    }

    // How much less deeply to look at the move in place *at*: more the later it comes and the
    // deeper the search, less if it has done well before. Whole numbers only.
    int reduction(int left, int at, int slot, bool on_line) const {
        if (left < 2 || at < 2) return 0;
        const int late = std::bit_width(unsigned(at)), deep = std::bit_width(unsigned(left));
        int less = late * deep / 4 - on_line;
        if (experience_.history(slot) > 2048) --less;
        return std::clamp(less, 0, left - 1);
    }

    bool is_repeated(std::uint64_t key, int ply) const {
        for (int before = ply - 4; before >= 0; before -= 2)
            if (path_[before] == key) return true;
        return seen_twice(key);
    }
    bool seen_twice(std::uint64_t key) const {
        return std::find(twice_.begin(), twice_.end(), key) != twice_.end();
    }

    int final_score(const Position& position, int ply) const {
        const float share = G::outcome(position, rules_).shares[(seat_ + ply) & 1];
        return share > 0.5f ? Mate - ply : share < 0.5f ? ply - Mate : 0;
    }

    // In the table a decisive score counts from the position, not from the root.
    static int to_table(int score, int ply) {
        return !is_decisive(score) ? score : score > 0 ? score + ply : score - ply;
    }
    static int from_table(int score, int ply) {
        return !is_decisive(score) ? score : score > 0 ? score - ply : score + ply;
    }

    // Count a node, unless it is time to stop; every so often look up.
    bool must_stop() {
        if (nodes_ >= next_look_ && look_up()) return true;
        ++nodes_;
        return false;
    }

    // The first depth is always finished: any answer must be a move that has been looked at.
    bool look_up() {
        if (stopped_ || patient_) return stopped_;
        next_look_ = std::min((nodes_ / 1024 + 1) * 1024, signals_->nodes);
        stopped_ = nodes_ >= signals_->nodes ||
                   signals_->cancelled.load(std::memory_order_relaxed) ||
                   signals_->done.load(std::memory_order_relaxed) ||
                   (signals_->deadline != Clock::time_point::max() &&
                    Clock::now() >= signals_->deadline);
        if (stopped_) next_look_ = 0;
        return stopped_;
    }

    Position root_{};
    Rules rules_{};
    int seat_ = 0;
    int depth_ = 0;
    TranspositionTable* table_ = nullptr;
    Signals* signals_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    bool stopped_ = false;
    bool patient_ = true;
    Experience<G> experience_;
    std::vector<Ply> plies_;
    std::array<std::uint64_t, MostPlies + 2> path_{};
    std::vector<std::uint64_t> twice_;
    std::vector<Choice> choices_;
};

}  // namespace ludotheque
