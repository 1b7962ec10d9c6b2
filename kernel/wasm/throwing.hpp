// What was thrown last, for whoever has caught it: its type is not to be asked for here.
#pragma once

#include <string>

namespace ludotheque {

const std::string& thrown_message();

}  // namespace ludotheque
