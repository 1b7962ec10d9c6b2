// Hops for whoever keeps every decision: a move is one action, as games/hops/coding.py numbers them.
#pragma once

#include "core/course.hpp"
#include "hops/episode.hpp"
#include "hops/eval.hpp"
#include "search/open_mind.hpp"

namespace ludotheque::hops {

struct Coded : Twin {
    using Actions = Codes<1>;
    using Mind = OpenMind<Thinker>;
    static constexpr int Observed = Episode::Observed;

    static Actions codes(const Position&, Move move) {
        Actions actions;
        actions.add((tight(move.origin()) * CellCount + tight(move.cell())) * Highest +
                    move.value() - 1);
        return actions;
    }
    static void observe(const Position& position, const Rules& rules, std::span<const int> begun,
                        int seat, std::uint8_t* out) {
        observe_amid<Episode>(position, {rules, position}, begun, seat, out);
    }
};

static_assert(CodedGame<Coded>);

}  // namespace ludotheque::hops
