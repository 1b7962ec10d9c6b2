// Searches of open games as Python sees them.
#pragma once

#include <nanobind/stl/function.h>
#include <nanobind/stl/tuple.h>

#include "bind/twin.hpp"
#include "search/search.hpp"
#include "search/uct.hpp"

namespace ludotheque {

// Score, depth, nodes and the texts of the moves.
using TextLine = std::tuple<int, int, std::uint64_t, std::vector<std::string>>;

// A search with a memory, of the positions of twin *T*.
template <SearchableGame G, Game T>
class Thinker {
public:
    std::vector<TextLine> think(const Twin<T>& twin,
                                const std::vector<Twin<T>>& history,
                                double seconds, std::uint64_t nodes, int depth, int threads,
                                int lines, std::size_t table_mb, bool impartial,
                                nb::object progress) {
        const Turn turn(thinking_, Busy);
        std::vector<std::uint64_t> hashes;
        for (const auto& earlier : history) hashes.push_back(G::hash(earlier.position));
        const Limits limits{.seconds = seconds, .nodes = nodes, .depth = depth, .threads = threads,
                            .lines = lines, .table_mb = table_mb, .impartial = impartial};
        std::mutex mutex;
        std::vector<typename Searcher<G>::Lines> news;
        const auto tell = [&](const typename Searcher<G>::Lines& found) {
            const std::lock_guard lock(mutex);
            news.push_back(found);
        };
        stop_ = false;
        const auto found = watched(
            stop_,
            [&] { return searcher_.run(twin.position, twin.rules, hashes, limits, tell, stop_); },
            [&] {
                std::vector<typename Searcher<G>::Lines> heard;
                {
                    const std::lock_guard lock(mutex);
                    heard.swap(news);
                }
                if (!progress.is_none())
                    for (const auto& lines : heard) progress(written(lines, twin));
            },
            limits.threads <= 1 && (depth == 1 || (nodes > 0 && nodes <= BriefNodes)));
        return written(found, twin);
    }
    void stop() { stop_ = true; }
    void forget() {
        const Turn turn(thinking_, Busy);
        searcher_.forget();
    }

private:
    static std::vector<TextLine> written(const typename Searcher<G>::Lines& lines,
                                         const Twin<T>& twin) {
        std::vector<TextLine> texts;
        for (const auto& line : lines) {
            std::vector<std::string> moves;
            auto position = twin.position;
            for (const auto& move : line.moves) {
                moves.push_back(G::write(move, position, twin.rules));
                position = G::after(position, move, twin.rules);
            }
            texts.emplace_back(line.score, line.depth, line.nodes, std::move(moves));
        }
        return texts;
    }

    Searcher<G> searcher_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> thinking_{false};
};

template <SearchableGame G>
std::uint64_t signed_nodes(const std::vector<std::string>& positions, const Options& options,
                           int depth) {
    if (depth < 1) throw nb::value_error("no depth to search to");
    std::vector<const char*> texts;
    for (const auto& text : positions) texts.push_back(text.c_str());
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return signature<G>(texts, options, depth, stop); }, [] {});
}

template <SearchableGame G, Game T>
void bind_thinker(nb::module_& module, nb::dict& thinkers, const char* slug) {
    using S = Thinker<G, T>;
    thinkers[slug] =
        nb::class_<S>(module, (std::string(G::Name) + "Thinker").c_str(),
                      "A search with a memory of its own.")
            .def(nb::init<>())
            .def("think", &S::think, nb::arg("position"), nb::arg("history"), nb::kw_only(),
                 nb::arg("seconds"), nb::arg("nodes"), nb::arg("depth"), nb::arg("threads"),
                 nb::arg("lines"), nb::arg("table_mb"), nb::arg("impartial"),
                 nb::arg("progress").none(),
                 "Return the best lines: score, depth, nodes and moves, best first.")
            .def("stop", &S::stop, "End a running search now.")
            .def("forget", &S::forget, "Empty the memory.")
            .def_static("evaluate",
                        [](const Twin<T>& twin) {
                            return G::evaluate(twin.position, twin.rules);
                        },
                        nb::arg("position"), "The score of a position by itself.")
            .def_static("features",
                        [](const Twin<T>& twin) {
                            const auto found = G::features(twin.position, twin.rules);
                            return std::vector<int>(found.begin(), found.end());
                        },
                        nb::arg("position"), "What that score is made of; see `weights`.")
            .def_static("weights",
                        [] { return std::vector<int>(G::Measure.begin(), G::Measure.end()); },
                        "What each feature counts.")
            .def_static("signature", &signed_nodes<G>,
                        nb::arg("positions"), nb::arg("options"), nb::arg("depth"),
                        "Nodes searched over the positions, each to that depth.");
}

// The peer that strength is measured against.
template <Game G>
class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : uct_(seed) {}

    using Answer = std::vector<std::tuple<std::string, std::uint32_t, double>>;

    Answer tried(const Twin<G>& twin, double seconds, std::uint64_t games) {
        const Turn turn(thinking_, Busy);
        if (G::outcome(twin.position, twin.rules)) throw nb::value_error("the game is over");
        std::atomic<bool> stop{false};
        watched(
            stop,
            [&] { return uct_.choose(twin.position, twin.rules, seconds, games, stop); },
            [] {});
        Answer answer;
        for (const auto& [move, visits, share] : uct_.trials())
            answer.emplace_back(G::write(move, twin.position, twin.rules), visits, share);
        return answer;
    }

private:
    Uct<G> uct_;
    std::atomic<bool> thinking_{false};
};

template <Game G>
void bind_sampler(nb::module_& module, nb::dict& samplers, const char* slug) {
    using S = Sampler<G>;
    samplers[slug] =
        nb::class_<S>(module, (std::string(G::Name) + "Sampler").c_str(),
                      "Plain Monte-Carlo tree search, which knows nothing but the rules.")
            .def(nb::init<std::uint64_t>(), nb::arg("seed"))
            .def("tried", &S::tried, nb::arg("position"), nb::kw_only(), nb::arg("seconds"),
                 nb::arg("games"),
                 "Try moves; return each with its number of tries and mean share. Nought is no "
                 "limit.");
}

}  // namespace ludotheque
