// A game of Hops by numbered actions, as games/hops/coding.py numbers them: origin, end and value.
//
// There are so many that a mask has a bit an action, 42 for each row of cells that a die may end on.
#pragma once

#include <numeric>

#include "batch/episode.hpp"
#include "hops/mask.hpp"
#include "hops/recall.hpp"
#include "hops/twin.hpp"

namespace ludotheque::hops {

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

// Where the plane of a value begins, by the value's bit.
constexpr auto PlaneOf = [] {
    std::array<std::uint16_t, (1 << Highest) + 1> planes{};
    for (int value = 1; value <= Highest; ++value)
        planes[1 << value] = std::uint16_t((value - 1) * CellCount);
    return planes;
}();

class Episode {
public:
    using Position = hops::Position;
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
                hops::read(edges ? ".r1.b1.r1./b1.....b1/......./r1.....r1/......./b1.....b1/.r1.b1.r1. r"
                           : "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 "
                             "r")};
    }

    static Position start(const Rules& rules, int) { return rules.start; }
    static Position read(std::string_view text, const Rules&) { return hops::read(text); }
    static int seats(const Position&) { return 2; }
    static bool is_over(const Position& position, const Rules& rules) {
        return bool(Twin::outcome(position, rules.game));
    }
    void begin(const Position& start, const Rules&, Random&) {
        position_ = start;
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
        for (const int away : {0, 1}) {
            std::uint8_t* planes = out + away * Highest * CellCount;
            for (Bits dice = position_.dice[seat ^ away]; dice;) {
                const int cell = pop(dice);
                planes[PlaneOf[position_.shown[cell]] + tight(cell)] = 1;
            }
        }
    }

    // As many bytes as any die's actions are in: none of the others' are to stay either.
    void wipe(std::uint8_t* out) const {
        for (Bits dice = position_.dice[position_.turn]; dice;)
            clear<sizeof(Words)>(out + first_bit(pop(dice)) / 8);
    }
    void mark(const Rules& rules, std::uint8_t* out) {
        Marker(position_, rules.game, out, counts_);
    }
    int pick(const std::uint8_t* mask, Random& random) const {
        const Share die = share_of(counts_, random.below(std::accumulate(counts_.begin(), counts_.end(), 0)));
        const unsigned first = first_bit(element_of(position_.dice[position_.turn], die.part));
        // The die's bits, in words that begin and end with those of other cells.
        std::array<Bits, 5> words;
        std::memcpy(words.data(), mask + first / 8, sizeof words);
        words.front() &= ~Bits{0} << first % 8;
        words.back() &= bit(int(first % 8) + OriginBits - 4 * 64) - 1;
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
    Marker::Counts counts_;  // the legal actions of each die
};

static_assert(ludotheque::Episode<Episode>);

}  // namespace ludotheque::hops
