// The turtle race, the fast twin of games/race/rules.py: the same moves in the same order
// (docs/rulings.md, 2).
#pragma once

#include <algorithm>

#include "core/game.hpp"
#include "race/cards.hpp"
#include "race/track.hpp"
#include "core/random.hpp"

namespace ludotheque::race {

struct Rules {
    bool loose = false;  // option start: loose
    bool open = false;   // option tiles: open

    bool operator==(const Rules&) const = default;
};

// What lies on a seat's place instead of a turtle's tile.
enum Tile : std::uint8_t { TileToCome = Turtles, TileFaceDown };

// A hand is a set of cards, and above them two numbers: of cards to come and, in what one seat
// sees, of cards face down.
constexpr int ComingAt = 52, FaceDownAt = 56;
constexpr Bits CardToCome = bit(ComingAt), CardFaceDown = bit(FaceDownAt);
constexpr int to_come(Bits hand) { return int(hand >> ComingAt & 7); }
constexpr int face_down(Bits hand) { return int(hand >> FaceDownAt & 7); }

// One cache line. The discards are not kept: they are what lies nowhere else.
struct Position {
    Track track = 0;
    Bits pile = Deck;
    std::array<Bits, MostSeats> hands{};
    std::array<std::uint8_t, MostSeats> tiles{};
    std::int8_t turn = Chance;  // who played last, once the game is over
    std::uint8_t seats = 0;

    Bits held() const { return (hands[0] | hands[1] | hands[2] | hands[3] | hands[4]) & Deck; }
    Bits discards() const { return Deck & ~(pile | held()); }
    // Where the next card comes from: the pile, or else the discards, shuffled (2.5).
    Bits heap() const { return pile ? pile : discards(); }

    bool operator==(const Position& other) const {
        if (track != other.track || tiles != other.tiles || turn != other.turn ||
            seats != other.seats || settled(pile) != settled(other.pile))
            return false;
        for (int seat = 0; seat < seats; ++seat)
            if (settled(hands[seat]) != settled(other.hands[seat])) return false;
        return true;
    }
};
static_assert(sizeof(Position) == 64);

// Turtles without an order yet look like turtles side by side, which a stacked start has not.
inline bool lacks_order(const Position& position, const Rules& rules) {
    return position.track == 0 && !rules.loose;
}

constexpr int Orders = 120;
constexpr auto OrderDeals = [] {
    std::array<Track, Orders> tracks{};
    std::array<int, Turtles> pile = {0, 1, 2, 3, 4};
    for (Track& track : tracks) {
        for (int height = 0; height < Turtles; ++height) track |= Bits(height) << pile[height] * 8;
        std::next_permutation(pile.begin(), pile.end());
    }
    return tracks;
}();

// A player's card and the turtle that it moves, or what chance deals.
struct Move {
    enum Kind : std::uint8_t { Play, DealOrder, DealTile, DealCard };
    static constexpr int NoTurtle = Turtles;  // the card is discarded without effect (2.6)

    Kind kind = Play;
    std::uint8_t what = 0;  // a card; of an order or a tile, its number
    std::uint8_t turtle = NoTurtle;

