"""Games that are brought are kept once a person, as far as there is room, and with them who did."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest
from sqlalchemy import event

from ludotheque.store import Brought, Keeping
from ludotheque.store.brought import Allowance, Fate
from ludotheque.store.tidy import DAY
from waiting import wait_until

GAME = Brought("a", 5, 3, "chess", ("Ana", "Level 3"), "mate", (1.0, 0.0))
ROOM = Allowance(games=3, size=1_000)


@pytest.fixture
def ana(store):
    store.people.guest("ana", "Ana", "en", 1)
    return "ana"


def test_a_game_is_kept_once_and_found_again(store, ana):
    assert store.brought.keep(ana, GAME, "its moves", ROOM) is Fate.KEPT
    assert store.brought.keep(ana, replace(GAME, at=9), "its moves", ROOM) is Fate.KNOWN
    assert store.brought.of_person(ana) == [GAME]
    assert store.brought.record(ana, "a") == "its moves"
    assert store.brought.record(ana, "b") is None


def test_everyone_has_their_own(store, ana):
    store.people.guest("ben", "Ben", "en", 1)
    store.brought.keep(ana, GAME, "its moves", ROOM)
    assert store.brought.keep("ben", GAME, "its moves", ROOM) is Fate.KEPT
    assert store.brought.forget("ben", "a")
    assert not store.brought.forget("ben", "a")
    assert store.brought.record("ben", "a") is None
    assert store.brought.record(ana, "a") == "its moves"


def test_those_that_ended_last_come_first(store, ana):
    for number in (1, 3, 2):
        store.brought.keep(ana, replace(GAME, id=f"{number}", ended=number), "", ROOM)
    assert [game.id for game in store.brought.of_person(ana)] == ["3", "2", "1"]


def test_there_is_room_for_so_many_and_for_so_much(store, ana):
    assert store.brought.keep(ana, GAME, "x" * 1_001, ROOM) is Fate.FULL
    for number in range(3):
        assert store.brought.keep(ana, replace(GAME, id=f"{number}"), "x", ROOM) is Fate.KEPT
    assert store.brought.keep(ana, GAME, "x", ROOM) is Fate.FULL
    assert store.brought.forget(ana, "0")
    assert store.brought.keep(ana, GAME, "x", ROOM) is Fate.KEPT


def test_games_that_are_brought_at_once_do_not_exceed_the_room(store, ana):
    games = [replace(GAME, id=f"{number}") for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        fates = list(threads.map(lambda game: store.brought.keep(ana, game, "x", ROOM), games))
    assert sorted(fate.value for fate in fates) == ["full"] * 5 + ["kept"] * 3


def test_a_guest_who_has_brought_a_game_stays_as_long_as_a_cookie_does(store, ana):
    store.brought.keep(ana, GAME, "its moves", ROOM)
    keeping = Keeping(guests=30, tables=20)
    assert store.tidy.sweep(430 * DAY, keeping).guests == 0
    assert store.tidy.sweep(431 * DAY, keeping).guests == 1
    assert store.brought.record(ana, "a") is None


def test_room_is_counted_in_bytes(store, ana):
    assert store.brought.keep(ana, GAME, "é" * 501, ROOM) is Fate.FULL
    assert store.brought.keep(ana, GAME, "é" * 500, ROOM) is Fate.KEPT


def test_whoever_is_not_known_brings_nothing(store):
    assert store.brought.keep("nobody", GAME, "its moves", ROOM) is Fate.STRANGE


def someone_waits(url):
    """Return whether a transaction waits for another: in SQLite each does from its beginning."""
    if url.startswith("sqlite"):
        return True
    with psycopg.connect(url) as connection:
        waiting = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return connection.execute(waiting).fetchone() != (0,)


def test_a_guest_who_brings_a_game_while_guests_are_swept_stays_with_it(store, url, ana):
    swept = []
    with ThreadPoolExecutor(1) as threads:

        def sweep_before_it_is_kept(_):
            if not swept:
                swept.append(
                    threads.submit(store.tidy.sweep, 100 * DAY, Keeping(guests=30, tables=20))
                )
                wait_until(lambda: someone_waits(url))

        event.listen(store.brought._database.engine, "commit", sweep_before_it_is_kept)
        assert store.brought.keep(ana, GAME, "its moves", ROOM) is Fate.KEPT
        assert swept[0].result().guests == 0
    assert store.brought.record(ana, "a") == "its moves"
