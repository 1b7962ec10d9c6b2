// Work that takes its time: without the GIL, one at a time, and ended by Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace nb = nanobind;

namespace ludotheque {

// Do *work* on another thread while this one listens for Ctrl-C, so that a search stops at once.
// *listen* is called with the GIL now and then, and a last time at the end. What is *brief* is over
// sooner than anyone could ask it to stop, and is done here: starting a thread may take longer.
template <class Work, class Listen>
auto watched(std::atomic<bool>& stop, Work&& work, Listen&& listen, bool brief = false) {
    if (brief) {
        auto result = [&] {
            nb::gil_scoped_release release;
            return work();
        }();
        listen();
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return result;
    }
    std::optional<decltype(work())> result;
    std::exception_ptr fault;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::thread worker([&] {
        try {
            result.emplace(work());
        } catch (...) {
            fault = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        changed.notify_all();
    });
    const auto finish = [&] {
        nb::gil_scoped_release release;
        worker.join();
    };
    for (bool over = false; !over;) {
        {
            nb::gil_scoped_release release;
            std::unique_lock lock(mutex);
            over = changed.wait_for(lock, std::chrono::milliseconds(5), [&] { return done; });
        }
        try {
            listen();
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        } catch (...) {
            stop = true;
            finish();
            throw;
        }
    }
    finish();
    if (fault) std::rethrow_exception(fault);
    return std::move(*result);
}

// The Watch of text/watch.hpp, for who has nothing to listen for but Ctrl-C.
struct Watched {
    std::atomic<bool>& stop;

    template <class Work>
    auto operator()(Work&& work, bool brief) const {
        return watched(stop, work, [] {}, brief);
    }
};

constexpr const char* Busy = "this search is thinking already";

// Held by who is at work without the GIL: another thread might ask the same one meanwhile, and is
// told so.
class Turn {
public:
    Turn(std::atomic<bool>& taken, const char* busy) : taken_(taken) {
        if (taken_.exchange(true)) throw std::runtime_error(busy);
    }
    Turn(const Turn&) = delete;
    ~Turn() { taken_ = false; }

private:
    std::atomic<bool>& taken_;
};

}  // namespace ludotheque
