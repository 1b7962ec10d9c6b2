// The text of Tortuga, the twin of games/tortuga/notation.py (1, Text).
#pragma once

#include <string>
#include <string_view>

#include "tortuga/tortuga.hpp"

namespace ludotheque::tortuga {

constexpr std::string_view Sides = "SN";

inline std::string name_of(int cell) {
    return {char('a' + column_of(cell)), char('1' + row_of(cell))};
}

inline std::string write(const Position& position) {
    std::string text;
    for (int column = 0; column < Columns; ++column) {
        if (column > 0) text += '/';
        int run = 0;
        const auto end_run = [&] {
            if (run > 0) text += char('0' + run);
            run = 0;
        };
        for (int row = 0; row < Heights[column]; ++row) {
            const Bits here = bit(cell_of(column, row));
            if (!(position.occupied() & here)) {
                ++run;
                continue;
            }
            end_run();
            text += position.neutral & here ? 'o' : position.turtles[South] & here ? 'S' : 'N';
        }
        end_run();
    }
    return text + ' ' + Sides[position.turn];
}

inline Position read(std::string_view text) {
    Position position;
    std::size_t at = 0;
    const auto next = [&] { return at < text.size() ? text[at] : '\0'; };
    for (int column = 0; column < Columns; ++column) {
        if (column > 0 && text.substr(at++, 1) != "/") throw Refused("expected 7 columns");
        int row = 0;
        bool after_digit = false;
        for (; row < Heights[column]; ++at) {
            const char sign = next();
            const bool digit = sign >= '1' && sign <= '7' && !after_digit;
            const Bits here = bit(cell_of(column, row));
            if (sign == 'S' || sign == 'N') position.turtles[sign == 'N'] |= here;
            else if (sign == 'o') position.neutral |= here;
            else if (!digit) throw Refused("a column cannot be read");
            row += digit ? sign - '0' : 1;
            after_digit = digit;
        }
        if (row != Heights[column]) throw Refused("a column has too many cells");
    }
    const auto side = text.size() == at + 2 && text[at] == ' ' ? Sides.find(text[at + 1])
                                                               : std::string_view::npos;
    if (side == std::string_view::npos) throw Refused("expected the side to move");
    if (std::popcount(position.occupied()) > MostTurtles) throw Refused("too many turtles");
    position.turn = Side(side);
    return position;
}

inline std::string write(Move move, Side side) {
    std::string text = name_of(move.origin());
    int at = move.origin();
    if (move.is_step()) return text + '-' + name_of(at + Ways[side][move.way(0)]);
    for (int leg = 0; leg < move.hops(); ++leg) {
        at += 2 * Ways[side][move.way(leg)];
        text += "^x+~"[move.sign(leg)] + name_of(at);
    }
    return text;
}

inline Rules rules(const Options& options) {
    Rules rules;
    bool coast = false;
    for (const auto& [name, value] : options) {
        if (name == "start") coast = is_second(value, "camp", "coast");
        else if (name == "chain") rules.longest = is_second(value, "until-stuck", "longest");
        else if (name == "capture") rules.anywhere = is_second(value, "first", "anywhere");
        else if (name == "goal") rules.camp = is_second(value, "corner", "camp");
        else throw Refused("no such option: " + name);
    }
    const Position start = read(coast ? "S2N/S3N/S4N/SS3NN/S4N/S3N/S2N S"
                                      : "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S");
    for (const Side side : {South, North})
        rules.goals[side] = rules.camp ? start.turtles[foe_of(side)]
                                       : bit(cell_of(3, side == South ? Heights[3] - 1 : 0));
    return rules;
}

}  // namespace ludotheque::tortuga
