// A game of Hops by numbered actions, as games/hops/coding.py numbers them: origin, end and value.
//
// There are so many that a mask has a bit an action, 42 for each row of cells that a die may end on.
#pragma once

#include "episode.hpp"
#include "hops_recall.hpp"
#include "hops_twin.hpp"

namespace ludotheque::hops {

constexpr int CellCount = Size * Size;
constexpr int RowBits = Size * Highest;  // of a mask, for the ends on one row
constexpr Bits RowMask = bit(RowBits) - 1;

// The ends of one die's moves: for each row, six bits a cell.
using Rows = std::array<Bits, Size>;

// Rows that have eight bits a cell, of which those of values may be set, with six bits a cell.
inline WideLanes narrowed(WideLanes rows) {
    rows >>= 1;
    rows = (rows & 0x003f003f003f003f) | (rows & 0x3f003f003f003f00) >> 2;
    rows = (rows & 0x00000fff00000fff) | (rows & 0x0fff00000fff0000) >> 4;
    return (rows & 0xffffff) | (rows >> 32) << 24;
}

// Each of seven bits as the lowest of six.
constexpr auto SixApart = [] {
    std::array<Bits, 128> words{};
    for (int bits = 0; bits < 128; ++bits)
        for (int place = 0; place < Size; ++place)
            if (bits >> place & 1) words[bits] |= bit(place * Highest);
    return words;
}();

// A word's worth of bits that begin at bit *at* of an array.
inline Bits bits_at(const std::uint8_t* array, int at) {
    Bits word;
    std::memcpy(&word, array + at / 8, sizeof word);
    return word >> at % 8;
}

class Episode {
public:
    struct Rules {
        hops::Rules game;
        Position start;
    };

    static constexpr const char* Name = "Hops";
    static constexpr int FewestSeats = 2, MostSeats = 2;
    static constexpr int Actions = CellCount * CellCount * Highest;
    static constexpr int Observed = 2 * Highest * CellCount;
    static constexpr int MaskBytes = (Actions + 63) / 64 * 8;
    static constexpr int MostMoves = Recall::MostMoves;

    static Rules rules(const Options& options) {
        const auto start = options.find("start");
        const bool edges = start != options.end() && start->second == "edges";
        return {hops::rules(options),
                read(edges ? ".r1.b1.r1./b1.....b1/......./r1.....r1/......./b1.....b1/.r1.b1.r1. r"
                           : "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 "
                             "r")};
    }

    void begin(const Rules& rules, int, Random&) {
        position_ = rules.start;
        recall_.begin(position_);
    }
    int seat() const { return position_.turn; }

    Ending act(int action, const Rules& rules, const Limit& limit, Random&) {
        const int value = action % Highest + 1, cells = action / Highest;
        const Move move(wide(cells / CellCount), place_of(wide(cells % CellCount), value));
        const Side mover = position_.turn;
        recall_.note(position_, move);
        position_ = after(position_, move);
        if (position_.has_won(mover)) return {Outcome::win(mover, "sixes")};
        if (!can_step(position_))
            if (const Outcome outcome = Twin::outcome(position_, rules.game)) return {outcome};
        return recall_.third_time(position_) ? drawn_game(2, "repetition")
                                             : limited(recall_.moves(), 2, limit);
    }

    void observe(int seat, const Rules&, std::uint8_t* out) const {
        std::memset(out, 0, Observed);
        for (const int away : {0, 1})
            for (Bits dice = position_.dice[seat ^ away]; dice;) {
                const int cell = pop(dice), plane = away * Highest + position_.value_at(cell) - 1;
                out[plane * CellCount + tight(cell)] = 1;
            }
    }

