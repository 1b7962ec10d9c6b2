// Whoever thinks in the course of a game in which nothing is hidden.
#pragma once

#include "search/search.hpp"

namespace ludotheque {

template <SearchableGame G>
class OpenMind {
public:
    using Position = typename G::Position;

    OpenMind() = default;
    // A copy knows the same game. What it has thought is not copied: every thought begins anew.
    OpenMind(const OpenMind& other) : met_(other.met_) {}

    void begin() { met_.clear(); }
    void note(const Position& position, const typename G::Move&) {
        met_.push_back(G::hash(position));
    }

    // The best lines, from an empty memory: they depend on the game so far and the limits alone.
    typename Searcher<G>::Lines think(const Position& position, const typename G::Rules& rules,
                                      const Limits& limits, std::atomic<bool>& stop) {
        if (searcher_) searcher_->forget();
        else searcher_ = std::make_unique<Searcher<G>>();
        return searcher_->run(position, rules, met_, limits, {}, stop);
    }

private:
    std::unique_ptr<Searcher<G>> searcher_;  // made by the first thought: its table takes its time
    std::vector<std::uint64_t> met_;  // the positions in which a seat has moved
};

}  // namespace ludotheque
