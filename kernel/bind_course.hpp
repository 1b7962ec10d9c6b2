// Games in the course of being played, as Python sees them: `COURSES`, by game.
#pragma once

#include <nanobind/nanobind.h>

namespace ludotheque {

void bind_courses(nanobind::module_& module);

}  // namespace ludotheque
