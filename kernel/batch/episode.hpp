// What a game gives to a batch of environments (batch.hpp): one game being played by numbered
// actions, as games/*/coding.py numbers and observes them.
#pragma once

#include <concepts>
#include <cstring>
#include <span>

#include "core/game.hpp"
#include "core/lanes.hpp"
#include "core/random.hpp"

namespace ludotheque {

// When a game is broken off, and whether that is a draw by the rulings or only the end of patience.
struct Limit {
    int moves;
    bool drawn;
};

// What an action has led to: nothing yet, an outcome, or a game broken off without one.
struct Ending {
    Outcome outcome;
    bool truncated = false;

    bool over() const { return outcome || truncated; }
};

inline Ending drawn_game(int seats, const char* reason) {
    Outcome outcome{.reason = reason};
    for (int seat = 0; seat < seats; ++seat) outcome.shares[seat] = 1.0F / float(seats);
    return {outcome};
}

// The ending of a game of so many moves that has no other, if the limit makes one.
inline Ending limited(int moves, int seats, const Limit& limit) {
    if (moves < limit.moves) return {};
    return limit.drawn ? drawn_game(seats, "limit") : Ending{.outcome = {}, .truncated = true};
}

template <class E>
concept Episode = requires(E episode, const E fixed, const typename E::Rules rules,
                           const typename E::Position position, const Options options,
                           const Limit limit, Random random, std::uint8_t* bytes,
                           const std::uint8_t* mask, std::string_view text, int number) {
    { E::Name } -> std::convertible_to<const char*>;
    { E::FewestSeats } -> std::convertible_to<int>;
    { E::MostSeats } -> std::convertible_to<int>;
    { E::Actions } -> std::convertible_to<int>;
    { E::Observed } -> std::convertible_to<int>;   // bytes of an observation
    { E::MaskBytes } -> std::convertible_to<int>;  // one an action, or one for eight
    { E::MostMoves } -> std::convertible_to<int>;  // no limit may be higher
    { E::rules(options) } -> std::same_as<typename E::Rules>;
    { E::start(rules, number) } -> std::same_as<typename E::Position>;  // for that many seats
    { E::read(text, rules) } -> std::same_as<typename E::Position>;
    { E::seats(position) } -> std::same_as<int>;
    { E::is_over(position, rules) } -> std::same_as<bool>;
    // Begin a game; chance deals what is to come from *random*.
    episode.begin(position, rules, random);
    { fixed.seat() } -> std::same_as<int>;  // who acts; in the end, who might
    // Take a legal action.
    { episode.act(number, rules, limit, random) } -> std::same_as<Ending>;
    // Write what that seat may know.
    fixed.observe(number, rules, bytes);
    // Wipe the mask that was written before, and write the legal actions into a mask of zeros.
    fixed.wipe(bytes);
    episode.mark(rules, bytes);
    { fixed.pick(mask, random) } -> std::same_as<int>;  // a legal action at random
    { fixed.text(rules) } -> std::same_as<std::string>;
};

// Write what that seat may know after the actions with which the mover's move has begun.
template <Episode E>
void observe_amid(const typename E::Position& position, const typename E::Rules& rules,
                  std::span<const int> begun, int seat, std::uint8_t* out) {
    Random none(0);
    E episode;
    episode.begin(position, rules, none);
    for (const int action : begun) episode.act(action, rules, {1, false}, none);
    episode.observe(seat, rules, out);
}

// Set that many bytes to zero. Of a `memset` of some hundred, g++ makes one slow instruction.
template <std::size_t Bytes>
void clear(std::uint8_t* out) {
    constexpr Lanes Nothing{};
    constexpr std::size_t Whole = Bytes / LaneCount;
    [&]<std::size_t... Each>(std::index_sequence<Each...>) {
        (std::memcpy(out + Each * LaneCount, &Nothing, LaneCount), ...);
    }(std::make_index_sequence<Whole>{});
    std::memset(out + Whole * LaneCount, 0, Bytes % LaneCount);
}

// Each bit of a byte as a byte of its own, the lowest first.
constexpr auto Spread = [] {
    std::array<Bits, 256> words{};
    for (int byte = 0; byte < 256; ++byte)
        for (int place = 0; place < 8; ++place)
            if (byte >> place & 1) words[byte] |= Bits{1} << place * 8;
    return words;
}();

// Write the lowest *Width* of eight bits, from *bits*, as bytes; up to eight bytes are written.
template <int Width>
[[gnu::always_inline]] inline void spread_to(std::uint8_t* out, Bits bits) {
    std::memcpy(out, &Spread[bits & 0xff], Width);
}

}  // namespace ludotheque
