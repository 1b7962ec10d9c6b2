// The text of the turtle race, the twin of games/race/notation.py (2, Text).
//
// `?` stands for what chance has still to say and, in what one seat sees, `#` for what lies face
// down; a position with `#` is read only where the caller says so.
#pragma once

#include <string>
#include <string_view>

#include "race/race.hpp"

namespace ludotheque::race {

constexpr std::string_view Colours = "rgbyp";
constexpr std::string_view TileSigns = "rgbyp?#";
constexpr std::string_view NoOrder = "?????";

enum class Sight { Whole, OneSeat };

// Call visit(part, number) for the parts of *text* between separators; return how many there are.
template <class Visit>
int split(std::string_view text, char separator, Visit&& visit) {
    for (int number = 0;; ++number) {
        const std::size_t end = text.find(separator);
        visit(text.substr(0, end), number);
        if (end == std::string_view::npos) return number + 1;
        text.remove_prefix(end + 1);
    }
}

inline int card_named(std::string_view name) {
    const auto found = std::find(std::begin(Names), std::end(Names), name);
    return found == std::end(Names) ? -1 : int(found - std::begin(Names));
}

inline std::string write_cards(Bits cards) {
    std::string text;
    const auto add = [&](std::string_view name) { (text += text.empty() ? "" : ",") += name; };
    for (int card = 0; card < Cards; ++card)
        for (Bits copies = cards & Printed.copies[card]; copies; pop(copies)) add(Names[card]);
    for (int number = 0; number < face_down(cards); ++number) add("#");
    for (int number = 0; number < to_come(cards); ++number) add("?");
    return text;
}

inline std::string write_track(Track track, const Rules& rules) {
    std::string text;
    for (int square = 0; square < Squares; ++square) {
        std::string pile;
        for (int height = 0; height < Turtles; ++height)
            for (int turtle = 0; turtle < Turtles; ++turtle)
                if (byte_of(track, turtle) == square * 8 + height) pile += Colours[turtle];
        if (track == 0 && !rules.loose && square == Start) pile = NoOrder;
        (text += square > 0 ? "/" : "") += pile.empty() ? "." : pile;
    }
    return text;
}

inline std::string write(const Position& position, const Rules& rules) {
    std::string tiles, hands;
    for (int seat = 0; seat < position.seats; ++seat) {
        tiles += TileSigns[position.tiles[seat]];
        (hands += seat > 0 ? "|" : "") += write_cards(position.hands[seat]);
    }
    const std::string turn(1, position.turn == Chance ? '?' : char('1' + position.turn));
    const std::string discards = write_cards(position.discards());
    return write_track(position.track, rules) + ' ' + turn + ' ' + tiles + ' ' + hands + ' ' +
           (discards.empty() ? "-" : discards);
}

inline std::string write(Move move) {
    switch (move.kind) {
        case Move::DealOrder: {
            std::string order(Turtles, ' ');
            for (int turtle = 0; turtle < Turtles; ++turtle)
                order[height_of(OrderDeals[move.what], turtle)] = Colours[turtle];
            return order;
        }
        case Move::DealTile: return std::string(1, Colours[move.what]);
        case Move::DealCard: return std::string(Names[move.what]);
        case Move::Play: break;
    }
    const std::string card(Names[move.what]);
    if (move.turtle == Move::NoTurtle) return card + '!';
    return move.what < RainbowOn ? card : card + ':' + Colours[move.turtle];
}

// The play that *text* spells, legal or not.
inline Move read_play(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of(":!"), text.size());
    const int card = card_named(text.substr(0, end));
    const std::string_view rest = text.substr(end);
    if (card < 0) throw Refused("a play begins with a card");
    if (rest == "!") return Move::play(card, Move::NoTurtle);
    if (card < RainbowOn) {
        if (!rest.empty()) throw Refused("the card moves its own turtle");
        return Move::play(card, card / 3);
    }
    const std::size_t turtle = rest.size() == 2 && rest[0] == ':' ? Colours.find(rest[1])
                                                                  : std::string_view::npos;
    if (turtle == std::string_view::npos) throw Refused("the play says no turtle");
    return Move::play(card, int(turtle));
}

inline Track read_track(std::string_view text, const Rules& rules) {
    const bool ordered = rules.loose || !text.starts_with(NoOrder);
    Track track = 0;
    Bits seen = ordered ? 0 : AllTurtles;
    const int squares = split(text, '/', [&](std::string_view pile, int square) {
        if (pile == "." || (!ordered && square == Start && pile == NoOrder)) return;
        if (pile.empty() || square >= Squares) throw Refused("a square cannot be read");
        int height = 0;
        for (const char sign : pile) {
            const std::size_t turtle = Colours.find(sign);
            if (turtle == std::string_view::npos || seen & only(int(turtle)))
                throw Refused("a square has what is no turtle, or a turtle stands twice");
            seen |= only(int(turtle));
            track |= Bits(square * 8 + height) << turtle * 8;
            height += !(rules.loose && square == Start);
        }
    });
    if (squares != Squares) throw Refused("expected 10 squares");
    if (seen != AllTurtles) throw Refused("a turtle is missing");
    return track;
}

