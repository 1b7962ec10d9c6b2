// Batches of environments as Python sees them.

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "batch/batch.hpp"
#include "bind/bind.hpp"
#include "bind/watched.hpp"
#include "hops/episode.hpp"
#include "race/episode.hpp"
#include "tortuga/episode.hpp"

namespace ludotheque {

namespace {

// A batch of environments. Its arrays are handed out as they lie in memory, to be read only.
template <Episode E>
class Environments {
public:
    using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    Environments(int size, int seats, const Options& options, int moves, bool drawn, int renewal)
        : batch_(checked(size, 1, MostEnvironments), checked(seats, E::FewestSeats, E::MostSeats),
                 options, Limit{checked(moves, 1, E::MostMoves), drawn},
                 Renewal(checked(renewal, 0, int(Renewal::NextStep)))),
          picked_(std::size_t(size)) {}
    Environments(const Environments& other) : batch_(other.batch_), picked_(other.picked_) {}

    void reset(std::uint64_t seed, const std::vector<std::string>& positions) {
        const Turn turn(stepping_, Busy);
        nb::gil_scoped_release release;
        batch_.begin_from(positions);
        batch_.reset(seed);
    }
    // Step if every action is legal and return -1, else return the first that is not.
    int step(const Actions& actions) {
        if (int(actions.shape(0)) != batch_.size) throw nb::value_error("one action each is needed");
        return step(std::span(actions.data(), actions.shape(0)));
    }
    int step_alone(std::int64_t action) {
        if (batch_.size != 1) throw nb::value_error("there are more environments than one");
        return step(std::span<const std::int64_t>(&action, 1));
    }
    void sample() {
        const Turn turn(stepping_, Busy);
        nb::gil_scoped_release release;
        batch_.sample(picked_);
    }
    nb::bytes observe(int number, int seat) const {
        std::array<std::uint8_t, E::Observed> seen;
        batch_.observe(checked(number, 0, batch_.size - 1), checked(seat, 0, batch_.seats - 1),
                       seen.data());
        return nb::bytes(seen.data(), seen.size());
    }
    std::string text(int number) const { return batch_.text(checked(number, 0, batch_.size - 1)); }

    // The array of that name: *width* values an environment, or one if it is 0.
    template <class T, class Values>
    auto array(Values Batch<E>::*values, int width) {
        return rows<T>((batch_.*values).data(), width);
    }
    auto picked() { return rows<std::int64_t>(picked_.data(), 0); }
    int seats() const { return batch_.seats; }

private:
    static constexpr int MostEnvironments = 1 << 20;
    static constexpr const char* Busy = "these games are being played by another thread";

    Batch<E> batch_;
    std::vector<std::int64_t> picked_;
    std::atomic<bool> stepping_{false};

    static int checked(int number, int least, int most) {
        if (number < least || number > most)
            throw nb::value_error(("expected a number from " + std::to_string(least) + " to " +
                                   std::to_string(most)).c_str());
        return number;
    }
    int step(std::span<const std::int64_t> actions) {
        const Turn turn(stepping_, Busy);
        nb::gil_scoped_release release;
        const int illegal = batch_.first_illegal(actions);
        if (illegal < 0) batch_.step(actions);
        return illegal;
    }
    template <class T, class Stored>
    nb::ndarray<nb::numpy, const T> rows(const Stored* data, int width) const {
        static_assert(sizeof(T) == sizeof(Stored));
        const std::size_t shape[] = {std::size_t(batch_.size), std::size_t(width)};
        return nb::ndarray<nb::numpy, const T>(data, width > 0 ? 2 : 1, shape, nb::find(this));
    }
};

template <Episode E>
void bind_batch(nb::module_& module, nb::dict& batches, const char* slug) {
    using B = Environments<E>;
    using Whole = Batch<E>;
    constexpr bool ByByte = E::MaskBytes == E::Actions;
    using Mask = std::conditional_t<ByByte, bool, std::uint8_t>;
    auto batch =
        nb::class_<B>(module, (std::string(E::Name) + "Batch").c_str(),
                      "Games side by side, played by numbered actions.")
            .def(nb::init<int, int, const Options&, int, bool, int>(), nb::arg("size"),
                 nb::arg("seats"), nb::arg("options"), nb::arg("moves"), nb::arg("drawn"),
                 nb::arg("renewal"),
                 "Begin; after so many moves a game is drawn, or only broken off. Where a game has "
                 "ended nothing is legal any more (0), the next one begins at once (1) or in the "
                 "next step (2).")
            .def("copy", [](const B& batch) { return B(batch); }, "One that goes its own way.")
            .def("reset", &B::reset, nb::arg("seed"), nb::arg("positions"),
                 "Begin every game anew, now and later from its own position; none: the start.")
            .def("step", nb::overload_cast<const typename B::Actions&>(&B::step),
                 nb::arg("actions").noconvert(),
                 "Act in each and return -1; where one is not legal, do nothing and return which.")
            .def("step_alone", &B::step_alone, nb::arg("action"), "The same for a batch of one.")
            .def("sample", &B::sample, "Pick a legal action in each: see `picked`.")
            .def("observe", &B::observe, nb::arg("number"), nb::arg("seat"),
                 "What a seat of one environment may know.")
            .def("text", &B::text, nb::arg("number"), "The whole position of one environment.")
            .def_prop_ro("observations",
                         [](B& b) {
                             return b.template array<std::uint8_t>(&Whole::observations,
                                                                   E::Observed);
                         })
            .def_prop_ro("final_observations",
                         [](B& b) {
                             return b.template array<std::uint8_t>(&Whole::final_observations,
                                                                   E::Observed);
                         })
            .def_prop_ro("masks",
                         [](B& b) { return b.template array<Mask>(&Whole::masks, E::MaskBytes); })
            .def_prop_ro("rewards",
                         [](B& b) { return b.template array<float>(&Whole::rewards, b.seats()); })
            .def_prop_ro("earned",
                         [](B& b) { return b.template array<float>(&Whole::earned, 0); })
            .def_prop_ro("terminated",
                         [](B& b) { return b.template array<bool>(&Whole::terminated, 0); })
            .def_prop_ro("truncated",
                         [](B& b) { return b.template array<bool>(&Whole::truncated, 0); })
            .def_prop_ro("to_move",
                         [](B& b) { return b.template array<std::int8_t>(&Whole::to_move, 0); })
            .def_prop_ro("picked", &B::picked);
    batch.attr("BYTES_EACH") = Whole::BytesEach;
    batches[slug] = batch;
}

}  // namespace

void bind_batches(nb::module_& module, Offered& offered) {
    bind_batch<hops::Episode>(module, offered.batches, "hops");
    bind_batch<race::Episode>(module, offered.batches, "race");
    bind_batch<tortuga::Episode>(module, offered.batches, "tortuga");
}

}  // namespace ludotheque
