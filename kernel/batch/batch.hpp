// Many games of one kind played side by side by numbered actions: a batch of environments. What
// they show lies in arrays, one row an environment, which callers may read at any time.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "batch/episode.hpp"

namespace ludotheque {

// When a game that has ended begins anew: not by itself, in the same step, or in the next one, which
// takes no action in it.
enum class Renewal { Never, AtOnce, NextStep };

template <Episode E>
class Batch {
public:
    Batch(int size, int seats, const Options& options, const Limit& limit, Renewal renewal)
        : size(size),
          seats(seats),
          observations(std::size_t(size) * E::Observed),
          final_observations(observations.size()),
          masks(std::size_t(size) * E::MaskBytes),
          rewards(std::size_t(size) * seats),
          earned(size),
          terminated(size),
          truncated(size),
          to_move(size),
          rules_(E::rules(options)),
          limit_(limit),
          renewal_(renewal),
          starts_{E::start(rules_, seats)},
          games_(size) {
        assert(size > 0 && limit.moves > 0 && limit.moves <= E::MostMoves);
        assert(seats >= E::FewestSeats && seats <= E::MostSeats);
        reset(0);
    }

    // From now on, games begin from these positions, one for each environment; where there are none,
    // from the game's own start. Text that cannot be read and games that are over are Refused.
    void begin_from(std::span<const std::string> texts) {
        std::vector<typename E::Position> starts;
        for (const std::string& text : texts) starts.push_back(E::read(text, rules_));
        const auto fits = [&](const auto& start) { return E::seats(start) == seats; };
        if (starts.empty()) starts.push_back(E::start(rules_, seats));
        else if (int(starts.size()) != size || !std::all_of(starts.begin(), starts.end(), fits))
            throw Refused("one position each is needed, for as many seats");
        const auto over = [&](const auto& start) { return E::is_over(start, rules_); };
        if (std::any_of(starts.begin(), starts.end(), over))
            throw Refused("a game is over in its position");
        starts_ = std::move(starts);
    }

    // Begin every game anew. Each environment has its chance and its picks from the seed and its
    // own number alone, so that neither the others nor the picks change what chance deals.
    void reset(std::uint64_t seed) {
        std::fill(masks.begin(), masks.end(), 0);
        for (int i = 0; i < size; ++i) {
            games_[i].chance = Random(mixed(mixed(seed) + 2 * Bits(i)));
            games_[i].picks = Random(mixed(mixed(seed) + 2 * Bits(i) + 1));
            begin(i);
            show(i);
        }
        std::fill(rewards.begin(), rewards.end(), 0.0F);
        std::fill(earned.begin(), earned.end(), 0.0F);
        std::fill(terminated.begin(), terminated.end(), 0);
        std::fill(truncated.begin(), truncated.end(), 0);
    }

    bool is_legal(int i, std::int64_t action) const {
        if (action < 0 || action >= E::Actions) return false;
        const std::uint8_t* mask = mask_of(i);
        return E::MaskBytes == E::Actions ? mask[action] : mask[action / 8] >> action % 8 & 1;
    }
    // The first environment for which the action is not legal, or -1.
    int first_illegal(std::span<const std::int64_t> actions) const {
        for (int i = 0; i < size; ++i)
            if (!is_waiting(i) && !is_legal(i, actions[i])) return i;
        return -1;
    }

    // Take a legal action in each environment. Where that ends a game that is renewed at once, its last
    // observation goes to `final_observations` and the next game begins; otherwise the game stays as
    // it is, and no action is legal; where it is renewed in the next step, that takes any.
    void step(std::span<const std::int64_t> actions) {
        std::fill(rewards.begin(), rewards.end(), 0.0F);
        std::fill(earned.begin(), earned.end(), 0.0F);
        for (int i = 0; i < size; ++i) {
            Slot& slot = games_[i];
            if (is_waiting(i)) {
                terminated[i] = truncated[i] = 0;
                begin(i);
                show(i);
                continue;
            }
            slot.episode.wipe(mask_of(i));
            const Ending ending =
                slot.episode.act(int(actions[i]), rules_, limit_, slot.chance);
            terminated[i] = bool(ending.outcome);
            truncated[i] = ending.truncated;
            if (ending.over()) finish(i, ending);
            else show(i);
        }
    }

    // Pick a legal action in each environment, every one as likely as the next; -1 where none is.
    void sample(std::span<std::int64_t> actions) {
        for (int i = 0; i < size; ++i)
            actions[i] =
                to_move[i] == Nobody ? -1 : games_[i].episode.pick(mask_of(i), games_[i].picks);
    }

    void observe(int i, int seat, std::uint8_t* out) const {
        games_[i].episode.observe(seat, rules_, out);
    }
    std::string text(int i) const { return games_[i].episode.text(rules_); }

    // Beside what is shown, and beside a position of its own to begin from.
    static constexpr std::size_t BytesEach = sizeof(E) + 2 * sizeof(Random);

    int size, seats;
    std::vector<std::uint8_t> observations, final_observations, masks;
    std::vector<float> rewards;  // by environment and seat
    std::vector<float> earned;   // the reward of whoever has acted
    std::vector<std::uint8_t> terminated, truncated;
    std::vector<std::int8_t> to_move;

private:
    struct Slot {
        E episode;
        Random chance{0}, picks{0};
    };

    typename E::Rules rules_;
    Limit limit_;
    Renewal renewal_;
    std::vector<typename E::Position> starts_;  // one for all, or one each
    std::vector<Slot> games_;

    std::uint8_t* mask_of(int i) { return masks.data() + std::size_t(i) * E::MaskBytes; }
    const std::uint8_t* mask_of(int i) const {
        return masks.data() + std::size_t(i) * E::MaskBytes;
    }

    bool is_waiting(int i) const {
        return to_move[i] == Nobody && renewal_ == Renewal::NextStep;
    }

    void begin(int i) {
        games_[i].episode.begin(starts_[starts_.size() == 1 ? 0 : i], rules_, games_[i].chance);
    }

    void finish(int i, const Ending& ending) {
        if (ending.outcome) {
            const auto reward = [&](int seat) {
                return ending.outcome.shares[seat] * float(seats) - 1.0F;
            };
            for (int seat = 0; seat < seats; ++seat)
                rewards[std::size_t(i) * seats + seat] = reward(seat);
            earned[i] = reward(to_move[i]);
        }
        const E& episode = games_[i].episode;
        const bool at_once = renewal_ == Renewal::AtOnce;
        episode.observe(episode.seat(), rules_,
                        (at_once ? final_observations : observations).data() +
                            std::size_t(i) * E::Observed);
        if (at_once) {
            begin(i);
            show(i);
        } else {
            to_move[i] = Nobody;
            std::memset(mask_of(i), 0, E::MaskBytes);
        }
    }

    // Left to itself, g++ makes a function of it, and a step of Tortuga takes a twentieth longer.
    [[gnu::always_inline]] inline void show(int i) {
        E& episode = games_[i].episode;
        const int seat = episode.seat();
        to_move[i] = std::int8_t(seat);
        episode.observe(seat, rules_, observations.data() + std::size_t(i) * E::Observed);
        episode.mark(rules_, mask_of(i));
    }
};

}  // namespace ludotheque
