// The fast twins, asked in text.
#pragma once

#include "text/twin.hpp"
#include "wasm/offers.hpp"

namespace ludotheque {

template <Game G>
Twin<G> twin_in(Request& request) {
    const Options options = request.first.options();
    return Twin<G>(request.first.text(), options);
}

template <Game G>
std::vector<Twin<G>> twins_in(const Request& request, const Options& options) {
    std::vector<Twin<G>> twins;
    for (const std::string& text : request.rows) twins.emplace_back(text, options);
    return twins;
}

// All there is to know of a position at once: its text, who is to move, if anyone is, how many moves
// there are, and once it is over why, and everyone's share.
template <Game G>
void tell_position(const Twin<G>& twin, Reply& reply) {
    const auto& [rules, position] = twin;
    const int mover = G::to_move(position, rules);
    const std::string seat = mover == Nobody ? "" : std::to_string(mover);
    reply.row(G::write(position, rules), seat, G::count(position, rules));
    const Outcome outcome = G::outcome(position, rules);
    if (!outcome) return;
    reply.row(std::string_view(outcome.reason));
    const auto first = outcome.shares.begin();
    reply.row_of(std::vector<float>(first, first + G::seats(position)));
}

template <Game G>
void offer_twin(Offers& offers, const char* slug) {
    offers.slugs["twins"].insert(slug);
    auto& answers = offers.answers;
    answers["position"][slug] = [](Request& request, Reply& reply) {
        const Twin<G> twin = twin_in<G>(request);
        request.first.end();
        tell_position(twin, reply);
    };
    answers["moves"][slug] = [](Request& request, Reply& reply) {
        const Twin<G> twin = twin_in<G>(request);
        request.first.end();
        for (const auto& move : twin.moves())
            reply.row(G::write(move, twin.position, twin.rules));
    };
    answers["after"][slug] = [](Request& request, Reply& reply) {
        const Twin<G> twin = twin_in<G>(request);
        const int index = request.first.number<int>();
        request.first.end();
        tell_position(after(twin, index), reply);
    };
    answers["perft"][slug] = [](Request& request, Reply& reply) {
        const Twin<G> twin = twin_in<G>(request);
        const int depth = request.first.number<int>();
        request.first.end();
        reply.row(counted(twin, depth, stopped));
    };
    answers["playouts"][slug] = [](Request& request, Reply& reply) {
        const Twin<G> twin = twin_in<G>(request);
        const auto seed = request.first.number<std::uint64_t>();
        const auto games = request.first.number<std::uint64_t>();
        request.first.end();
        const Tally tally = played_out(twin, seed, games, stopped);
        reply.row(tally.moves);
        const auto first = tally.shares.begin();
        reply.row_of(std::vector<double>(first, first + G::seats(twin.position)));
    };
}

}  // namespace ludotheque
