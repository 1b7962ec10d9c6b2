// Which move to look at first: what has been learned about moves, whatever the position.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/searchable.hpp"
#include "search/transposition.hpp"

namespace ludotheque {

// What one thread remembers of moves that refuted others.
template <SearchableGame G>
class Experience {
public:
    using Move = typename G::Move;
    static_assert(G::Slots <= 0x7fff);

    Experience() : history_(G::Slots), answers_(G::Slots) {}

    void forget() {
        std::fill(history_.begin(), history_.end(), 0);
        std::fill(answers_.begin(), answers_.end(), -1);
        killers_.fill({-1, -1});
    }

    // *slot* refuted the move of slot *answered* at *ply*.
    void reward(int slot, int answered, int ply, int depth) {
        auto& [first, second] = killers_[ply];
        if (first != slot) {
            second = first;
            first = slot;
        }
        answers_[answered] = std::int16_t(slot);
        learn(slot, bonus(depth));
    }
    void blame(int slot, int depth) { learn(slot, -bonus(depth)); }

    int history(int slot) const { return history_[slot]; }

    int rank(int slot, int answered, int ply) const {
        const auto& [first, second] = killers_[ply];
        int rank = history_[slot];
        if (slot == first) rank += 3 * Full;
        else if (slot == second) rank += 2 * Full;
        if (slot == answers_[answered]) rank += Full;
        return rank;
    }

private:
    static constexpr int Full = 8192;

    static int bonus(int depth) { return std::min(32 * depth * depth, 1024); }
    // Nearer to the bounds it takes more to go on: no entry passes Full, and old lessons fade.
    void learn(int slot, int lesson) {
        const int known = history_[slot];
        history_[slot] = std::int16_t(known + lesson - known * std::abs(lesson) / Full);
    }

    std::vector<std::int16_t> history_;
    std::vector<std::int16_t> answers_;
    std::array<std::pair<int, int>, MostPlies + 2> killers_{};
};

// The moves of one position, best first, each sorted out only when it is asked for.
template <SearchableGame G>
class Ordered {
public:
    typename G::Moves moves;

    struct Place {
        std::int16_t slot;
        std::uint16_t number;  // in the order of `generate`
    };

    // Rank every move by promise and experience; *first*, a number of a move, goes before all.
    void rank(const typename G::Position& position, const Experience<G>& experience, int first,
              int answered, int ply) {
        for (int i = 0; i < moves.size; ++i) {
            const int slot = G::slot(position, moves[i]);
            put(i, i == first ? First
                              : experience.rank(slot, answered, ply) +
                                    G::promise(position, moves[i]) * PromiseWorth, slot);
        }
    }
    // Put the move *first* alone into the first place: often it ends the matter, and the others
    // need never be ranked.
    void lead(const typename G::Position& position, int first) {
        put(0, First, G::slot(position, moves[first]), first);
    }
    void rank_by_promise(const typename G::Position& position) {
        for (int i = 0; i < moves.size; ++i)
            put(i, moves.size == 1 ? 0 : G::promise(position, moves[i]), 0);
    }

    // Bring the best of the moves from place *at* on to that place; of equals, the first.
    const Place& next(int at) {
        // The greatest is found without a branch to guess wrong, and by compilers four at a time.
        std::int32_t best = keys_[at];
        for (int i = at + 1; i < moves.size; ++i) best = std::max(best, keys_[i]);
        const int place = -best & (Room - 1);
        keys_[place] = keys_[at] + at - place;
        keys_[at] = best + place - at;
        std::swap(places_[at], places_[place]);
        return places_[at];
    }
    const Place& operator[](int at) const { return places_[at]; }

private:
    static constexpr int Room = std::bit_ceil(std::tuple_size_v<decltype(G::Moves::items)>);
    static constexpr int PromiseWorth = 64;
    // Above every rank: five times what experience comes to, and promises of a thousand.
    static constexpr int First = 1 << 18;
    static_assert(First <= (1 << 30) / Room);

    void put(int place, int rank, int slot, int number) {
        keys_[place] = rank * Room - place;
        places_[place] = {std::int16_t(slot), std::uint16_t(number)};
    }
    void put(int place, int rank, int slot) { put(place, rank, slot, place); }

    std::array<std::int32_t, Room> keys_;  // rank and place as one number each
    std::array<Place, Room> places_;
};

}  // namespace ludotheque
