// The turtle race for whoever keeps every decision: a play is one action, as games/race/coding.py
// numbers them.
#pragma once

#include "core/course.hpp"
#include "race/episode.hpp"
#include "race/hidden.hpp"

namespace ludotheque::race {

// What *seat* may know of a race that goes on, as `read_view` reads it: which copies of a card lie
// where is no secret, but the same cards must be the same copies in every view.
inline View view_of(const Position& position, int seat, const Rules& rules) {
    Position layout = position;
    for (int other = 0; other < layout.seats; ++other) {
        if (other == seat) continue;
        Bits& hand = layout.hands[other];
        layout.pile |= hand & Deck;
        hand = CardFaceDown * Bits(size_of(hand & Deck));
        if (!rules.open) layout.tiles[other] = TileFaceDown;
    }
    return read_view(write(layout, rules), seat, rules);
}

// Whoever thinks in the course of a race, and has seen every play.
class Mind {
public:
    void begin() { plays_.clear(); }
    void note(const Position& position, Move play) {
        plays_.push_back({position.turn, play, position.track});
    }

    std::vector<Tried<Hidden>> imagine(const Position& position, const Rules& rules,
                                       std::uint64_t iterations, std::uint64_t seed,
                                       const std::atomic<bool>& stop) const {
        const View view = view_of(position, position.turn, rules);
        const Belief belief(view, plays_, rules);
        const Budget budget{.iterations = iterations, .seed = seed, .stop = &stop};
        return Ismcts<Hidden>(view, rules, belief, budget).search();
    }

private:
    History plays_;
};

struct Coded : Twin {
    using Actions = Codes<1>;
    using Mind = race::Mind;
    static constexpr int Observed = Episode::Observed;

    static Actions codes(const Position&, Move play) {
        const int card = play.what;
        Actions actions;
        if (play.turtle == Move::NoTurtle) actions.add(Plays + card);
        else if (card < RainbowOn) actions.add(card);
        else actions.add(RainbowOn + (card - RainbowOn) * Turtles + play.turtle);
        return actions;
    }
    static void observe(const Position& position, const Rules& rules, std::span<const int> begun,
                        int seat, std::uint8_t* out) {
        observe_amid<Episode>(position, rules, begun, seat, out);
    }
};

static_assert(CodedGame<Coded>);

}  // namespace ludotheque::race
