// Tortuga, the fast twin of games/tortuga/rules.py: the same moves in the same order.
//
// Cells are bits of one word a kind of turtle. The seven columns are eight bits apart, and a cell's
// place in its column is slanted so that each of the three ways forward is one shift everywhere:
// straight on 1, east 9, west -8 for South, the opposite for North. The bit that each column leaves
// over, and the cells outside the hexagon, stay empty, so nothing runs over an edge. Bits ascend in
// the order of the cells' names, a1 to g4.
#pragma once

#include <algorithm>
#include <array>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace ludotheque::tortuga {

enum Side : std::uint8_t { South, North };
constexpr Side foe_of(Side side) { return side == South ? North : South; }

constexpr int Columns = 7;
constexpr std::array<int, Columns> Heights = {4, 5, 6, 7, 6, 5, 4};
constexpr int MostTurtles = 16;

// The bit of the cell in *column* and *row*, both counted from 0, the row from the south end.
constexpr int cell_of(int column, int row) { return column * 8 + row + std::max(0, column - 3); }
constexpr int column_of(int cell) { return cell / 8; }
constexpr int row_of(int cell) { return cell % 8 - std::max(0, column_of(cell) - 3); }

constexpr Bits Board = [] {
    Bits board = 0;
    for (int column = 0; column < Columns; ++column)
        for (int row = 0; row < Heights[column]; ++row) board |= bit(cell_of(column, row));
    return board;
}();

// Straight on, east and west, as shifts.
constexpr int Ways[2][3] = {{1, 9, -8}, {-1, 8, -9}};

struct Rules {
    bool longest = false;   // option chain: longest
    bool anywhere = false;  // option capture: anywhere
    bool camp = false;      // option goal: camp
    std::array<Bits, 2> goals{};

    bool operator==(const Rules&) const = default;
};

// Whether an option makes some moves illegal for the sake of others, so that all must be listed.
constexpr bool narrows(const Rules& rules) { return rules.longest || rules.anywhere; }

struct Position {
    std::array<Bits, 2> turtles{};
    Bits neutral = 0;
    Side turn = South;

    Bits occupied() const { return turtles[0] | turtles[1] | neutral; }
    Bits own() const { return turtles[turn]; }
    Bits foes() const { return turtles[foe_of(turn)]; }
    bool operator==(const Position&) const = default;
};

// What a hop goes over, and what becomes of a neutral turtle: ^ x + ~ in the notation.
enum Sign : std::uint8_t { Friend, Foe, Taken, Given };

// A move in one word: the origin, how many hops (none: a step), and four bits a leg, way and sign.
class Move {
public:
    // Each hop gains at least two of the twelve half rows between the corners.
    static constexpr int MostHops = 6;

    Move() = default;
    static Move step(int origin, int way) { return Move(Bits(origin) | Bits(way) << 9); }
    static Move standing(int origin) { return Move(Bits(origin)); }
    Move hop(int way, Sign sign) const {
        return Move((word_ + (Bits{1} << 6)) | Bits(way | sign << 2) << (9 + 4 * hops()));
    }

    int origin() const { return int(word_ & 63); }
    int hops() const { return int(word_ >> 6 & 7); }
    bool is_step() const { return hops() == 0; }
    int way(int leg) const { return int(word_ >> (9 + 4 * leg) & 3); }
    Sign sign(int leg) const { return Sign(word_ >> (11 + 4 * leg) & 3); }
    // Whether this chain begins with all the hops of *other* and makes more.
    bool continues(Move other) const {
        if (origin() != other.origin() || hops() <= other.hops()) return false;
        return ((word_ ^ other.word_) >> 9 & ((Bits{1} << 4 * other.hops()) - 1)) == 0;
    }
    bool operator==(const Move&) const = default;

private:
    explicit Move(Bits word) : word_(word) {}
    Bits word_;
};

using Moves = List<Move, 4096>;

inline bool has_arrived(const Position& position, const Rules& rules, Side side) {
    return position.turtles[side] & rules.goals[side];
}

// Whether a side stands on its goal: then nobody moves.
inline bool is_decided(const Position& position, const Rules& rules) {
    return has_arrived(position, rules, South) || has_arrived(position, rules, North);
}

