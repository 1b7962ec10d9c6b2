// The turtle race as a search sees it that may know only what one seat knows.
#pragma once

#include "ismcts.hpp"
#include "race_belief.hpp"
#include "race_twin.hpp"

namespace ludotheque::race {

struct Hidden : Twin {
    using View = race::View;
    using Belief = race::Belief;

    static constexpr int Codes = Cards * (Turtles + 1);
    static int code(Move move) { return move.what * (Turtles + 1) + move.turtle; }

    static constexpr int Aims = Turtles;
    static int aim(const Position& position, int seat) { return position.tiles[seat]; }

    static int viewer(const View& view) { return view.viewer; }
    static Position imagined(const View& view, const Belief& belief, Random& random) {
        return race::imagined(view, belief.any(random), random);
    }
    static void deal(Position& position, const Rules& rules, Random& random) {
        race::deal(position, rules, random);
    }
    // Every seat draws two plays by lot and makes the one that is better for its turtle: a player
    // who knows what it wants but does not look long. By measurement better than one play by lot,
    // and no worse than more of them, which cost more.
    static Outcome play_out(Position position, const Rules& rules, Random& random) {
        if (is_over(position.track)) return race::outcome(position);
        play_on(position, rules, random, [&](const Position& now) {
            const Choice choice(now.hands[now.turn], now.track);
            const Move one = choice.any(random), other = choice.any(random);
            return worth(one, now, rules) >= worth(other, now, rules) ? one : other;
        });
        return race::outcome(position);
    }

private:
    // How the turtle of whoever is to play would stand after *play*: two for a square, less one for
    // each turtle ahead of it.
    static int worth(Move play, const Position& now, const Rules& rules) {
        if (play.turtle == Move::NoTurtle) return 0;
        const Track track = moved(now.track, play.turtle, Steps[play.what], rules.loose);
        const int turtle = now.tiles[now.turn];
        return 2 * square_of(track, turtle) - number_ahead(track, turtle);
    }
};

static_assert(HiddenGame<Hidden>);

}  // namespace ludotheque::race
