// The kernel as Python sees it: the only file that knows Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "batch.hpp"
#include "bind_course.hpp"
#include "hops_episode.hpp"
#include "hops_eval.hpp"
#include "ismcts.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "race_episode.hpp"
#include "race_hidden.hpp"
#include "race_twin.hpp"
#include "search.hpp"
#include "tortuga_episode.hpp"
#include "tortuga_eval.hpp"
#include "uct.hpp"

namespace nb = nanobind;
using namespace ludotheque;

namespace {

// A position of a twin together with the options of its table.
template <Game G>
struct Table {
    typename G::Rules rules;
    typename G::Position position;

    Table(const std::string& text, const Options& options)
        : rules(G::rules(options)), position(G::read(text, rules)) {}
    Table(const typename G::Position& position, const typename G::Rules& rules)
        : rules(rules), position(position) {}

    // One list a thread, to be used at once: making a new one takes longer than filling it.
    const typename G::Moves& moves() const {
        thread_local typename G::Moves moves;
        G::generate(position, rules, moves);
        return moves;
    }
};

template <Game G>
nb::list texts(const Table<G>& table) {
    nb::list texts;
    for (const auto& move : table.moves())
        texts.append(G::write(move, table.position, table.rules));
    return texts;
}

template <Game G>
nb::object outcome(const Table<G>& table) {
    const Outcome outcome = G::outcome(table.position, table.rules);
    if (!outcome) return nb::none();
    nb::list shares;
    for (int seat = 0; seat < G::seats(table.position); ++seat) shares.append(outcome.shares[seat]);
    return nb::make_tuple(nb::tuple(shares), outcome.reason);
}

template <Game G>
nb::object to_move(const Table<G>& table) {
    const int seat = G::to_move(table.position, table.rules);
    return seat == Nobody ? nb::none() : nb::cast(seat);
}

template <Game G>
Table<G> after(const Table<G>& table, int index) {
    const auto& [rules, position] = table;
    if constexpr (requires { G::pick(position, rules, index); }) {
        if (index < 0 || index >= int(G::count(position, rules)))
            throw nb::index_error("no such move");
        return {G::after(position, G::pick(position, rules, index), rules), rules};
    } else {
        const auto& moves = table.moves();
        if (index < 0 || index >= moves.size) throw nb::index_error("no such move");
        return {G::after(position, moves[index], rules), rules};
    }
}

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

// Held while a search thinks: it is without the GIL then, and another thread might ask it too.
class Turn {
public:
    explicit Turn(std::atomic<bool>& taken) : taken_(taken) {
        if (taken_.exchange(true)) throw std::runtime_error("this search is thinking already");
    }
    Turn(const Turn&) = delete;
    ~Turn() { taken_ = false; }

private:
    std::atomic<bool>& taken_;
};

// The moves made in that many random games, and the shares of the seats summed up.
template <Game G>
std::pair<std::uint64_t, std::vector<double>> playouts(const Table<G>& table, std::uint64_t seed,
                                                       std::uint64_t games) {
    std::atomic<bool> stop{false};
    const auto play = [&] {
        return play_out<G>(table.position, table.rules, games, Random(seed), stop);
    };
    const Tally tally = watched(stop, play, [] {});
    const auto first = tally.shares.begin();
    return {tally.moves, std::vector<double>(first, first + G::seats(table.position))};
}

// Deeper trees than that nobody can count, nor hold their moves.
constexpr int DeepestPerft = 50;

template <Game G>
std::uint64_t counted(const Table<G>& table, int depth) {
    if (depth < 0 || depth > DeepestPerft) throw nb::value_error("no depth to count to");
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return perft<G>(table.position, table.rules, depth, stop); }, [] {});
}