// Call visit(chain) for each way to hop on from *at* until no hop is left (1.3). *allowed* are the
// turtles that may still be hopped: all at first, then neutrals and the team first hopped (1.4).
// The board need not change on the way: going forward, a chain never meets a turtle twice (1.6).
template <class Visit>
void chains(const Position& position, Bits empty, Bits at, Bits allowed, Move so_far,
            Visit&& visit) {
    bool stuck = true;
    for (int way = 0; way < 3; ++way) {
        const int by = Ways[position.turn][way];
        const Bits over = shifted(at, by) & allowed;
        const Bits landing = shifted(over, by) & empty;
        if (!landing) continue;
        stuck = false;
        if (over & position.neutral) {
            chains(position, empty, landing, allowed, so_far.hop(way, Taken), visit);
            chains(position, empty, landing, allowed, so_far.hop(way, Given), visit);
        } else {
            const bool friendly = over & position.own();
            const Bits team = friendly ? position.own() : position.foes();
            chains(position, empty, landing, position.neutral | team,
                   so_far.hop(way, friendly ? Friend : Foe), visit);
        }
    }
    if (stuck && !so_far.is_step()) visit(so_far);
}

// Whether *move* hops a foe, first or later: what 1.5 asks for.
inline bool captures(Move move) {
    for (int leg = 0; leg < move.hops(); ++leg)
        if (move.sign(leg) == Foe) return true;
    return false;
}

// The turtles that can begin with a hop over a foe: they compel (1.5).
inline Bits capturers(const Position& position, Bits empty) {
    Bits found = 0;
    for (const int by : Ways[position.turn])
        found |= shifted(position.foes() & shifted(empty, -by), -by);
    return found & position.own();
}

inline void keep_longest(Moves& moves) {
    std::array<int, 64> most{};
    for (const Move move : moves) most[move.origin()] = std::max(most[move.origin()], move.hops());
    moves.keep([&](Move m) { return m.is_step() || m.hops() == most[m.origin()]; });
}

// Fill *moves* with the legal moves: by origin, steps before hops, straight on, east, west.
inline void generate(const Position& position, const Rules& rules, Moves& moves) {
    moves.size = 0;
    if (is_decided(position, rules)) return;
    const Bits empty = Board & ~position.occupied();
    const bool compelled = !rules.anywhere && capturers(position, empty);
    // No chain that hops a friend will hop a foe (1.4).
    const Bits allowed = compelled ? position.foes() | position.neutral : position.occupied();
    for (Bits own = position.own(); own;) {
        const int origin = pop(own);
        if (!compelled)
            for (int way = 0; way < 3; ++way)
                if (shifted(bit(origin), Ways[position.turn][way]) & empty)
                    moves.add(Move::step(origin, way));
        chains(position, empty, bit(origin), allowed, Move::standing(origin), [&](Move move) {
            if (!compelled || captures(move)) moves.add(move);
        });
    }
    if (rules.anywhere && std::any_of(moves.begin(), moves.end(), captures)) moves.keep(captures);
    if (rules.longest) keep_longest(moves);
}

template <Side S>
Position after(Position position, Move move) {
    // Rotating is shifting either way: nothing on the board comes round.
    const auto on = [](Bits at, int way) { return std::rotl(at, Ways[S][way]); };
    Bits at = bit(move.origin());
    position.turtles[S] ^= at;
    position.turn = foe_of(S);
    if (move.is_step()) {
        position.turtles[S] ^= on(at, move.way(0));
        return position;
    }
    for (int leg = 0; leg < move.hops(); ++leg) {
        const Bits over = on(at, move.way(leg));
        at = on(over, move.way(leg));
        const Sign sign = move.sign(leg);
        const Bits turned = sign == Friend ? 0 : over;
        position.neutral ^= turned;
        position.turtles[sign == Taken ? S : foe_of(S)] ^= turned;
    }
    position.turtles[S] ^= at;
    return position;
}

inline Position after(const Position& before, Move move) {
    return before.turn == South ? after<South>(before, move) : after<North>(before, move);
}

}  // namespace ludotheque::tortuga
