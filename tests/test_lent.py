"""Listers that are lent to the rules: the same moves, the same refusals, while they are lent."""

from dataclasses import replace

import pytest

from ludotheque.engine import kernel, lending
from ludotheque.errors import LudothequeError
from ludotheque.games import take
from ludotheque.games.hops import rules
from ludotheque.games.lent import lent, lister_of
from wandering import wander

HOPS = take("hops")
WINNING = "r6r5b5..../......./......./......./......./......./b1...... r"
"""A hop wins, with no step after it."""
SPELT = ["A1", "A1-B2", "A1*A3", "A1*C3-D4", "A9-B1", "A3-B3", "B2-B3", "A2*A4=6", "A2*A4=6-B4"]
"""What somebody may type: some legal, some not, some no moves at all."""


def positions():
    """Yield positions of random games with all options, and one that a hop may end."""
    for seed in range(12):
        for position, _ in wander(HOPS, seed, plies=25):
            yield position
    yield HOPS.position(WINNING)


def answer(text, position):
    """Return what comes of a move that somebody types."""
    try:
        return HOPS.move(text, position)
    except LudothequeError as refusal:
        return refusal.code, str(refusal)


@pytest.fixture
def asked():
    """Give the positions that a lister was asked about; it tells what the rules tell."""
    seen = []

    def told(position):
        seen.append(position)
        return [str(move) for move in rules.listed(position)]

    with lent({"hops": told}):
        yield seen


def test_moves_are_read_from_what_is_lent_as_the_rules_make_them(asked):
    for position in positions():
        assert replace(position).moves() == (
            rules.listed(position) if position.to_move is not None else ()
        )
    assert len(asked) > 100


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
def test_the_kernel_lends_the_same_moves_and_the_same_refusals():
    for position in positions():
        with lending():
            fast = replace(position)
            moves, answers = fast.moves(), [answer(text, fast) for text in SPELT]
        slow = replace(position)
        assert moves == slow.moves()
        assert answers == [answer(text, slow) for text in SPELT]


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
def test_nothing_is_lent_before_or_after_the_block(monkeypatch):
    assert lister_of("hops") is None
    with lending():
        monkeypatch.setattr(rules, "listed", None)
        assert HOPS.start().moves()
        with lent({}):
            assert lister_of("hops") is None
        assert lister_of("hops") is not None
    assert lister_of("hops") is None


@pytest.mark.parametrize(
    "ended", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
)
def test_blocks_that_overlap_end_in_any_order(ended):
    """So they do where threads hold them; no two need to run at once to show it."""
    listers = [lambda _, n=n: [str(n)] for n in range(3)]
    blocks = [lent({"hops": lister}) for lister in listers]
    for block, lister in zip(blocks, listers, strict=True):
        block.__enter__()
        assert lister_of("hops") is lister
    going_on = [*listers]
    for n in ended:
        blocks[n].__exit__(None, None, None)
        going_on.remove(listers[n])
        assert lister_of("hops") is (going_on[-1] if going_on else None)


def test_without_a_kernel_the_rules_list_by_themselves(monkeypatch):
    monkeypatch.setattr(kernel, "_kernel", None)
    with lending():
        assert lister_of("hops") is None
        assert HOPS.start().moves()
