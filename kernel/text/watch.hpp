// Who watches over work that takes its time, and what is too brief to need it.
#pragma once

#include <concepts>
#include <cstdint>

namespace ludotheque {

// As many take about a hundredth of a second.
constexpr std::uint64_t BriefNodes = 30'000;
constexpr std::uint64_t BriefIterations = 1'000;

// A Watch is called with the work, and with whether it is *brief*: over sooner than anyone could ask
// it to stop. It does the work, here or elsewhere, and returns what comes of it.

// Nobody else is there: the work is done here and now.
struct Unwatched {
    template <class Work>
    auto operator()(Work&& work, bool) const {
        return work();
    }
};

}  // namespace ludotheque
