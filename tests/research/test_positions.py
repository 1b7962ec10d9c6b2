"""Games side by side may begin from given positions, in the kernel as in Python."""

import numpy as np
import pytest

from ludotheque.engine import kernel
from ludotheque.engine.kernel import Renewal
from ludotheque.errors import BadOption, BadPosition, IllegalMove
from ludotheque.games import take
from ludotheque.research.aec import Table
from ludotheque.research.batch import KernelBatch, PythonBatch, legal_in
from ludotheque.research.terms import terms
from ludotheque.research.vector import Games
from parts import AT_HOME

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

DEALING = "rgbyp/././././././././. ? rb r+,r+,g-,*+|b+,b-,y+,p++,*- -"
"""Two cards are still to come."""
STUDIES = {
    "tortuga": [
        "4/S3N/S1S1NN/S1S2NN/SS2NN/S3N/4 N",
        "4/5/2So2/3N3/2o3/5/1S2 S",
        "4/5/6/3o3/1SN3/5/4 S",
    ],
    "hops": [
        "r6...r1.b1/.r2b2..../b1.....r1/......./r1.....b1/......./b1.r1.b1.. b",
        "r6r6r6..../......./...r5b5../......./r6r6...../......./....... r",  # a hop wins
        "......./......./...r3b3../...b4.../....b2../......./....... b",
    ],
    "race": [
        "rgbyp/././././././././. 2 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -",
        "./rg/./b/./yp/./././. 1 gp r+,^++|b- r++,y-,*-",
        "./././././././r/gbyp/. 1 yb b+,b-,y+,y+,*+|p- r++,g++",
    ],
}
OVER = {
    "tortuga": ["4/5/6/6S/6/1N3/4 N", "4/5/6/6S/6/1N3/4 S", "4/5/6/7/6/5/S3 N"],
    "hops": [
        "r6....../......./......./......./......./......./......b1 b",
        "r6....../......./......./......./......./......./......b1 r",
    ],
    "race": ["./././././././r/gby/p 1 yb b+,b-,y+,y+,*+|p- r++,g++"],
}
"""Won by the one that has moved, or by the other; or nobody can move."""


def test_every_game_at_home_is_studied():
    assert STUDIES.keys() == OVER.keys() == set(AT_HOME)


def both(slug, size, **wishes):
    agreed = terms(take(slug), **wishes)
    return [kind(agreed, size, renewal=Renewal.AT_ONCE) for kind in (KernelBatch, PythonBatch)]


@pytest.mark.parametrize("slug", STUDIES)
def test_games_go_on_alike_from_given_positions(slug):
    texts = STUDIES[slug] + ([DEALING] if slug == "race" else [])
    fast, slow = both(slug, len(texts), most_moves=30)
    for batch in (fast, slow):
        batch.reset(11, texts)
    assert [fast.text(number) for number in range(3)] == STUDIES[slug]
    begun_anew = 0
    for _ in range(120):
        for number in range(fast.size):
            assert np.array_equal(legal_in(fast, number), slow.masks[number])
        for name in ("observations", "rewards", "terminated", "truncated", "to_move"):
            assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
        over = slow.terminated | slow.truncated
        assert np.array_equal(fast.final_observations[over], slow.final_observations[over])
        begun_anew += over[:3].sum()
        for number in np.flatnonzero(over[:3]):
            assert fast.text(number) == slow.text(number) == texts[number]
        actions = fast.sample().copy()
        assert np.array_equal(actions, slow.sample())
        fast.step(actions)
        slow.step(actions)
    assert begun_anew


@pytest.mark.parametrize("slug", STUDIES)
def test_the_next_reset_begins_from_the_start_again(slug):
    for batch in both(slug, 3):
        batch.reset(4)
        usual = [batch.text(number) for number in range(3)]
        batch.reset(4, STUDIES[slug])
        assert [batch.text(number) for number in range(3)] == STUDIES[slug]
        batch.reset(4)
        assert [batch.text(number) for number in range(3)] == usual


@pytest.mark.parametrize("in_python", [False, True], ids=["kernel", "python"])
def test_what_no_game_can_begin_from_is_refused(in_python):
    games = Games("tortuga", 2, in_python=in_python, render_mode="ansi")
    games.reset(seed=1)
    games.step(games.sample())
    before = games.render()
    good, over = STUDIES["tortuga"][1], "4/5/6/6S/6/1N3/4 N"
    for wrong, error, told in (
        ([good], BadOption, "expected 2 positions to begin from, one per game, not 1"),
        ([], BadOption, "not 0"),
        (good, BadOption, "must be a list of texts"),
        (5, BadOption, "must be a list of texts"),
        ([good, 3], BadOption, "must be a list of texts"),
        ([good, "4/5 S"], BadPosition, "4/5 S"),
        ([good, STUDIES["hops"][0]], BadPosition, "r6"),
        ([good, over], BadPosition, "the game is already over"),
    ):
        with pytest.raises(error, match=told):
            games.reset(seed=1, options={"positions": wrong})
    with pytest.raises(BadOption, match="no option “position”, only “positions”"):
        games.reset(options={"position": good})
    assert games.render() == before
    games.reset(options={"positions": [good, good]})
    assert games.render() == (good, good)


def test_a_race_begins_from_a_table_of_as_many():
    games = Games("race", 1, seats=3)
    with pytest.raises(BadPosition, match="it has 2 seats, not 3"):
        games.reset(options={"positions": STUDIES["race"][:1]})


def test_the_kernel_itself_refuses_what_it_cannot_begin_from():
    batch, _ = both("race", 1)
    for wrong in (["?"], STUDIES["race"]):
        with pytest.raises(ValueError, match=r"expected 5 fields|one position each"):
            batch._kernel.reset(1, wrong)


@pytest.mark.parametrize("slug", OVER)
def test_the_kernel_itself_refuses_a_game_that_is_over(slug):
    batch, _ = both(slug, 2)
    batch.reset(1)
    before = batch.text(0)
    for over in OVER[slug]:
        assert take(slug).position(over).to_move is None
        with pytest.raises(ValueError, match="a game is over"):
            batch._kernel.reset(2, [STUDIES[slug][0], over])
    assert batch.text(0) == before


def test_a_table_begins_from_a_position():
    table = Table("tortuga")
    table.reset(seed=1)
    with pytest.raises(BadPosition):
        table.reset(options={"position": "nothing"})
    with pytest.raises(BadOption, match="only “position”"):
        table.reset(options={"positions": STUDIES["tortuga"][:1]})
    table.reset(options={"position": STUDIES["tortuga"][0]})
    assert table.agent_selection == "player_1"
    assert table._batch.text(0) == STUDIES["tortuga"][0]


def test_numbers_that_no_word_holds_are_refused_as_they_were_given():
    games = Games("tortuga", 2)
    legal = games.sample()
    for wrong in (1 << 63, (1 << 64) - 1):
        with pytest.raises(IllegalMove, match=str(wrong)):
            games.step(np.array([legal[0], wrong], np.uint64))


@pytest.mark.parametrize("in_python", [False, True], ids=["kernel", "python"])
def test_what_is_not_copied_is_read_only(in_python):
    games = Games("hops", 2, copy=False, in_python=in_python, packed=not in_python)
    seen, info = games.reset(seed=1)
    actions = games.sample()
    _, rewards, terminated, truncated, _ = games.step(actions)
    for array in (seen, actions, rewards, terminated, truncated, *info.values()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