// Take a copy of the card of that *name* out of the deck that is left.
inline Bits take(Bits& deck, std::string_view name) {
    const int card = card_named(name);
    const Bits copy = card < 0 ? 0 : one_of(deck & Printed.copies[card]);
    if (copy == 0) throw Refused("no such card, or more of it than the deck has");
    deck ^= copy;
    return copy;
}

inline Bits read_hand(std::string_view text, Bits& deck, Sight sight) {
    if (text.empty()) return 0;
    Bits hand = 0;
    split(text, ',', [&](std::string_view name, int number) {
        if (number >= HandSize) throw Refused("a hand has too many cards");
        if (name == "?") hand += CardToCome;
        else if (name == "#" && sight == Sight::OneSeat) hand += CardFaceDown;
        else hand |= take(deck, name);
    });
    return hand;
}

inline void read_tiles(std::string_view text, Position& position, Sight sight) {
    // The plain form leaves out what is being dealt instead of writing it as `?`.
    std::string tiles(text);
    if (position.turn == Chance && tiles.size() < position.seats)
        tiles.resize(position.seats, '?');
    if (tiles.size() != position.seats) throw Refused("not as many tiles as hands");
    for (int seat = 0; seat < position.seats; ++seat) {
        const std::size_t tile = TileSigns.find(tiles[seat]);
        if (tile == std::string_view::npos || (tile == TileFaceDown && sight == Sight::Whole))
            throw Refused("a tile cannot be read");
        if (tile < Turtles && tiles.find(tiles[seat]) != std::size_t(seat))
            throw Refused("a tile is dealt twice");
        position.tiles[seat] = std::uint8_t(tile);
    }
}

// Refuse a position in which chance deals nothing or too much, or a player has nothing to play.
inline void check_turn(const Position& position, const Rules& rules) {
    const bool over = is_over(position.track);
    bool coming = false;
    for (const Bits hand : position.hands) coming |= to_come(hand) > 0;
    if (position.turn == Chance) {
        if (over || !coming) throw Refused("there is nothing to deal");
    } else {
        if (coming || tile_to_come(position) || lacks_order(position, rules))
            throw Refused("something is still to be dealt");
        if (position.hands[position.turn] == 0 && !over) throw Refused("no card to play");
    }
}

inline Position read(std::string_view text, const Rules& rules, Sight sight = Sight::Whole) {
    std::array<std::string_view, 5> fields;
    const int found = split(text, ' ', [&](std::string_view field, int number) {
        if (number < int(fields.size())) fields[number] = field;
    });
    if (found != int(fields.size())) throw Refused("expected 5 fields");
    const auto& [track, turn, tiles, hands, discards] = fields;

    Position position;
    position.track = read_track(track, rules);
    bool coming = false;
    const int seats = split(hands, '|', [&](std::string_view hand, int seat) {
        if (seat >= MostSeats) throw Refused("too many hands");
        position.hands[seat] = read_hand(hand, position.pile, sight);
        coming |= to_come(position.hands[seat]) > 0;
    });
    if (seats < 2) throw Refused("too few hands");
    position.seats = std::uint8_t(seats);
    if (turn.size() != 1 || (turn != "?" && (turn[0] < '1' || turn[0] >= '1' + seats)))
        throw Refused("no such seat");
    position.turn = std::int8_t(turn == "?" ? Chance : turn[0] - '1');
    if (position.turn == Chance && !coming)
        for (int seat = 0; seat < seats; ++seat) {
            Bits& hand = position.hands[seat];
            hand += CardToCome * Bits(HandSize - size_of(hand & Deck) - face_down(hand));
        }
    read_tiles(tiles, position, sight);
    if (discards != "-")
        split(discards, ',', [&](std::string_view name, int) { take(position.pile, name); });
    check_turn(position, rules);
    return position;
}

inline Rules rules(const Options& options) {
    Rules rules;
    for (const auto& [name, value] : options) {
        if (name == "start") rules.loose = is_second(value, "stacked", "loose");
        else if (name == "tiles") rules.open = is_second(value, "secret", "open");
        else throw Refused("no such option: " + name);
    }
    return rules;
}

}  // namespace ludotheque::race
