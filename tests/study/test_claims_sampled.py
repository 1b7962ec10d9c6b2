"""Claims about mistakes of the computer's levels: nothing that is found is refused."""

from itertools import chain, count, islice

import pytest
from claims import mistakes

from ludotheque.engine import kernel, lending
from ludotheque.games import take

MISTAKES = 30
"""`make claims` tries a thousand."""


@pytest.mark.skipif(not kernel.BUILT, reason="the levels are those of the kernel")
@pytest.mark.parametrize("slug", ["hops", "tortuga"])
def test_no_claim_about_a_mistake_is_refused(slug):
    game = take(slug)
    with lending():
        found = chain.from_iterable(mistakes(game, number, nodes=1_000) for number in count())
        tried = [slip for _, slip in islice(found, MISTAKES)]
        claims = [(slip, claim) for slip in tried for claim in game.claims.find(slip)]
        assert len({claim.kind for _, claim in claims}) > 5
        assert all(game.claims.prove(slip, claim) for slip, claim in claims)
