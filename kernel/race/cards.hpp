// The 52 cards of the turtle race (2, Material), each single one a bit of a word.
//
// The copies of a card are neighbours, and cards ascend in card order. Each colour's eight cards
// fill one byte: 1 `++`, 5 `+`, 2 `-`; then come rainbow 5 `+`, 2 `-`, and last 3 `+`, 2 `++`. The
// track has a byte a turtle too, so that rules about a turtle's own cards are operations on words.
#pragma once

#include <array>
#include <string_view>

#include "core/bits.hpp"

namespace ludotheque::race {

constexpr int Turtles = 5;
constexpr int Cards = 19;
constexpr int Copies = 52;
constexpr int HandSize = 5;

constexpr std::string_view Names[Cards] = {"r++", "r+", "r-", "g++", "g+", "g-", "b++",
                                           "b+",  "b-", "y++", "y+", "y-", "p++", "p+",
                                           "p-",  "*+", "*-", "^+", "^++"};
// The cards that name no turtle; before them each colour has three.
enum Card : std::uint8_t { RainbowOn = 15, RainbowBack, LastOn, LastFar };

constexpr int copies_of(int card) {
    if (card < RainbowOn) return card % 3 == 0 ? 1 : card % 3 == 1 ? 5 : 2;
    return card == RainbowOn ? 5 : card == LastOn ? 3 : 2;
}
// The squares that each card moves a turtle by (2.2).
constexpr std::int8_t Steps[Cards] = {2, 1, -1, 2, 1, -1, 2, 1, -1, 2,
                                      1, -1, 2, 1, -1, 1, -1, 1, 2};

struct Printing {
    std::array<std::uint8_t, Copies> card{};  // the card that a bit is a copy of
    std::array<Bits, Cards> copies{};         // all copies of a card
    std::array<Bits, 6> with{};   // by their number: the first copies of cards with that many
    std::array<Bits, 2> pairs{};  // copies with another above them, by their place: even, odd
};
constexpr Printing Printed = [] {
    Printing printing;
    for (int card = 0, place = 0; card < Cards; ++card) {
        printing.with[copies_of(card)] |= bit(place);
        for (int copy = 0; copy < copies_of(card); ++copy, ++place) {
            printing.card[place] = std::uint8_t(card);
            printing.copies[card] |= bit(place);
            if (copy + 1 < copies_of(card)) printing.pairs[copy % 2] |= bit(place);
        }
    }
    return printing;
}();
constexpr Bits Deck = bit(Copies) - 1;

// One bit for each different card among *cards*: the first of all its copies, whichever is there.
constexpr Bits kinds_of(Bits cards) {
    const Bits of_two = cards | cards >> 1;
    const Bits of_three = of_two | cards >> 2;
    const Bits of_five = of_two | of_two >> 2 | cards >> 4;
    return (cards & Printed.with[1]) | (of_two & Printed.with[2]) | (of_three & Printed.with[3]) |
           (of_five & Printed.with[5]);
}

// The same cards by their lowest copies: copies cannot be told apart, so this is what is compared.
constexpr Bits settled(Bits cards) {
    for (int round = 0; round < 5; ++round) {  // as many rounds as a card has copies sort them
        const Bits pairs = Printed.pairs[round % 2];
        const Bits falling = cards >> 1 & ~cards & pairs;
        cards ^= falling | falling << 1;
    }
    return cards;
}

}  // namespace ludotheque::race
