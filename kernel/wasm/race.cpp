// The turtle race, asked in text.

#include "race/asked.hpp"
#include "race/twin.hpp"
#include "wasm/twin.hpp"

namespace ludotheque {

namespace {

class AskedSecretSearch : public Search {
public:
    AskedSecretSearch(const std::string& view, int seat, const Options& options,
                      const std::vector<TextPlay>& plays, std::uint64_t seed, bool whole)
        : search_(view, seat, options, plays, seed, whole) {}

    void ask(Request& request, Reply& reply) override {
        const auto iterations = request.first.number<std::uint64_t>();
        const double seconds = request.first.seconds();
        request.first.end();
        reply.rows(search_.more(iterations, seconds, stopped, Unwatched{}));
    }

private:
    race::TextSearch search_;
};

}  // namespace

void offer_race(Offers& offers) {
    offer_twin<race::Twin>(offers, "race");
    for (const char* kind : {"secret_searches", "valuings", "fortunes", "beliefs"})
        offers.slugs[kind].insert("race");
    offers.beginnings["secret_search"]["race"] = [](Request& request) -> std::unique_ptr<Search> {
        Row& first = request.first;
        const Options options = first.options();
        const std::string& view = first.text();
        const int seat = first.number<int>();
        const auto seed = first.number<std::uint64_t>();
        const bool whole = first.yes();
        first.end();
        auto search = std::make_unique<AskedSecretSearch>(view, seat, options, request.plays(),
                                                          seed, whole);
        search->verb = "more";
        return search;
    };
    offers.answers["values"]["race"] = [](Request& request, Reply& reply) {
        Row& first = request.first;
        const Options options = first.options();
        const std::string& view = first.text();
        const int seat = first.number<int>();
        const auto seed = first.number<std::uint64_t>();
        const auto games = first.number<std::uint64_t>();
        const std::string& kept = first.text();
        first.end();
        reply.rows(race::values(view, seat, options, request.plays(), seed, games, kept, stopped,
                                Unwatched{}));
    };
    offers.answers["fortunes"]["race"] = [](Request& request, Reply& reply) {
        Row& first = request.first;
        const Options options = first.options();
        const std::string& before = first.text();
        const std::string& after = first.text();
        const auto games = first.number<std::uint64_t>();
        const auto seed = first.number<std::uint64_t>();
        first.end();
        reply.rows(race::fortunes(before, after, options, games, seed, stopped, Unwatched{}));
    };
    offers.answers["belief"]["race"] = [](Request& request, Reply& reply) {
        Row& first = request.first;
        const Options options = first.options();
        const std::string& view = first.text();
        const int seat = first.number<int>();
        first.end();
        for (const auto& seat_of : race::beliefs(view, seat, options, request.plays()))
            reply.row_of(seat_of);
    };
}

}  // namespace ludotheque
