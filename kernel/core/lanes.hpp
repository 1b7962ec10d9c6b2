// Sixteen bytes worked on at once. The vectors are those of g++ and clang, so that one register
// serves on every machine that has them, and plain words on any other.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "core/bits.hpp"

namespace ludotheque {

static_assert(std::endian::native == std::endian::little, "lanes ascend with the bits of words");

using Lanes = std::uint8_t __attribute__((vector_size(16)));
using WideLanes = Bits __attribute__((vector_size(16)));

constexpr int LaneCount = 16;

inline Lanes lanes_at(const void* bytes) {
    Lanes lanes;
    std::memcpy(&lanes, bytes, sizeof lanes);
    return lanes;
}

constexpr Lanes every(std::uint8_t byte) { return Lanes{} + byte; }

// The vector of byte_of(lane) for each lane.
template <class ByteOf>
constexpr Lanes lanes_of(ByteOf&& byte_of) {
    return [&]<int... Lane>(std::integer_sequence<int, Lane...>) {
        return Lanes{std::uint8_t(byte_of(Lane))...};
    }(std::make_integer_sequence<int, LaneCount>{});
}

inline Lanes only(int lane, std::uint8_t byte) {
    constexpr Lanes Numbers = lanes_of([](int number) { return number; });
    return (Lanes)(Numbers == every(std::uint8_t(lane))) & every(byte);
}

inline bool any(Lanes lanes) {
    const auto words = (WideLanes)lanes;
    return (words[0] | words[1]) != 0;
}

// The lowest lane that is not zero; there is one.
inline int first_lane(Lanes lanes) {
    const auto words = (WideLanes)lanes;
    return (words[0] ? std::countr_zero(words[0]) : 64 + std::countr_zero(words[1])) / 8;
}

// All ones in the lanes that are not zero.
inline Lanes filled(Lanes lanes) { return (Lanes)(lanes != 0); }

// Every lane goes *By* lanes up, or down where that is negative; what comes in is zero.
template <int By>
Lanes moved(Lanes lanes) {
    constexpr auto source = [](int to) {
        return to - By >= 0 && to - By < LaneCount ? to - By : LaneCount;
    };
    return [&]<int... To>(std::integer_sequence<int, To...>) {
        return __builtin_shufflevector(lanes, Lanes{}, source(To)...);
    }(std::make_integer_sequence<int, LaneCount>{});
}

// Bytes 0, 2, 4 … of two vectors, and bytes 1, 3, 5 …
inline Lanes even_bytes(Lanes low, Lanes high) {
    return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26,
                                   28, 30);
}
inline Lanes odd_bytes(Lanes low, Lanes high) {
    return __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27,
                                   29, 31);
}

// The opposite: bytes of two vectors in turn, from their lower and their upper halves.
inline Lanes zipped_low(Lanes even, Lanes odd) {
    return __builtin_shufflevector(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7,
                                   23);
}
inline Lanes zipped_high(Lanes even, Lanes odd) {
    return __builtin_shufflevector(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30,
                                   15, 31);
}

// How many bits are set in each lane.
inline Lanes ones(Lanes lanes) {
    const auto pairs = lanes - (lanes >> 1 & every(0x55));
    const auto fours = (pairs & every(0x33)) + (pairs >> 2 & every(0x33));
    return (fours + (fours >> 4)) & every(0x0f);
}

// The sum of the lanes.
inline int sum(Lanes lanes) {
    const auto words = (WideLanes)lanes;
    constexpr Bits Even = 0x00ff00ff00ff00ff;
    Bits total = 0;
    for (int half = 0; half < 2; ++half) total += (words[half] & Even) + (words[half] >> 8 & Even);
    return int(total * 0x0001000100010001 >> 48);
}

}  // namespace ludotheque
