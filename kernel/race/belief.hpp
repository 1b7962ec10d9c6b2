// What the plays of others tell about their tiles: whoever pushes a turtle may well own it.
//
// The likelihood of a play, were the seat the owner of a turtle, grows with how much the play
// helps that turtle, against all other plays that the 52 cards allow on the same track. Tiles are
// all different, so the posterior is kept over whole deals of the tiles that lie face down.
#pragma once

#include <cmath>
#include <vector>

#include "race/view.hpp"

namespace ludotheque::race {

// A play that everyone saw, and the track before it.
struct Seen {
    int seat;
    Move play;
    Track before;
};
using History = std::vector<Seen>;

inline Seen read_seen(int seat, std::string_view play, std::string_view track,
                      const Rules& rules) {
    return {seat, read_play(play), read_track(track, rules)};
}

// Fitted by maximum likelihood to the plays of seats that search and of seats that only push their
// own turtle; the latter do not care to ride, the former do.
constexpr double Advance = 0.9;  // for each square that the turtle goes
constexpr double Riding = 0.4;   // for each turtle more that it stands on, and that may carry it
constexpr double Trust = 0.5;    // the share of players who play for their own good at all

// How much *after* is better for *turtle* than *before*.
inline double help(Track before, Track after, int turtle) {
    return Advance * (square_of(after, turtle) - square_of(before, turtle)) +
           Riding * (height_of(after, turtle) - height_of(before, turtle));
}

using ByTurtle = std::array<double, Turtles>;

// How likely a seat's plays are, as logarithms: of each turtle's owner, and of one who plays blindly.
struct Likelihoods {
    ByTurtle owners{};
    double blind = 0;

    // Of whoever owns *turtle* and may be of either kind: so that a seat whose plays fit no owner is
    // taken for one who plays blindly, and all of them tell nothing.
    double of(int turtle) const {
        const double most = std::max(owners[turtle], blind);
        return most + std::log(Trust * std::exp(owners[turtle] - most) +
                               (1 - Trust) * std::exp(blind - most));
    }
};

inline void add_play(Likelihoods& likely, const Seen& seen, const Rules& rules) {
    ByTurtle made{}, all{};
    double made_blindly = 0, all_blindly = 0;
    for (int card = 0; card < Cards; ++card)
        for (Bits turtles = targets(card, seen.before); turtles;) {
            const int moving = turtle_at(pop(turtles));
            const Track after = moved(seen.before, moving, Steps[card], rules.loose);
            const bool this_one = seen.play == Move::play(card, moving);
            const int copies = copies_of(card);
            all_blindly += copies;
            if (this_one) made_blindly = copies;
            for (int turtle = 0; turtle < Turtles; ++turtle) {
                const double weight = copies * std::exp(help(seen.before, after, turtle));
                all[turtle] += weight;
                if (this_one) made[turtle] = weight;
            }
        }
    if (made_blindly == 0) throw Refused("no such play on this track");
    for (int turtle = 0; turtle < Turtles; ++turtle)
        likely.owners[turtle] += std::log(made[turtle] / all[turtle]);
    likely.blind += std::log(made_blindly / all_blindly);
}

using Tiles = std::array<std::uint8_t, MostSeats>;

// Every deal of the tiles face down with its probability.
class Belief {
public:
    // The history may hold plays of any seat, in any order. Cards discarded without effect say
    // nothing, nor do the plays of seats whose tile the viewer sees.
    Belief(const View& view, const History& history, const Rules& rules)
        : seats_(view.layout.seats) {
        std::array<Likelihoods, MostSeats> evidence{};
        for (const Seen& seen : history) {
            if (seen.seat < 0 || seen.seat >= seats_) throw Refused("no such seat");
            if (is_over(seen.before)) throw Refused("nothing is played once the race is over");
            if (seen.play.turtle == Move::NoTurtle) continue;
            add_play(evidence[seen.seat], seen, rules);
        }
        enumerate(view.layout.tiles, 0, 0, evidence);
        // Scaled by the largest, the weights of a long game do not vanish.
        const auto end = weights_.begin() + deals_.size;
        const double most = *std::max_element(weights_.begin(), end);
        double total = 0;
        for (auto weight = weights_.begin(); weight != end; ++weight)
            total += *weight = std::exp(*weight - most);
        for (double& weight : weights_) weight /= total;
    }

    // Tiles as they may well lie; those that the view shows are as they are.
    const Tiles& any(Random& random) const {
        double left = random.unit();
        int deal = 0;
        while (deal + 1 < deals_.size && left >= weights_[deal]) left -= weights_[deal++];
        return deals_[deal];
    }

    // The probability that *seat* owns *turtle*; 0 throughout while its tile is to come.
    double of(int seat, int turtle) const {
        double sum = 0;
        for (int deal = 0; deal < deals_.size; ++deal)
            if (deals_[deal][seat] == turtle) sum += weights_[deal];
        return sum;
    }

private:
    int seats_;
    List<Tiles, Orders> deals_;
    std::array<double, Orders> weights_{};

    // Note every way to deal what lies face down from *seat* on, and the logarithm of its weight.
    void enumerate(const Tiles& tiles, int seat, double weight,
                   const std::array<Likelihoods, MostSeats>& evidence) {
        while (seat < seats_ && tiles[seat] != TileFaceDown) ++seat;
        if (seat == seats_) {
            weights_[deals_.size] = weight;
            deals_.add(tiles);
            return;
        }
        for (int turtle = 0; turtle < Turtles; ++turtle) {
            const auto end = tiles.begin() + seats_;
            if (std::find(tiles.begin(), end, turtle) != end) continue;
            Tiles dealt = tiles;
            dealt[seat] = std::uint8_t(turtle);
            enumerate(dealt, seat + 1, weight + evidence[seat].of(turtle), evidence);
        }
    }
};

}  // namespace ludotheque::race
