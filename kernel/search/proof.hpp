// Exhaustive AND/OR search: whether a seat wins by force within so many plies. It judges nothing and
// leaves out nothing that could matter; what the heuristic search believes is checked against it.
//
// Whether a win can be forced from a position within n plies does not depend on how the position
// came up, so what is known of one holds wherever it is met. Where the match draws repetitions that
// stays true: on the way of a win in the fewest plies each ply leaves fewer to go, whatever is
// played against it, so that no position is met twice; only those that a game has brought up so
// often already that the next time is a draw must be told, and are won by nobody.
#pragma once

#include <atomic>
#include <limits>
#include <span>
#include <vector>

#include "search/ordering.hpp"

namespace ludotheque {

enum class Proved : std::uint8_t { No, Yes, Unknown };

// What has been proved about positions. An entry holds the whole position, so that none is ever
// taken for another.
template <SearchableGame G>
class Proofs {
public:
    using Position = typename G::Position;

    // Within how many plies the seat wins, and within how many it does not, as far as is known.
    struct Known {
        std::int8_t wins = NeverPlies;
        std::int8_t fails = -1;
        std::uint16_t move = NoMove;  // that did it, as its number in the order of `generate`
    };
    static constexpr int NeverPlies = std::numeric_limits<std::int8_t>::max();
    static constexpr std::uint16_t NoMove = 0xffff;

    Proofs() : entries_(Size) {}

    void forget() {
        if (++era_ == 0) {
            for (Entry& entry : entries_) entry.era = 0;
            era_ = 1;
        }
    }

    Known find(const Position& position, int seat) const {
        const std::size_t at = place(position);
        for (const std::size_t slot : {at, at ^ 1})
            if (entries_[slot].is(position, seat, era_)) return entries_[slot].known;
        return {};
    }

    // Of two neighbours the one that is about fewer plies makes room.
    void keep(const Position& position, int seat, const Known& known) {
        const std::size_t at = place(position);
        std::size_t worst = at;
        for (const std::size_t slot : {at, at ^ 1}) {
            if (entries_[slot].is(position, seat, era_)) {
                worst = slot;
                break;
            }
            if (worth(entries_[slot]) < worth(entries_[worst])) worst = slot;
        }
        entries_[worst] = {position, known, era_, std::uint8_t(seat)};
    }

private:
    struct Entry {
        Position position{};
        Known known{};
        std::uint32_t era = 0;  // that it was written in; others are over, and nought never was
        std::uint8_t seat = 0;

        bool is(const Position& wanted, int whose, std::uint32_t now) const {
            return era == now && seat == whose && position == wanted;
        }
    };
    static constexpr std::size_t Bytes = std::size_t{8} << 20;
    static constexpr std::size_t Size = std::bit_floor(Bytes / sizeof(Entry));

    static std::size_t place(const Position& position) { return G::hash(position) & (Size - 1); }
    int worth(const Entry& entry) const {
        if (entry.era != era_) return -1;
        return entry.known.wins < NeverPlies ? NeverPlies : entry.known.fails;
    }

    std::vector<Entry> entries_;
    std::uint32_t era_ = 1;
};

template <SearchableGame G>
class Prover {
public:
    using Position = typename G::Position;
    using Rules = typename G::Rules;

