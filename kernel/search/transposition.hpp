// What the search has learned about positions, shared by all its threads without a lock.
//
// An entry is two words: what is known, and the position's key xor what is known. Two threads that
// write one entry at once leave a pair that fits no key, so a torn entry is never believed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ludotheque {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// What a search of some depth has found: a score or a bound on it, and which move was best, as its
// number in the order of `generate`: a move from a wrong entry is at worst a poor one.
struct Known {
    static constexpr int NoMove = 0xffff;

    int score = 0;
    int depth = 0;
    int move = NoMove;
    Bound bound = Bound::None;
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes = 1) { resize(megabytes); }

    // More bytes than that a machine of 32 bits could not even count.
    static constexpr std::size_t MostMegabytes = std::size_t{1} << (sizeof(std::size_t) > 4 ? 20 : 11);

    // Make the table as large as the greatest power of two within *megabytes*, and forget all; a
    // table that has that size already keeps what it knows. One that there is no room for is empty.
    void resize(std::size_t megabytes) {
        if (megabytes > MostMegabytes) throw std::invalid_argument("no table is that large");
        const std::size_t bytes = std::bit_floor(std::max<std::size_t>(megabytes, 1) << 20);
        const std::size_t wanted = bytes / sizeof(Bucket);
        if (wanted == size_) return;
        size_ = 0;
        buckets_.reset();
        buckets_.reset(static_cast<Bucket*>(
            ::operator new(wanted * sizeof(Bucket), std::align_val_t{HugePage})));
#ifdef __linux__
        // Nearly every look misses the processor's map of small pages; a failure only costs speed.
        madvise(buckets_.get(), wanted * sizeof(Bucket), MADV_HUGEPAGE);
#endif
        std::uninitialized_value_construct_n(buckets_.get(), wanted);
        size_ = wanted;
        age_ = 0;
        era_ = 1;
    }

    // Entries of an era that is over count as empty: to wipe them would take longer than a short
    // search. Only when the eras have been counted through are they wiped.
    void forget() {
        if (era_ == LastEra) {
            for (std::size_t i = 0; i < size_; ++i)
                for (Entry& entry : buckets_.get()[i].entries) entry.write(0, 0);
            era_ = 0;
        }
        ++era_;
        age_ = 0;
    }

    // Begin a new search: what older ones have left is given up first.
    void grow_older() { age_ = (age_ + 1) & AgeMask; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    std::optional<Known> find(std::uint64_t key) const {
        for (const Entry& entry : bucket(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && is_known(data))
                return unpacked(data);
        }
        return std::nullopt;
    }

    // Keep *known* in the place of what the table knew of the position, or of what is least worth
    // keeping: shallow and old.
    void keep(std::uint64_t key, const Known& known) {
        Entry* worst = nullptr;
        int least = 0;
        for (Entry& entry : bucket(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const bool known = is_known(data);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && known) {
                worst = &entry;
                break;
            }
            const int years = (age_ - age_of(data)) & AgeMask;
            const int worth = known ? depth_of(data) - 8 * years : -10000;
            if (!worst || worth < least) {
                worst = &entry;
                least = worth;
            }
        }
        worst->write(key, packed(known));
    }

private:
    static constexpr int AgeMask = 63;
    static constexpr std::uint64_t LastEra = 0xffff;
    static constexpr std::size_t HugePage = std::size_t{2} << 20;

    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};

        void write(std::uint64_t key, std::uint64_t word) {
            check.store(key ^ word, std::memory_order_relaxed);
            data.store(word, std::memory_order_relaxed);
        }
    };
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };

    // Bits of a word: score 0-15, move 16-31, depth 32-39, age 40-45, bound 46-47, era 48-63. Eras
    // count from 1: a word that was never written is of none.
    std::uint64_t packed(const Known& known) const {
        return std::uint64_t(std::uint16_t(known.score)) |
               std::uint64_t(known.move & 0xffff) << 16 | std::uint64_t(known.depth & 0xff) << 32 |
               std::uint64_t(age_) << 40 |
               std::uint64_t(known.bound) << 46 | era_ << 48;
    }
    static Known unpacked(std::uint64_t data) {
        return {.score = std::int16_t(data),
                .depth = depth_of(data),
                .move = int(data >> 16 & 0xffff),
                .bound = Bound(data >> 46 & 3)};
    }
    static int depth_of(std::uint64_t data) { return int(data >> 32 & 0xff); }
    static int age_of(std::uint64_t data) { return int(data >> 40 & AgeMask); }
    bool is_known(std::uint64_t data) const { return data >> 48 == era_; }

    Bucket& bucket(std::uint64_t key) { return buckets_.get()[key & (size_ - 1)]; }
    const Bucket& bucket(std::uint64_t key) const { return buckets_.get()[key & (size_ - 1)]; }

    struct Release {
        void operator()(Bucket* buckets) const {
            ::operator delete(buckets, std::align_val_t{HugePage});
        }
    };
    std::unique_ptr<Bucket, Release> buckets_;
    std::size_t size_ = 0;
    int age_ = 0;
    std::uint64_t era_ = 1;
};

}  // namespace ludotheque
