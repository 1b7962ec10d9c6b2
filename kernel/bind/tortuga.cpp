// Tortuga as Python sees it.

#include "bind/bind.hpp"
#include "bind/proof.hpp"
#include "bind/search.hpp"
#include "tortuga/eval.hpp"

namespace ludotheque {

void bind_tortuga(nb::module_& module, Offered& offered) {
    bind_twin<tortuga::Twin>(module, offered.twins, "tortuga");
    bind_thinker<tortuga::Thinker, tortuga::Twin>(module, offered.thinkers, "tortuga");
    bind_prover<tortuga::Thinker, tortuga::Twin>(module, offered.provers, "tortuga");
    bind_sampler<tortuga::Twin>(module, offered.samplers, "tortuga");
}

}  // namespace ludotheque
