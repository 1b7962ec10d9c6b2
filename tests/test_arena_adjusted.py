"""Results without their luck: the same on average, with a smaller error where luck decides."""

from random import Random

import pytest

from contests import contest, held
from ludotheque.arena import Folder, Played
from ludotheque.arena.adjusted import adjusted
from ludotheque.engine import kernel
from ludotheque.errors import NotAllowed


def games(rounds, weight, rng):
    """Yield games of two in which luck decides as far as *weight* says; the first is the better."""
    for number in range(2 * rounds):
        luck = rng.gauss(0, 0.3)
        share = 0.6 + weight * luck + (1 - weight) * rng.gauss(0, 0.3)
        yield Played(number=number, shares=(share, 1 - share), record="", luck=(luck, -luck))


def test_luck_is_taken_away_as_far_as_it_decides():
    first, second = adjusted(list(games(500, 0.9, Random(1))), 2)
    assert first.fewer > 20
    assert first.share == pytest.approx(0.6, abs=4 * first.error)
    assert first.share + second.share == pytest.approx(1)
    assert first.plain == pytest.approx(0.6, abs=4 * first.plain_error)


def test_luck_that_decides_nothing_changes_nothing_much():
    first, _ = adjusted(list(games(500, 0.0, Random(2))), 2)
    assert first.fewer == pytest.approx(1, abs=0.05)
    assert abs(first.share - first.plain) < first.plain_error


def test_few_rounds_are_not_adjusted():
    assert adjusted(list(games(3, 0.5, Random(3))), 2) is None


def test_a_game_without_chance_is_refused():
    with pytest.raises(NotAllowed, match="nothing is left to chance in tortuga"):
        contest("random", "random", adjusted=True)


@pytest.mark.skipif(not kernel.BUILT, reason="imagining so many games takes the kernel")
def test_every_game_has_its_luck_and_keeps_it(tmp_path):
    terms = contest("random", "random", slug="race", games=2, adjusted=True)
    with Folder(tmp_path / "kept", terms) as folder:
        played = held(terms, folder)
    assert all(sum(game.luck) == pytest.approx(0, abs=1e-9) for game in played)
    assert any(game.luck[0] for game in played)
    with Folder(tmp_path / "kept", terms) as folder:
        assert [folder.kept[game.number].luck for game in played] == [game.luck for game in played]
    with pytest.raises(NotAllowed, match="another contest"):
        Folder(tmp_path / "kept", contest("random", "level:1", slug="race", adjusted=True))
    assert all(not game.luck for game in held(contest("random", "random", slug="race", games=2)))
