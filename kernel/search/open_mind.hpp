// Whoever thinks in the course of a game in which nothing is hidden.
#pragma once

#include "search/search.hpp"

namespace ludotheque {

template <SearchableGame G>
class OpenMind {
public:
    using Position = typename G::Position;

    void begin() { met_.clear(); }
    void note(const Position& position, const typename G::Move&) {
        met_.push_back(G::hash(position));
    }

    // The best lines, from an empty memory: they depend on the game so far and the limits alone.
    typename Searcher<G>::Lines think(const Position& position, const typename G::Rules& rules,
                                      const Limits& limits, std::atomic<bool>& stop) {
        searcher_.forget();
        return searcher_.run(position, rules, met_, limits, {}, stop);
    }

private:
    Searcher<G> searcher_;
    std::vector<std::uint64_t> met_;  // the positions in which a seat has moved
};

}  // namespace ludotheque
