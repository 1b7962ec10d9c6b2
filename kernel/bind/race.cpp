// The turtle race as Python sees it: its twin, a search from what one seat may know, and what the
// others' plays tell that seat.

#include <nanobind/stl/tuple.h>

#include "bind/bind.hpp"
#include "bind/twin.hpp"
#include "search/fortune.hpp"
#include "search/ismcts.hpp"
#include "search/valuing.hpp"
#include "race/hidden.hpp"
#include "race/twin.hpp"

namespace ludotheque {

namespace {

// A play that everyone saw: the seat, the move's text and the text of the view before it.
using TextPlay = std::tuple<int, std::string, std::string>;

race::History history_of(const std::vector<TextPlay>& plays, const race::Rules& rules) {
    race::History history;
    for (const auto& [seat, play, view] : plays)
        history.push_back(race::read_seen(seat, play, view.substr(0, view.find(' ')), rules));
    return history;
}

// A seat's search of the race. What it has found is kept: asked for more, it goes on from there.
class RaceSearch {
public:
    using Answer = std::vector<std::tuple<std::string, std::uint32_t, double>>;

    RaceSearch(const std::string& text, int seat, const Options& options,
               const std::vector<TextPlay>& plays, std::uint64_t seed, bool whole)
        : rules_(race::rules(options)),
          view_(whole ? race::whole_view(text, seat, rules_)
                      : race::read_view(text, seat, rules_)),
          belief_(view_, history_of(plays, rules_), rules_), budget_{.seed = seed, .stop = &stop_},
          search_(view_, rules_, belief_, budget_) {}

    Answer more(std::uint64_t iterations, double seconds) {
        const Turn turn(thinking_, Busy);
        stop_ = false;
        budget_.iterations = iterations;
        budget_.seconds = seconds;
        Answer answer;
        const bool brief = iterations > 0 && iterations <= BriefIterations;
        for (const auto& tried : watched(stop_, [&] { return search_.search(); }, [] {}, brief))
            answer.emplace_back(race::write(tried.move), tried.visits, tried.share);
        return answer;
    }

private:
    std::atomic<bool> stop_{false};
    std::atomic<bool> thinking_{false};
    race::Rules rules_;
    race::View view_;
    race::Belief belief_;
    Budget budget_;
    Ismcts<race::Hidden> search_;
};

// Each move of the viewer, best first: text, tries, share and its error, loss and its error.
using TextValue = std::tuple<std::string, std::uint32_t, double, double, double, double>;

std::vector<TextValue> race_values(const std::string& text, int seat, const Options& options,
                                   const std::vector<TextPlay>& plays, std::uint64_t seed,
                                   std::uint64_t games, const std::string& kept) {
    const race::Rules rules = race::rules(options);
    const race::View view = race::read_view(text, seat, rules);
    const race::Belief belief(view, history_of(plays, rules), rules);
    Valuing<race::Hidden> valuing(view, rules, belief);
    std::atomic<bool> stop{false};
    const Budget budget{.iterations = games, .seed = seed, .stop = &stop};
    const int number = kept.empty() ? -1 : valuing.number_of(race::read_play(kept));
    std::vector<TextValue> answer;
    const bool brief = games <= BriefIterations;
    for (const auto& one :
         watched(stop, [&] { return valuing.run(budget, number); }, [] {}, brief))
        answer.emplace_back(race::write(one.move), one.tries, one.share, one.error, one.loss,
                            one.loss_error);
    return answer;
}

// Of each seat: what chance's move brought it, and what could be expected, each with its error.
using TextFortune = std::tuple<double, double, double, double>;

std::vector<TextFortune> race_fortunes(const std::string& before, const std::string& after,
                                       const Options& options, std::uint64_t games,
                                       std::uint64_t seed) {
    const race::Rules rules = race::rules(options);
    const race::Position from = race::read(before, rules), to = race::read(after, rules);
    std::atomic<bool> stop{false};
    const Budget budget{.iterations = games, .seed = seed, .stop = &stop};
    const auto found = watched(
        stop, [&] { return fortune<race::Hidden>(from, to, rules, budget); }, [] {},
        games <= BriefIterations);
    std::vector<TextFortune> answer;
    for (const Fortune& one : found)
        answer.emplace_back(one.luck, one.luck_error, one.expected, one.expected_error);
    return answer;
}

std::vector<std::vector<double>> race_belief(const std::string& text, int seat,
                                             const Options& options,
                                             const std::vector<TextPlay>& plays) {
    const race::Rules rules = race::rules(options);
    const race::View view = race::read_view(text, seat, rules);
    const race::Belief belief(view, history_of(plays, rules), rules);
    std::vector<std::vector<double>> answer;
    for (int other = 0; other < view.table.seats; ++other) {
        answer.emplace_back();
        for (int turtle = 0; turtle < race::Turtles; ++turtle)
            answer.back().push_back(belief.of(other, turtle));
    }
    return answer;
}

}  // namespace

void bind_race(nb::module_& module, Offered& offered) {
    bind_twin<race::Twin>(module, offered.twins, "race");
    offered.secret_searches["race"] =
        nb::class_<RaceSearch>(module, "RaceSearch",
                               "A search from what one seat may know, or from the whole.")
            .def(nb::init<const std::string&, int, const Options&, const std::vector<TextPlay>&,
                          std::uint64_t, bool>(),
                 nb::arg("view"), nb::arg("seat"), nb::arg("options"), nb::arg("plays"),
                 nb::arg("seed"), nb::kw_only(), nb::arg("whole"))
            .def("more", &RaceSearch::more, nb::kw_only(), nb::arg("iterations"),
                 nb::arg("seconds"),
                 "Imagine more games; return each move, its tries so far and its mean share.");
    offered.valuings["race"] = nb::cpp_function(&race_values);
    offered.fortunes["race"] = nb::cpp_function(&race_fortunes);
    offered.beliefs["race"] = nb::cpp_function(&race_belief);
}

}  // namespace ludotheque
