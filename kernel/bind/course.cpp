// Games in the course of being played, as Python sees them.

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "hops/course.hpp"
#include "race/course.hpp"
#include "tortuga/course.hpp"

namespace ludotheque {
namespace {

// It keeps the GIL while it thinks: nobody may touch the course meanwhile.
template <CodedGame C>
class Played {
public:
    Played(const std::string& text, const Options& options) : course_(options) { begin(text); }

    void begin(const std::string& text) { course_.begin(text); }
    nb::object to_move() const {
        const int seat = course_.to_move();
        return seat == Nobody ? nb::none() : nb::cast(seat);
    }
    int count() const { return int(course_.moves().size()); }
    int seat() const { return course_.seat(); }
    int made() const { return course_.made(); }
    std::vector<int> way() const { return course_.way(); }
    std::vector<int> legal() const { return course_.legal(); }
    std::vector<int> begun() const { return {course_.begun().begin(), course_.begun().end()}; }
    bool amid() const { return !course_.begun().empty(); }
    bool act(int action) { return course_.act(action); }
    std::string position() const { return C::write(course_.position(), course_.rules()); }
    nb::object last() const {
        if (!course_.last()) return nb::none();
        const auto& [before, move] = *course_.last();
        return nb::make_tuple(C::write(before, course_.rules()),
                              C::write(move, before, course_.rules()));
    }
    nb::bytes observe(int seat) const {
        if (course_.to_move() == Chance) throw nb::value_error("chance has something to deal");
        if (seat < 0 || seat >= C::seats(course_.position())) throw nb::index_error("no such seat");
        std::array<std::uint8_t, C::Observed> seen;
        C::observe(course_.position(), course_.rules(), course_.begun(), seat, seen.data());
        return bytes_of(seen);
    }
    std::vector<int> witnesses() const {
        std::vector<int> found;
        for (int seat = 0; seat < C::seats(course_.position()); ++seat)
            if (is_witnessed_by(seat)) found.push_back(seat);
        return found;
    }
    int times_met() const { return course_.times_met(); }
    std::string text(int number) const {
        return C::write(course_.moves()[checked(number)], course_.position(), course_.rules());
    }
    void play(int number) { course_.play(checked(number)); }
    nb::object outcome() const {
        const Outcome outcome = C::outcome(course_.position(), course_.rules());
        if (!outcome) return nb::none();
        std::vector<int> winners;
        for (int seat = 0; seat < C::seats(course_.position()); ++seat)
            if (outcome.shares[seat] > 0) winners.push_back(seat);
        return nb::make_tuple(winners, outcome.reason);
    }
    std::vector<int> odds() const {
        std::vector<int> found;
        if constexpr (requires { deals(course_.position(), course_.rules(), [](auto, int) {}); })
            if (course_.to_move() == Chance)
                deals(course_.position(), course_.rules(),
                      [&](auto, int ways) { found.push_back(ways); });
        return found;
    }
    nb::list rows(const typename Course<C>::Weights& weights, int chosen) const {
        for (const auto& [number, weight] : weights) checked(number);
        nb::list found;
        for (const auto& row : course_.rows(weights, checked(chosen)))
            found.append(nb::make_tuple(bytes_of(row.seen), bytes_of(row.actions),
                                        bytes_of(row.policy), row.chosen));
        return found;
    }

    std::vector<std::pair<int, int>> think(std::uint64_t nodes, int depth, int lines,
                                           std::size_t table_mb) {
        std::atomic<bool> stop{false};
        const Limits limits{.nodes = nodes, .depth = depth, .lines = lines, .table_mb = table_mb};
        std::vector<std::pair<int, int>> found;
        for (const auto& line :
             course_.mind().think(course_.position(), course_.rules(), limits, stop))
            found.emplace_back(course_.number_of(line.moves.front()), line.score);
        return found;
    }
    std::vector<std::tuple<int, std::uint32_t, double>> imagine(std::uint64_t iterations,
                                                                std::uint64_t seed) {
        std::atomic<bool> stop{false};
        std::vector<std::tuple<int, std::uint32_t, double>> found;
        for (const auto& tried : course_.mind().imagine(course_.position(), course_.rules(),
                                                        iterations, seed, stop))
            found.emplace_back(course_.number_of(tried.move), tried.visits, tried.share);
        return found;
    }

private:
    Course<C> course_;

