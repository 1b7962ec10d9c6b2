// The moves of a position of Tortuga counted and picked by number, in the order of `generate`,
// without listing them: what mass simulation needs.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "tortuga/field.hpp"

namespace ludotheque::tortuga {

// How the legal moves of side S begin, where no option narrows them. Each turtle's number of moves
// is kept bit by bit in three words, as if every hop ended where it lands.
template <Side S>
struct Beginnings {
    Field<S> field;
    std::array<Bits, 3> steps, hops, given, going;  // turtles, by the way they begin
    Bits any_given, any_going;
    Bits ones, twos, fours;
    bool owing = false;  // whether what begins on a neutral must yet hop a foe

    explicit Beginnings(const Position& position) : field(position) {
        if (field.own & field.takeoffs(field.foes)) capture();  // 1.5
        else move_freely();
        any_going = going[0] | going[1] | going[2];
    }

    int count() const {
        return weighed(ones, twos) + (fours ? 4 * size_of(fours) : 0);
    }
    int count(int cell) const {
        return int((ones >> cell & 1) | (twos >> cell & 1) << 1 | (fours >> cell & 1) << 2);
    }
    // Call visit(cell, way, chains, more) for each hop that goes on: how many chains begin so, and
    // how many more they are than `count` has counted, or how many fewer.
    template <class Visit>
    void each_going(Visit&& visit) const {
        for (int way = 0; way < 3; ++way)
            for (Bits turtles = going[way]; turtles;) {
                const int cell = pop(turtles);
                const Bits over = field.next(bit(cell), way);
                const int chains = owing ? field.template hops<true>(over, field.turtles(), way)
                                         : field.hops(over, field.turtles(), way);
                visit(cell, way, chains, chains - 1 - bool(over & field.neutral));
            }
    }

private:
    struct Pair {
        Bits sum, carry;
    };
    static constexpr Pair added(Bits a, Bits b, Bits c) {
        return {a ^ b ^ c, (a & b) | ((a ^ b) & c)};
    }

    void capture() {
        const auto& [own, foes, neutral, empty, before] = field;
        const Bits after_foes = field.takeoffs(foes | neutral);
        for (int way = 0; way < 3; ++way) {
            steps[way] = given[way] = 0;
            hops[way] = own & field.takeoffs(foes, way);
            going[way] = own & field.takeoffs(foes & field.back(after_foes, way), way);
        }
        if (own & field.takeoffs(neutral)) capture_after_neutrals();
        count_beginnings();
        owing = any_given;
    }
    void capture_after_neutrals() {
        const Bits leading = field.leading_to_foes();
        for (int way = 0; way < 3; ++way) {
            given[way] =
                field.own & field.takeoffs(field.neutral & field.back(leading, way), way);
            hops[way] |= given[way];
            going[way] |= given[way];
        }
    }
    void move_freely() {
        const auto& [own, foes, neutral, empty, before] = field;
        const Bits after_own = field.takeoffs(own | neutral);
        for (int way = 0; way < 3; ++way) {
            steps[way] = own & before[way];
            hops[way] = own & field.takeoffs(own | neutral, way);
            given[way] = own & field.takeoffs(neutral, way);
            going[way] = own & field.takeoffs(own & field.back(after_own, way), way);
        }
        count_beginnings();
        if (any_given) {
            const Bits after_any = after_own | field.takeoffs(foes);
            for (int way = 0; way < 3; ++way)
                going[way] |= own & field.takeoffs(neutral & field.back(after_any, way), way);
        }
    }
    void count_beginnings() {
        const Pair first = added(steps[0] | hops[0], steps[1] | hops[1], steps[2] | hops[2]);
        ones = first.sum;
        twos = first.carry;
        fours = 0;
        any_given = given[0] | given[1] | given[2];
        if (any_given) {
            const Pair second = added(given[0], given[1], given[2]);
            const Pair higher = added(first.carry, second.carry, first.sum & second.sum);
            ones ^= second.sum;
            twos = higher.sum;
            fours = higher.carry;
        }
    }
};

// The legal moves of side S, to be picked by number.
template <Side S>
class SideChoice {
public:
    explicit SideChoice(const Position& position) : begin_(position), count_(begin_.count()) {
        if (!begin_.any_going) return;
        further_.fill(0);
        begin_.each_going([&](int cell, int way, int chains, int more) {
            count_ += more;
            chains_[way][cell] = std::uint16_t(chains);
            further_[cell] += std::int16_t(more);
        });
    }

