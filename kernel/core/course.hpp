// A game in the course of being played, for whoever keeps every decision in it: moves by their number
// in the order of the Python rules or by numbered actions, chance's among them; thoughts about them,
// and rows of what was seen and weighed.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"

namespace ludotheque {

// The numbered actions of a move, as games/*/coding.py numbers them.
template <int Most>
using Codes = List<int, Most>;

// A game whose moves are numbered actions, and whose movers think; see each game's course.hpp.
template <class C>
concept CodedGame = Game<C> && requires(const typename C::Position position,
                                        const typename C::Rules rules, const typename C::Move move,
                                        std::span<const int> begun, int seat,
                                        std::uint8_t* bytes, typename C::Mind mind) {
    { C::Observed } -> std::convertible_to<int>;  // bytes of an observation
    { C::codes(position, move) } -> std::same_as<typename C::Actions>;
    // Write what that seat may know, where chance has nothing to deal, after the actions with which
    // the mover's move has begun.
    C::observe(position, rules, begun, seat, bytes);
    // What whoever thinks must know of the moves of seats so far.
    mind.begin();
    mind.note(position, move);
};

// A decision: what the mover saw, the legal actions, rising, with weights that add up to 1, and which
// it took.
template <int Observed>
struct Row {
    std::array<std::uint8_t, Observed> seen;
    std::vector<std::uint16_t> actions;
    std::vector<float> policy;
    int chosen;
};

template <CodedGame C>
class Course {
public:
    using Position = typename C::Position;
    using Move = typename C::Move;

    explicit Course(const Options& options) : rules_(C::rules(options)) {}

    void begin(std::string_view text) {
        const Position start = C::read(text, rules_);
        mind_.begin();
        met_.clear();
        way_.clear();
        last_.reset();
        made_ = seat_ = 0;
        arrive(start);
    }
    void play(int number) {
        const Move move = moves_[number];
        if (mover_ >= 0) {
            mind_.note(position_, move);
            last_ = {position_, move};
            ++made_;
            seat_ = (seat_ + 1) % C::seats(position_);
        }
        way_.push_back(number);
        arrive(C::after(position_, move, rules_));
    }

    // The legal actions after those with which the move has begun, rising; none where chance deals.
    std::vector<int> legal() const {
        std::vector<int> found;
        if (mover_ < 0) return found;
        for (const Move move : moves_)
            if (const auto codes = C::codes(position_, move); continues(codes))
                found.push_back(codes[begun_.size]);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    // Take an action for the seat to move, or return that it is not legal.
    bool act(int action) {
        if (mover_ < 0) return false;
        for (int number = 0; number < int(moves_.size()); ++number) {
            const auto codes = C::codes(position_, moves_[number]);
            if (!continues(codes) || codes[begun_.size] != action) continue;
            // No move is the beginning of another: what is complete is all there is.
            if (codes.size == begun_.size + 1) play(number);
            else begun_.add(action);
            return true;
        }
        return false;
    }
    std::span<const int> begun() const { return {begun_.begin(), begun_.end()}; }

    const Position& position() const { return position_; }
    const typename C::Rules& rules() const { return rules_; }
    const std::vector<Move>& moves() const { return moves_; }
    typename C::Mind& mind() { return mind_; }
    int to_move() const { return mover_; }
    // Who acts, or where nobody can, who might have.
    int seat() const { return seat_; }
    // How many moves the seats have made, and the last of them.
    struct Made {
        Position before;
        Move move;
    };
    int made() const { return made_; }
    // The numbers of all moves so far, chance's among them: whoever plays them again is here.
    const std::vector<int>& way() const { return way_; }
    const std::optional<Made>& last() const { return last_; }
    // How often the position has been met, now included.
    int times_met() const { return int(std::count(met_.begin(), met_.end(), met_.back())); }
    int number_of(Move move) const {
        return int(std::find(moves_.begin(), moves_.end(), move) - moves_.begin());
    }

    // A row for each action of the move *chosen* that was a choice. *weights* are by number of move;
    // the weight of an action is that of all the moves it is in, added in their order.
    using Weights = std::vector<std::pair<int, double>>;
    std::vector<Row<C::Observed>> rows(const Weights& weights, int chosen) const {
        std::vector<typename C::Actions> codes;
        for (const Move move : moves_) codes.push_back(C::codes(position_, move));
        const std::span<const int> taken(codes[chosen].begin(), codes[chosen].end());
        std::vector<Row<C::Observed>> found;
        for (int at = 0; at < int(taken.size()); ++at) {
            const auto begins = [&](const typename C::Actions& other) {
                return other.size > at && std::equal(taken.begin(), taken.begin() + at, other.begin());
            };
            Row<C::Observed> row{.seen = {}, .actions = {}, .policy = {}, .chosen = taken[at]};
            for (const auto& other : codes)
                if (begins(other)) row.actions.push_back(std::uint16_t(other[at]));
            std::sort(row.actions.begin(), row.actions.end());
            row.actions.erase(std::unique(row.actions.begin(), row.actions.end()),
                              row.actions.end());
            std::vector<double> policy(row.actions.size());
            for (const auto& [number, weight] : weights)
                if (const auto& other = codes[number]; begins(other))
                    policy[place_of(row.actions, other[at])] += weight;
            double every = 0;
            for (const double weight : policy) every += weight;
            // Whoever has strayed from all that was looked at is not told how to go on.
            if (row.actions.size() < 2 || every <= 0) continue;
            for (const double weight : policy) row.policy.push_back(float(weight / every));
            C::observe(position_, rules_, taken.first(at), mover_, row.seen.data());
            found.push_back(std::move(row));
        }
        return found;
    }

private:
    typename C::Rules rules_;
    typename C::Mind mind_;
    Position position_;
    std::vector<Move> moves_;
    typename C::Actions begun_;
    std::vector<std::uint64_t> met_;  // the hash of every position so far, the present one last
    std::vector<int> way_;
    std::optional<Made> last_;
    int mover_ = Nobody, made_ = 0, seat_ = 0;

    void arrive(const Position& position) {
        thread_local typename C::Moves listed;
        position_ = position;
        begun_.size = 0;
        met_.push_back(C::hash(position));
        C::generate(position, rules_, listed);
        moves_.assign(listed.begin(), listed.end());
        mover_ = C::to_move(position, rules_);
        if (mover_ >= 0) seat_ = mover_;
    }
    bool continues(const typename C::Actions& codes) const {
        return codes.size > begun_.size && std::equal(begun_.begin(), begun_.end(), codes.begin());
    }
    static std::size_t place_of(const std::vector<std::uint16_t>& sorted, int action) {
        return std::size_t(std::lower_bound(sorted.begin(), sorted.end(), action) -
                           sorted.begin());
    }
};

}  // namespace ludotheque