template <Game G>
void bind_twin(nb::module_& module, nb::dict& twins, const char* slug) {
    using T = Table<G>;
    twins[slug] =
        nb::class_<T>(module, G::Name, "A position of the fast twin.")
            .def(nb::init<const std::string&, const Options&>(), nb::arg("text"),
                 nb::arg("options"), "Read a position; ValueError where Python raises BadPosition.")
            .def("__str__", [](const T& table) { return G::write(table.position, table.rules); })
            .def("__hash__", [](const T& table) { return G::hash(table.position); })
            .def("__eq__",
                 [](const T& a, const T& b) {
                     return a.position == b.position && a.rules == b.rules;
                 },
                 nb::is_operator())
            .def_prop_ro("to_move", &to_move<G>, "The seat, -1 for chance, None once it is over.")
            .def("moves", &texts<G>, "The texts of the legal moves, in the order of the rules.")
            .def("count", [](const T& table) { return G::count(table.position, table.rules); },
                 "How many legal moves there are.")
            .def("after", &after<G>, nb::arg("index"), "The position after the move so numbered.")
            .def("outcome", &outcome<G>, "Shares and reason, None while the game goes on.")
            .def("perft", &counted<G>, nb::arg("depth"),
                 "Count the sequences of exactly that many moves.")
            .def("playouts", &playouts<G>, nb::arg("seed"), nb::arg("games"),
                 "Play random games on from here: the moves made, and each seat's shares in all.");
}

// Score, depth, nodes and the texts of the moves.
using TextLine = std::tuple<int, int, std::uint64_t, std::vector<std::string>>;

// A thinker's positions are those of the twin it is made of.
template <class G>
struct TwinOf;
template <>
struct TwinOf<hops::Thinker> {
    using type = hops::Twin;
};
template <>
struct TwinOf<tortuga::Thinker> {
    using type = tortuga::Twin;
};
template <class G>
using TableOf = Table<typename TwinOf<G>::type>;

// As many take about a hundredth of a second.
constexpr std::uint64_t BriefNodes = 30'000;
constexpr std::uint64_t BriefIterations = 1'000;

template <SearchableGame G>
class Thinker {
public:
    std::vector<TextLine> think(const TableOf<G>& table,
                                const std::vector<TableOf<G>>& history,
                                double seconds, std::uint64_t nodes, int depth, int threads,
                                int lines, std::size_t table_mb, bool impartial,
                                nb::object progress) {
        const Turn turn(thinking_);
        std::vector<std::uint64_t> hashes;
        for (const auto& earlier : history) hashes.push_back(G::hash(earlier.position));
        const Limits limits{.seconds = seconds, .nodes = nodes, .depth = depth, .threads = threads,
                            .lines = lines, .table_mb = table_mb, .impartial = impartial};
        std::mutex mutex;
        std::vector<typename Searcher<G>::Lines> news;
        const auto tell = [&](const typename Searcher<G>::Lines& found) {
            const std::lock_guard lock(mutex);
            news.push_back(found);
        };
        stop_ = false;
        const auto found = watched(
            stop_,
            [&] { return searcher_.run(table.position, table.rules, hashes, limits, tell, stop_); },
            [&] {
                std::vector<typename Searcher<G>::Lines> heard;
                {
                    const std::lock_guard lock(mutex);
                    heard.swap(news);
                }
                if (!progress.is_none())
                    for (const auto& lines : heard) progress(written(lines, table));
            },
            limits.threads <= 1 && (depth == 1 || (nodes > 0 && nodes <= BriefNodes)));
        return written(found, table);
    }
    void stop() { stop_ = true; }
    void forget() {
        const Turn turn(thinking_);
        searcher_.forget();
    }

private:
    static std::vector<TextLine> written(const typename Searcher<G>::Lines& lines,
                                         const TableOf<G>& table) {
        std::vector<TextLine> texts;
        for (const auto& line : lines) {
            std::vector<std::string> moves;
            auto position = table.position;
            for (const auto& move : line.moves) {
                moves.push_back(G::write(move, position, table.rules));
                position = G::after(position, move, table.rules);
            }
            texts.emplace_back(line.score, line.depth, line.nodes, std::move(moves));
        }
        return texts;
    }

    Searcher<G> searcher_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> thinking_{false};
};

template <SearchableGame G>
std::uint64_t signed_nodes(const std::vector<std::string>& positions, const Options& options,
                           int depth) {
    if (depth < 1) throw nb::value_error("no depth to search to");
    std::vector<const char*> texts;
    for (const auto& text : positions) texts.push_back(text.c_str());
    std::atomic<bool> stop{false};
    return watched(stop, [&] { return signature<G>(texts, options, depth, stop); }, [] {});
}