    int count() const { return count_; }

    // The move that `generate` lists as that *number*.
    Move operator[](int number) const {
        for (Bits turtles = begin_.ones | begin_.twos | begin_.fours;;) {
            const int cell = pop(turtles);
            int moves = begin_.count(cell);
            if (begin_.any_going >> cell & 1) moves += further_[cell];
            if (number < moves) return of_turtle(cell, number);
            number -= moves;
        }
    }

private:
    Beginnings<S> begin_;
    const Field<S>& field_ = begin_.field;
    int count_;
    std::array<std::int16_t, 64> further_;                 // what chains that go on add
    std::array<std::array<std::uint16_t, 64>, 3> chains_;  // how many begin so, where they go on

    Move of_turtle(int cell, int number) const {
        const Bits at = bit(cell);
        if (!((begin_.any_going | begin_.any_given) & at)) {
            unsigned begins = 0;
            for (int way = 0; way < 3; ++way)
                begins |= unsigned(begin_.steps[way] >> cell & 1) << way |
                          unsigned(begin_.hops[way] >> cell & 1) << (3 + way);
            const int kind = PlacesInByte[begins][number];
            if (kind < 3) return Move::step(cell, kind);
            const bool friendly = field_.next(at, kind - 3) & field_.own;
            return Move::standing(cell).hop(kind - 3, friendly ? Friend : Foe);
        }
        for (int way = 0; way < 3; ++way)
            if (begin_.steps[way] & at && number-- == 0) return Move::step(cell, way);
        for (int way = 0;; ++way) {
            const Bits ending = (begin_.hops[way] >> cell & 1) + (begin_.given[way] >> cell & 1);
            const int chains = begin_.going[way] & at ? chains_[way][cell] : int(ending);
            if (number < chains) {
                const Move standing = Move::standing(cell);
                return begin_.owing ? hop<true>(at, way, number, field_.turtles(), standing)
                                    : hop(at, way, number, field_.turtles(), standing);
            }
            number -= chains;
        }
    }

    // The chain of that *number* among those that begin, or go on, from *at* by *way*.
    template <bool Owing = false>
    Move hop(Bits at, int way, int number, Bits allowed, Move so_far) const {
        const Bits over = field_.next(at, way), to = field_.next(over, way);
        if (over & field_.neutral) {
            const int each = field_.template chains<Owing>(to, allowed);
            return number < each
                       ? go_on<Owing>(to, number, allowed, so_far.hop(way, Taken))
                       : go_on<Owing>(to, number - each, allowed, so_far.hop(way, Given));
        }
        // Whoever is owing comes here over a foe: no chain is counted that hops a friend.
        const bool friendly = over & field_.own;
        return go_on(to, number, field_.allowed_after(over, allowed),
                     so_far.hop(way, friendly ? Friend : Foe));
    }
    template <bool Owing = false>
    Move go_on(Bits at, int number, Bits allowed, Move so_far) const {
        for (int way = 0; way < 3; ++way) {
            const Bits over = field_.next(at, way) & field_.before[way] & allowed;
            const int chains = over ? field_.template hops<Owing>(over, allowed, way) : 0;
            if (number < chains) return hop<Owing>(at, way, number, allowed, so_far);
            number -= chains;
        }
        return so_far;
    }
};

// Make a random move, every one as likely as the next; false where there is none. No option may
// narrow the moves.
template <Side S>
bool move_at_random(Position& position, const Rules& rules, Random& random) {
    if (is_decided(position, rules)) return false;
    const SideChoice<S> choice(position);
    if (choice.count() == 0) return false;
    position = after<S>(position, choice[random.below(choice.count())]);
    return true;
}

}  // namespace ludotheque::tortuga
