// The shortest path of hops that brings one die of Hops to some place, in the order of 3.8.
#pragma once

#include <tuple>

#include "hops/reach.hpp"

namespace ludotheque::hops {

struct Leg {
    Hop hop;
    int value;   // what the die shows after it
    int change;  // the same where it is new, 0 where it stays

    // The order of the texts after the same path: by landing, and "*" and "-" come before "=".
    bool operator<(const Leg& other) const {
        return std::tie(hop.way, change) < std::tie(other.hop.way, other.change);
    }
};

// Places are come to by one hop more only where the hop before has brought some place its first or
// its second way of being come to: with the third, nothing opens that the two have not opened.
constexpr int MostHops = 1 + 2 * 6 * LaneCount;

using Path = List<Leg, MostHops>;

// Whether 3.8 prefers *one* to *other*: by fewer hops, then by the order of the text.
inline bool precedes(const Path& one, const Path& other) {
    if (one.size != other.size) return one.size < other.size;
    return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end());
}

// The first leg of those open to a die on *lane* that shows *value*, having made its last hop the
// *last* way, after which is_near(hop) has the value shown; there is one.
template <class IsNear>
Leg first_leg(const Offers& offers, int lane, int value, int last, IsNear&& is_near) {
    const int shown = 1 << value;
    for (int way = 0;; ++way) {
        const Hop hop{way, lane + shift_of(way)};
        if (way == back(last) || hop.lane < 0 || hop.lane >= LaneCount) continue;
        const int near = is_near(hop);
        if (shown & near & offers.keeping[way][hop.lane]) return {hop, value, 0};
        if (shown >> 1 & near & offers.falling[way][hop.lane]) return {hop, value - 1, value - 1};
        if (shown << 1 & near & offers.rising[way][hop.lane]) return {hop, value + 1, value + 1};
    }
}

// Fill *path* with the first path in the order of 3.8 by which *die* comes to one of *targets*, or
// return that there is none. It undoes no hop at once (3.5); later it may.
//
// 1. Hop backwards from the targets until the die's own place is come to.
// 2. From there, make the first hop onto a place that is nearer by one hop, and from which the path
//    can go on otherwise than back; and so on.
inline bool find_path(const Die& die, Lanes targets, Path& path) {
    path.size = 0;
    if (any(die.start & targets)) return true;
    std::array<Arrivals, MostHops + 2> within;  // so many hops of the targets, by the way backwards
    const Offers reversed = die.offers.reversed();
    int hops = 0;
    within[0] = {};
    do {
        within[hops + 1] = within[hops];
        if (!spread(reversed, targets, within[++hops])) return false;
    } while (!any(within[hops].all() & die.start));

    int lane = first_lane(die.start), value = std::countr_zero(die.start[lane]), last = Ways;
    while (hops-- > 0) {
        const Leg leg = first_leg(die.offers, lane, value, last, [&](Hop hop) {
            int near = hops == 0 ? targets[hop.lane] : 0;
            for (int way = 0; way < Ways; ++way)
                if (way != hop.way) near |= within[hops].by[way][hop.lane];
            return near;
        });
        path.add(leg);
        lane = leg.hop.lane;
        value = leg.value;
        last = leg.hop.way;
    }
    return true;
}

}  // namespace ludotheque::hops