    // Whether *seat* wins by force within *plies* plies of *position*, whoever is to move there and
    // whatever is played against it. *drawn* are the positions that nobody wins from. Unknown where
    // *nodes* positions have been looked at first, or a few more, or it was *cancelled*. What was
    // proved by the same rules with the same draws is remembered from call to call.
    Proved prove(const Position& position, const Rules& rules, int seat, int plies,
                 std::span<const Position> drawn, std::uint64_t nodes,
                 const std::atomic<bool>& cancelled) {
        if (rules != rules_ || !std::ranges::equal(drawn, drawn_)) proofs_.forget();
        rules_ = rules;
        drawn_.assign(drawn.begin(), drawn.end());
        cancelled_ = &cancelled;
        seat_ = seat;
        nodes_ = 0;
        most_ = nodes;
        stopped_ = false;
        experience_.forget();
        if (int(levels_.size()) < plies + 1) levels_.resize(plies + 1);
        const int mover = G::to_move(position, rules);
        // Nearer wins first: what they teach about moves and positions is soon learned.
        for (int within = plies % 2 ? 1 : std::min(plies, 2); !stopped_; within += 2) {
            const bool won = mover == seat ? forced<true>(position, within, 0)
                                           : forced<false>(position, within, 0);
            if (stopped_) break;
            if (won) return Proved::Yes;
            if (within >= plies) return Proved::No;
        }
        return Proved::Unknown;
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget() { proofs_.forget(); }

private:
    using Known = typename Proofs<G>::Known;

    // Whether the seat wins within *plies* of *position*, where it is to move or, unless it is
    // *Attacking*, the other. Means nothing once the search has stopped.
    template <bool Attacking>
    bool forced(const Position& position, int plies, int answered) {
        if (must_stop()) return false;

        // Step 1. Games that are over; where nobody has arrived, who cannot move may have lost.
        if (G::is_decided(position, rules_) || plies == 0) return is_won(position);
        if (is_drawn(position)) return false;
        if (G::wins_at_once(position, rules_)) return Attacking;

        // Step 2. Some games tell how many moves of its own a seat needs at the least.
        if constexpr (requires { G::least_moves(position, seat_); }) {
            const int own = Attacking ? (plies + 1) / 2 : plies / 2;
            if (G::least_moves(position, seat_) > own) return false;
        }

        Ordered<G>& ordered = levels_[plies];
        if (plies == 1) return last_ply<Attacking>(position, ordered.moves);

        // Step 3. What has been proved before. Who wins within n plies wins within more.
        Known known = proofs_.find(position, seat_);
        if (known.wins <= plies) return true;
        if (known.fails >= plies) return false;

        // Step 4. Every move; the seat needs one that wins, the other one that does not lose.
        G::generate(position, rules_, ordered.moves);
        const int count = ordered.moves.size;
        if (count == 0) return is_won(position);
        ordered.rank(position, experience_, known.move, answered, plies);
        bool won = !Attacking;
        for (int i = 0; i < count; ++i) {
            const auto [slot, number] = ordered.next(i);
            const Position child = G::after(position, ordered.moves[number], rules_);
            const bool lost_or_won = forced<!Attacking>(child, plies - 1, slot);
            if (stopped_) return false;
            if (lost_or_won != Attacking) continue;
            won = Attacking;
            known.move = number;
            experience_.reward(slot, answered, plies, plies);
            break;
        }

        // Step 5. Remember it.
        if (won) known.wins = std::int8_t(plies);
        else known.fails = std::int8_t(plies);
        proofs_.keep(position, seat_, known);
        return won;
    }

    // As `forced`, where only the end of each move is to be looked at.
    template <bool Attacking>
    bool last_ply(const Position& position, typename G::Moves& moves) {
        G::generate(position, rules_, moves);
        if (moves.size == 0) return is_won(position);
        nodes_ += moves.size;
        const auto wins = [&](const auto& move) {
            return is_won(G::after(position, move, rules_));
        };
        return Attacking ? std::any_of(moves.begin(), moves.end(), wins)
                         : std::all_of(moves.begin(), moves.end(), wins);
    }

    bool is_won(const Position& position) const {
        return G::outcome(position, rules_).shares[seat_] > 0.5f;
    }
    bool is_drawn(const Position& position) const {
        return std::ranges::find(drawn_, position) != drawn_.end();
    }

    // Count a node, unless it is time to stop.
    bool must_stop() {
        if (stopped_) return true;
        stopped_ = nodes_ >= most_ || cancelled_->load(std::memory_order_relaxed);
        nodes_ += !stopped_;
        return stopped_;
    }

    Rules rules_{};
    std::vector<Position> drawn_;
    int seat_ = 0;
    const std::atomic<bool>* cancelled_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_ = 0;
    bool stopped_ = false;
    Experience<G> experience_;
    std::vector<Ordered<G>> levels_;
    Proofs<G> proofs_;
};

}  // namespace ludotheque
