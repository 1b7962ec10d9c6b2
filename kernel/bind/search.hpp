// Searches of open games as Python sees them.
#pragma once

#include <nanobind/stl/function.h>
#include <nanobind/stl/tuple.h>

#include "bind/twin.hpp"
#include "text/thinker.hpp"

namespace ludotheque {

// A search with a memory, one question at a time.
template <SearchableGame G, Game T>
class Thinker {
public:
    std::vector<TextLine> think(const Twin<T>& twin,
                                const std::vector<Twin<T>>& history,
                                double seconds, std::uint64_t nodes, int depth, int threads,
                                int lines, std::size_t table_mb, bool impartial,
                                nb::object progress) {
        using Lines = typename TextThinker<G, T>::Lines;
        const Turn turn(thinking_, Busy);
        const Limits limits{.seconds = seconds, .nodes = nodes, .depth = depth, .threads = threads,
                            .lines = lines, .table_mb = table_mb, .impartial = impartial};
        std::mutex mutex;
        std::vector<Lines> news;
        const auto tell = [&](const Lines& found) {
            const std::lock_guard lock(mutex);
            news.push_back(found);
        };
        const auto listen = [&] {
            std::vector<Lines> heard;
            {
                const std::lock_guard lock(mutex);
                heard.swap(news);
            }
            if (!progress.is_none())
                for (const auto& lines : heard)
                    progress(TextThinker<G, T>::written(lines, twin));
        };
        stop_ = false;
        return thinker_.think(twin, history, limits, tell, stop_, [&](auto&& work, bool brief) {
            return watched(stop_, work, listen, brief);
        });
    }
    void stop() { stop_ = true; }
    void forget() {
        const Turn turn(thinking_, Busy);
        thinker_.forget();
    }

private:
    TextThinker<G, T> thinker_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> thinking_{false};
};

template <SearchableGame G>
std::uint64_t watched_nodes(const std::vector<std::string>& positions, const Options& options,
                            int depth) {
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return signed_nodes<G>(positions, options, depth, stop); }, [] {});
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
            .def_static("evaluate", &evaluated<G, T>, nb::arg("position"),
                        "The score of a position by itself.")
            .def_static("features", &features_of<G, T>, nb::arg("position"),
                        "What that score is made of; see `weights`.")
            .def_static("weights", &weights_of<G>, "What each feature counts.")
            .def_static("signature", &watched_nodes<G>,
                        nb::arg("positions"), nb::arg("options"), nb::arg("depth"),
                        "Nodes searched over the positions, each to that depth.");
}

// The peer that strength is measured against, one question at a time.
template <Game G>
class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : sampler_(seed) {}

    std::vector<TextTrial> tried(const Twin<G>& twin, double seconds, std::uint64_t games) {
        const Turn turn(thinking_, Busy);
        std::atomic<bool> stop{false};
        return sampler_.tried(twin, seconds, games, stop, Watched{stop});
    }

private:
    TextSampler<G> sampler_;
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
