// Games of the turtle race played on at random, without lists: what mass simulation needs.
#pragma once

#include "race/view.hpp"

namespace ludotheque::race {

// The plays of one hand, counted but not listed, in the order of `plays`.
class Choice {
public:
    static constexpr Bits Coloured = EveryTurtle * 0xff;
    static constexpr Bits Wild = Deck ^ Coloured;  // rainbow and last cards

    Choice(Bits hand, Track track)
        : kinds_(kinds_of(hand & Deck)), off_start_(off_start(track)) {
        const Bits start = AllTurtles ^ off_start_;
        single_ = kinds_ & Coloured & ~(start | start >> 1);  // 2.4: a byte's top bits are its `-`
        singles_ = size_ = number_in(single_);
        if (const Bits wild = kinds_ & Wild) {
            if (wild & Printed.copies[RainbowOn]) size_ += Turtles;
            if (wild & Printed.copies[RainbowBack]) size_ += number_of(off_start_);
            if (wild & Lasts) {
                rearmost_ = rearmost(track);
                const int plays = number_of(rearmost_);
                if (wild & Printed.copies[LastOn]) size_ += plays;
                if (wild & Printed.copies[LastFar]) size_ += plays;
            }
        }
    }

    int count() const { return stuck() ? size_of(kinds_) : size_; }

    // The play that `plays` would visit as that *number*.
    Move operator[](int number) const {
        if (stuck()) return Move::play(Printed.card[element_of(kinds_, number)], Move::NoTurtle);
        if (number < singles_) {
            const int place = element_of(single_, number);
            return Move::play(Printed.card[place], place / 8);
        }
        number -= singles_;
        for (Bits wild = kinds_ & Wild;;) {
            const int card = Printed.card[pop(wild)];
            const Bits turtles = moved_by(card);
            const int count = number_of(turtles);
            if (number < count) return Move::play(card, turtle_at(element_of(turtles, number)));
            number -= count;
        }
    }
    Move any(Random& random) const { return (*this)[random.below(count())]; }

    // A play of any card, every one as likely as the next, for whoever wants *turtle* to come on: a
    // card that may move it on does, and of others that may move several, any.
    Move any_card_for(int turtle, Random& random) const {
        if (stuck()) return any(random);
        Bits cards = single_ | (kinds_ & Wild);
        if (!off_start_) cards &= ~Printed.copies[RainbowBack];
        const int place = element_of(cards, random.below(size_of(cards)));
        const int card = Printed.card[place];
        if (single_ & bit(place)) return Move::play(card, place / 8);
        const Bits turtles = moved_by(card);
        if (card != RainbowBack && turtles & only(turtle)) return Move::play(card, turtle);
        return Move::play(card, turtle_at(element_of(turtles, random.below(number_of(turtles)))));
    }

private:
    static constexpr Bits Lasts = Printed.copies[LastOn] | Printed.copies[LastFar];

    Bits kinds_;       // every different card of the hand
    Bits single_;      // those that can move the turtle of their colour
    Bits off_start_;   // turtles
    Bits rearmost_ = 0;
    int singles_, size_;

    bool stuck() const { return size_ == 0; }  // 2.6
    // The turtles of a rainbow or last card of the hand.
    Bits moved_by(int card) const {
        return card == RainbowOn ? AllTurtles : card == RainbowBack ? off_start_ : rearmost_;
    }
    // At most three a byte: `++`, `+` and `-`.
    static constexpr int number_in(Bits single) {
        const Bits far = single & EveryTurtle, on = single >> 1 & EveryTurtle;
        return int((far + on + (single >> 6 & EveryTurtle)) * EveryTurtle >> 32 & 7);
    }
};

// Deal all that is to come, every single card as likely as the next.
inline void deal(Position& position, const Rules& rules, Random& random) {
    if (lacks_order(position, rules)) position.track = OrderDeals[random.below(Orders)];
    while (tile_to_come(position)) {
        Bits left = (bit(Turtles) - 1);
        for (int seat = 0; seat < position.seats; ++seat) left &= ~bit(position.tiles[seat]);
        position = after(position, Move::deal(Move::DealTile, any_of(left, random)), rules);
    }
    while (position.turn == Chance)
        deal_card(position, receiver(position), bit(any_of(position.heap(), random)));
}

// Play on from a player's turn until a turtle reaches the lettuce; pick(position) decides. Return
// how many cards were played.
template <class Pick>
int play_on(Position& position, const Rules& rules, Random& random, Pick&& pick) {
    for (int played = 1;; ++played) {
        const int seat = position.turn;
        const Move move = pick(position);
        const Bits card = one_of(position.hands[seat] & Printed.copies[move.what]);
        play_card(position, card, move.turtle, rules);
        if (position.turn != Chance) return played;
        deal_card(position, seat, bit(any_of(position.heap(), random)));
    }
}

// Every play as likely as the next.
inline int play_on_at_random(Position& position, const Rules& rules, Random& random) {
    return play_on(position, rules, random, [&](const Position& now) {
        return Choice(now.hands[now.turn], now.track).any(random);
    });
}

}  // namespace ludotheque::race
