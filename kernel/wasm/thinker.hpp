// Searches and proofs of open games, asked in text.
#pragma once

#include "text/prover.hpp"
#include "text/thinker.hpp"
#include "wasm/twin.hpp"

namespace ludotheque {

template <SearchableGame G, Game T>
class AskedThinker : public Search {
public:
    void ask(Request& request, Reply& reply) override {
        Row& first = request.first;
        const Options options = first.options();
        const Twin<T> twin(first.text(), options);
        Limits limits;
        limits.seconds = first.seconds();
        limits.nodes = first.number<std::uint64_t>();
        limits.depth = first.number<int>();
        limits.lines = first.number<int>();
        limits.table_mb = first.number<std::size_t>();
        limits.impartial = first.yes();
        first.end();
        const auto tell = [&](const auto& lines) {
            Reply news;
            news.rows(TextThinker<G, T>::written(lines, twin));
            if (told(news)) stopped = true;
        };
        reply.rows(thinker_.think(twin, twins_in<T>(request, options), limits, tell, stopped,
                                  Unwatched{}));
    }
    void forget() override { thinker_.forget(); }

private:
    TextThinker<G, T> thinker_;
};

template <SearchableGame G, Game T>
class AskedProver : public Search {
public:
    void ask(Request& request, Reply& reply) override {
        Row& first = request.first;
        const Options options = first.options();
        const Twin<T> twin(first.text(), options);
        const int seat = first.number<int>();
        const int plies = first.number<int>();
        const auto nodes = first.number<std::uint64_t>();
        first.end();
        const auto [found, spent] = prover_.forced(
            twin, seat, plies, nodes, twins_in<T>(request, options), stopped, Unwatched{});
        reply.row(std::string_view(!found ? "unknown" : *found ? "yes" : "no"), spent);
    }
    void forget() override { prover_.forget(); }

private:
    TextProver<G, T> prover_;
};

template <Game G>
class AskedSampler : public Search {
public:
    explicit AskedSampler(std::uint64_t seed) : sampler_(seed) {}

    void ask(Request& request, Reply& reply) override {
        const Twin<G> twin = twin_in<G>(request);
        const double seconds = request.first.seconds();
        const auto games = request.first.number<std::uint64_t>();
        request.first.end();
        reply.rows(sampler_.tried(twin, seconds, games, stopped, Unwatched{}));
    }

private:
    TextSampler<G> sampler_;
};

// All that is offered for an open game that has an evaluation.
template <SearchableGame G, Game T>
void offer_thinking(Offers& offers, const char* slug) {
    for (const char* kind : {"thinkers", "provers", "samplers"}) offers.slugs[kind].insert(slug);
    offers.beginnings["thinker"][slug] = [](Request& request) -> std::unique_ptr<Search> {
        request.first.end();
        auto search = std::make_unique<AskedThinker<G, T>>();
        search->verb = "think";
        return search;
    };
    offers.beginnings["prover"][slug] = [](Request& request) -> std::unique_ptr<Search> {
        request.first.end();
        auto search = std::make_unique<AskedProver<G, T>>();
        search->verb = "forced";
        return search;
    };
    offers.beginnings["sampler"][slug] = [](Request& request) -> std::unique_ptr<Search> {
        const auto seed = request.first.number<std::uint64_t>();
        request.first.end();
        auto search = std::make_unique<AskedSampler<T>>(seed);
        search->verb = "tried";
        return search;
    };
    offers.answers["evaluate"][slug] = [](Request& request, Reply& reply) {
        const Twin<T> twin = twin_in<T>(request);
        request.first.end();
        reply.row(evaluated<G, T>(twin));
    };
    offers.answers["features"][slug] = [](Request& request, Reply& reply) {
        const Twin<T> twin = twin_in<T>(request);
        request.first.end();
        reply.row_of(features_of<G, T>(twin));
    };
    offers.answers["weights"][slug] = [](Request& request, Reply& reply) {
        request.first.end();
        reply.row_of(weights_of<G>());
    };
    offers.answers["signature"][slug] = [](Request& request, Reply& reply) {
        const Options options = request.first.options();
        const int depth = request.first.number<int>();
        request.first.end();
        reply.row(signed_nodes<G>(request.rows, options, depth, stopped));
    };
}

}  // namespace ludotheque
