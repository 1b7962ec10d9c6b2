// The weights of the evaluation, written by tools/fit.py from 20000 games of self-play.
#pragma once

#include "tortuga/features.hpp"

namespace ludotheque::tortuga {

constexpr Weights Fitted = {
    -2, 19, 59, 43, 59, 54, 101, 141, 84, 58, 49,
    82, 121, 200, 186, 256, 41, 89, 105, 172, 283, 0,
    0, -10, 29, -38, -56, -58, -31, 0, -91, -33, -19,
    76, 70, 0, 0, 0, 0, 0, 0, 0, -139, 377,
    269, 217, 185, 161, 141, -50, 107, 106, 134, 199, 119,
    37, 85, 196, 98, 119, 132, 35, 18, 164, 256, 97,
    130, 131, 26, 79, 174, 200, 132, 127, 98, 107, 111,
    154, 249, 209, 206, 180, 170, 90,
};

}  // namespace ludotheque::tortuga
