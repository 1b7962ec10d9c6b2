// A game of Tortuga by numbered legs, as games/tortuga/coding.py numbers them.
//
// The board is kept as the side to move sees it, turned round for North, so that whoever moves
// moves as South does and everything here is written for South alone.
#pragma once

#include "batch/episode.hpp"
#include "tortuga/twin.hpp"

namespace ludotheque::tortuga {

constexpr int Cells = 37;
// The bit of each cell, in the order of their names.
constexpr auto CellBits = [] {
    std::array<std::uint8_t, Cells> bits{};
    Bits board = Board;
    for (auto& place : bits) {
        place = std::uint8_t(std::countr_zero(board));
        board &= board - 1;
    }
    return bits;
}();
constexpr auto CellAt = [] {
    std::array<std::uint8_t, 64> cells{};
    for (int cell = 0; cell < Cells; ++cell) cells[CellBits[cell]] = std::uint8_t(cell);
    return cells;
}();

// The board turned round: what was bit n of it becomes bit 54 - n.
constexpr Bits turned(Bits bits) {
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(bits) >> 9;
}
static_assert(turned(Board) == Board);

class Episode {
public:
    // The board as one side sees it.
    struct Scene {
        Bits own, foes, neutral;

        Bits empty() const { return Board & ~(own | foes | neutral); }
        tortuga::Position for_south() const { return {{own, foes}, neutral, South}; }
        Scene from_across() const { return {turned(foes), turned(own), turned(neutral)}; }
    };
    using Position = tortuga::Position;
    struct Rules {
        std::array<tortuga::Rules, 2> seen;  // as each side sees them: it is South
        Position start;
    };

    static constexpr const char* Name = "Tortuga";
    static constexpr int FewestSeats = 2, MostSeats = 2;
    static constexpr int Grid = 7;
    static constexpr int Actions = 6 * Cells;
    static constexpr int Observed = 5 * Grid * Grid;
    static constexpr int MaskBytes = Actions;
    static constexpr int MostMoves = 200;

    static std::array<tortuga::Rules, 2> seen_by_each(const tortuga::Rules& south) {
        auto north = south;
        north.goals = {turned(south.goals[North]), turned(south.goals[South])};
        return {south, north};
    }
    static Rules rules(const Options& options) {
        const auto start = options.find("start");
        const bool coast = start != options.end() && start->second == "coast";
        return {seen_by_each(tortuga::rules(options)),
                tortuga::read(coast ? "S2N/S3N/S4N/SS3NN/S4N/S3N/S2N S"
                                    : "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S")};
    }

    static Position start(const Rules& rules, int) { return rules.start; }
    static Position read(std::string_view text, const Rules&) { return tortuga::read(text); }
    static int seats(const Position&) { return 2; }
    static bool is_over(const Position& position, const Rules& rules) {
        return bool(Twin::outcome(position, rules.seen[South]));
    }
    void begin(const Position& start, const Rules& rules, Random&) {
        const Scene seen{start.turtles[South], start.turtles[North], start.neutral};
        side_ = start.turn;
        board_ = side_ == South ? seen : seen.from_across();
        moves_ = repeatable_ = 0;
        met_[0] = fingerprint();
        stand();
        find_legal(rules);
    }
    int seat() const { return side_; }

    Ending act(int action, const Rules& rules, const Limit& limit, Random&) {
        const int plane = action / Cells, way = plane % 3;
        const Bits from = bit(CellBits[action % Cells]), next = on(from, way);
        if (board_.empty() & next) {
            board_.own ^= from | next;
            return end_move(rules, limit);
        }
        hop(from, way, plane >= 3);
        return find_legal(rules) ? Ending{} : end_move(rules, limit);
    }

    void observe(int seat, const Rules&, std::uint8_t* out) const {
        const bool mover = seat == side_;
        const auto [own, foes, neutral] = mover ? board_ : board_.from_across();
        draw(own, out);
        draw(foes, out + Grid * Grid);
        draw(neutral, out + 2 * Grid * Grid);
        if (at_) {
            draw(mover ? at_ : turned(at_), out + 3 * Grid * Grid);
            draw(mover ? hoppable() : turned(hoppable()), out + 4 * Grid * Grid);
        } else {
            clear<2 * Grid * Grid>(out + 3 * Grid * Grid);
        }
    }

