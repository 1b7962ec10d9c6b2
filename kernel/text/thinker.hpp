// Searches of open games, asked and answered in texts.
#pragma once

#include "search/search.hpp"
#include "search/uct.hpp"
#include "text/told.hpp"
#include "text/twin.hpp"
#include "text/watch.hpp"

namespace ludotheque {

// A search with a memory, of the positions of twin *T*.
template <SearchableGame G, Game T>
class TextThinker {
public:
    using Lines = typename Searcher<G>::Lines;

    // Return the best lines; *tell* hears those of each finished depth, on the thread that works.
    template <class Tell, class Watch>
    std::vector<TextLine> think(const Twin<T>& twin, const std::vector<Twin<T>>& history,
                                const Limits& limits, Tell&& tell, std::atomic<bool>& stop,
                                Watch&& watch) {
        std::vector<std::uint64_t> hashes;
        for (const auto& earlier : history) hashes.push_back(G::hash(earlier.position));
        const bool brief = limits.threads <= 1 &&
                           (limits.depth == 1 || (limits.nodes > 0 && limits.nodes <= BriefNodes));
        return written(
            watch([&] {
                return searcher_.run(twin.position, twin.rules, hashes, limits, tell, stop);
            }, brief),
            twin);
    }
    void forget() { searcher_.forget(); }

    static std::vector<TextLine> written(const Lines& lines, const Twin<T>& twin) {
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

private:
    Searcher<G> searcher_;
};

// The nodes of `signature`.
template <SearchableGame G>
std::uint64_t signed_nodes(const std::vector<std::string>& positions, const Options& options,
                           int depth, std::atomic<bool>& stop) {
    if (depth < 1) throw Refused("no depth to search to");
    std::vector<const char*> texts;
    for (const auto& text : positions) texts.push_back(text.c_str());
    return signature<G>(texts, options, depth, stop);
}

// What a position counts by itself, and what that is made of; `G::Measure` says what each counts.
template <SearchableGame G, Game T>
int evaluated(const Twin<T>& twin) {
    return G::evaluate(twin.position, twin.rules);
}
template <SearchableGame G, Game T>
std::vector<int> features_of(const Twin<T>& twin) {
    const auto found = G::features(twin.position, twin.rules);
    return {found.begin(), found.end()};
}
template <SearchableGame G>
std::vector<int> weights_of() {
    return {G::Measure.begin(), G::Measure.end()};
}

// The peer that strength is measured against.
template <Game G>
class TextSampler {
public:
    explicit TextSampler(std::uint64_t seed) : uct_(seed) {}

    template <class Watch>
    std::vector<TextTrial> tried(const Twin<G>& twin, double seconds, std::uint64_t games,
                                 const std::atomic<bool>& stop, Watch&& watch) {
        if (G::outcome(twin.position, twin.rules)) throw Refused("the game is over");
        watch([&] { return uct_.choose(twin.position, twin.rules, seconds, games, stop); }, false);
        std::vector<TextTrial> answer;
        for (const auto& [move, visits, share] : uct_.trials())
            answer.emplace_back(G::write(move, twin.position, twin.rules), visits, share);
        return answer;
    }

private:
    Uct<G> uct_;
};

}  // namespace ludotheque
