// Hops as Python sees it.

#include "bind/bind.hpp"
#include "bind/proof.hpp"
#include "bind/search.hpp"
#include "hops/eval.hpp"

namespace ludotheque {

void bind_hops(nb::module_& module, Offered& offered) {
    bind_twin<hops::Twin>(module, offered.twins, "hops");
    bind_thinker<hops::Thinker, hops::Twin>(module, offered.thinkers, "hops");
    bind_prover<hops::Thinker, hops::Twin>(module, offered.provers, "hops");
    bind_sampler<hops::Twin>(module, offered.samplers, "hops");
}

}  // namespace ludotheque
