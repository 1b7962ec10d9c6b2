// The kernel as Python sees it.

#include "bind/bind.hpp"

#include "search/searchable.hpp"

using namespace ludotheque;

NB_MODULE(_kernel, module) {
#ifdef NDEBUG
    // When Python ends, others may still hold what they were given, as OpenSpiel does every game that
    // it knows: whoever uses the library is not told of that as of a leak.
    nb::set_leak_warnings(false);
#endif
    module.doc() = "The fast twins of the games' rules, and what is built on them.";
    Offered offered;
    bind_hops(module, offered);
    bind_race(module, offered);
    bind_tortuga(module, offered);
    bind_batches(module, offered);
    bind_courses(module, offered);
    module.attr("TWINS") = offered.twins;
    module.attr("THINKERS") = offered.thinkers;
    module.attr("PROVERS") = offered.provers;
    module.attr("SAMPLERS") = offered.samplers;
    module.attr("BATCHES") = offered.batches;
    module.attr("COURSES") = offered.courses;
    module.attr("SECRET_SEARCHES") = offered.secret_searches;
    module.attr("VALUINGS") = offered.valuings;
    module.attr("FORTUNES") = offered.fortunes;
    module.attr("BELIEFS") = offered.beliefs;
    module.attr("MATE") = Mate;
    module.attr("DECISIVE") = Decisive;
}