    void wipe(std::uint8_t*) const {}  // every byte of a mask is written
    void mark(const Rules&, std::uint8_t* out) const {
        for (int plane = 0; plane < 3; ++plane) list(legal_[plane], out + plane * Cells);
        if (legal_[3] | legal_[4] | legal_[5])
            for (int plane = 3; plane < 6; ++plane) list(legal_[plane], out + plane * Cells);
        else
            clear<3 * Cells>(out + 3 * Cells);
    }
    int pick(const std::uint8_t*, Random& random) const {
        std::array<Bits, 6> counts{};
        const int planes = legal_[3] | legal_[4] | legal_[5] ? 6 : 3;
        int all = 0;
        for (int plane = 0; plane < planes; ++plane) {
            counts[plane] = running_counts(legal_[plane]);
            all += int(counts[plane] >> 56);
        }
        // Which plane it is in cannot be foretold: so no branch depends on it.
        const int number = random.below(all);
        int plane = 0, passed = 0, sum = 0;
        for (int before = 0; before < planes - 1; ++before) {
            sum += int(counts[before] >> 56);
            plane += number >= sum;
            passed = number >= sum ? sum : passed;
        }
        return plane * Cells + CellAt[element_of(legal_[plane], counts[plane], number - passed)];
    }

    std::string text(const Rules&) const {
        const auto [own, foes, neutral] = side_ == South ? board_ : board_.from_across();
        return side_ == South ? write({{own, foes}, neutral, South})
                              : write({{own, foes}, neutral, North});
    }

private:
    enum Team : std::uint8_t { Any, Own, Foes };  // whose turtles a chain may hop (1.4)

    Scene board_;
    Bits at_;  // the turtle in the middle of a chain, if any
    std::array<Bits, 6> legal_;  // by choice and way, the turtles
    Scene before_;  // the board when the move began
    Move so_far_;   // the legs since
    std::array<std::uint32_t, MostMoves + 1> met_;  // fingerprints of every position of the game
    std::uint16_t moves_;
    std::uint16_t repeatable_;  // how many of these might be met again
    Team team_;
    Side side_;

    static constexpr Bits on(Bits bits, int way) { return shifted(bits, Ways[South][way]); }
    static constexpr Bits back(Bits bits, int way) { return shifted(bits, -Ways[South][way]); }

    // Write a plane: seven places a column, whose eighth bit is never set.
    static void draw(Bits bits, std::uint8_t* out) {
        for (int column = 0; column < Columns - 1; ++column)
            spread_to<8>(out + column * Grid, bits >> column * 8);
        spread_to<7>(out + (Columns - 1) * Grid, bits >> (Columns - 1) * 8);
    }
    // Write a byte a cell. What is written beyond a column is zero, and the next one's to write.
    static void list(Bits bits, std::uint8_t* out) {
        int first = 0;
        for (int column = 0; column < Columns - 1; ++column) {
            spread_to<8>(out + first, bits >> cell_of(column, 0));
            first += Heights[column];
        }
        spread_to<4>(out + first, bits >> cell_of(Columns - 1, 0));
    }

    std::uint32_t fingerprint() const {
        return std::uint32_t(mixed(board_.own * 0x9e3779b97f4a7c15 +
                                   board_.foes * 0xc2b2ae3d27d4eb4f +
                                   board_.neutral * 0x165667b19e3779f9 + side_) >> 32);
    }

    // End the chain: the next leg begins a move.
    void stand() {
        at_ = 0;
        team_ = Any;
        before_ = board_;
    }

    Bits hoppable() const {
        const Bits teams = team_ == Own    ? board_.own
                           : team_ == Foes ? board_.foes
                                           : board_.own | board_.foes;
        return (teams | board_.neutral) & ~at_;
    }

    void hop(Bits from, int way, bool given) {
        const Bits over = on(from, way), landing = on(over, way);
        if (!at_) so_far_ = Move::standing(std::countr_zero(from));
        board_.own ^= from | landing;
        at_ = landing;
        Sign sign;
        if (board_.neutral & over) {
            sign = given ? Given : Taken;
            board_.neutral ^= over;
            (given ? board_.foes : board_.own) ^= over;
            // A side's turtles only advance and only grow fewer until a neutral one joins them: so
            // no position is met again that was not there before the last time one did.
            repeatable_ = std::uint16_t(moves_ + 1);
        } else if (board_.own & over) {
            sign = Friend;
            team_ = Own;
        } else {
            sign = Foe;
            board_.foes ^= over;
            board_.neutral ^= over;
            team_ = Foes;
        }
        so_far_ = so_far_.hop(way, sign);
    }

