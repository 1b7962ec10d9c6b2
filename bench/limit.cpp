// The machine's limit for Tortuga: what mass simulation cannot do without, and nothing else. The
// default rules, no text, no options, no code of the kernel; the same games with the same chances.
//
//     g++ -std=c++20 -O3 bench/limit.cpp -o limit && ./limit [seconds a figure]
//
// Prints a line of JSON a figure, by CPU time: random moves, random games, and leaves of perft(6).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

using Bits = std::uint64_t;

// Columns are eight bits apart and slanted, so that straight on, east and west are shifts.
constexpr int Ways[2][3] = {{1, 9, -8}, {-1, 8, -9}};
constexpr Bits Board = 0x78'7c'7e'7f'3f'1f'0f;
constexpr Bits Camps[2] = {0x00'04'06'03'03'01'00, 0x00'40'60'60'30'10'00};
constexpr Bits Goals[2] = {Bits{0x40} << 24, Bits{0x01} << 24};  // d7, d1

struct Position {
    Bits turtles[2] = {Camps[0], Camps[1]};
    Bits neutral = 0;
};

// Kinds of turtles that a hop may go over, and whether one of them must yet be a foe.
enum { Own = 1, Foes = 2, Neutral = 4, All = 7, Owing = 8, Capture = Foes | Neutral | Owing };

constexpr Bits shifted(Bits bits, int by) { return by >= 0 ? bits << by : bits >> -by; }

