// Tortuga as the rest of the kernel sees it.
#pragma once

#include "tortuga/count.hpp"
#include "tortuga/text.hpp"

namespace ludotheque::tortuga {

struct Twin {
    static constexpr const char* Name = "Tortuga";
    using Position = tortuga::Position;
    using Rules = tortuga::Rules;
    using Move = tortuga::Move;
    using Moves = tortuga::Moves;

    static Rules rules(const Options& options) { return tortuga::rules(options); }
    static Position read(std::string_view text, const Rules&) { return tortuga::read(text); }
    static std::string write(const Position& position, const Rules&) {
        return tortuga::write(position);
    }
    static std::string write(Move move, const Position& position, const Rules&) {
        return tortuga::write(move, position.turn);
    }
    static int seats(const Position&) { return 2; }
    static int to_move(const Position& position, const Rules& rules) {
        return outcome(position, rules) ? Nobody : int(position.turn);
    }
    // Whoever stands on the goal has won, the one that has just moved first; who cannot move loses.
    static Outcome outcome(const Position& position, const Rules& rules) {
        const Side foe = foe_of(position.turn);
        for (const Side side : {foe, position.turn})
            if (has_arrived(position, rules, side))
                return Outcome::win(side, rules.camp ? "camp" : "corner");
        return count(position, rules) ? Outcome{} : Outcome::win(foe, "stuck");
    }
    static void generate(const Position& position, const Rules& rules, Moves& moves) {
        list(position, rules, moves);
    }
    // The move that `generate` would list as that *number*.
    static Move pick(const Position& position, const Rules& rules, int number) {
        if (!narrows(rules))
            return position.turn == South ? SideChoice<South>(position)[number]
                                          : SideChoice<North>(position)[number];
        Moves moves;
        list(position, rules, moves);
        return moves[number];
    }
    static bool move_at_random(Position& position, const Rules& rules, Random& random) {
        if (!narrows(rules))
            return position.turn == South
                       ? tortuga::move_at_random<South>(position, rules, random)
                       : tortuga::move_at_random<North>(position, rules, random);
        Moves moves;
        list(position, rules, moves);
        if (moves.size > 0) position = after(position, moves[random.below(moves.size)], rules);
        return moves.size > 0;
    }
    static Position after(const Position& position, Move move, const Rules&) {
        return tortuga::after(position, move);
    }
    static std::uint64_t count(const Position& position, const Rules& rules) {
        return tortuga::count(position, rules);
    }
    // Bits beyond the board tell the planes apart: no two that change places give the same number.
    static std::uint64_t hash(const Position& position) {
        return mixed(position.turtles[South]) ^ mixed(position.turtles[North] | bit(63)) ^
               mixed(position.neutral | bit(61 + position.turn));
    }
};

}  // namespace ludotheque::tortuga
