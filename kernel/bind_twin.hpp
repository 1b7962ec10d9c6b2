// The fast twins as Python sees them: positions with their table's options.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind_watched.hpp"
#include "perft.hpp"
#include "playout.hpp"

namespace nb = nanobind;

namespace ludotheque {

// A position of a twin together with the options of its table.
template <Game G>
struct Table {
    typename G::Rules rules;
    typename G::Position position;

    Table(const std::string& text, const Options& options)
        : rules(G::rules(options)), position(G::read(text, rules)) {}
    Table(const typename G::Position& position, const typename G::Rules& rules)
        : rules(rules), position(position) {}

    // One list a thread, to be used at once: making a new one takes longer than filling it.
    const typename G::Moves& moves() const {
        thread_local typename G::Moves moves;
        G::generate(position, rules, moves);
        return moves;
    }
};

template <Game G>
nb::list texts(const Table<G>& table) {
    nb::list texts;
    for (const auto& move : table.moves())
        texts.append(G::write(move, table.position, table.rules));
    return texts;
}

template <Game G>
nb::object outcome(const Table<G>& table) {
    const Outcome outcome = G::outcome(table.position, table.rules);
    if (!outcome) return nb::none();
    nb::list shares;
    for (int seat = 0; seat < G::seats(table.position); ++seat) shares.append(outcome.shares[seat]);
    return nb::make_tuple(nb::tuple(shares), outcome.reason);
}

template <Game G>
nb::object to_move(const Table<G>& table) {
    const int seat = G::to_move(table.position, table.rules);
    return seat == Nobody ? nb::none() : nb::cast(seat);
}

template <Game G>
Table<G> after(const Table<G>& table, int index) {
    const auto& [rules, position] = table;
    if constexpr (requires { G::pick(position, rules, index); }) {
        if (index < 0 || index >= int(G::count(position, rules)))
            throw nb::index_error("no such move");
        return {G::after(position, G::pick(position, rules, index), rules), rules};
    } else {
        const auto& moves = table.moves();
        if (index < 0 || index >= moves.size) throw nb::index_error("no such move");
        return {G::after(position, moves[index], rules), rules};
    }
}

// The moves made in that many random games, and the shares of the seats summed up.
template <Game G>
std::pair<std::uint64_t, std::vector<double>> playouts(const Table<G>& table, std::uint64_t seed,
                                                       std::uint64_t games) {
    std::atomic<bool> stop{false};
    const auto play = [&] {
        return play_out<G>(table.position, table.rules, games, Random(seed), stop);
    };
    const Tally tally = watched(stop, play, [] {});
    const auto first = tally.shares.begin();
    return {tally.moves, std::vector<double>(first, first + G::seats(table.position))};
}

// Deeper trees than that nobody can count, nor hold their moves.
constexpr int DeepestPerft = 50;

template <Game G>
std::uint64_t counted(const Table<G>& table, int depth) {
    if (depth < 0 || depth > DeepestPerft) throw nb::value_error("no depth to count to");
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return perft<G>(table.position, table.rules, depth, stop); }, [] {});
}

template <Game G>
void bind_twin(nb::module_& module, nb::dict& twins, const char* slug) {
    using T = Table<G>;
    twins[slug] =
        nb::class_<T>(module, G::Name, "A position of the fast twin.")
            .def(nb::init<const std::string&, const Options&>(), nb::arg("text"),
                 nb::arg("options"), "Read a position; ValueError where Python raises BadPosition.")
            .def("__str__", [](const T& table) { return G::write(table.position, table.rules); })
            .def("__hash__", [](const T& table) { return G::hash(table.position); })
            .def("__eq__",
                 [](const T& a, const T& b) {
                     return a.position == b.position && a.rules == b.rules;
                 },
                 nb::is_operator())
            .def_prop_ro("to_move", &to_move<G>, "The seat, -1 for chance, None once it is over.")
            .def("moves", &texts<G>, "The texts of the legal moves, in the order of the rules.")
            .def("count", [](const T& table) { return G::count(table.position, table.rules); },
                 "How many legal moves there are.")
            .def("after", &after<G>, nb::arg("index"), "The position after the move so numbered.")
            .def("outcome", &outcome<G>, "Shares and reason, None while the game goes on.")
            .def("perft", &counted<G>, nb::arg("depth"),
                 "Count the sequences of exactly that many moves.")
            .def("playouts", &playouts<G>, nb::arg("seed"), nb::arg("games"),
                 "Play random games on from here: the moves made, and each seat's shares in all.");
}

}  // namespace ludotheque
