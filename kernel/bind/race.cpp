// The turtle race as Python sees it: its twin, a search from what one seat may know, and what the
// others' plays tell that seat.

#include <nanobind/stl/tuple.h>

#include "bind/bind.hpp"
#include "bind/twin.hpp"
#include "race/asked.hpp"

namespace ludotheque {

namespace {

// A seat's search of the race, one question at a time.
class RaceSearch {
public:
    RaceSearch(const std::string& text, int seat, const Options& options,
               const std::vector<TextPlay>& plays, std::uint64_t seed, bool whole)
        : search_(text, seat, options, plays, seed, whole) {}

    std::vector<TextTrial> more(std::uint64_t iterations, double seconds) {
        const Turn turn(thinking_, Busy);
        std::atomic<bool> stop{false};
        return search_.more(iterations, seconds, stop, Watched{stop});
    }

private:
    std::atomic<bool> thinking_{false};
    race::TextSearch search_;
};

std::vector<TextValue> race_values(const std::string& text, int seat, const Options& options,
                                         const std::vector<TextPlay>& plays, std::uint64_t seed,
                                         std::uint64_t games, const std::string& kept) {
    std::atomic<bool> stop{false};
    return race::values(text, seat, options, plays, seed, games, kept, stop, Watched{stop});
}

std::vector<TextFortune> race_fortunes(const std::string& before, const std::string& after,
                                             const Options& options, std::uint64_t games,
                                             std::uint64_t seed) {
    std::atomic<bool> stop{false};
    return race::fortunes(before, after, options, games, seed, stop, Watched{stop});
}

}  // namespace

void bind_race(nb::module_& module, Offered& offered) {
    bind_twin<race::Twin>(module, offered.twins, "race");
    offered.secret_searches["race"] =
        nb::class_<RaceSearch>(module, "RaceSearch",
                               "A search from what one seat may know, or from the whole.")
            .def(nb::init<const std::string&, int, const Options&, const std::vector<TextPlay>&,
                          std::uint64_t, bool>(),
                 nb::arg("view"), nb::arg("seat"), nb::arg("options"), nb::arg("plays"),
                 nb::arg("seed"), nb::kw_only(), nb::arg("whole"))
            .def("more", &RaceSearch::more, nb::kw_only(), nb::arg("iterations"),
                 nb::arg("seconds"),
                 "Imagine more games; return each move, its tries so far and its mean share.");
    offered.valuings["race"] = nb::cpp_function(&race_values);
    offered.fortunes["race"] = nb::cpp_function(&race_fortunes);
    offered.beliefs["race"] = nb::cpp_function(&race::beliefs);
}

}  // namespace ludotheque
