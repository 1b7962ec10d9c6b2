// Tortuga for whoever keeps every decision: moves as legs, as games/tortuga/coding.py numbers them.
#pragma once

#include "core/course.hpp"
#include "search/open_mind.hpp"
#include "tortuga/episode.hpp"
#include "tortuga/eval.hpp"

namespace ludotheque::tortuga {

struct Coded : Twin {
    using Actions = Codes<Move::MostHops>;
    using Mind = OpenMind<Thinker>;
    static constexpr int Observed = Episode::Observed;

    static Actions codes(const Position& position, Move move) {
        const bool turns = position.turn == North;
        Actions actions;
        int at = move.origin();
        for (int leg = 0; leg < std::max(move.hops(), 1); ++leg) {
            const int way = move.way(leg), seen = turns && way > 0 ? 3 - way : way;
            const bool given = !move.is_step() && move.sign(leg) == Given;
            const int cell = turns ? Cells - 1 - CellAt[at] : CellAt[at];
            actions.add((given * 3 + seen) * Cells + cell);
            at += 2 * Ways[position.turn][way];
        }
        return actions;
    }
    static void observe(const Position& position, const Rules& rules, std::span<const int> begun,
                        int seat, std::uint8_t* out) {
        observe_amid<Episode>(position, {Episode::seen_by_each(rules), position}, begun, seat, out);
    }
};

static_assert(CodedGame<Coded>);

}  // namespace ludotheque::tortuga
