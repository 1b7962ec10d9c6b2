// Where the turtles stand (2.1 to 2.6), five bytes of one word, and who is ahead.
//
// A turtle's byte is its square times eight, plus how many it stands on. All five are compared at
// once by setting the top bit of every byte before a subtraction: it stays where the turtle is at
// or beyond. Side by side turtles (a loose start, or an order still to be drawn) stand on none.
#pragma once

#include "race/cards.hpp"

namespace ludotheque::race {

using Track = Bits;

constexpr int Squares = 10;
constexpr int Start = 0;
constexpr int Lettuce = 9;

constexpr Bits EveryTurtle = 0x0101010101;
// A set of turtles is the top bits of their bytes.
constexpr Bits AllTurtles = EveryTurtle << 7;
constexpr Bits only(int turtle) { return Bits{0x80} << turtle * 8; }
constexpr int turtle_at(int bit) { return bit / 8; }

constexpr int byte_of(Track track, int turtle) { return int(track >> turtle * 8 & 0xff); }
constexpr int square_of(Track track, int turtle) { return byte_of(track, turtle) >> 3; }
constexpr int height_of(Track track, int turtle) { return byte_of(track, turtle) & 7; }

constexpr Bits at_or_beyond(Track track, int byte) {
    return ((track | AllTurtles) - Bits(byte) * EveryTurtle) & AllTurtles;
}
constexpr Bits off_start(Track track) { return at_or_beyond(track, 8); }
constexpr Bits on_square(Track track, int square) {
    return at_or_beyond(track, square * 8) & ~at_or_beyond(track, square * 8 + 8);
}
constexpr bool is_over(Track track) { return at_or_beyond(track, Lettuce * 8) != 0; }
// Of at most five.
constexpr int number_of(Bits turtles) { return int((turtles >> 7) * EveryTurtle >> 32 & 7); }

// The turtles on the rearmost occupied square (2.1).
constexpr Bits rearmost(Track track) {
    int least = byte_of(track, 0);
    for (int turtle = 1; turtle < Turtles; ++turtle) {
        const int byte = byte_of(track, turtle);
        least = byte < least ? byte : least;
    }
    return AllTurtles & ~at_or_beyond(track, (least | 7) + 1);
}

// The track with *turtle*, and all that it carries, *steps* squares further (2.2, 2.3).
constexpr Track moved(Track track, int turtle, int steps, bool loose) {
    const int byte = byte_of(track, turtle);
    const int square = byte >> 3;
    const int arrival = square + steps < Lettuce ? square + steps : Lettuce;
    const Bits load = loose && square == Start
                          ? only(turtle)
                          : at_or_beyond(track, byte) & ~at_or_beyond(track, square * 8 + 8);
    if (loose && arrival == Start) return track & ~((load >> 7) * 0xff);
    const int there = number_of(on_square(track, arrival));
    const int by = (arrival - square) * 8 + there - (byte & 7);
    return track + (load >> 7) * Bits(by);
}

// The turtles' places in the race, the higher the better: within a square the lowest is first, and
// equal numbers are level (2, End).
constexpr Bits race_order(Track track) { return track ^ EveryTurtle * 7; }
constexpr int number_ahead(Track track, int turtle) {
    const Bits order = race_order(track);
    return number_of(at_or_beyond(order, byte_of(order, turtle) + 1));
}

}  // namespace ludotheque::race
