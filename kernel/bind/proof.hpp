// Proofs as Python sees them.
#pragma once

#include <nanobind/stl/optional.h>

#include "bind/twin.hpp"
#include "text/prover.hpp"

namespace ludotheque {

// A prover with a memory, one question at a time.
template <SearchableGame G, Game T>
class TwinProver {
public:
    typename TextProver<G, T>::Answer forced(const Twin<T>& twin, int seat, int plies,
                                             std::uint64_t nodes,
                                             const std::vector<Twin<T>>& drawn) {
        const Turn turn(proving_, Busy);
        stop_ = false;
        return prover_.forced(twin, seat, plies, nodes, drawn, stop_, Watched{stop_});
    }
    void stop() { stop_ = true; }
    void forget() {
        const Turn turn(proving_, Busy);
        prover_.forget();
    }

private:
    TextProver<G, T> prover_;
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
