// The legal actions of Hops as the bits of a mask: 294 for each origin, of which 42 for each row of
// cells that the die there may end on, six for each cell.
//
// Most dice hop nowhere, or no further than once. Words of the whole board tell that of all dice
// together, and the ends of such dice are written row by row. Only the others are flooded.
#pragma once

#include "hops/moves.hpp"

namespace ludotheque::hops {

constexpr int CellCount = Size * Size;
constexpr int RowBits = Size * Highest;
constexpr int OriginBits = Size * RowBits;

// Cells are numbered by sevens in actions, by eights on the board.
constexpr int wide(int cell) { return cell_of(cell / Size, cell % Size); }
constexpr int tight(int cell) { return cell - row_of(cell); }
// Where the actions of the die on *origin* begin.
constexpr unsigned first_bit(int origin) { return unsigned(tight(origin) * OriginBits); }

// The actions of one die.
using Words = std::array<Bits, (OriginBits + 63) / 64>;

// Add *words* to the mask. The die's own bits are zero; its first and last bytes are others' too.
inline void put(const Words& words, int origin, std::uint8_t* mask) {
    const unsigned by = first_bit(origin) % 8;
    std::uint8_t* out = mask + first_bit(origin) / 8;
    Bits carried = *out, beyond;
    std::memcpy(&beyond, out + sizeof words - sizeof beyond, sizeof beyond);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Bits word = words[i] << by | carried | (i + 1 < words.size() ? 0 : beyond);
        std::memcpy(out + i * sizeof word, &word, sizeof word);
        carried = words[i] >> 1 >> (63 - by);
    }
}

// The ends of a die's moves by row, after one that is no row and before another: so the
// neighbours of any cell lie on three of these.
using Rows = std::array<Bits, Size + 2>;

constexpr Words words_of(const Rows& rows) {
    return {rows[1] | rows[2] << 42, rows[2] >> 22 | rows[3] << 20 | rows[4] << 62,
            rows[4] >> 2 | rows[5] << 40, rows[5] >> 24 | rows[6] << 18 | rows[7] << 60,
            rows[7] >> 4};
}

// Seven cells of a row: each as the lowest of six bits, and how many there are.
struct Spaced {
    Bits bits;
    int count;
};
constexpr auto SixApart = [] {
    std::array<Spaced, 128> rows{};
    for (int cells = 0; cells < 128; ++cells)
        for (int place = 0; place < Size; ++place)
            if (cells >> place & 1) {
                rows[cells].bits |= bit(place * Highest);
                ++rows[cells].count;
            }
    return rows;
}();

constexpr auto Around = [] {
    std::array<Bits, 64> neighbours{};
    for (int cell = 0; cell < 64; ++cell) {
        const Bits at = bit(cell), line = at | at << 1 | at >> 1;
        neighbours[cell] = (line ^ at) | line << 8 | line >> 8;
    }
    return neighbours;
}();

// The dice of the side to move, by how far they hop.
struct Hoppers {
    Bits free;
    std::array<Bits, Ways> open;  // by way, the cells from which one can hop
    Bits still, once, further;    // `further` for all that might, or might win by a hop

    explicit Hoppers(const Position& position) : free(Board & ~position.occupied()) {
        const Bits own = position.dice[position.turn], occupied = position.occupied();
        Bits some = 0, twice = position.last_lower();
        each_way([&](auto way) {
            open[way] = shifted(occupied & shifted(free, -by(way)), -by(way));
            some |= open[way];
        });
        // Back over the die just hopped is not open: its own cell is taken yet.
        each_way([&](auto way) { twice |= open[way] & shifted(some, -2 * by(way)); });
        still = own & ~some;
        further = own & some & twice;
        once = own & some & ~twice;
    }

    // Where the die on *origin* comes to by one hop.
    Bits landings(int origin) const {
        Bits found = 0;
        each_way([&](auto way) { found |= shifted(open[way] & bit(origin), 2 * by(way)); });
        return found;
    }

private:
    static constexpr int by(int way) { return Down[way] * 8 + Right[way]; }
};

// The values that a die may show after a hop over another (3.6), as bits of a byte.
constexpr unsigned values_after(unsigned shown, unsigned over) {
    return (shown | (shown << 1 & (over | over << 1)) | (shown >> 1 & (over | over >> 1))) & 0x7e;
}

