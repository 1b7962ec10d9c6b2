// Hops as the rest of the kernel sees it.
#pragma once

#include "hops/moves.hpp"
#include "hops/text.hpp"

namespace ludotheque::hops {

struct Twin {
    static constexpr const char* Name = "Hops";
    using Position = hops::Position;
    using Rules = hops::Rules;
    using Move = hops::Move;
    using Moves = hops::Moves;

    static Rules rules(const Options& options) { return hops::rules(options); }
    static Position read(std::string_view text, const Rules&) { return hops::read(text); }
    static std::string write(const Position& position, const Rules&) {
        return hops::write(position);
    }
    static std::string write(Move move, const Position& position, const Rules& rules) {
        return hops::write(move, position, rules);
    }
    static int seats(const Position&) { return 2; }
    static int to_move(const Position& position, const Rules& rules) {
        return outcome(position, rules) ? Nobody : int(position.turn);
    }
    // Whoever shows only sixes has won, the one that has just moved first. Only a diagram is ever
    // blocked: nobody has won.
    static Outcome outcome(const Position& position, const Rules& rules) {
        const Side foe = foe_of(position.turn);
        for (const Side side : {foe, position.turn})
            if (position.has_won(side)) return Outcome::win(side, "sixes");
        if (can_step(position) || count(position, rules)) return {};
        return {.shares = {0.5, 0.5}, .reason = "blocked"};
    }
    static void generate(const Position& position, const Rules& rules, Moves& moves) {
        hops::generate(position, rules, moves);
    }
    static Position after(const Position& position, Move move, const Rules&) {
        return hops::after(position, move);
    }
    static std::uint64_t count(const Position& position, const Rules& rules) {
        return hops::count(position, rules);
    }
    static std::uint64_t hash(const Position& position) { return position.key; }
};

}  // namespace ludotheque::hops
