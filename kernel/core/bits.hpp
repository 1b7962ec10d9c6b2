// Words of 64 bits as sets of cells.
#pragma once

#include <bit>
#include <cstdint>

namespace ludotheque {

using Bits = std::uint64_t;

constexpr Bits bit(int cell) { return Bits{1} << cell; }

// Shift towards higher cells, or lower ones where *by* is negative.
constexpr Bits shifted(Bits bits, int by) { return by >= 0 ? bits << by : bits >> -by; }

// Take the lowest cell out of *bits* and return it.
inline int pop(Bits& bits) {
    const int cell = std::countr_zero(bits);
    bits &= bits - 1;
    return cell;
}

constexpr Bits EveryByte = 0x0101010101010101;
constexpr Bits TopOfEveryByte = EveryByte << 7;

// The counts of a set's elements up to the end of each byte; sets of all 64 do not occur here.
constexpr Bits running_counts(Bits set) {
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return ((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * EveryByte;
}

// The size of a set. A portable build may not use the machine's instruction, and would call a
// function that takes longer than this.
constexpr int size_of(Bits set) {
#if defined(__POPCNT__) || defined(__wasm__)
    return std::popcount(set);
#else
    return int(running_counts(set) >> 56);
#endif
}

// The size of *ones* and twice the size of *twos*.
[[gnu::always_inline]] constexpr int weighed(Bits ones, Bits twos) {
#if defined(__POPCNT__) || defined(__wasm__)
    return std::popcount(ones) + 2 * std::popcount(twos);
#else
    const auto by_four = [](Bits set) {
        set -= set >> 1 & 0x5555555555555555;
        return (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    };
    const Bits sums = by_four(ones) + 2 * by_four(twos);
    return int(((sums & 0x0f0f0f0f0f0f0f0f) + (sums >> 4 & 0x0f0f0f0f0f0f0f0f)) * EveryByte >> 56);
#endif
}

// The first byte of *counts*, which ascend and are below 128, that is above *number*.
constexpr int first_above(Bits counts, int number) {
    const Bits passed = ((Bits(number) * EveryByte | TopOfEveryByte) - counts) & TopOfEveryByte;
    return int((passed >> 7) * EveryByte >> 56);
}

// Spread every bit of *word* over all of the result (the finaliser of splitmix64).
constexpr Bits mixed(Bits word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
}

}  // namespace ludotheque
