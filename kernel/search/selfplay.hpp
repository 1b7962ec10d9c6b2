// Games of one search against another, for fitting weights and for matches.
#pragma once

#include <algorithm>

#include "core/random.hpp"
#include "search/search.hpp"

namespace ludotheque {

// The game so far, as far as the rulings on repetition and length need it.
template <Game G>
struct Course {
    static constexpr int MostMoves = 400;

    typename G::Position position;
    std::vector<std::uint64_t> history{};

    void go_on(const typename G::Position& next) {
        history.push_back(G::hash(position));
        position = next;
    }
    // The third time of a position, or a game too long, is a draw.
    bool is_drawn() const {
        const auto before = std::count(history.begin(), history.end(), G::hash(position));
        return before >= 2 || int(history.size()) >= MostMoves;
    }
};

// Play *plies* random moves, again from the start as often as they end the game.
template <Game G>
Course<G> opening(const typename G::Position& start, const typename G::Rules& rules, int plies,
                  Random& random) {
    const auto moves = std::make_unique<typename G::Moves>();
    for (;;) {
        Course<G> course{start};
        for (int ply = 0; ply < plies; ++ply) {
            G::generate(course.position, rules, *moves);
            if (moves->size == 0) break;
            course.go_on(G::after(course.position, (*moves)[random.below(moves->size)], rules));
        }
        if (!G::outcome(course.position, rules)) return course;
    }
}

// Play on to the end; return the first seat's share. *choose* gives the move of the seat to move,
// *visit* sees every position before it.
template <Game G, class Choose, class Visit>
float play(Course<G> course, const typename G::Rules& rules, Choose&& choose, Visit&& visit) {
    for (;;) {
        if (const Outcome outcome = G::outcome(course.position, rules)) return outcome.shares[0];
        if (course.is_drawn()) return 0.5f;
        visit(course.position);
        const auto move = choose(course, G::to_move(course.position, rules));
        course.go_on(G::after(course.position, move, rules));
    }
}

// The move that *searcher* plays within *limits*.
template <SearchableGame G>
typename G::Move chosen(Searcher<G>& searcher, const typename G::Position& position,
                        std::span<const std::uint64_t> history, const typename G::Rules& rules,
                        const Limits& limits) {
    std::atomic<bool> cancelled{false};
    return searcher.run(position, rules, history, limits, {}, cancelled)[0].moves[0];
}

}  // namespace ludotheque
