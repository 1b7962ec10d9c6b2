// What the kernel is told and tells in texts, whoever asks.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace ludotheque {

// A play that everyone saw: the seat, the move's text and the text of the view before it.
using TextPlay = std::tuple<int, std::string, std::string>;
// Score, depth, nodes and the texts of the moves.
using TextLine = std::tuple<int, int, std::uint64_t, std::vector<std::string>>;
// A move, how often it was tried and its mean share.
using TextTrial = std::tuple<std::string, std::uint32_t, double>;
// A move of the viewer: text, tries, share and its error, loss and its error.
using TextValue = std::tuple<std::string, std::uint32_t, double, double, double, double>;
// Of a seat: what chance's move brought it, and what could be expected, each with its error.
using TextFortune = std::tuple<double, double, double, double>;

}  // namespace ludotheque
