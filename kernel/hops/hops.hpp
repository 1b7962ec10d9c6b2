// Hops, the fast twin of games/hops: its board, its positions and what a move makes of them
// (docs/rulings.md, 3). Where a die can go is in reach.hpp and moves.hpp.
//
// A cell's number is its row times eight plus its column, so that numbers ascend in the order of
// the cells' names, A1 to G7, and a shift never runs over an edge into another row. A value is one
// bit of a byte, 1 to 6, so that a byte is a set of values and a byte a cell a set of places.
#pragma once

#include <array>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace ludotheque::hops {

enum Side : std::uint8_t { Red, Black };
constexpr Side foe_of(Side side) { return side == Red ? Black : Red; }

constexpr int Size = 7;
constexpr int Highest = 6;
constexpr int MostDice = 6;

constexpr int cell_of(int row, int column) { return row * 8 + column; }
// By shifts: a division of a number with a sign takes four instructions.
constexpr int row_of(int cell) { return cell >> 3; }
constexpr int column_of(int cell) { return cell & 7; }

constexpr Bits Board = 0x007f7f7f7f7f7f7f;

// A cell, and the value that a die shows there, as in paths.py.
constexpr int place_of(int cell, int value) { return cell << 3 | value; }

struct Rules {
    bool immediate = false;  // option to_and_fro: only the last hop may not be undone

    bool operator==(const Rules&) const = default;
};

// A die on a place, as its part of a position's key.
constexpr Bits key_of(Side side, int place) {
    return mixed(Bits(side << 9 | place) * 0x9e3779b97f4a7c15 + 1);
}
constexpr Bits TurnKey = mixed(Bits{1} << 32);

struct Position {
    alignas(16) std::array<std::uint8_t, 64> shown{};  // the bit of the value, 0 on a free cell
    std::array<Bits, 2> dice{};
    Bits sixes = 0;
    Bits key = 0;  // of the dice and the turn, kept up move by move
    Side turn = Red;

    Bits occupied() const { return dice[Red] | dice[Black]; }
    int value_at(int cell) const { return std::countr_zero(shown[cell]); }
    // The dice of *side* that do not show six.
    Bits lower(Side side) const { return dice[side] & ~sixes; }
    bool has_won(Side side) const { return dice[side] && !lower(side); }
    // The die, if any, with which the side to move wins as soon as it shows six (3.4).
    Bits last_lower() const {
        const Bits rest = lower(turn);
        return rest & (rest - 1) ? 0 : rest;
    }
    void put(Side side, int cell, int value) {
        shown[cell] = std::uint8_t(1 << value);
        dice[side] |= bit(cell);
        if (value == Highest) sixes |= bit(cell);
        key ^= key_of(side, place_of(cell, value));
    }
    void take(Side side, int cell) {
        key ^= key_of(side, place_of(cell, value_at(cell)));
        shown[cell] = 0;
        dice[side] &= ~bit(cell);
        sixes &= ~bit(cell);
    }
    void pass() {
        turn = foe_of(turn);
        key ^= TurnKey;
    }
    bool operator==(const Position&) const = default;
};

// What becomes of one die (3.8), in fifteen bits; moves in their order ascend as numbers.
class Move {
public:
    Move() = default;
    Move(int origin, int place) : word_(std::uint16_t(origin << 9 | place)) {}

    int origin() const { return word_ >> 9; }
    int place() const { return word_ & 511; }
    int cell() const { return place() >> 3; }
    int value() const { return place() & 7; }
    bool operator==(const Move&) const = default;

private:
    std::uint16_t word_ = 0;
};

// No die ends with one of six values on more than forty cells, unless it wins: then on sixteen
// cells more.
using Moves = List<Move, MostDice * 40 * 6 + 16>;

// Make *move*. No other die moves or turns (3.3, 3.6).
inline void make(Move move, Position& position) {
    position.take(position.turn, move.origin());
    position.put(position.turn, move.cell(), move.value());
    position.pass();
}
inline Position after(const Position& before, Move move) {
    Position next = before;
    make(move, next);
    return next;
}

// Whether a side shows only sixes: then nobody moves.
inline bool is_decided(const Position& position) {
    return position.has_won(Red) || position.has_won(Black);
}

// Whether a die of the side to move has a free neighbour: soon told, nearly always true.
inline bool can_step(const Position& position) {
    const Bits own = position.dice[position.turn];
    const Bits wide = own | own << 1 | own >> 1;
    return ((wide | wide << 8 | wide >> 8) & Board & ~position.occupied()) != 0;
}

}  // namespace ludotheque::hops
