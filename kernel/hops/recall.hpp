// The moves of a game of Hops in twelve bits each, and whether its position is met a third time.
#pragma once

#include "hops/hops.hpp"

namespace ludotheque::hops {

// A move is noted by its die, one of six of the side that moves, and the place that it left. Going
// back from what the dice show now, that is enough to know every earlier position.
class Recall {
public:
    static constexpr int MostMoves = 400;

    int moves() const { return moves_; }

    void begin(const Position& position) {
        moves_ = 0;
        once_ = {};
        twice_ = {};
        for (const Side side : {Red, Black}) {
            Bits dice = position.dice[side];
            // A die that a diagram lacks never moves: any cell will do for it, after the others'.
            for (int die = 0; die < MostDice; ++die)
                cells_[side * MostDice + die] = std::uint8_t(dice ? pop(dice) : 0);
        }
        remember(position.key);
    }

    // Note *move*, about to be made from *before*.
    void note(const Position& before, Move move) {
        const int first = before.turn * MostDice;
        int die = 0;
        while (cells_[first + die] != move.origin()) ++die;
        cells_[first + die] = std::uint8_t(move.cell());
        write(moves_++, die << 9 | place_of(move.origin(), before.value_at(move.origin())));
    }

    // Whether *position*, which the moves noted have led to, has been met twice before.
    bool third_time(const Position& position) {
        return remember(position.key) && times_met(position) >= 2;
    }

private:
    // Marks of the keys met, and of those met twice. Keys meet in them: so they only say when to look.
    std::array<Bits, 16> once_;
    std::array<Bits, 8> twice_;
    std::array<std::uint8_t, MostMoves * 3 / 2 + 1> notes_;
    std::array<std::uint8_t, 2 * MostDice> cells_;  // where each die stands
    std::uint16_t moves_;

    // Whether a position of that key may have been met twice before.
    bool remember(Bits key) {
        const auto mark = [](auto& marks, Bits place) {
            Bits& word = marks[place >> 6 & (marks.size() - 1)];
            const bool known = word >> (place & 63) & 1;
            word |= bit(int(place & 63));
            return known;
        };
        // Two marks for keys met twice: there are fewer of these.
        return mark(once_, key) && mark(twice_, key >> 10) & mark(twice_, key >> 19);
    }

    // By keys: a position does not know which of like dice is which.
    int times_met(const Position& position) const {
        std::array<std::uint16_t, 2 * MostDice> places;
        for (int die = 0; die < 2 * MostDice; ++die)
            places[die] = std::uint16_t(place_of(cells_[die], position.value_at(cells_[die])));
        Side mover = position.turn;
        Bits key = position.key;
        int met = 0;
        for (int move = moves_; move-- > 0;) {
            mover = foe_of(mover);
            const int noted = read(move), left = noted & 511;
            std::uint16_t& place = places[mover * MostDice + (noted >> 9)];
            key ^= key_of(mover, place) ^ key_of(mover, left) ^ TurnKey;
            place = std::uint16_t(left);
            met += key == position.key;
        }
        return met;
    }

    // Notes lie in one and a half bytes each, the even ones lower.
    void write(int move, int note) {
        std::uint8_t* bytes = &notes_[move * 3 / 2];
        if (move % 2 == 0) {
            bytes[0] = std::uint8_t(note);
            bytes[1] = std::uint8_t(note >> 8);
        } else {
            bytes[0] = std::uint8_t((bytes[0] & 15) | note << 4);
            bytes[1] = std::uint8_t(note >> 4);
        }
    }
    int read(int move) const {
        const std::uint8_t* bytes = &notes_[move * 3 / 2];
        const int both = bytes[0] | bytes[1] << 8;
        return move % 2 == 0 ? both & 0xfff : both >> 4;
    }
};

}  // namespace ludotheque::hops
