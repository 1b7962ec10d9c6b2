// Tortuga, asked in text.

#include "tortuga/eval.hpp"
#include "wasm/thinker.hpp"

namespace ludotheque {

void offer_tortuga(Offers& offers) {
    offer_twin<tortuga::Twin>(offers, "tortuga");
    offer_thinking<tortuga::Thinker, tortuga::Twin>(offers, "tortuga");
}

}  // namespace ludotheque
