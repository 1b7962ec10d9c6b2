// Proofs as Python sees them.
#pragma once

#include <nanobind/stl/optional.h>

#include "bind/twin.hpp"
#include "search/proof.hpp"

namespace ludotheque {

// A prover with a memory, of the positions of twin *T*.
template <SearchableGame G, Game T>
class TwinProver {
public:
    // Whether it is so, None where that is not known yet, and how many nodes were looked at.
    using Answer = std::pair<std::optional<bool>, std::uint64_t>;

    Answer forced(const Twin<T>& twin, int seat, int plies, std::uint64_t nodes,
                  const std::vector<Twin<T>>& drawn) {
        if (seat < 0 || seat > 1) throw nb::value_error("no such seat");
        if (plies < 0 || plies > MostPlies) throw nb::value_error("no such number of plies");
        const Turn turn(proving_, Busy);
        std::vector<typename G::Position> draws;
        for (const auto& position : drawn) draws.push_back(position.position);
        stop_ = false;
        std::uint64_t spent = 0;
        const auto prove = [&](std::uint64_t most) {
            const Proved proved =
                prover_.prove(twin.position, twin.rules, seat, plies, draws, most, stop_);
            spent += prover_.nodes();
            return proved;
        };
        // Most proofs are brief. One that is not begins anew, and knows already what it has proved.
        Proved proved = watched(stop_, [&] { return prove(std::min(nodes, BriefNodes)); }, [] {},
                                true);
        if (proved == Proved::Unknown && nodes > spent && !stop_)
            proved = watched(stop_, [&] { return prove(nodes - spent); }, [] {});
        if (proved == Proved::Unknown) return {std::nullopt, spent};
        return {proved == Proved::Yes, spent};
    }
    void stop() { stop_ = true; }
    void forget() {
        const Turn turn(proving_, Busy);
        prover_.forget();
    }

private:
    Prover<G> prover_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> proving_{false};
};

template <SearchableGame G, Game T>
void bind_prover(nb::module_& module, nb::dict& provers, const char* slug) {
    using P = TwinProver<G, T>;
    provers[slug] =
        nb::class_<P>(module, (std::string(G::Name) + "Prover").c_str(),
                      "An exhaustive search for forced wins, with a memory of its own.")
            .def(nb::init<>())
            .def("forced", &P::forced, nb::arg("position"), nb::arg("seat"), nb::arg("plies"),
                 nb::kw_only(), nb::arg("nodes"), nb::arg("drawn"),
                 "Whether the seat wins by force within so many plies, None where the nodes are "
                 "spent first; and how many were.")
            .def("stop", &P::stop, "End a running proof now.")
            .def("forget", &P::forget, "Empty the memory.");
}

}  // namespace ludotheque