template <SearchableGame G>
void bind_thinker(nb::module_& module, nb::dict& thinkers, const char* slug) {
    using T = Thinker<G>;
    thinkers[slug] =
        nb::class_<T>(module, (std::string(G::Name) + "Thinker").c_str(),
                      "A search with a memory of its own.")
            .def(nb::init<>())
            .def("think", &T::think, nb::arg("position"), nb::arg("history"), nb::kw_only(),
                 nb::arg("seconds"), nb::arg("nodes"), nb::arg("depth"), nb::arg("threads"),
                 nb::arg("lines"), nb::arg("table_mb"), nb::arg("impartial"),
                 nb::arg("progress").none(),
                 "Return the best lines: score, depth, nodes and moves, best first.")
            .def("stop", &T::stop, "End a running search now.")
            .def("forget", &T::forget, "Empty the memory.")
            .def_static("evaluate",
                        [](const TableOf<G>& table) {
                            return G::evaluate(table.position, table.rules);
                        },
                        nb::arg("position"), "The score of a position by itself.")
            .def_static("features",
                        [](const TableOf<G>& table) {
                            const auto found = G::features(table.position, table.rules);
                            return std::vector<int>(found.begin(), found.end());
                        },
                        nb::arg("position"), "What that score is made of; see `weights`.")
            .def_static("weights",
                        [] { return std::vector<int>(G::Measure.begin(), G::Measure.end()); },
                        "What each feature counts.")
            .def_static("signature", &signed_nodes<G>,
                        nb::arg("positions"), nb::arg("options"), nb::arg("depth"),
                        "Nodes searched over the positions, each to that depth.");
}

// The peer that strength is measured against.
template <Game G>
class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : uct_(seed) {}

    using Answer = std::vector<std::tuple<std::string, std::uint32_t, double>>;

    Answer tried(const Table<G>& table, double seconds, std::uint64_t games) {
        const Turn turn(thinking_);
        if (G::outcome(table.position, table.rules)) throw nb::value_error("the game is over");
        std::atomic<bool> stop{false};
        watched(
            stop,
            [&] { return uct_.choose(table.position, table.rules, seconds, games, stop); },
            [] {});
        Answer answer;
        for (const auto& [move, visits, share] : uct_.trials())
            answer.emplace_back(G::write(move, table.position, table.rules), visits, share);
        return answer;
    }

private:
    Uct<G> uct_;
    std::atomic<bool> thinking_{false};
};

template <Game G>
void bind_sampler(nb::module_& module, nb::dict& samplers, const char* slug) {
    using S = Sampler<G>;
    samplers[slug] =
        nb::class_<S>(module, (std::string(G::Name) + "Sampler").c_str(),
                      "Plain Monte-Carlo tree search, which knows nothing but the rules.")
            .def(nb::init<std::uint64_t>(), nb::arg("seed"))
            .def("tried", &S::tried, nb::arg("position"), nb::kw_only(), nb::arg("seconds"),
                 nb::arg("games"),
                 "Try moves; return each with its number of tries and mean share. Nought is no "
                 "limit.");
}

// A play that everyone saw: the seat, the move's text and the text of the view before it.
using TextPlay = std::tuple<int, std::string, std::string>;

race::History history_of(const std::vector<TextPlay>& plays, const race::Rules& rules) {
    race::History history;
    for (const auto& [seat, play, view] : plays)
        history.push_back(race::read_seen(seat, play, view.substr(0, view.find(' ')), rules));
    return history;
}

// A seat's search of the race. What it has found is kept: asked for more, it goes on from there.
class RaceSearch {
public:
    using Answer = std::vector<std::tuple<std::string, std::uint32_t, double>>;

    RaceSearch(const std::string& text, int seat, const Options& options,
               const std::vector<TextPlay>& plays, std::uint64_t seed)
        : rules_(race::rules(options)), view_(race::read_view(text, seat, rules_)),
          belief_(view_, history_of(plays, rules_), rules_), budget_{.seed = seed, .stop = &stop_},
          search_(view_, rules_, belief_, budget_) {}

    Answer more(std::uint64_t iterations, double seconds) {
        const Turn turn(thinking_);
        stop_ = false;
        budget_.iterations = iterations;
        budget_.seconds = seconds;
        Answer answer;
        const bool brief = iterations > 0 && iterations <= BriefIterations;
        for (const auto& tried : watched(stop_, [&] { return search_.search(); }, [] {}, brief))
            answer.emplace_back(race::write(tried.move), tried.visits, tried.share);
        return answer;
    }

private:
    std::atomic<bool> stop_{false};
    std::atomic<bool> thinking_{false};
    race::Rules rules_;
    race::View view_;
    race::Belief belief_;
    Budget budget_;
    Ismcts<race::Hidden> search_;
};