    void wipe(std::uint8_t* out) const {
        for (Bits dice = position_.dice[position_.turn]; dice;)
            std::memset(out + first_bit(pop(dice)) / 8, 0, Size * RowBits / 8 + 2);
    }
    void mark(const Rules& rules, std::uint8_t* out) {
        const Quarters board(position_);
        const Bits able = hoppers();
        int die = 0;
        for (Bits own = position_.dice[position_.turn]; own; ++die) {
            const int origin = pop(own);
            const auto ends = [&](auto quarter) {
                return ends_in<quarter>(position_, rules.game, board, origin);
            };
            put(out, origin,
                able >> origin & 1 ? rows_of(in_quarter(origin, ends), counts_[die])
                                   : steps(origin, counts_[die]));
        }
    }
    int pick(const std::uint8_t* mask, Random& random) const {
        const Bits own = position_.dice[position_.turn];
        int all = 0, die = 0;
        for (int other = 0; other < size_of(own); ++other) all += counts_[other];
        int number = random.below(all);
        for (; number >= counts_[die]; ++die) number -= counts_[die];
        for (int at = first_bit(element_of(own, die));; at += RowBits) {
            const Bits row = bits_at(mask, at) & RowMask, counts = running_counts(row);
            const int here = int(counts >> 56);
            if (number < here) return at + element_of(row, counts, number);
            number -= here;
        }
    }

    std::string text(const Rules&) const { return write(position_); }

private:
    Position position_;
    Recall recall_;
    std::array<std::uint16_t, MostDice> counts_;  // the legal actions of each die

    // CellCount are numbered by sevens in actions, by eights on the board.
    static constexpr int wide(int cell) { return cell_of(cell / Size, cell % Size); }
    static constexpr int tight(int cell) { return row_of(cell) * Size + column_of(cell); }
    // Where the actions of the die on *origin* begin.
    static constexpr int first_bit(int origin) { return tight(origin) * Size * RowBits; }

    // The dice of the side to move that can hop at all.
    Bits hoppers() const {
        const Bits occupied = position_.occupied(), free = Board & ~occupied;
        Bits found = 0;
        for (const int by : {1, 7, 8, 9})
            found |= (occupied & free >> by) >> by | (occupied & free << by) << by;
        return found & position_.dice[position_.turn];
    }

    // Where the steps of a die end, and how many there are.
    Rows steps(int origin, std::uint16_t& count) const {
        const Bits at = bit(origin), wide_at = at | at << 1 | at >> 1;
        const Bits near = (wide_at | wide_at << 8 | wide_at >> 8) & Board & ~position_.occupied();
        count = std::uint16_t(size_of(near));
        Rows rows{};
        for (int row = 0; row < Size; ++row)
            rows[row] = SixApart[near >> row * 8 & 0x7f] << (position_.value_at(origin) - 1);
        return rows;
    }
    static Rows rows_of(const Ends& ends, std::uint16_t& count) {
        Lanes found{};
        for (const Lanes values : ends) found += ones(values);
        count = std::uint16_t(sum(found));
        Rows rows;
        for (const int odd : {0, 1}) {
            const auto upper = narrowed((WideLanes)zipped_low(ends[odd * 2], ends[odd * 2 + 1]));
            const auto lower = narrowed((WideLanes)zipped_high(ends[odd * 2], ends[odd * 2 + 1]));
            rows[odd] = upper[0];
            rows[odd + 2] = upper[1];
            rows[odd + 4] = lower[0];
            if (odd == 0) rows[6] = lower[1];
        }
        return rows;
    }
    // Write the rows of a die's ends. Dice come in ascending order: whatever is written beyond the
    // last row is yet to be written.
    static void put(std::uint8_t* mask, int origin, const Rows& rows) {
        const std::array<Bits, 5> words = {
            rows[0] | rows[1] << 42, rows[1] >> 22 | rows[2] << 20 | rows[3] << 62,
            rows[3] >> 2 | rows[4] << 40, rows[4] >> 24 | rows[5] << 18 | rows[6] << 60,
            rows[6] >> 4};
        const int by = first_bit(origin) % 8;
        std::uint8_t* out = mask + first_bit(origin) / 8;
        Bits carried = *out;
        for (const Bits word : words) {
            const Bits shifted = word << by | carried;
            std::memcpy(out, &shifted, sizeof shifted);
            out += sizeof shifted;
            carried = word >> 1 >> (63 - by);
        }
    }
};

static_assert(ludotheque::Episode<Episode>);

}  // namespace ludotheque::hops
