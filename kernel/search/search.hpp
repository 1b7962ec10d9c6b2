// The search for games of perfect information, written once: iterative deepening over the workers,
// one a thread, that share nothing but the table (Lazy SMP).
#pragma once

#include <functional>
#include <memory>

#include "search/helpers.hpp"
#include "search/worker.hpp"

namespace ludotheque {

// A player's thoughts. What the table has learned is kept from one run to the next until `forget`.
// With one thread and no clock a run after `forget` is the same on every machine.
template <SearchableGame G>
class Searcher {
public:
    using Lines = std::vector<Line<G>>;
    using Progress = std::function<void(const Lines&)>;

    // Return the best lines from *position*, best first; none where the game is over. *history* are
    // the hashes of the game's earlier positions. *progress* hears of each finished depth, on the
    // calling thread. *cancelled* may be set by anyone; the lines found so far come back at once.
    Lines run(const typename G::Position& position, const typename G::Rules& rules,
              std::span<const std::uint64_t> history, const Limits& limits,
              const Progress& progress, std::atomic<bool>& cancelled) {
        if (G::outcome(position, rules)) return {};
        const int threads = std::clamp(limits.threads, 1, MostThreads);
        table_.resize(limits.table_mb);
        if (rules_ && *rules_ != rules) table_.forget();
        rules_ = rules;
        table_.grow_older();
        Signals signals{.cancelled = cancelled, .contempt = limits.impartial ? 0 : G::Contempt};
        if (limits.seconds > 0 && limits.seconds < LongestSeconds)
            signals.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                  std::chrono::duration<double>(limits.seconds));
        if (limits.nodes > 0) signals.nodes = std::max<std::uint64_t>(limits.nodes / threads, 1);
        while (int(workers_.size()) < threads)
            workers_.push_back(std::make_unique<Worker<G>>());
        for (int i = 0; i < threads; ++i)
            workers_[i]->begin(position, rules, history, table_, signals);

        const int deepest = limits.depth > 0 ? std::min(limits.depth, MostPlies) : MostPlies;
        Lines lines;
        {
            std::vector<Helper> helpers;
            const SetAtEnd ending{signals.done};  // They are waited for, whatever is thrown.
            for (int i = 1; i < threads; ++i)
                helpers.emplace_back([this, i, deepest] {
                    // Every other helper is a ply ahead, so that they do not all do the same.
                    for (int depth = 1 + i % 2; depth <= deepest; ++depth)
                        if (!workers_[i]->deepen(depth, 1)) return;
                });
            lines = deepen(position, rules, limits, deepest, progress);
        }
        for (Line<G>& line : lines) line.nodes = nodes(threads);
        return lines;
    }

    void forget() { table_.forget(); }

private:
    // Beyond this a clock's number would run over.
    static constexpr double LongestSeconds = 1e9;

    struct SetAtEnd {
        std::atomic<bool>& flag;
        ~SetAtEnd() { flag = true; }
    };

    Lines deepen(const typename G::Position& position, const typename G::Rules& rules,
                 const Limits& limits, int deepest, const Progress& progress) {
        Worker<G>& worker = *workers_[0];
        const int wanted = std::clamp(limits.lines, 1, int(worker.choices().size()));
        Lines lines;
        for (int depth = 1; depth <= deepest; ++depth) {
            const bool finished = worker.deepen(depth, wanted);
            // Half a depth is worth having only where one line is wanted: it may have found better.
            if (!finished && wanted > 1) break;
            lines.clear();
            for (int i = 0; i < wanted; ++i) {
                const auto& choice = worker.choices()[i];
                lines.push_back({.score = choice.score,
                                 .depth = finished ? depth : depth - 1,
                                 .moves = completed(choice.line, choice.score, position, rules),
                                 .nodes = worker.nodes()});
            }
            if (!finished) break;
            if (progress) progress(lines);
            if (all_settled(lines, depth)) break;
        }
        return lines;
    }

    // Whether every line ends the game within the depth searched: deeper finds nothing else.
    static bool all_settled(const Lines& lines, int depth) {
        return std::all_of(lines.begin(), lines.end(), [&](const Line<G>& line) {
            return is_decisive(line.score) && Mate - std::abs(line.score) <= depth;
        });
    }

    // The search sees a win at once without playing it: add the move that wins.
    static std::vector<typename G::Move> completed(std::vector<typename G::Move> moves, int score,
                                                   typename G::Position position,
                                                   const typename G::Rules& rules) {
        for (const auto& move : moves) position = G::after(position, move, rules);
        const int seat = G::to_move(position, rules);
        if (int(moves.size()) != Mate - std::abs(score) - 1 || seat == Nobody) return moves;
        const auto replies = std::make_unique<typename G::Moves>();
        G::generate(position, rules, *replies);
        for (const auto& move : *replies)
            if (G::outcome(G::after(position, move, rules), rules).shares[seat] > 0.5f) {
                moves.push_back(move);
                break;
            }
        return moves;
    }

    std::uint64_t nodes(int threads) const {
        std::uint64_t total = 0;
        for (int i = 0; i < threads; ++i) total += workers_[i]->nodes();
        return total;
    }

    TranspositionTable table_;
    std::optional<typename G::Rules> rules_;  // by which the table's scores were found
    std::vector<std::unique_ptr<Worker<G>>> workers_;
};

// Nodes searched over *positions*, each to *depth* from an empty table with one thread: a signature
// that changes exactly when search or evaluation does.
template <SearchableGame G>
std::uint64_t signature(std::span<const char* const> positions, const Options& options, int depth,
                        std::atomic<bool>& cancelled) {
    const auto rules = G::rules(options);
    Searcher<G> searcher;
    std::uint64_t total = 0;
    for (const char* text : positions) {
        searcher.forget();
        const auto position = G::read(text, rules);
        const auto lines = searcher.run(position, rules, {}, {.depth = depth}, {}, cancelled);
        if (!lines.empty()) total += lines[0].nodes;
    }
    return total;
}

}  // namespace ludotheque
