// The board as one side sees it, its shifts known to the compiler, and its chains counted for all
// turtles at once: no two turtles ever come to one cell by the same way.
#pragma once

#include "tortuga/tortuga.hpp"

namespace ludotheque::tortuga {

template <Side S>
struct Field {
    Bits own, foes, neutral, empty;
    std::array<Bits, 3> before;  // cells whose next one is empty, by way

    explicit Field(const Position& position)
        : own(position.turtles[S]),
          foes(position.turtles[foe_of(S)]),
          neutral(position.neutral),
          empty(Board & ~position.occupied()),
          before{back(empty, 0), back(empty, 1), back(empty, 2)} {}

    static constexpr Bits on(Bits bits, int way) { return shifted(bits, Ways[S][way]); }
    static constexpr Bits back(Bits bits, int way) { return shifted(bits, -Ways[S][way]); }

    // The cell next to *at*, where both are on the board: the way need not be known beforehand.
    static constexpr Bits next(Bits at, int way) { return std::rotl(at, Ways[S][way]); }

    Bits turtles() const { return own | foes | neutral; }
    // The cells from which one of *over* could be hopped, by that way or by any.
    Bits takeoffs(Bits over, int way) const { return back(over & before[way], way); }
    Bits takeoffs(Bits over) const {
        return takeoffs(over, 0) | takeoffs(over, 1) | takeoffs(over, 2);
    }

    // The cells from which a foe could be hopped, at once or after neutrals.
    Bits leading_to_foes() const {
        Bits found = takeoffs(foes);
        for (Bits known = 0; known != found;) {
            known = found;
            for (int way = 0; way < 3; ++way)
                found |= takeoffs(neutral & back(known, way), way);
        }
        return found;
    }

    // What may be hopped after a hop over *over*, where *allowed* might have been: neutrals leave
    // it open, a team excludes the other (1.4).
    Bits allowed_after(Bits over, Bits allowed) const {
        return over & neutral ? allowed : neutral | (over & own ? own : foes);
    }
    // How many chains there are by which a turtle that has hopped to *at* goes on, or ends there;
    // where it is *Owing*, only those that hop a foe yet (1.5).
    template <bool Owing = false>
    int chains(Bits at, Bits allowed) const {
        const Bits over[] = {next(at, 0) & before[0] & allowed, next(at, 1) & before[1] & allowed,
                             next(at, 2) & before[2] & allowed};
        const Bits to = next(over[0], 0) | next(over[1], 1) | next(over[2], 2);
        int found = 0;
        if (Owing || to & takeoffs(turtles()))
            for (int way = 0; way < 3; ++way)
                found += over[way] ? hops<Owing>(over[way], allowed, way) : 0;
        else  // Nearly always: nothing to branch on.
            for (const Bits hopped : over) found += bool(hopped) + bool(hopped & neutral);
        return Owing ? found : found + !found;
    }
    // How many of them go on over *over*, by that way.
    template <bool Owing = false>
    int hops(Bits over, Bits allowed, int way) const {
        if (Owing && over & foes) return hops(over, allowed, way);
        return chains<Owing>(next(over, way), allowed_after(over, allowed)) << bool(over & neutral);
    }
};

}  // namespace ludotheque::tortuga
