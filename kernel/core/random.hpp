// Random numbers, the same everywhere for the same seed, and elements of sets picked by them.
#pragma once

#include <array>

#include "core/bits.hpp"

namespace ludotheque {

// Splitmix64: one addition and one mixing a word, and any seed will do.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    Bits word() { return mixed(state_ += 0x9e3779b97f4a7c15); }
    // A number from 0 to *count* - 1; so small a count makes the bias too small to see.
    int below(int count) { return int((word() >> 32) * Bits(count) >> 32); }
    // From 0 up to, but never, 1.
    double unit() { return double(word() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

// For each byte, the place of its first set bit, its second, and so on.
constexpr auto PlacesInByte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (int byte = 0; byte < 256; ++byte)
        for (int place = 0, found = 0; place < 8; ++place)
            if (byte >> place & 1) places[byte][found++] = std::uint8_t(place);
    return places;
}();

constexpr int element_of(Bits set, Bits counts, int number) {
    const int start = first_above(counts, number) * 8;
    const int before = int(counts << 8 >> start & 0xff);
    return start + PlacesInByte[set >> start & 0xff][number - before];
}
// The element of that *number*, counted from 0 and from the lowest.
constexpr int element_of(Bits set, int number) {
    return element_of(set, running_counts(set), number);
}

// Any element of a set that is not empty, each as likely as the next.
inline int any_of(Bits set, Random& random) {
    const Bits counts = running_counts(set);
    return element_of(set, counts, random.below(int(counts >> 56)));
}

}  // namespace ludotheque
