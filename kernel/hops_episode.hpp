// A game of Hops by numbered actions, as games/hops/coding.py numbers them: origin, end and value.
//
// There are so many that a mask has a bit an action, 42 for each row of cells that a die may end on.
#pragma once

#include <numeric>

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

// Of elements that are counted through several parts: the part, and the number there.
struct Share {
    int part, number;
};
// Which part it is cannot be foretold: so no branch depends on it.
template <std::size_t Parts>
Share share_of(const std::array<std::uint16_t, Parts>& sizes, int number) {
    int part = 0, passed = 0, sum = 0;
    for (std::size_t before = 0; before + 1 < Parts; ++before) {
        sum += sizes[before];
        part += number >= sum;
        passed = number >= sum ? sum : passed;
    }
    return {part, number - passed};
}

// Add bits to an array from bit *at* on; 57 or fewer.
inline void add_bits(std::uint8_t* array, unsigned at, Bits bits) {
    Bits word;
    std::memcpy(&word, array + at / 8, sizeof word);
    word |= bits << at % 8;
    std::memcpy(array + at / 8, &word, sizeof word);
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
        make(move, position_);
        if (position_.has_won(mover)) return {Outcome::win(mover, "sixes")};
        if (!can_step(position_))
            if (const Outcome outcome = Twin::outcome(position_, rules.game)) return {outcome};
        return recall_.third_time(position_) ? drawn_game(2, "repetition")
                                             : limited(recall_.moves(), 2, limit);
    }

    void observe(int seat, const Rules&, std::uint8_t* out) const {
        clear<Observed>(out);
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
            if (able >> origin & 1)
                put(out, origin, rows_of(in_quarter(origin, ends), counts_[die]));
            else
                counts_[die] = put_steps(out, origin);
        }
    }
    int pick(const std::uint8_t* mask, Random& random) const {
        const Share die = share_of(counts_, random.below(std::accumulate(counts_.begin(), counts_.end(), 0)));
        const unsigned first = first_bit(element_of(position_.dice[position_.turn], die.part));
        // The die's bits, in words that begin and end with those of other cells.
        std::array<Bits, 5> words;
        std::memcpy(words.data(), mask + first / 8, sizeof words);
        words.front() &= ~Bits{0} << first % 8;
        words.back() &= bit(int(first % 8) + Size * RowBits - 4 * 64) - 1;
        std::array<Bits, 5> counts;
        std::array<std::uint16_t, 5> sizes;
        for (int word = 0; word < 5; ++word) {
            counts[word] = running_counts(words[word]);
            sizes[word] = std::uint16_t(counts[word] >> 56);
        }
        const auto [word, number] = share_of(sizes, die.number);
        return int(first / 8 * 8) + word * 64 + element_of(words[word], counts[word], number);
    }

    std::string text(const Rules&) const { return write(position_); }

private:
    Position position_;
    Recall recall_;
    std::array<std::uint16_t, MostDice> counts_;  // the legal actions of each die

    // CellCount are numbered by sevens in actions, by eights on the board.
    static constexpr int wide(int cell) { return cell_of(cell / Size, cell % Size); }
    static constexpr int tight(int cell) { return cell - row_of(cell); }
    // Where the actions of the die on *origin* begin.
    static constexpr unsigned first_bit(int origin) {
        return unsigned(tight(origin) * Size * RowBits);
    }

    // The dice of the side to move that can hop at all.
    Bits hoppers() const {
        const Bits occupied = position_.occupied(), free = Board & ~occupied;
        Bits found = 0;
        for (const int by : {1, 7, 8, 9})
            found |= (occupied & free >> by) >> by | (occupied & free << by) << by;
        return found & position_.dice[position_.turn];
    }

    // Write where the steps of a die end, on three rows at most, and return how many there are. A row
    // below the last has no cells, but bytes enough.
    std::uint16_t put_steps(std::uint8_t* mask, int origin) const {
        const Bits at = bit(origin), wide_at = at | at << 1 | at >> 1;
        const Bits near = (wide_at | wide_at << 8 | wide_at >> 8) & Board & ~position_.occupied();
        const unsigned first = unsigned(std::max(row_of(origin) - 1, 0));
        const int value = position_.value_at(origin);
        for (unsigned row = first; row < first + 3; ++row)
            add_bits(mask, first_bit(origin) + row * RowBits,
                     SixApart[near >> row * 8 & 0x7f] << (value - 1));
        return std::uint16_t(size_of(near));
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
        const unsigned by = first_bit(origin) % 8;
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
