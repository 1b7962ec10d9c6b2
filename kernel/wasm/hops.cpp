// Hops, asked in text.

#include "hops/eval.hpp"
#include "wasm/thinker.hpp"

namespace ludotheque {

void offer_hops(Offers& offers) {
    offer_twin<hops::Twin>(offers, "hops");
    offer_thinking<hops::Thinker, hops::Twin>(offers, "hops");
}

}  // namespace ludotheque
