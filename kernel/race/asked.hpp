// The turtle race asked and answered in texts: a search from what one seat may know, what its moves
// are worth, what chance brought, and what the others' plays tell a seat.
#pragma once

#include "race/hidden.hpp"
#include "search/fortune.hpp"
#include "search/valuing.hpp"
#include "text/told.hpp"
#include "text/watch.hpp"

namespace ludotheque::race {

inline History history_of(const std::vector<TextPlay>& plays, const Rules& rules) {
    History history;
    for (const auto& [seat, play, view] : plays)
        history.push_back(read_seen(seat, play, view.substr(0, view.find(' ')), rules));
    return history;
}

// A seat's search. What it has found is kept: asked for more, it goes on from there.
class TextSearch {
public:
    TextSearch(const std::string& text, int seat, const Options& options,
               const std::vector<TextPlay>& plays, std::uint64_t seed, bool whole)
        : rules_(rules(options)),
          view_(whole ? whole_view(text, seat, rules_) : read_view(text, seat, rules_)),
          belief_(view_, history_of(plays, rules_), rules_), budget_{.seed = seed},
          search_(view_, rules_, belief_, budget_) {}

    template <class Watch>
    std::vector<TextTrial> more(std::uint64_t iterations, double seconds,
                                const std::atomic<bool>& stop, Watch&& watch) {
        budget_.iterations = iterations;
        budget_.seconds = seconds;
        budget_.stop = &stop;
        const bool brief = iterations > 0 && iterations <= BriefIterations;
        std::vector<TextTrial> answer;
        for (const auto& tried : watch([&] { return search_.search(); }, brief))
            answer.emplace_back(write(tried.move), tried.visits, tried.share);
        return answer;
    }

private:
    Rules rules_;
    View view_;
    Belief belief_;
    Budget budget_;
    Ismcts<Hidden> search_;
};

// Each move of the viewer, best first; *kept*, unless it is empty, is tried as often as the best.
template <class Watch>
std::vector<TextValue> values(const std::string& text, int seat, const Options& options,
                              const std::vector<TextPlay>& plays, std::uint64_t seed,
                              std::uint64_t games, const std::string& kept,
                              const std::atomic<bool>& stop, Watch&& watch) {
    const Rules by = rules(options);
    const View view = read_view(text, seat, by);
    const Belief belief(view, history_of(plays, by), by);
    Valuing<Hidden> valuing(view, by, belief);
    const Budget budget{.iterations = games, .seed = seed, .stop = &stop};
    const int number = kept.empty() ? -1 : valuing.number_of(read_play(kept));
    std::vector<TextValue> answer;
    for (const auto& one :
         watch([&] { return valuing.run(budget, number); }, games <= BriefIterations))
        answer.emplace_back(write(one.move), one.tries, one.share, one.error, one.loss,
                            one.loss_error);
    return answer;
}

template <class Watch>
std::vector<TextFortune> fortunes(const std::string& before, const std::string& after,
                                  const Options& options, std::uint64_t games, std::uint64_t seed,
                                  const std::atomic<bool>& stop, Watch&& watch) {
    const Rules by = rules(options);
    const Position from = read(before, by), to = read(after, by);
    const Budget budget{.iterations = games, .seed = seed, .stop = &stop};
    std::vector<TextFortune> answer;
    for (const Fortune& one :
         watch([&] { return fortune<Hidden>(from, to, by, budget); }, games <= BriefIterations))
        answer.emplace_back(one.luck, one.luck_error, one.expected, one.expected_error);
    return answer;
}

// For each seat the probability of each secret.
inline std::vector<std::vector<double>> beliefs(const std::string& text, int seat,
                                                const Options& options,
                                                const std::vector<TextPlay>& plays) {
    const Rules by = rules(options);
    const View view = read_view(text, seat, by);
    const Belief belief(view, history_of(plays, by), by);
    std::vector<std::vector<double>> answer;
    for (int other = 0; other < view.layout.seats; ++other) {
        answer.emplace_back();
        for (int turtle = 0; turtle < Turtles; ++turtle)
            answer.back().push_back(belief.of(other, turtle));
    }
    return answer;
}

}  // namespace ludotheque::race