std::vector<std::vector<double>> race_belief(const std::string& text, int seat,
                                             const Options& options,
                                             const std::vector<TextPlay>& plays) {
    const race::Rules rules = race::rules(options);
    const race::View view = race::read_view(text, seat, rules);
    const race::Belief belief(view, history_of(plays, rules), rules);
    std::vector<std::vector<double>> answer;
    for (int other = 0; other < view.table.seats; ++other) {
        answer.emplace_back();
        for (int turtle = 0; turtle < race::Turtles; ++turtle)
            answer.back().push_back(belief.of(other, turtle));
    }
    return answer;
}

// A batch of environments. Its arrays are handed out as they lie in memory, to be read only.
template <Episode E>
class Environments {
public:
    using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    Environments(int size, int seats, const Options& options, int moves, bool drawn,
                 bool restarting)
        : batch_(checked(size, 1, MostEnvironments), checked(seats, E::FewestSeats, E::MostSeats),
                 options, Limit{checked(moves, 1, E::MostMoves), drawn}, restarting),
          picked_(std::size_t(size)) {}
    Environments(const Environments& other) : batch_(other.batch_), picked_(other.picked_) {}

    void reset(std::uint64_t seed) {
        const Turn turn(stepping_);
        nb::gil_scoped_release release;
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
        const Turn turn(stepping_);
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
        const Turn turn(stepping_);
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
            .def(nb::init<int, int, const Options&, int, bool, bool>(), nb::arg("size"),
                 nb::arg("seats"), nb::arg("options"), nb::arg("moves"), nb::arg("drawn"),
                 nb::arg("restarting"),
                 "Begin; after so many moves a game is drawn, or only broken off. Where a game has "
                 "ended the next one begins at once, or nothing is legal any more.")
            .def("copy", [](const B& batch) { return B(batch); }, "One that goes its own way.")
            .def("reset", &B::reset, nb::arg("seed"), "Begin every game anew.")
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

NB_MODULE(_kernel, module) {
    module.doc() = "The fast twins of the games' rules, and what is built on them.";
    nb::dict twins;
    bind_twin<hops::Twin>(module, twins, "hops");
    bind_twin<race::Twin>(module, twins, "race");
    bind_twin<tortuga::Twin>(module, twins, "tortuga");
    module.attr("TWINS") = twins;

    nb::dict thinkers;
    bind_thinker<hops::Thinker>(module, thinkers, "hops");
    bind_thinker<tortuga::Thinker>(module, thinkers, "tortuga");
    module.attr("THINKERS") = thinkers;
    nb::dict samplers;
    bind_sampler<hops::Twin>(module, samplers, "hops");
    bind_sampler<tortuga::Twin>(module, samplers, "tortuga");
    module.attr("SAMPLERS") = samplers;
    module.attr("MATE") = Mate;
    module.attr("DECISIVE") = Decisive;

    nb::dict batches;
    bind_batch<hops::Episode>(module, batches, "hops");
    bind_batch<race::Episode>(module, batches, "race");
    bind_batch<tortuga::Episode>(module, batches, "tortuga");
    module.attr("BATCHES") = batches;
    bind_courses(module);

    // Games with secrets: a search from a seat's view, and what the others' plays tell the seat.
    nb::dict searches;
    searches["race"] =
        nb::class_<RaceSearch>(module, "RaceSearch", "A search from what one seat may know.")
            .def(nb::init<const std::string&, int, const Options&, const std::vector<TextPlay>&,
                          std::uint64_t>(),
                 nb::arg("view"), nb::arg("seat"), nb::arg("options"), nb::arg("plays"),
                 nb::arg("seed"))
            .def("more", &RaceSearch::more, nb::kw_only(), nb::arg("iterations"),
                 nb::arg("seconds"),
                 "Imagine more games; return each move, its tries so far and its mean share.");
    module.attr("SECRET_SEARCHES") = searches;
    nb::dict beliefs;
    beliefs["race"] = nb::cpp_function(&race_belief);
    module.attr("BELIEFS") = beliefs;
}
