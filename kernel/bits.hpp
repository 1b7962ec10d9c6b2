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

// Spread every bit of *word* over all of the result (the finaliser of splitmix64).
constexpr Bits mixed(Bits word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
}

}  // namespace ludotheque
