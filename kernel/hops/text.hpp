// The text of Hops, the twin of games/hops/notation.py (3, Text).
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "hops/one_way.hpp"

namespace ludotheque::hops {

constexpr std::string_view Sides = "rb";

inline std::string name_of(int cell) {
    return {char('A' + row_of(cell)), char('1' + column_of(cell))};
}

inline std::string write(const Position& position) {
    std::string text;
    for (int row = 0; row < Size; ++row) {
        if (row > 0) text += '/';
        for (int column = 0; column < Size; ++column) {
            const int cell = cell_of(row, column);
            if (!position.shown[cell]) {
                text += '.';
                continue;
            }
            text += Sides[position.dice[Black] >> cell & 1];
            text += char('0' + position.value_at(cell));
        }
    }
    return text + ' ' + Sides[position.turn];
}

inline Position read(std::string_view text) {
    Position position;
    std::size_t at = 0;
    const auto next = [&] { return at < text.size() ? text[at++] : '\0'; };
    for (int row = 0; row < Size; ++row) {
        if (row > 0 && next() != '/') throw Refused("expected 7 rows of 7 cells");
        for (int column = 0; column < Size; ++column) {
            const char sign = next();
            if (sign == '.') continue;
            const auto side = Sides.find(sign);
            const int value = side == Sides.npos ? 0 : next() - '0';
            if (value < 1 || value > Highest) throw Refused("a cell cannot be read");
            position.put(Side(side), cell_of(row, column), value);
        }
    }
    for (const Bits dice : position.dice)
        if (std::popcount(dice) > MostDice) throw Refused("too many dice");
    const auto side =
        text.size() == at + 2 && text[at] == ' ' ? Sides.find(text[at + 1]) : Sides.npos;
    if (side == Sides.npos) throw Refused("expected the side to move");
    if (side == Black) position.pass();
    return position;
}

// Whether *move* ends with a hop: only one that wins does (3.4), and a step leaves the quarter.
inline bool wins(Move move) { return quarter_of(move.cell()) == quarter_of(move.origin()); }

// Where the hops of *move* may end: on its last cell where it wins, otherwise a step away from it.
inline Lanes targets_of(Move move) {
    return lanes_of([&](int lane) {
        const int cell = cell_of_lane(quarter_of(move.origin()), lane);
        const int steps = std::max(std::abs(row_of(cell) - row_of(move.cell())),
                                   std::abs(column_of(cell) - column_of(move.cell())));
        return steps == (wins(move) ? 0 : 1) ? 1 << move.value() : 0;
    });
}

// The text of *move*, a legal one: its shortest path, the first in text order among equals (3.8).
inline std::string write(Move move, const Position& position, const Rules& rules) {
    const Die die = in_quarter(move.origin(), [&](auto quarter) {
        return Die::on<quarter>(move.origin(), position, Quarters(position));
    });
    Path path;
    if (rules.immediate) find_path(die, targets_of(move), path);
    else find_one_way_path(die, targets_of(move), path);

    std::string text = name_of(move.origin());
    for (const Leg& leg : path) {
        text += '*' + name_of(cell_of_lane(quarter_of(move.origin()), leg.hop.lane));
        if (leg.change) text += {'=', char('0' + leg.change)};
    }
    return wins(move) ? text : text + '-' + name_of(move.cell());
}

inline Rules rules(const Options& options) {
    Rules rules;
    for (const auto& [name, value] : options) {
        if (name == "start") is_second(value, "corners", "edges");
        else if (name == "to_and_fro") rules.immediate = is_second(value, "whole-move", "immediate");
        else throw Refused("no such option: " + name);
    }
    return rules;
}

}  // namespace ludotheque::hops
