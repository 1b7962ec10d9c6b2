// The games that tools/fit.py learns from and measures by; it compiles and runs this.
//
//   fit GAME weights 0 0 0            the weights set by hand
//   fit GAME play GAMES NODES SEED    to standard output, as bytes: the length of a row, then one
//                                     row for one quiet position in four, which are much alike:
//                                     features, the mover's share doubled
//   fit GAME match GAMES NODES SEED   fitted against hand-set weights: wins, draws, losses
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "hops/eval.hpp"
#include "search/selfplay.hpp"
#include "tortuga/eval.hpp"

using namespace ludotheque;

namespace {

Limits limits(std::uint64_t nodes) { return {.nodes = nodes, .table_mb = 1}; }

template <SearchableGame G>
Course<G> opening_of(int game, const typename G::Rules& rules, Random& random) {
    const int plies = 4 + random.below(9);
    return opening<G>(G::read(G::Starts[game % 2], rules), rules, plies, random);
}

template <SearchableGame G>
void play_games(int games, std::uint64_t nodes, std::uint64_t seed) {
    const auto rules = G::rules({});
    Random random(seed);
    Searcher<G> searcher;
    std::putchar(G::FeatureCount + 1);
    for (int game = 0; game < games; ++game) {
        std::vector<typename G::Position> quiet;
        const float share = play(
            opening_of<G>(game, rules, random), rules,
            [&](const auto& course, int) {
                return chosen(searcher, course.position, course.history, rules, limits(nodes));
            },
            [&](const auto& position) {
                if (random.below(4) == 0 && !G::is_noisy(position, rules) &&
                    !G::wins_at_once(position, rules))
                    quiet.push_back(position);
            });
        for (const auto& position : quiet) {
            std::array<signed char, G::FeatureCount + 1> row;
            const auto found = G::features(position, rules);
            std::copy(found.begin(), found.end(), row.begin());
            row.back() = (signed char)(2 * (position.turn == 0 ? share : 1 - share));
            std::fwrite(row.data(), 1, row.size(), stdout);
        }
    }
}

// Each opening is played twice with the sides changed.
template <SearchableGame Fitted, SearchableGame HandSet>
void play_match(int games, std::uint64_t nodes, std::uint64_t seed) {
    const auto rules = Fitted::rules({});
    Random random(seed);
    Searcher<Fitted> fitted;
    Searcher<HandSet> by_hand;
    int wins = 0, draws = 0, losses = 0;
    for (int pair = 0; pair < games / 2; ++pair) {
        const auto course = opening_of<Fitted>(pair, rules, random);
        for (const int seat : {0, 1}) {
            fitted.forget();
            by_hand.forget();
            const float first = play(
                course, rules,
                [&](const auto& now, int to_move) {
                    return to_move == seat
                               ? chosen(fitted, now.position, now.history, rules, limits(nodes))
                               : chosen(by_hand, now.position, now.history, rules, limits(nodes));
                },
                [](const auto&) {});
            const float share = seat == 0 ? first : 1 - first;
            ++(share > 0.5f ? wins : share < 0.5f ? losses : draws);
        }
    }
    std::printf("%d %d %d\n", wins, draws, losses);
}

template <SearchableGame Fitted, SearchableGame HandSet>
void run(std::string_view what, int games, std::uint64_t nodes, std::uint64_t seed) {
    if (what == "play") play_games<Fitted>(games, nodes, seed);
    else play_match<Fitted, HandSet>(games, nodes, seed);
}

template <class Weights>
void tell(const Weights& weights) {
    for (const int weight : weights) std::printf("%d ", weight);
}

}  // namespace

int main(int count, char** words) {
    if (count != 6) return 2;
    const std::string_view game = words[1];
    if (words[2] == std::string_view("weights")) {
        game == "tortuga" ? tell(tortuga::HandSet) : tell(hops::HandSet);
        return 0;
    }
    const auto number = [&](int word) { return std::strtoull(words[word], nullptr, 10); };
    using TortugaByHand = tortuga::Judged<tortuga::HandSet>;
    using HopsByHand = hops::Judged<hops::HandSet>;
    const auto start = game == "tortuga" ? run<tortuga::Thinker, TortugaByHand>
                                         : run<hops::Thinker, HopsByHand>;
    start(words[2], int(number(3)), number(4), number(5));
}
