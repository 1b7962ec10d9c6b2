"""Every server is given the same games, and one that errs is not measured."""

import asyncio
from collections import defaultdict
from itertools import chain

import pytest
import uvloop
from contest import BARE, OURS, PEERS
from house_players import HouseDuel, chosen, questions
from load import Duel, Fault, Tally, playing, random_games

DUELS = (7, 199)
"""The second of them goes on with the first of all games."""
ENOUGH = 150
"""More moves than two games of each have."""
SPOTS = frozenset({"c1", "c3", "e4", "e5"})
CHOICES = [
    {"move": "c1+c3^e4", "touches": ["c1", "c3", "+", "e4"]},
    {"move": "c1+c3^e5", "touches": ["c1", "c3", "+", "e5"]},
    {"move": "c1~c3^e4", "touches": ["c1", "c3", "~", "e4"]},
    {"move": "c1~c3^e5", "touches": ["c1", "c3", "~", "e5"]},
    {"move": "c1-e5", "touches": ["c1", "e5"]},
]


class Patient(Tally):
    """A tally that knows when enough has been played."""

    def __init__(self):
        super().__init__()
        self.left = ENOUGH
        self.enough = asyncio.Event()

    def moves(self):
        self.left -= 1
        if self.left == 0:
            self.enough.set()


async def played(port, duel_at):
    tally = Patient()
    duels = [duel_at(number, tally) for number in DUELS]
    async with playing(port, duels, tally):
        await tally.unless_it_fails(tally.enough.wait())


@pytest.mark.parametrize("contestant", [OURS, *BARE, *PEERS], ids=lambda each: each.name.strip())
def test_opponents_are_told_the_games_of_the_seeds_one_after_another(contestant, monkeypatch):
    heard, told = defaultdict(list), Duel.told

    def listened(duel, reader, mover, move):
        told(duel, reader, mover, move)
        if reader != mover:
            heard[duel.number].append(move)

    monkeypatch.setattr(Duel, "told", listened)
    with contestant.serving() as server:
        uvloop.run(played(server.port, contestant.duel_at))
    games = random_games()
    for number in DUELS:
        lines = list(chain(*games[number:], *games[:number]))
        assert heard[number] == lines[: len(heard[number])]
    assert sum(map(len, heard.values())) >= ENOUGH - len(DUELS)


def test_a_move_that_was_not_made_is_a_fault():
    async def deceived():
        tally = Tally()
        duel = HouseDuel("bare", 0, tally)
        duel.begin()
        move = duel.choose(0)
        duel.guard(duel.told, 1, 0, move)
        assert not tally.fault.done()
        duel.guard(duel.told, 1, 0, f"{move}^d7")
        await tally.unless_it_fails(asyncio.Event().wait())

    with pytest.raises(Fault, match="was made"):
        asyncio.run(deceived())


def test_the_page_asks_what_a_choice_would_look_like_that_is_no_place():
    assert list(questions(CHOICES, chosen(CHOICES, "c1-e5"), SPOTS)) == []
    (shown,) = questions(CHOICES, chosen(CHOICES, "c1~c3^e5"), SPOTS)
    assert sorted(shown) == ["c1+c3^e4", "c1~c3^e4"]


def test_a_move_that_is_not_among_the_choices_is_a_fault():
    with pytest.raises(Fault, match="not among"):
        chosen(CHOICES, "c1-c2")