// Rows that have eight bits a cell, of which those of values may be set, with six bits a cell.
inline WideLanes narrowed(WideLanes rows) {
    rows >>= 1;
    rows = (rows & 0x003f003f003f003f) | (rows & 0x3f003f003f003f00) >> 2;
    rows = (rows & 0x00000fff00000fff) | (rows & 0x0fff00000fff0000) >> 4;
    return (rows & 0xffffff) | (rows >> 32) << 24;
}

inline Rows rows_of(const Ends& ends) {
    Rows rows;
    for (const int odd : {0, 1}) {
        const auto upper = narrowed((WideLanes)zipped_low(ends[odd * 2], ends[odd * 2 + 1]));
        const auto lower = narrowed((WideLanes)zipped_high(ends[odd * 2], ends[odd * 2 + 1]));
        rows[odd + 1] = upper[0];
        rows[odd + 3] = upper[1];
        rows[odd + 5] = lower[0];
        if (odd == 0) rows[7] = lower[1];
    }
    return rows;
}

// Writes the legal actions of a position into a mask of zeros, and counts those of each die.
class Marker {
public:
    using Counts = std::array<std::uint16_t, MostDice>;

    // A function of its own: it is much larger than the loop that calls it.
    [[gnu::noinline]] Marker(const Position& position, const hops::Rules& rules,
                             std::uint8_t* mask, Counts& counts)
        : position_(position), hoppers_(position), mask_(mask) {
        std::array<std::uint16_t, 64> found;  // by origin
        for (Bits dice = hoppers_.still; dice;) {
            const int origin = pop(dice);
            found[origin] = mark_still(origin);
        }
        for (Bits dice = hoppers_.once; dice;) {
            const int origin = pop(dice);
            found[origin] = mark_once(origin);
        }
        if (hoppers_.further) {
            const Quarters board(position);
            for (Bits dice = hoppers_.further; dice;) {
                const int origin = pop(dice);
                found[origin] = mark_further(origin, rules, board);
            }
        }
        Bits dice = position.dice[position.turn];
        for (auto& count : counts) count = dice ? found[pop(dice)] : 0;
    }

private:
    const Position& position_;
    const Hoppers hoppers_;
    std::uint8_t* const mask_;

    // A die that only steps ends on three rows at most, all of them on the board.
    std::uint16_t mark_still(int origin) {
        const unsigned first = unsigned(std::clamp(row_of(origin) - 1, 0, Size - 3));
        const Bits near = (Around[origin] & hoppers_.free) >> first * 8;
        const int value = position_.value_at(origin) - 1;
        const auto &upper = SixApart[near & 0x7f], &middle = SixApart[near >> 8 & 0x7f],
                   &lower = SixApart[near >> 16 & 0x7f];
        const Bits between = middle.bits << value;
        const Bits low = upper.bits << value | between << RowBits;
        const Bits high = between >> (64 - RowBits) | lower.bits << value << (2 * RowBits - 64);
        const unsigned at = first_bit(origin) + first * RowBits, by = at % 8;
        std::uint8_t* out = mask_ + at / 8;
        const Bits words[] = {low << by | *out, high << by | low >> 1 >> (63 - by)};
        std::memcpy(out, words, sizeof words);
        out[sizeof words] |= std::uint8_t(high >> 1 >> (63 - by));
        return std::uint16_t(upper.count + middle.count + lower.count);
    }

    std::uint16_t mark_once(int origin) {
        const unsigned shown = position_.shown[origin];
        Rows rows{};
        const auto step = [&](int from, Bits values) {
            const int row = row_of(from);
            const Bits near = (Around[from] & hoppers_.free) << 8 >> row * 8;
            for (const int down : {0, 1, 2})
                rows[row + down] |= SixApart[near >> down * 8 & 0x7f].bits * (values >> 1);
        };
        step(origin, shown);
        for (Bits landings = hoppers_.landings(origin); landings;) {
            const int landing = pop(landings);
            step(landing, values_after(shown, position_.shown[(origin + landing) / 2]));
        }
        const Words words = words_of(rows);
        put(words, origin, mask_);
        int found = 0;
        for (const Bits word : words) found += size_of(word);
        return std::uint16_t(found);
    }

    std::uint16_t mark_further(int origin, const hops::Rules& rules, const Quarters& board) {
        const Ends ends = in_quarter(origin, [&](auto quarter) {
            return ends_in<quarter>(position_, rules, board, origin);
        });
        put(words_of(rows_of(ends)), origin, mask_);
        Lanes found{};
        for (const Lanes values : ends) found += ones(values);
        return std::uint16_t(sum(found));
    }
};

}  // namespace ludotheque::hops
