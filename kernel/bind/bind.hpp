// What the kernel offers to Python, by the slugs of the games. The files named bind* are the only
// ones that know Python.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace ludotheque {

struct Offered {
    nb::dict twins, thinkers, provers, samplers, batches, courses, secret_searches, valuings,
        fortunes, beliefs;
};

void bind_hops(nb::module_& module, Offered& offered);
void bind_race(nb::module_& module, Offered& offered);
void bind_tortuga(nb::module_& module, Offered& offered);
void bind_batches(nb::module_& module, Offered& offered);
void bind_courses(nb::module_& module, Offered& offered);

}  // namespace ludotheque