    // Who stands on the goal has won, the mover first; who cannot move has lost. Then come the
    // rulings of the match.
    Ending end_move(const Rules& rules, const Limit& limit) {
        const Side mover = side_, other = foe_of(mover);
        const auto& seen = rules.seen[mover];
        const bool arrived = board_.own & seen.goals[South];
        const bool given_away = board_.foes & seen.goals[North];
        board_ = board_.from_across();
        side_ = other;
        met_[++moves_] = fingerprint();
        stand();
        const char* goal = seen.camp ? "camp" : "corner";
        if (arrived) return {Outcome::win(mover, goal)};
        if (given_away) return {Outcome::win(other, goal)};
        if (!find_legal(rules)) return {Outcome::win(mover, "stuck")};
        int earlier = 0;
        for (int i = 0; i < repeatable_; ++i) earlier += met_[i] == met_[moves_];
        return earlier >= 2 ? drawn_game(2, "repetition") : limited(moves_, 2, limit);
    }

    // Find what the side to move may do next, and return whether there is anything.
    bool find_legal(const Rules& rules) {
        if (narrows(rules.seen[side_])) find_narrowed(rules.seen[side_]);
        else if (at_) find_hops();
        else find_beginnings();
        return (legal_[0] | legal_[1] | legal_[2] | legal_[3] | legal_[4] | legal_[5]) != 0;
    }
    void find_hops() {
        if (owes_a_foe()) return find_captures(at_);
        const Bits empty = board_.empty(), allowed = hoppable();
        for (int way = 0; way < 3; ++way) {
            const Bits over = on(at_, way) & allowed & back(empty, way);
            legal_[way] = over ? at_ : 0;
            legal_[3 + way] = over & board_.neutral ? at_ : 0;
        }
    }
    void find_beginnings() {
        const auto [own, foes, neutral] = board_;
        const Bits empty = board_.empty();
        for (int way = 0; way < 3; ++way) {
            legal_[way] = own & back(foes & back(empty, way), way);
            legal_[3 + way] = 0;
        }
        if (legal_[0] | legal_[1] | legal_[2]) {  // 1.5
            Bits openers = 0;
            for (int way = 0; way < 3; ++way)
                openers |= own & back(neutral & back(empty, way), way);
            if (openers) find_captures(own);
            return;
        }
        for (int way = 0; way < 3; ++way) {
            const Bits before = back(empty, way);
            legal_[way] = own & (before | back((own | neutral) & before, way));
            legal_[3 + way] = own & back(neutral & before, way);
        }
    }

    // Whether a capture is compulsory, and the chain has hopped nothing but neutrals (1.5).
    bool owes_a_foe() const {
        return team_ == Any && capturers(before_.for_south(), before_.empty());
    }
    // The hops of *movers* over foes, and over neutrals that lead to one.
    void find_captures(Bits movers) {
        const Field<South> field(board_.for_south());
        const Bits leading = field.leading_to_foes();
        for (int way = 0; way < 3; ++way) {
            const Bits over = field.neutral & field.back(leading, way);
            legal_[3 + way] = movers & field.takeoffs(over, way);
            legal_[way] = movers & field.takeoffs(field.foes | over, way);
        }
    }

    // Where an option makes some moves illegal for the sake of others, all are listed, and those
    // looked at that begin with the legs so far.
    void find_narrowed(const tortuga::Rules& rules) {
        thread_local Moves moves;
        generate(before_.for_south(), rules, moves);
        const int made = at_ ? so_far_.hops() : 0;
        legal_.fill(0);
        for (const Move move : moves) {
            if (made > 0 && !move.continues(so_far_)) continue;
            const bool given = !move.is_step() && move.sign(made) == Given;
            legal_[given * 3 + move.way(made)] |= made > 0 ? at_ : bit(move.origin());
        }
    }
};

static_assert(ludotheque::Episode<Episode>);

}  // namespace ludotheque::tortuga
