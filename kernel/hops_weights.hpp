// The weights of the evaluation of Hops: those set by hand, to which fitted ones have lost so far.
// tools/fit.py writes this file.
#pragma once

#include "hops_features.hpp"

namespace ludotheque::hops {

constexpr Weights Fitted = HandSet;

}  // namespace ludotheque::hops
