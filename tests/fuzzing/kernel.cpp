// Whatever text the kernel is given as a position, it refuses it, or plays on from it: searched for
// by libFuzzer, with every address and shift checked.
//
// The first byte says which game and which options, the rest is the text.
#include <string>

#include "core/random.hpp"
#include "hops/twin.hpp"
#include "race/twin.hpp"
#include "tortuga/twin.hpp"

using namespace ludotheque;

namespace {

constexpr int MostMoves = 12;

void hold(bool true_of_it) {
    if (!true_of_it) __builtin_trap();
}

template <Game G>
void try_text(const std::string& text, const Options& options) {
    const auto rules = G::rules(options);
    typename G::Position position;
    try {
        position = G::read(text, rules);
    } catch (const Refused&) {
        return;
    }
    hold(G::read(G::write(position, rules), rules) == position);
    Random random(text.size());
    for (int made = 0; made < MostMoves && G::to_move(position, rules) != Nobody; ++made) {
        typename G::Moves moves;
        G::generate(position, rules, moves);
        hold(moves.size > 0 && std::uint64_t(moves.size) == G::count(position, rules));
        for (const auto& move : moves) hold(!G::write(move, position, rules).empty());
        position = G::after(position, moves[random.below(moves.size)], rules);
    }
}

std::string either(bool second, const char* first, const char* other) {
    return second ? other : first;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const int which = data[0];
    const auto bit = [&](int number) { return which >> (2 + number) & 1; };
    switch (which & 3) {
        case 0:
            try_text<tortuga::Twin>(text, {{"start", either(bit(0), "camp", "coast")},
                                           {"chain", either(bit(1), "until-stuck", "longest")},
                                           {"capture", either(bit(2), "first", "anywhere")},
                                           {"goal", either(bit(3), "corner", "camp")}});
            break;
        case 1:
            try_text<race::Twin>(text, {{"start", either(bit(0), "stacked", "loose")},
                                        {"tiles", either(bit(1), "secret", "open")}});
            break;
        default:
            try_text<hops::Twin>(text,
                                 {{"start", either(bit(0), "corners", "edges")},
                                  {"to_and_fro", either(bit(1), "whole-move", "immediate")}});
    }
    return 0;
}
