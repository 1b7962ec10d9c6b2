// The turtle race as the rest of the kernel sees it.
#pragma once

#include "race/playout.hpp"

namespace ludotheque::race {

struct Twin {
    static constexpr const char* Name = "Race";
    using Position = race::Position;
    using Rules = race::Rules;
    using Move = race::Move;
    using Moves = race::Moves;

    static Rules rules(const Options& options) { return race::rules(options); }
    static Position read(std::string_view text, const Rules& rules) {
        return race::read(text, rules);
    }
    static std::string write(const Position& position, const Rules& rules) {
        return race::write(position, rules);
    }
    static std::string write(Move move, const Position&, const Rules&) { return race::write(move); }
    static int seats(const Position& position) { return position.seats; }
    static int to_move(const Position& position, const Rules&) {
        return is_over(position.track) ? Nobody : position.turn;
    }
    static Outcome outcome(const Position& position, const Rules&) {
        return race::outcome(position);
    }
    static void generate(const Position& position, const Rules& rules, Moves& moves) {
        race::generate(position, rules, moves);
    }
    static Position after(const Position& position, Move move, const Rules& rules) {
        return race::after(position, move, rules);
    }
    static std::uint64_t count(const Position& position, const Rules& rules) {
        if (is_over(position.track)) return 0;
        if (position.turn != Chance) {
            const Choice choice(position.hands[position.turn], position.track);
            return std::uint64_t(choice.count());
        }
        std::uint64_t found = 0;
        deals(position, rules, [&](Move, int) { ++found; });
        return found;
    }
    static std::uint64_t hash(const Position& position) {
        Bits hash = mixed(position.track) ^ mixed(settled(position.pile) + 1);
        for (int seat = 0; seat < position.seats; ++seat)
            hash = mixed(hash + settled(position.hands[seat])) + position.tiles[seat];
        return mixed(hash) ^ Bits(position.turn + 1);
    }
    // Deal what is to come and play on to the end; return how many cards were played.
    static int play_on_at_random(Position& position, const Rules& rules, Random& random) {
        if (is_over(position.track)) return 0;
        deal(position, rules, random);
        return race::play_on_at_random(position, rules, random);
    }
};

static_assert(Game<Twin>);

}  // namespace ludotheque::race
