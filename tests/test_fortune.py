"""What chance brought each seat: nought on average, whatever the games are played on by."""

from random import Random

import pytest

from ludotheque.engine import fortune, kernel
from ludotheque.engine.fortune import fortunes
from ludotheque.games import take

RACE = take("race")
# Seat 1 has played its last card but for the one to come, and both win by their own turtle's cards.
LAST = "././././././y/bp/rg/. ? rg r-,?|g+ r++,g++,b++,y++,p++,*+,*+,*+,*+,*+"
KINDS = [
    pytest.param(True, marks=pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel")),
    False,
]


@pytest.fixture(params=KINDS, ids=["kernel", "python"])
def by_kernel(request, monkeypatch):
    """Let the kernel or Python play on."""
    if not request.param:
        monkeypatch.setattr(kernel, "has_fortunes", lambda _: False)
    return request.param


def test_luck_is_nought_on_average_over_all_draws(by_kernel):
    """Over every card that can be drawn, by its odds, luck cancels within four standard errors."""
    before = RACE.position(LAST)
    games = 4_000 if by_kernel else 60
    for seat in range(2):
        total, squares = 0.0, 0.0
        for move, odds in zip(before.moves(), before.odds(), strict=True):
            part = odds / sum(before.odds())
            found = fortunes(RACE, before, before.after(move), games=games, seed=odds)[seat]
            total += part * found.luck
            squares += (part * found.luck_error) ** 2
        assert abs(total) <= 4 * squares**0.5


@pytest.mark.usefixtures("by_kernel")
def test_what_one_gains_the_others_lose():
    before = RACE.position(LAST)
    found = fortunes(RACE, before, before.after(before.moves()[0]), games=50)
    assert sum(each.luck for each in found) == pytest.approx(0, abs=1e-12)
    assert sum(each.expected for each in found) == pytest.approx(1)


def test_two_draws_that_change_places_change_sign(monkeypatch):
    """Each pair is antisymmetric, whatever the games are played on by.

    So what is drawn alike brings exactly nought on average.
    """
    before = RACE.position(LAST)
    one, other = before.moves()[:2]

    def made_up(position, rng):
        share = (sum(map(ord, str(position))) % 89 + rng.random()) / 90
        return share, 1 - share

    monkeypatch.setattr(fortune, "played_out", made_up)

    def luck(move, instead):
        monkeypatch.setattr(Random, "choices", lambda *_: [instead])
        was, might = fortune._pair(before, before.after(move), Random(1))
        return was[0] - might[0]

    assert luck(one, other) == pytest.approx(-luck(other, one))
    assert luck(one, other) != 0
    assert luck(one, one) == 0


def test_luck_is_known_where_only_the_draw_decides(by_kernel):
    """Who draws the one card that wins at once is lucky by all that the others would not bring."""
    win = RACE.position("b/y/p/./././././rg/. ? gr r-,?|r- -")
    drawn = {str(move): win.after(move) for move in win.moves()}
    games = 2_000 if by_kernel else 100
    lucky = fortunes(RACE, win, drawn["g++"], games=games)[0]
    unlucky = fortunes(RACE, win, drawn["b-"], games=games)[0]
    assert lucky.luck > 3 * lucky.luck_error
    assert lucky.luck > unlucky.luck
