// The fast twins as Python sees them: positions with their options.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/watched.hpp"
#include "core/perft.hpp"
#include "core/playout.hpp"

namespace nb = nanobind;

namespace ludotheque {

// A position of a twin together with its options.
template <Game G>
struct Twin {
    typename G::Rules rules;
    typename G::Position position;

    Twin(const std::string& text, const Options& options)
        : rules(G::rules(options)), position(G::read(text, rules)) {}
    Twin(const typename G::Position& position, const typename G::Rules& rules)
        : rules(rules), position(position) {}

    // One list a thread, to be used at once: making a new one takes longer than filling it.
    const typename G::Moves& moves() const {
        thread_local typename G::Moves moves;
        G::generate(position, rules, moves);
        return moves;
    }
};

template <Game G>
nb::list texts(const Twin<G>& twin) {
    nb::list texts;
    for (const auto& move : twin.moves())
        texts.append(G::write(move, twin.position, twin.rules));
    return texts;
}

template <Game G>
nb::object outcome(const Twin<G>& twin) {
    const Outcome outcome = G::outcome(twin.position, twin.rules);
    if (!outcome) return nb::none();
    nb::list shares;
    for (int seat = 0; seat < G::seats(twin.position); ++seat) shares.append(outcome.shares[seat]);
    return nb::make_tuple(nb::tuple(shares), outcome.reason);
}

template <Game G>
nb::object to_move(const Twin<G>& twin) {
    const int seat = G::to_move(twin.position, twin.rules);
    return seat == Nobody ? nb::none() : nb::cast(seat);
}

template <Game G>
Twin<G> after(const Twin<G>& twin, int index) {
    const auto& [rules, position] = twin;
    if constexpr (requires { G::pick(position, rules, index); }) {
        if (index < 0 || index >= int(G::count(position, rules)))
            throw nb::index_error("no such move");
        return {G::after(position, G::pick(position, rules, index), rules), rules};
    } else {
        const auto& moves = twin.moves();
        if (index < 0 || index >= moves.size) throw nb::index_error("no such move");
        return {G::after(position, moves[index], rules), rules};
    }
}

// The moves made in that many random games, and the shares of the seats summed up.
template <Game G>
std::pair<std::uint64_t, std::vector<double>> playouts(const Twin<G>& twin, std::uint64_t seed,
                                                       std::uint64_t games) {
    std::atomic<bool> stop{false};
    const auto play = [&] {
        return play_out<G>(twin.position, twin.rules, games, Random(seed), stop);
    };
    const Tally tally = watched(stop, play, [] {});
    const auto first = tally.shares.begin();
    return {tally.moves, std::vector<double>(first, first + G::seats(twin.position))};
}

// Deeper trees than that nobody can count, nor hold their moves.
constexpr int DeepestPerft = 50;

template <Game G>
std::uint64_t counted(const Twin<G>& twin, int depth) {
    if (depth < 0 || depth > DeepestPerft) throw nb::value_error("no depth to count to");
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return perft<G>(twin.position, twin.rules, depth, stop); }, [] {});
}

template <Game G>
void bind_twin(nb::module_& module, nb::dict& twins, const char* slug) {
    using T = Twin<G>;
    twins[slug] =
        nb::class_<T>(module, G::Name, "A position of the fast twin.")
            .def(nb::init<const std::string&, const Options&>(), nb::arg("text"),
                 nb::arg("options"), "Read a position; ValueError where Python raises BadPosition.")
            .def("__str__", [](const T& twin) { return G::write(twin.position, twin.rules); })
            .def("__hash__", [](const T& twin) { return G::hash(twin.position); })
            .def("__eq__",
                 [](const T& a, const T& b) {
                     return a.position == b.position && a.rules == b.rules;
                 },
                 nb::is_operator())
            .def_prop_ro("to_move", &to_move<G>, "The seat, -1 for chance, None once it is over.")
            .def("moves", &texts<G>, "The texts of the legal moves, in the order of the rules.")
            .def("count", [](const T& twin) { return G::count(twin.position, twin.rules); },
                 "How many legal moves there are.")
            .def("after", &after<G>, nb::arg("index"), "The position after the move so numbered.")
            .def("outcome", &outcome<G>, "Shares and reason, None while the game goes on.")
            .def("perft", &counted<G>, nb::arg("depth"),
                 "Count the sequences of exactly that many moves.")
            .def("playouts", &playouts<G>, nb::arg("seed"), nb::arg("games"),
                 "Play random games on from here: the moves made, and each seat's shares in all.");
}

}  // namespace ludotheque
