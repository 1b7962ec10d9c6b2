// The fast twins as Python sees them: positions with their options.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/watched.hpp"
#include "text/twin.hpp"

namespace nb = nanobind;

namespace ludotheque {

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

// The moves made in that many random games, and the shares of the seats summed up.
template <Game G>
std::pair<std::uint64_t, std::vector<double>> playouts(const Twin<G>& twin, std::uint64_t seed,
                                                       std::uint64_t games) {
    std::atomic<bool> stop{false};
    const Tally tally =
        watched(stop, [&] { return played_out(twin, seed, games, stop); }, [] {});
    const auto first = tally.shares.begin();
    return {tally.moves, std::vector<double>(first, first + G::seats(twin.position))};
}

template <Game G>
std::uint64_t watched_perft(const Twin<G>& twin, int depth) {
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return counted(twin, depth, stop); }, [] {});
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
            .def("perft", &watched_perft<G>, nb::arg("depth"),
                 "Count the sequences of exactly that many moves.")
            .def("playouts", &playouts<G>, nb::arg("seed"), nb::arg("games"),
                 "Play random games on from here: the moves made, and each seat's shares in all.");
}

}  // namespace ludotheque
