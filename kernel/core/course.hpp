// A game in the course of being played, for whoever keeps every decision in it: moves by their number
// in the order of the Python rules, thoughts about them, and rows of what was seen and weighed.
#pragma once

#include <algorithm>
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
                                        std::span<const int> begun, std::uint8_t* bytes,
                                        typename C::Mind mind) {
    { C::Observed } -> std::convertible_to<int>;  // bytes of an observation
    { C::codes(position, move) } -> std::same_as<typename C::Actions>;
    // Write what the mover may know after the actions with which its move has begun.
    C::observe(position, rules, begun, bytes);
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
        line_.clear();
        arrive(start);
    }
    void play(int number) {
        const Move move = moves_[number];
        if (to_move() >= 0) mind_.note(position(), move);
        arrive(C::after(position(), move, rules_));
    }

    const Position& position() const { return line_.back(); }
    const typename C::Rules& rules() const { return rules_; }
    const typename C::Moves& moves() const { return moves_; }
    typename C::Mind& mind() { return mind_; }
    int to_move() const { return C::to_move(position(), rules_); }
    // How often the position has been met, now included.
    int times_met() const { return int(std::count(line_.begin(), line_.end(), position())); }
    int number_of(Move move) const {
        return int(std::find(moves_.begin(), moves_.end(), move) - moves_.begin());
    }

    // A row for each action of the move *chosen* that was a choice. *weights* are by number of move;
    // the weight of an action is that of all the moves it is in, added in their order.
    using Weights = std::vector<std::pair<int, double>>;
    std::vector<Row<C::Observed>> rows(const Weights& weights, int chosen) const {
        std::vector<typename C::Actions> codes;
        for (const Move move : moves_) codes.push_back(C::codes(position(), move));
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
            C::observe(position(), rules_, taken.first(at), row.seen.data());
            found.push_back(std::move(row));
        }
        return found;
    }

private:
    typename C::Rules rules_;
    typename C::Mind mind_;
    typename C::Moves moves_;
    std::vector<Position> line_;  // every position so far, the present one last

    void arrive(const Position& position) {
        line_.push_back(position);
        C::generate(position, rules_, moves_);
    }
    static std::size_t place_of(const std::vector<std::uint16_t>& sorted, int action) {
        return std::size_t(std::lower_bound(sorted.begin(), sorted.end(), action) -
                           sorted.begin());
    }
};

}  // namespace ludotheque
