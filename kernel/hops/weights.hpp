// The weights of the evaluation, written by tools/fit.py from 3000 games of self-play.
#pragma once

#include "hops/features.hpp"

namespace ludotheque::hops {

constexpr Weights Fitted = {
    -6, 5, 4, 9, 15, -10, 2, 9, -12, -17, 16,
    14, 0, -2,
};

}  // namespace ludotheque::hops