    static Move play(int card, int turtle) {
        return {Play, std::uint8_t(card), std::uint8_t(turtle)};
    }
    static Move deal(Kind kind, int what) { return {kind, std::uint8_t(what), NoTurtle}; }
    bool operator==(const Move&) const = default;
};

using Moves = List<Move, Orders>;

// The turtles that *card* may move on *track*.
constexpr Bits targets(int card, Track track) {
    switch (card) {
        case RainbowOn: return AllTurtles;
        case RainbowBack: return off_start(track);  // 2.4
        case LastOn:
        case LastFar: return rearmost(track);
        default: return Steps[card] > 0 ? only(card / 3) : only(card / 3) & off_start(track);
    }
}

// Call visit(move) for each play that *hand* has on *track*: by card, then by turtle.
template <class Visit>
void plays(Bits hand, Track track, Visit&& visit) {
    bool stuck = true;
    for (Bits kinds = kinds_of(hand & Deck); kinds;) {
        const int card = Printed.card[pop(kinds)];
        for (Bits turtles = targets(card, track); turtles; stuck = false)
            visit(Move::play(card, turtle_at(pop(turtles))));
    }
    if (!stuck) return;
    for (Bits kinds = kinds_of(hand & Deck); kinds;)  // 2.6
        visit(Move::play(Printed.card[pop(kinds)], Move::NoTurtle));
}

inline bool tile_to_come(const Position& position) {
    const auto end = position.tiles.begin() + position.seats;
    return std::find(position.tiles.begin(), end, TileToCome) != end;
}

// Call visit(deal, ways) for each deal that chance can make, in the order of its kind.
template <class Visit>
void deals(const Position& position, const Rules& rules, Visit&& visit) {
    if (lacks_order(position, rules)) {
        for (int order = 0; order < Orders; ++order) visit(Move::deal(Move::DealOrder, order), 1);
    } else if (tile_to_come(position)) {
        const auto end = position.tiles.begin() + position.seats;
        for (int turtle = 0; turtle < Turtles; ++turtle)
            if (std::find(position.tiles.begin(), end, turtle) == end)
                visit(Move::deal(Move::DealTile, turtle), 1);
    } else {
        const Bits heap = position.heap();
        for (int card = 0; card < Cards; ++card)
            if (const Bits copies = heap & Printed.copies[card])
                visit(Move::deal(Move::DealCard, card), size_of(copies));
    }
}

inline void generate(const Position& position, const Rules& rules, Moves& moves) {
    moves.size = 0;
    if (is_over(position.track)) return;
    if (position.turn == Chance)
        deals(position, rules, [&](Move deal, int) { moves.add(deal); });
    else
        plays(position.hands[position.turn], position.track, [&](Move play) { moves.add(play); });
}

// The seat that the next card is dealt to.
inline int receiver(const Position& position) {
    int seat = 0;
    while (to_come(position.hands[seat]) == 0) ++seat;
    return seat;
}

// Whether *seat* learns which move is made here: tiles and cards come face down.
inline bool witnessed_by(const Position& position, int seat, const Rules& rules) {
    if (position.turn != Chance || lacks_order(position, rules)) return true;
    if (!tile_to_come(position)) return seat == receiver(position);
    const auto tile = std::find(position.tiles.begin(), position.tiles.end(), TileToCome);
    return rules.open || seat == tile - position.tiles.begin();
}

// Deal that single card; when it was the last to come, the next seat with a card plays.
inline void deal_card(Position& position, int seat, Bits card) {
    if (position.pile == 0) position.pile = position.discards();  // 2.5
    position.pile ^= card;
    position.hands[seat] += card - CardToCome;
    for (int other = 0; other < position.seats; ++other)
        if (to_come(position.hands[other]) != 0) return;
    do seat = seat + 1 < position.seats ? seat + 1 : 0;
    while (position.hands[seat] == 0);
    position.turn = std::int8_t(seat);
}

// Discard that single card from the hand that is to play, and move *turtle* by it, if any.
inline void play_card(Position& position, Bits card, int turtle, const Rules& rules) {
    Bits& hand = position.hands[position.turn];
    hand ^= card;
    if (turtle != Move::NoTurtle) {
        const int steps = Steps[Printed.card[std::countr_zero(card)]];
        position.track = moved(position.track, turtle, steps, rules.loose);
        if (is_over(position.track)) return;  // a game that ends draws no card
    }
    hand += CardToCome;
    position.turn = Chance;
}

constexpr Bits one_of(Bits copies) { return copies & -copies; }

inline Position after(const Position& before, Move move, const Rules& rules) {
    Position next = before;
    switch (move.kind) {
        case Move::Play:
            play_card(next, one_of(before.hands[before.turn] & Printed.copies[move.what]),
                      move.turtle, rules);
            break;
        case Move::DealOrder: next.track = OrderDeals[move.what]; break;
        case Move::DealTile:
            *std::find(next.tiles.begin(), next.tiles.end(), TileToCome) = move.what;
            break;
        case Move::DealCard:
            deal_card(next, receiver(before), one_of(before.heap() & Printed.copies[move.what]));
    }
    return next;
}

// Whoever owns the first owned turtle in race order has won; those that are level share (2, End).
inline Outcome outcome(const Position& position) {
    if (!is_over(position.track)) return {};
    const Bits order = race_order(position.track);
    int best = -1, winners = 0;
    for (int seat = 0; seat < position.seats; ++seat) {
        const int place = byte_of(order, position.tiles[seat]);
        if (place > best) best = place, winners = 0;
        winners += place == best;
    }
    const char* alone = best >> 3 == Lettuce ? "lettuce" : "nearest";
    Outcome outcome{.reason = winners == 1 ? alone : "level"};
    for (int seat = 0; seat < position.seats; ++seat)
        if (byte_of(order, position.tiles[seat]) == best)
            outcome.shares[seat] = 1.0F / float(winners);
    return outcome;
}

}  // namespace ludotheque::race
