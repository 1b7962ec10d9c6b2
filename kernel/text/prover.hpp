// Proofs, asked in texts.
#pragma once

#include <optional>

#include "search/proof.hpp"
#include "text/twin.hpp"
#include "text/watch.hpp"

namespace ludotheque {

// A prover with a memory, of the positions of twin *T*.
template <SearchableGame G, Game T>
class TextProver {
public:
    // Whether it is so, nothing where that is not known yet, and how many nodes were looked at.
    using Answer = std::pair<std::optional<bool>, std::uint64_t>;

    template <class Watch>
    Answer forced(const Twin<T>& twin, int seat, int plies, std::uint64_t nodes,
                  const std::vector<Twin<T>>& drawn, const std::atomic<bool>& stop,
                  Watch&& watch) {
        if (seat < 0 || seat > 1) throw Refused("no such seat");
        if (plies < 0 || plies > MostPlies) throw Refused("no such number of plies");
        std::vector<typename G::Position> draws;
        for (const auto& position : drawn) draws.push_back(position.position);
        std::uint64_t spent = 0;
        const auto prove = [&](std::uint64_t most) {
            const Proved proved =
                prover_.prove(twin.position, twin.rules, seat, plies, draws, most, stop);
            spent += prover_.nodes();
            return proved;
        };
        // Most proofs are brief. One that is not begins anew, and knows already what it has proved.
        Proved proved = watch([&] { return prove(std::min(nodes, BriefNodes)); }, true);
        if (proved == Proved::Unknown && nodes > spent && !stop)
            proved = watch([&] { return prove(nodes - spent); }, false);
        if (proved == Proved::Unknown) return {std::nullopt, spent};
        return {proved == Proved::Yes, spent};
    }
    void forget() { prover_.forget(); }

private:
    Prover<G> prover_;
};

}  // namespace ludotheque
