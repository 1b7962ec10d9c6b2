// A game of the turtle race by numbered actions, as games/race/coding.py numbers them: each card
// with each turtle that it might move, then each card discarded without effect.
#pragma once

#include "batch/episode.hpp"
#include "race/twin.hpp"

namespace ludotheque::race {

constexpr int Plays = RainbowOn + (Cards - RainbowOn) * Turtles;

// One bit for each turtle of a set.
constexpr Bits packed(Bits turtles) {
    const Bits ones = turtles >> 7;
    return (ones | ones >> 7 | ones >> 14 | ones >> 21 | ones >> 28) & 31;
}
// One bit for each of the fifteen coloured cards among *kinds* (see `kinds_of`).
constexpr Bits packed_coloured(Bits kinds) {
    const Bits bytes = (kinds & EveryTurtle * 3) | (kinds >> 4 & EveryTurtle * 4);
    Bits cards = 0;
    for (int turtle = 0; turtle < Turtles; ++turtle)
        cards |= (bytes >> turtle * 8 & 7) << turtle * 3;
    return cards;
}

// One bit for each action that *hand* has on *track*.
constexpr Bits legal_actions(Bits hand, Track track) {
    const Bits kinds = kinds_of(hand & Deck), away = off_start(track);
    const Bits start = AllTurtles ^ away;
    const auto holds = [&](int card) { return (kinds & Printed.copies[card]) != 0; };
    Bits plays = packed_coloured(kinds & ~(start | start >> 1));  // 2.4: a byte's top two are `-`
    if (kinds >> 40) {
        if (holds(RainbowOn)) plays |= Bits{31} << RainbowOn;
        if (holds(RainbowBack)) plays |= packed(away) << (RainbowOn + Turtles);
        if (holds(LastOn) || holds(LastFar)) {
            const Bits last = packed(rearmost(track));
            if (holds(LastOn)) plays |= last << (RainbowOn + 2 * Turtles);
            if (holds(LastFar)) plays |= last << (RainbowOn + 3 * Turtles);
        }
    }
    if (plays) return plays;
    Bits cards = packed_coloured(kinds);  // 2.6
    for (int card = RainbowOn; card < Cards; ++card) cards |= Bits(holds(card)) << card;
    return cards << Plays;
}

class Episode {
public:
    using Rules = race::Rules;
    using Position = race::Position;

    static constexpr const char* Name = "Race";
    static constexpr int FewestSeats = 2, MostSeats = 5;
    static constexpr int Actions = Plays + Cards;
    // Where the parts of an observation begin.
    static constexpr int Heights = Turtles * Squares, OwnTile = Heights + Turtles * Turtles,
                         Hand = OwnTile + Turtles, Discards = Hand + Cards,
                         PileSize = Discards + Cards, Tiles = PileSize + 1,
                         Observed = Tiles + (MostSeats - 1) * Turtles;
    static constexpr int MaskBytes = Actions;
    static constexpr int MostMoves = 400;

    static Rules rules(const Options& options) { return race::rules(options); }

    static Position start(const Rules&, int seats) {
        Position position;
        position.seats = std::uint8_t(seats);
        position.tiles.fill(TileToCome);
        for (int seat = 0; seat < seats; ++seat) position.hands[seat] = HandSize * CardToCome;
        return position;
    }
    static Position read(std::string_view text, const Rules& rules) {
        return race::read(text, rules);
    }
    static int seats(const Position& position) { return position.seats; }
    static bool is_over(const Position& position, const Rules&) {
        return race::is_over(position.track);
    }
    void begin(const Position& start, const Rules& rules, Random& random) {
        position_ = start;
        deal(position_, rules, random);
        held_ = {};
        for (int seat = 0; seat < position_.seats; ++seat)
            held_[seat] = counted(position_.hands[seat]);
        discarded_ = counted(position_.discards());
        moves_ = 0;
        find_legal();
    }
    // After the end, the one who would have played next.
    int seat() const {
        const bool over = race::is_over(position_.track);
        return over ? (position_.turn + 1) % position_.seats : position_.turn;
    }

    Ending act(int action, const Rules& rules, const Limit& limit, Random& random) {
        const int seat = position_.turn;
        const auto [card, turtle] = Taken[action];
        ++moves_;
        --held_[seat][card];
        ++discarded_[card];
        play_card(position_, one_of(position_.hands[seat] & Printed.copies[card]), turtle, rules);
        if (position_.turn != Chance) return {race::outcome(position_)};
        const int place = any_of(position_.heap(), random);
        if (position_.pile == 0) discarded_ = {};  // 2.5
        deal_card(position_, seat, bit(place));
        ++held_[seat][Printed.card[place]];
        find_legal();
        return limited(moves_, position_.seats, limit);
    }

    void observe(int seat, const Rules& rules, std::uint8_t* out) const {
        clear<Observed>(out);
        for (int turtle = 0; turtle < Turtles; ++turtle) {
            out[turtle * Squares + square_of(position_.track, turtle)] = 1;
            out[Heights + turtle * Turtles + height_of(position_.track, turtle)] = 1;
        }
        out[OwnTile + position_.tiles[seat]] = 1;
        std::memcpy(out + Hand, held_[seat].data(), Cards);
        std::memcpy(out + Discards, discarded_.data(), Cards);
        out[PileSize] = std::uint8_t(size_of(position_.pile));
        if (!rules.open && !race::is_over(position_.track)) return;
        for (int away = 1; away < position_.seats; ++away)
            out[Tiles + (away - 1) * Turtles + position_.tiles[(seat + away) % position_.seats]] = 1;
    }

    void wipe(std::uint8_t*) const {}  // every byte of a mask is written
    void mark(const Rules&, std::uint8_t* out) const {
        for (int byte = 0; byte < Actions / 8; ++byte) spread_to<8>(out + byte * 8, legal_ >> byte * 8);
        spread_to<Actions % 8>(out + Actions / 8 * 8, legal_ >> Actions / 8 * 8);
    }
    int pick(const std::uint8_t*, Random& random) const { return any_of(legal_, random); }

    std::string text(const Rules& rules) const { return write(position_, rules); }

private:
    struct Play {
        std::uint8_t card, turtle;
    };
    static constexpr auto Taken = [] {
        std::array<Play, Actions> plays{};
        for (int card = 0; card < Cards; ++card) {
            const std::uint8_t number = std::uint8_t(card);
            if (card < RainbowOn) plays[card] = {number, std::uint8_t(card / 3)};
            else
                for (int turtle = 0; turtle < Turtles; ++turtle)
                    plays[RainbowOn + (card - RainbowOn) * Turtles + turtle] = {
                        number, std::uint8_t(turtle)};
            plays[Plays + card] = {number, Move::NoTurtle};
        }
        return plays;
    }();
    using Counts = std::array<std::uint8_t, Cards>;

    static Counts counted(Bits cards) {
        Counts counts{};
        while (cards) ++counts[Printed.card[pop(cards)]];
        return counts;
    }

    Position position_;
    Bits legal_;
    std::array<Counts, MostSeats> held_;
    Counts discarded_;
    std::uint16_t moves_;

    void find_legal() {
        legal_ = legal_actions(position_.hands[position_.turn], position_.track);
    }
};

static_assert(ludotheque::Episode<Episode>);

}  // namespace ludotheque::race
