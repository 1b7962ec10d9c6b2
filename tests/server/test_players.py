"""The computers' players that are kept: as many as there is room for, by game."""

from random import Random

import pytest

from ludotheque.engine import BUILT, memory_of, player
from ludotheque.games import take
from ludotheque.server.config import Settings
from ludotheque.server.live.players import MEGABYTE, Place, Players


class Heavy:
    """A player that remembers so many megabytes."""

    def __init__(self, megabytes):
        self.memory = megabytes * MEGABYTE

    def choose(self, view, past=(), seconds=None):
        raise NotImplementedError


def kept(players, places):
    """Return which of the places have a player, without changing which was asked last."""
    found = []
    for place in places:
        if (one := players.take(place)) is not None:
            found.append(place)
            players.keep(place, one)
    return found


PLACES = [Place("table", 1, seat) for seat in range(4)]


def test_who_was_kept_is_taken_out_once():
    players, one = Players(memory_mb=1), Heavy(0)
    players.keep(PLACES[0], one)
    assert players.take(PLACES[0]) is one
    assert players.take(PLACES[0]) is None


def test_who_was_longest_not_asked_makes_room():
    players = Players(memory_mb=1, most=2)
    for place in PLACES[:2]:
        players.keep(place, Heavy(0))
    players.keep(PLACES[0], players.take(PLACES[0]))  # It has moved meanwhile.
    players.keep(PLACES[2], Heavy(0))
    assert len(players) == 2
    assert kept(players, PLACES) == [PLACES[0], PLACES[2]]


def test_what_all_of_them_remember_has_a_bound():
    players = Players(memory_mb=100)
    for place in PLACES:
        players.keep(place, Heavy(44))
        assert players.bytes <= 100 * MEGABYTE
    assert kept(players, PLACES) == PLACES[2:]
    players.keep(Place("other", 1, 0), Heavy(101))
    assert (len(players), players.bytes) == (0, 0), "there is no room for it at all"


def test_the_same_place_is_counted_once():
    players = Players(memory_mb=100)
    for _ in range(3):
        players.keep(PLACES[0], Heavy(44))
    assert (len(players), players.bytes) == (1, 44 * MEGABYTE)


def test_a_table_whose_game_is_over_is_forgotten_and_no_other():
    players, other = Players(memory_mb=100), Place("other", 1, 0)
    for place in (*PLACES, other):
        players.keep(place, Heavy(1))
    players.forget("table")
    players.forget("unknown")
    assert (len(players), players.bytes) == (1, MEGABYTE)
    assert players.take(other) is not None


@pytest.mark.skipif(not BUILT, reason="this house is built without its kernel")
def test_the_strongest_players_remember_much_and_several_of_them_fit():
    for slug, megabytes in {"tortuga": 44, "hops": 44, "race": 0}.items():
        strongest = player("level:8", take(slug), Random(0))
        assert memory_of(strongest) == megabytes * MEGABYTE
        assert memory_of(player("level:7", take(slug), Random(0))) == 0
    assert Settings().players_mb // 44 >= 5