// Portable code may not count on an instruction for it, and a call costs more than these.
inline int size_of(Bits set) {
#ifdef __POPCNT__
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return int(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#endif
}

inline Bits nth_of(Bits set, int number) {
    while (number-- > 0) set &= set - 1;
    return set & -set;
}

Bits seed = 1983;
inline int below(int count) {
    Bits word = seed += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return int(((word ^ (word >> 31)) >> 32) * Bits(count) >> 32);
}

// The moves of side S, all turtles at once: no two ever come to one cell by the same way.
template <int S>
struct Mover {
    Position& now;
    const Bits own = now.turtles[S], foes = now.turtles[1 - S], neutral = now.neutral;
    const Bits empty = Board & ~(own | foes | neutral);
    const Bits before[3] = {back(empty, 0), back(empty, 1), back(empty, 2)};

    static Bits on(Bits bits, int way) { return shifted(bits, Ways[S][way]); }
    static Bits back(Bits bits, int way) { return shifted(bits, -Ways[S][way]); }

    template <int Kinds>
    Bits all() const {
        return (Kinds & Own ? own : 0) | (Kinds & Foes ? foes : 0) |
               (Kinds & Neutral ? neutral : 0);
    }
    template <int Kinds>
    Bits hoppers() const {
        const Bits over = all<Kinds>();
        return back(over & before[0], 0) | back(over & before[1], 1) | back(over & before[2], 2);
    }
    template <int Kind>
    Bits landings(Bits at, int way) const {
        return on(on(at, way) & all<Kind>() & before[way], way);
    }
    // What may be hopped after a hop over *Kind*, one of *Kinds*.
    template <int Kinds, int Kind>
    static constexpr int Then = Kind == Neutral ? Kinds : Kind | Neutral;

    bool is_over() const { return (now.turtles[0] & Goals[0]) | (now.turtles[1] & Goals[1]); }
    int steps() const {
        return size_of(own & before[0]) + size_of(own & before[1]) + size_of(own & before[2]);
    }
    // How many chains begin with a hop from *at*, and how many go on or end there after a hop.
    template <int Kinds>
    int hops(Bits at) const {
        int found = 0;
        for (int way = 0; way < 3; ++way)
            found += hops<Kinds, Own>(at, way) + hops<Kinds, Foes>(at, way) +
                     hops<Kinds, Neutral>(at, way);
        return found;
    }
    template <int Kinds, int Kind>
    int hops(Bits at, int way) const {
        if constexpr (!(Kinds & Kind)) return 0;
        const Bits to = landings<Kind>(at, way);
        return to ? chains<Then<Kinds, Kind>>(to) << (Kind == Neutral) : 0;
    }
    template <int Kinds>
    int chains(Bits at) const {
        const Bits going = at & hoppers<Kinds>();
        return ending<Kinds>(at ^ going) + (going ? hops<Kinds>(going) : 0);
    }
    template <int Kinds>
    static int ending(Bits at) {
        return Kinds & Owing ? 0 : size_of(at);
    }
    int count() const {
        if (is_over()) return 0;
        if (own & hoppers<Foes>())
            return own & hoppers<Neutral>() ? hops<Capture>(own) : hops<Foes>(own);
        return steps() + (own & hoppers<Own | Neutral>() ? hops<All>(own) : 0);
    }

    // Make the chain of that *number*, and return the cell of *at* that it comes from.
    template <int Kinds>
    Bits make_hop(Bits at, int number) {
        Bits from = 0;
        for (int way = 0;; ++way)
            if (makes_hop<Kinds, Own>(at, way, number, from) ||
                makes_hop<Kinds, Foes>(at, way, number, from) ||
                makes_hop<Kinds, Neutral>(at, way, number, from))
                return from;
    }
    template <int Kinds, int Kind>
    bool makes_hop(Bits at, int way, int& number, Bits& from) {
        const int found = hops<Kinds, Kind>(at, way);
        if (number >= found) {
            number -= found;
            return false;
        }
        const bool given = Kind == Neutral && number & 1;
        const Bits to = make_chain<Then<Kinds, Kind>>(landings<Kind>(at, way),
                                                      number >> (Kind == Neutral));
        const Bits over = back(to, way);
        if (Kind != Own) {
            now.neutral ^= over;
            now.turtles[Kind == Foes || given ? 1 - S : S] ^= over;
        }
        from = back(over, way);
        return true;
    }
    template <int Kinds>
    Bits make_chain(Bits at, int number) {
        const Bits going = at & hoppers<Kinds>();
        const int ends = ending<Kinds>(at ^ going);
        if (number >= ends) return make_hop<Kinds>(going, number - ends);
        const Bits end = nth_of(at ^ going, number);
        now.turtles[S] ^= end;
        return end;
    }
    Bits make_step(int number) {
        for (int way = 0;; ++way) {
            const Bits able = own & before[way];
            const int found = size_of(able);
            if (number < found) {
                const Bits from = nth_of(able, number);
                now.turtles[S] ^= on(from, way);
                return from;
            }
            number -= found;
        }
    }
    template <int Kinds>
    Bits make_any() {
        return make_hop<Kinds>(own, below(hops<Kinds>(own)));
    }
    // Make any move, each as likely as the next; false where there is none.
    bool move() {
        if (is_over()) return false;
        if (own & hoppers<Foes>()) {
            now.turtles[S] ^= own & hoppers<Neutral>() ? make_any<Capture>() : make_any<Foes>();
            return true;
        }
        const int stepping = steps();
        const int hopping = own & hoppers<Own | Neutral>() ? hops<All>(own) : 0;
        if (stepping + hopping == 0) return false;
        const int number = below(stepping + hopping);
        now.turtles[S] ^=
            number < stepping ? make_step(number) : make_hop<All>(own, number - stepping);
        return true;
    }

    // Visit the position after each move.
    template <class Visit>
    void each(Visit&& visit) const {
        if (is_over()) return;
        const bool capturing = own & hoppers<Foes>();
        for (Bits rest = own; rest; rest &= rest - 1) {
            const Bits at = rest & -rest;
            Position next = now;
            next.turtles[S] ^= at;
            if (capturing) {
                each_hop<Capture>(next, at, visit);
                continue;
            }
            for (int way = 0; way < 3; ++way)
                if (at & before[way]) each_chain<0>(next, on(at, way), visit);
            each_hop<All>(next, at, visit);
        }
    }
    template <int Kinds, class Visit>
    void each_hop(const Position& next, Bits at, Visit&& visit) const {
        for (int way = 0; way < 3; ++way) {
            const Bits over = on(at, way) & before[way] & all<Kinds>(), to = on(over, way);
            if (!over) continue;
            if (over & own) {
                each_chain<Own | Neutral>(next, to, visit);
                continue;
            }
            Position then = next;
            then.neutral ^= over;
            then.turtles[1 - S] ^= over;
            if (over & foes) {
                each_chain<Foes | Neutral>(then, to, visit);
                continue;
            }
            each_chain<Kinds>(then, to, visit);
            then.turtles[1 - S] ^= over;
            then.turtles[S] ^= over;
            each_chain<Kinds>(then, to, visit);
        }
    }
    template <int Kinds, class Visit>
    void each_chain(const Position& next, Bits at, Visit&& visit) const {
        if (at & hoppers<Kinds>()) return each_hop<Kinds>(next, at, visit);
        if (Kinds & Owing) return;
        Position then = next;
        then.turtles[S] ^= at;
        visit(then);
    }
};

template <int S>
std::uint64_t perft(Position position, int depth) {
    const Mover<S> mover{position};
    if (depth == 1) return std::uint64_t(mover.count());
    std::uint64_t leaves = 0;
    mover.each([&](const Position& next) { leaves += perft<1 - S>(next, depth - 1); });
    return leaves;
}

std::uint64_t random_game() {
    Position position;
    for (std::uint64_t moves = 0;; moves += 2) {
        if (!Mover<0>{position}.move()) return moves;
        if (!Mover<1>{position}.move()) return moves + 1;
    }
}

double seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

void tell(const char* what, double done, double in) {
    std::printf("{\"what\": \"%s\", \"rate\": %.0f}\n", what, done / in);
}

}  // namespace

int main(int count, char** arguments) {
    const double wanted = count > 1 ? std::atof(arguments[1]) : 1.0;
    std::uint64_t moves = 0, games = 0, leaves = 0;
    double began = seconds(), spent = 0;
    while ((spent = seconds() - began) < wanted)
        for (int game = 0; game < 1000; ++game, ++games) moves += random_game();
    tell("tortuga random moves", double(moves), spent);
    tell("tortuga random games", double(games), spent);
    began = seconds();
    while ((spent = seconds() - began) < wanted) leaves += perft<0>({}, 6);
    tell("tortuga perft(6) leaves", double(leaves), spent);
    return perft<0>({}, 6) == 52'498'775 ? 0 : 1;  // what the rules count
}