    bool is_witnessed_by(int seat) const {
        if constexpr (requires { witnessed_by(course_.position(), seat, course_.rules()); })
            return witnessed_by(course_.position(), seat, course_.rules());
        return true;
    }
    template <class Values>
    static nb::bytes bytes_of(const Values& values) {
        return nb::bytes(values.data(), values.size() * sizeof values[0]);
    }
    int checked(int number) const {
        if (number < 0 || number >= count()) throw nb::index_error("no such move");
        return number;
    }
};

template <CodedGame C>
void bind(nb::module_& module, nb::dict& courses, const char* slug) {
    using P = Played<C>;
    auto played =
        nb::class_<P>(module, (std::string(C::Name) + "Course").c_str(),
                      "A game being played by the numbers of its moves, in the order of the rules.")
            .def(nb::init<const std::string&, const Options&>(), nb::arg("text"),
                 nb::arg("options"), "Begin from a position.")
            .def("begin", &P::begin, nb::arg("text"), "Begin anew.")
            .def_prop_ro("to_move", &P::to_move, "The seat, -1 for chance, None once it is over.")
            .def("copy", [](const P& course) { return P(course); }, "One that goes its own way.")
            .def_prop_ro("seat", &P::seat, "Who acts; where nobody can, who might have.")
            .def_prop_ro("made", &P::made, "How many moves the seats have made.")
            .def("way", &P::way, "The numbers of all moves so far, chance's among them.")
            .def("position", &P::position, "The text of the position that the move begins from.")
            .def("last", &P::last, "The last move of a seat, after the position before it, or None.")
            .def("legal", &P::legal, "The legal actions after those of a move that has begun.")
            .def_prop_ro("amid", &P::amid, "Whether a move has begun by some of its actions.")
            .def("begun", &P::begun, "The actions with which a move has begun.")
            .def("act", &P::act, nb::arg("action"),
                 "Take a legal action, or return False and do nothing.")
            .def("observe", &P::observe, nb::arg("seat"), "What a seat may know.")
            .def("witnesses", &P::witnesses, "The seats that learn which move is made here.")
            .def("count", &P::count, "How many legal moves there are.")
            .def("odds", &P::odds, "Where chance is to move, the weight of each.")
            .def("times_met", &P::times_met, "How often the position has come up.")
            .def("text", &P::text, nb::arg("number"), "The text of a legal move.")
            .def("play", &P::play, nb::arg("number"), "Make a legal move.")
            .def("outcome", &P::outcome, "Winners and reason, None while the game goes on.")
            .def("rows", &P::rows, nb::arg("weights"), nb::arg("chosen"),
                 "For each action of a move that is a choice: what is seen, the legal actions in 16 "
                 "bits each, their weights as floats of 32, and the action.");
    if constexpr (requires(P p) { &C::Mind::think; })
        played.def("think", &P::think, nb::kw_only(), nb::arg("nodes"), nb::arg("depth"),
                   nb::arg("lines"), nb::arg("table_mb"), "The best moves, each with its score.");
    else
        played.def("imagine", &P::imagine, nb::kw_only(), nb::arg("iterations"), nb::arg("seed"),
                   "The moves, each with its number of tries and mean share.");
    courses[slug] = played;
}

}  // namespace

void bind_courses(nb::module_& module, Offered& offered) {
    bind<hops::Coded>(module, offered.courses, "hops");
    bind<race::Coded>(module, offered.courses, "race");
    bind<tortuga::Coded>(module, offered.courses, "tortuga");
}

}  // namespace ludotheque
