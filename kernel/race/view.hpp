// What one seat may know of the turtle race, and whole positions imagined from it.
#pragma once

#include "race/text.hpp"

namespace ludotheque::race {

constexpr int Spectator = -1;

// A layout in which others' tiles and cards lie face down. Its pile is all that the viewer does not
// see: what is left of the deck, and the cards face down.
struct View {
    Position layout;
    int viewer = Spectator;

    bool operator==(const View&) const = default;
};

// The view that its text describes, of the seat *viewer*: what it must see may not be `#`, and what
// it may not see must be, while the race goes on.
inline View read_view(std::string_view text, int viewer, const Rules& rules) {
    View view{read(text, rules, Sight::OneSeat), viewer};
    const Position& layout = view.layout;
    if (viewer != Spectator && (viewer < 0 || viewer >= layout.seats)) throw Refused("no such seat");
    int hidden = 0;
    for (int seat = 0; seat < layout.seats; ++seat) {
        const bool secret = face_down(layout.hands[seat]) > 0 || layout.tiles[seat] == TileFaceDown;
        if (secret && seat == viewer) throw Refused("the viewer's own tile and cards are known");
        const bool shown = layout.hands[seat] & Deck ||
                           (!rules.open && layout.tiles[seat] < TileToCome);
        if (shown && seat != viewer && !is_over(layout.track))
            throw Refused("what lies before the others is not for the viewer to see");
        hidden += face_down(layout.hands[seat]);
    }
    if (hidden > size_of(layout.pile)) throw Refused("more cards face down than the deck has left");
    return view;
}

// The view of somebody to whom nothing is hidden, and who plays for *viewer*: whoever studies a
// race that is over may know what no seat knew.
inline View whole_view(std::string_view text, int viewer, const Rules& rules) {
    View view{read(text, rules), viewer};
    if (viewer < 0 || viewer >= view.layout.seats) throw Refused("no such seat");
    return view;
}

// Deal anew what lies face down: the tiles as *tiles* has them, the cards at random.
inline Position imagined(const View& view, const std::array<std::uint8_t, MostSeats>& tiles,
                         Random& random) {
    Position position = view.layout;
    for (int seat = 0; seat < position.seats; ++seat) {
        if (position.tiles[seat] == TileFaceDown) position.tiles[seat] = tiles[seat];
        Bits& hand = position.hands[seat];
        for (; face_down(hand) > 0; hand -= CardFaceDown) {
            const Bits card = bit(any_of(position.pile, random));
            position.pile ^= card;
            hand |= card;
        }
    }
    return position;
}

}  // namespace ludotheque::race
