// The threads that help a search. WebAssembly has none: there a search is on its own.
#pragma once

#ifndef __wasm__
#include <thread>
#endif

namespace ludotheque {

#ifdef __wasm__
constexpr int MostThreads = 1;

struct Helper {
    template <class Work>
    explicit Helper(Work&&) {}
};
#else
constexpr int MostThreads = 256;

using Helper = std::jthread;
#endif

}  // namespace ludotheque
