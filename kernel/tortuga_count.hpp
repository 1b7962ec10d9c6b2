// Counting and picking moves of Tortuga without listing them: what mass simulation needs.
#pragma once

#include "tortuga.hpp"

namespace ludotheque::tortuga {

// One side's view of the board with its shifts known to the compiler.
template <Side S>
struct Counter {
    Bits own, foes, neutral, empty;

    explicit Counter(const Position& position)
        : own(position.turtles[S]),
          foes(position.turtles[foe_of(S)]),
          neutral(position.neutral),
          empty(Board & ~position.occupied()) {}

    static constexpr Bits by(Bits bits, int way) { return shifted(bits, Ways[S][way]); }

    // Where hops of *movers* over one of *over* land.
    Bits landings(Bits movers, Bits over, int way) const {
        return by(by(movers, way) & over, way) & empty;
    }

    std::uint64_t steps() const {
        return std::popcount(by(own, 0) & empty) + std::popcount(by(own, 1) & empty) +
               std::popcount(by(own, 2) & empty);
    }

    // The chains that go on from turtles just landed on *at*, which may hop *team* and neutrals.
    // Nearly always none can go on, and each is a chain that ends there.
    std::uint64_t chains(Bits at, Bits team) const {
        const Bits over = team | neutral;
        if (!(landings(at, over, 0) | landings(at, over, 1) | landings(at, over, 2)))
            return std::popcount(at);
        std::uint64_t found = 0;
        while (at) {
            const Bits one = at & -at;
            at ^= one;
            found += chains_of_one(one, team);
        }
        return found;
    }

    std::uint64_t hops_over_team(Bits movers, Bits team) const {
        std::uint64_t found = 0;
        for (int way = 0; way < 3; ++way)
            if (const Bits at = landings(movers, team, way)) found += chains(at, team);
        return found;
    }

    std::uint64_t count() const {
        const std::uint64_t captures = hops_over_team(own, foes);
        if (captures) return captures;
        return steps() + hops_over_team(own, own) + (neutral ? hops_over_neutrals(own) : 0);
    }

private:
    // With *team* empty the chain is undecided: it may hop anyone, and then only that team (1.4).
    std::uint64_t chains_of_one(Bits at, Bits team) const {
        std::uint64_t found = 0;
        bool stuck = true;
        for (int way = 0; way < 3; ++way) {
            const Bits over = by(at, way);
            const Bits landing = by(over, way) & empty;
            if (!landing || !(over & (team | neutral))) continue;
            stuck = false;
            found += over & neutral ? 2 * chains(landing, team) : chains(landing, team);
        }
        return stuck ? 1 : found;
    }

    std::uint64_t undecided(Bits at) const {
        std::uint64_t found = 0;
        bool stuck = true;
        for (int way = 0; way < 3; ++way) {
            const Bits over = by(at, way);
            const Bits landing = by(over, way) & empty;
            if (!landing || !(over & (own | foes | neutral))) continue;
            stuck = false;
            found += over & neutral ? 2 * undecided(landing)
                                    : chains(landing, over & own ? own : foes);
        }
        return stuck ? 1 : found;
    }

    std::uint64_t hops_over_neutrals(Bits movers) const {
        std::uint64_t found = 0;
        for (int way = 0; way < 3; ++way)
            for (Bits at = landings(movers, neutral, way); at; at &= at - 1)
                found += 2 * undecided(at & -at);
        return found;
    }
};

inline std::uint64_t count(const Position& position, const Rules& rules) {
    if (is_decided(position, rules)) return 0;
    if (rules.longest || rules.anywhere) {
        Moves moves;
        generate(position, rules, moves);
        return moves.size;
    }
    return position.turn == South ? Counter<South>(position).count()
                                  : Counter<North>(position).count();
}

}  // namespace ludotheque::tortuga
