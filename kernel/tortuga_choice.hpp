// The moves of a position of Tortuga counted and picked by number, in the order of `generate`,
// without listing them: what mass simulation needs.
#pragma once

#include <cstdint>

#include "random.hpp"
#include "tortuga_field.hpp"

namespace ludotheque::tortuga {

// The legal moves of side S where no option narrows them. Each turtle's number of moves is kept
// bit by bit in three words, as if all its hops ended where they land; the chains that go on are
// then counted one by one.
template <Side S>
class SideChoice {
public:
    explicit SideChoice(const Position& position) : field_(position) {
        const Bits going = field_.own & field_.takeoffs(field_.foes) ? begin_with_captures()  // 1.5
                                                                     : begin_freely();
        going_any_ = going;
        count_ = size_of(ones_) + 2 * size_of(twos_) + (fours_ ? 4 * size_of(fours_) : 0);
        if (going) count_chains();
    }

    int count() const { return count_; }

    // The move that `generate` lists as that *number*.
    Move operator[](int number) const {
        for (Bits turtles = ones_ | twos_ | fours_ | going_any_;;) {
            const int cell = pop(turtles);
            int moves = int((ones_ >> cell & 1) | (twos_ >> cell & 1) << 1 |
                            (fours_ >> cell & 1) << 2);
            if (going_any_ >> cell & 1) moves += further_[cell];
            if (number < moves) return of_turtle(cell, number);
            number -= moves;
        }
    }

private:
    struct Pair {
        Bits sum, carry;
    };
    static constexpr Pair added(Bits a, Bits b, Bits c) {
        return {a ^ b ^ c, (a & b) | ((a ^ b) & c)};
    }
    Field<S> field_;
    std::array<Bits, 3> steps_, hops_, given_, going_;  // turtles, by the way they begin
    Bits ones_, twos_, fours_;
    Bits going_any_, given_any_;
    int count_;
    std::array<std::uint16_t, 64> further_;                // what chains that go on add
    std::array<std::array<std::uint16_t, 64>, 3> chains_;  // how many begin so, where they go on

    // Fill in how the moves begin; return the turtles with hops that go on.
    Bits begin_with_captures() {
        const auto& [own, foes, neutral, empty, before] = field_;
        const Bits after_foes = field_.takeoffs(foes | neutral);
        for (int way = 0; way < 3; ++way) {
            steps_[way] = given_[way] = 0;
            hops_[way] = own & field_.takeoffs(foes, way);
            going_[way] = own & field_.takeoffs(foes & field_.back(after_foes, way), way);
        }
        const Pair pair = added(hops_[0], hops_[1], hops_[2]);
        ones_ = pair.sum;
        twos_ = pair.carry;
        fours_ = given_any_ = 0;
        return going_[0] | going_[1] | going_[2];
    }
    Bits begin_freely() {
        const auto& [own, foes, neutral, empty, before] = field_;
        const Bits after_own = field_.takeoffs(own | neutral);
        for (int way = 0; way < 3; ++way) {
            steps_[way] = own & before[way];
            hops_[way] = own & field_.takeoffs(own | neutral, way);
            given_[way] = own & field_.takeoffs(neutral, way);
            going_[way] = own & field_.takeoffs(own & field_.back(after_own, way), way);
        }
        const Pair first = added(steps_[0] | hops_[0], steps_[1] | hops_[1], steps_[2] | hops_[2]);
        ones_ = first.sum;
        twos_ = first.carry;
        fours_ = 0;
        given_any_ = given_[0] | given_[1] | given_[2];
        if (given_any_) {
            const Pair second = added(given_[0], given_[1], given_[2]);
            const Pair higher = added(first.carry, second.carry, first.sum & second.sum);
            ones_ ^= second.sum;
            twos_ = higher.sum;
            fours_ = higher.carry;
            const Bits after_any = after_own | field_.takeoffs(foes);
            for (int way = 0; way < 3; ++way)
                going_[way] |= own & field_.takeoffs(neutral & field_.back(after_any, way), way);
        }
        return going_[0] | going_[1] | going_[2];
    }

    void count_chains() {
        further_.fill(0);
        for (int way = 0; way < 3; ++way)
            for (Bits going = going_[way]; going;) {
                const int cell = pop(going);
                const Bits over = field_.next(bit(cell), way);
                const int chains = field_.hops(over, field_.turtles(), way);
                const int more = chains - 1 - bool(over & field_.neutral);
                count_ += more;
                chains_[way][cell] = std::uint16_t(chains);
                further_[cell] += std::uint16_t(more);
            }
    }

    Move of_turtle(int cell, int number) const {
        const Bits at = bit(cell);
        if (!((going_any_ | given_any_) & at)) {
            unsigned begins = 0;
            for (int way = 0; way < 3; ++way)
                begins |= unsigned(steps_[way] >> cell & 1) << way |
                          unsigned(hops_[way] >> cell & 1) << (3 + way);
            const int kind = PlacesInByte[begins][number];
            if (kind < 3) return Move::step(cell, kind);
            const bool friendly = field_.next(at, kind - 3) & field_.own;
            return Move::standing(cell).hop(kind - 3, friendly ? Friend : Foe);
        }
        for (int way = 0; way < 3; ++way)
            if (steps_[way] & at && number-- == 0) return Move::step(cell, way);
        for (int way = 0;; ++way) {
            const int ending = int((hops_[way] >> cell & 1) + (given_[way] >> cell & 1));
            const int chains = going_[way] & at ? chains_[way][cell] : ending;
            if (number < chains)
                return hop(at, way, number, field_.turtles(), Move::standing(cell));
            number -= chains;
        }
    }

    // The chain of that *number* among those that begin, or go on, from *at* by *way*.
    Move hop(Bits at, int way, int number, Bits allowed, Move so_far) const {
        const Bits over = field_.next(at, way), to = field_.next(over, way);
        if (over & field_.neutral) {
            const int each = field_.chains(to, allowed);
            return number < each ? go_on(to, number, allowed, so_far.hop(way, Taken))
                                 : go_on(to, number - each, allowed, so_far.hop(way, Given));
        }
        const bool friendly = over & field_.own;
        return go_on(to, number, field_.allowed_after(over, allowed),
                     so_far.hop(way, friendly ? Friend : Foe));
    }
    Move go_on(Bits at, int number, Bits allowed, Move so_far) const {
        for (int way = 0; way < 3; ++way) {
            const Bits over = field_.next(at, way) & field_.before[way] & allowed;
            const int chains = over ? field_.hops(over, allowed, way) : 0;
            if (number < chains) return hop(at, way, number, allowed, so_far);
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
