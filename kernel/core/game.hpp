// What a game gives to the rest of the kernel: the seam of position.py once more, for values and
// without the heap. A twin is a struct of static functions; nothing here or below knows Python.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ludotheque {

constexpr int MostSeats = 5;

// Who must act, where it is not a seat.
constexpr int Chance = -1;
constexpr int Nobody = -2;

using Options = std::map<std::string, std::string>;

// Text that cannot be read, or a position that cannot be: what Python refuses, the kernel refuses.
struct Refused : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Whether an option has the *second* of its two values; any but these is Refused.
inline bool is_second(const std::string& value, std::string_view first, std::string_view second) {
    if (value != first && value != second) throw Refused("no such value: " + value);
    return value == second;
}

// How a game ended: a share a seat and the key of the rule; no reason while it goes on.
struct Outcome {
    std::array<float, MostSeats> shares{};
    const char* reason = nullptr;

    explicit operator bool() const { return reason != nullptr; }
    static Outcome win(int seat, const char* reason) {
        Outcome outcome{.reason = reason};
        outcome.shares[seat] = 1;
        return outcome;
    }
};

// A list with room for every move that any position can have, on the stack.
template <class Move, int Room>
struct List {
    std::array<Move, Room> items;
    int size = 0;

    void add(const Move& move) {
        assert(size < Room);
        items[size++] = move;
    }
    const Move& operator[](int index) const { return items[index]; }
    const Move* begin() const { return items.data(); }
    const Move* end() const { return items.data() + size; }

    template <class Keep>
    void keep(Keep&& wanted) {
        int kept = 0;
        for (int i = 0; i < size; ++i)
            if (wanted(items[i])) items[kept++] = items[i];
        size = kept;
    }
};

template <class G>
concept Game = requires(const typename G::Position position, const typename G::Rules rules,
                        const typename G::Move move, typename G::Moves moves, const Options options,
                        std::string_view text) {
    { G::Name } -> std::convertible_to<const char*>;
    // The table's options, every one with its value; an unknown one is Refused.
    { G::rules(options) } -> std::same_as<typename G::Rules>;
    { G::read(text, rules) } -> std::same_as<typename G::Position>;
    { G::write(position, rules) } -> std::same_as<std::string>;
    { G::write(move, position, rules) } -> std::same_as<std::string>;
    { G::seats(position) } -> std::same_as<int>;
    { G::to_move(position, rules) } -> std::same_as<int>;
    { G::outcome(position, rules) } -> std::same_as<Outcome>;
    // The legal moves in the order of the Python rules; none exactly when the game is over.
    G::generate(position, rules, moves);
    { G::after(position, move, rules) } -> std::same_as<typename G::Position>;
    // How many moves `generate` would list, counted without listing them.
    { G::count(position, rules) } -> std::same_as<std::uint64_t>;
    { G::hash(position) } -> std::same_as<std::uint64_t>;
    { position == position } -> std::same_as<bool>;
    { rules == rules } -> std::same_as<bool>;
};

}  // namespace ludotheque
