"""Puzzles in a browser: rated by this device, run against the clock, made of one's own mistakes."""

import asyncio
import json
from itertools import count
from types import SimpleNamespace

import pytest

from local.browsers import Tab
from ludotheque.games import take
from ludotheque.local import browser
from ludotheque.study.puzzles import Task, run, shipped, streak
from ludotheque.study.puzzles.judging import by_id
from ludotheque.study.puzzles.rating import Solver, met, predicted
from ludotheque.study.puzzles.streak import GRACE
from server.test_reviews import PUNISHED, SLIP, START, WIN
from study.test_own_mistakes import RACE

GAME = "hops"
RATED = f"/api/games/{GAME}/puzzles/rated"
STREAK = f"/api/games/{GAME}/streak"
NOW = 1_800_000_000_000
"""In the middle of 2027-01-15, whose puzzle is not the one that is offered first."""

A_DAY = 86_400_000
LET_OFF = "g3-g2"
"""A move in place of the one that punishes the slip."""


def at(monkeypatch, milliseconds):
    """Let the clock of the browser stand still."""
    clock = SimpleNamespace(time_ns=lambda: milliseconds * 1_000_000)
    monkeypatch.setattr(browser, "time", clock)


@pytest.fixture(autouse=True)
def today(monkeypatch):
    """Keep to one day: there are others whose puzzle is one that these tests are offered."""
    at(monkeypatch, NOW)


def puzzle_at(name):
    return by_id(GAME)[name][1]


def shown(tab, game=GAME):
    """Return what lists show of the puzzles that were tried."""
    note = json.loads(tab.kept["notes"][f"puzzles {game}"])
    return note["shown"] | {"day": note["day"]}


async def page(tab, way, game=GAME):
    return await tab.asked("GET", f"/api/pages/puzzles/{game}{way}")


async def answer(tab, name, text, made=()):
    address = f"/api/games/{GAME}/puzzles/{name}/answer"
    return await tab.asked("POST", address, {"made": list(made), "answer": text})


async def solve(tab, name):
    """Give all right answers to a puzzle, and return what is said of the last."""
    line = puzzle_at(name).line
    for n in range(0, len(line), 2):
        told = await answer(tab, name, line[n], line[:n])
    return told


async def wrong_answer(tab, name):
    """Return an answer that is a move and not the right one."""
    asked = await tab.asked("GET", f"/api/games/{GAME}/puzzles/{name}")
    choices = asked["puzzle"]["picture"]["choices"]
    return next(c["move"] for c in choices if c["move"] != puzzle_at(name).line[0])


def test_a_rated_puzzle_waits_until_it_is_answered_and_counts_once():
    async def evening():
        tab = Tab()
        first = await tab.asked("POST", RATED, {})
        assert (first["points"], first["puzzles"]) == (900, 0)
        # Also in another tab, and after a reload.
        other = Tab(tab.kept)
        assert await other.asked("POST", RATED, {}) == first
        told = await solve(other, first["id"])
        after, _ = met(Solver(GAME), predicted(puzzle_at(first["id"]).difficulty), solved=True)
        assert told["rating"]["before"] == 900
        assert told["rating"]["after"] == after.points
        assert (await solve(tab, first["id"]))["rating"] is None
        assert shown(tab) == {"points": after.points, "counted": 1, "solved": 1, "day": None}
        second = await tab.asked("POST", RATED, {})
        assert second["id"] != first["id"]
        assert (second["points"], second["puzzles"]) == (after.points, 1)

    asyncio.run(evening())


@pytest.mark.parametrize("way", ["wrong", "hint", "solution", "guess"])
def test_whoever_needs_help_has_lost(way):
    async def evening():
        tab = Tab()
        name = (await tab.asked("POST", RATED, {}))["id"]
        if way == "wrong":
            told = await answer(tab, name, await wrong_answer(tab, name))
        elif way == "guess":
            body = {"made": ["a", "b"], "answer": puzzle_at(name).line[0]}
            status, _ = await tab.ask("POST", f"/api/games/{GAME}/puzzles/{name}/answer", body)
            assert status == 409
        else:
            told = await tab.asked("POST", f"/api/games/{GAME}/puzzles/{name}/{way}", {})
        if way != "guess":
            assert told["rating"]["after"] < told["rating"]["before"] == 900
        assert shown(tab)["counted"] == 1
        assert shown(tab)["points"] < 900
        assert (await solve(tab, name))["rating"] is None

    asyncio.run(evening())


def test_what_was_tried_is_offered_no_more_and_comes_last():
    async def evening():
        tab = Tab()
        name = (await page(tab, ""))["ids"][0]
        assert (await solve(tab, name))["rating"] is None
        assert shown(tab)["solved"] == 1
        assert shown(tab)["counted"] == 0
        assert (await page(tab, ""))["tried"] == [name]
        themed = await page(tab, f"?theme={puzzle_at(name).themes[0]}")
        assert themed["about"]
        assert name in themed["tried"]

    asyncio.run(evening())


def test_when_all_were_tried_that_is_said():
    async def evening():
        tab = Tab()
        tried = dict.fromkeys(by_id(GAME), False)
        note = {"solver": [25.0, 8.0, 3], "tried": tried, "day": None}
        tab.kept["notes"][f"puzzles {GAME}"] = json.dumps(note)
        assert (await tab.asked("POST", RATED, {}))["id"] is None
        # What waits and is no longer shipped gives way.
        del tried[shipped(take(GAME))[0].id]
        tried["0ld"] = None
        tab.kept["notes"][f"puzzles {GAME}"] = json.dumps(note)
        assert (await tab.asked("POST", RATED, {}))["id"] == shipped(take(GAME))[0].id

    asyncio.run(evening())


def test_the_puzzle_of_the_day_is_remembered_as_solved():
    async def evening():
        tab = Tab()
        (name,) = (await page(tab, "/day"))["ids"]
        await solve(tab, name)
        assert shown(tab)["day"] == ["2027-01-15", True]
        (one,) = (await page(tab, f"/one?id={name}"))["ids"]
        assert one == name

    asyncio.run(evening())


def test_the_puzzle_of_the_day_may_have_been_tried_before(monkeypatch):
    async def evening():
        tab = Tab()
        (name,) = (await page(tab, "/day"))["ids"]
        at(monkeypatch, NOW - A_DAY)
        await tab.asked("POST", f"/api/games/{GAME}/puzzles/{name}/hint", {})
        assert shown(tab)["day"] is None
        at(monkeypatch, NOW)
        await solve(tab, name)
        assert shown(tab)["day"] == ["2027-01-15", False], "the first attempt counts"
        assert shown(tab)["solved"] == 0

    asyncio.run(evening())


def test_where_nothing_can_be_kept_answers_are_judged_and_nothing_counts():
    async def evening():
        tab = Tab()
        tab.page.full = True
        assert (await solve(tab, shipped(take(GAME))[0].id))["solved"]
        for path in (RATED, STREAK):
            status, told = await tab.ask("POST", path, {})
            assert status == 409
            assert "free some space" in told["message"]

    asyncio.run(evening())


@pytest.fixture
def same_run(monkeypatch):
    """Let every run be the one that begins with a puzzle of three moves."""
    names = map(str, count())
    name = next(name for name in names if len(run.asked(take(GAME), name, 0).line) == 3)
    monkeypatch.setattr(streak, "new_name", lambda: name)


@pytest.mark.parametrize("full", [True, False])
def test_notes_that_cannot_be_read_are_as_none(full):
    async def evening():
        tab = Tab()
        for path in (RATED, STREAK):
            await tab.asked("POST", path, {})
        tab.page.full, tab.page.unreadable = full, True
        ids = (await page(tab, ""))["ids"]
        assert (await solve(tab, ids[0]))["solved"]
        assert (await page(tab, "/streak"))["best"] == 0
        assert (await page(tab, "/own"))["ids"] == []
        for path in (RATED, STREAK):
            assert (await tab.ask("POST", path, {}))[0] == 409

    asyncio.run(evening())


def puzzle_in(state):
    return run.asked(take(GAME), state["run"], state["turn"])


async def run_answer(tab, state, text, made=()):
    body = {"run": state["run"], "turn": state["turn"], "made": list(made), "answer": text}
    return await tab.ask("POST", f"{STREAK}/answer", body)


@pytest.mark.usefixtures("same_run")
def test_a_run_goes_on_with_right_answers_and_keeps_the_best():
    async def evening():
        tab = Tab()
        state = await tab.asked("POST", STREAK, {})
        assert state["left"] == run.SECONDS * 1_000
        assert (await page(tab, "/streak"))["best"] == 0
        first, line = state, puzzle_in(state).line
        for n in range(0, len(line), 2):
            status, state = await run_answer(tab, first, line[n], line[:n])
            assert status == 200, state
        assert (state["right"], state["turn"], state["best"]) == (1, 1, 1)
        assert state["asked"]["id"] == puzzle_in(state).id
        status, _ = await run_answer(tab, first, line[0])
        assert status == 409, "it is answered once"
        # After a reload another run begins, and the best stays.
        again = Tab(tab.kept)
        assert (await again.asked("POST", STREAK, {}))["best"] == 1
        assert (await page(again, "/streak"))["best"] == 1
        assert shown(again)["solved"] == 1

    asyncio.run(evening())


@pytest.mark.usefixtures("same_run")
def test_the_third_mistake_ends_a_run():
    async def evening():
        tab = Tab()
        state = await tab.asked("POST", STREAK, {})
        for _ in range(run.MISSES):
            wrong = await wrong_answer(tab, puzzle_in(state).id)
            status, state = await run_answer(tab, state, wrong)
            assert status == 200, state
        assert state["over"]
        assert (state["wrong"], state["answered"], state["asked"]) == (run.MISSES, False, None)
        status, _ = await run_answer(tab, state, "anything")
        assert status == 409

    asyncio.run(evening())


@pytest.mark.usefixtures("same_run")
def test_what_comes_after_the_time_is_too_late(monkeypatch):
    async def evening():
        tab = Tab()
        state = await tab.asked("POST", STREAK, {})
        at(monkeypatch, NOW + run.SECONDS * 1_000 + GRACE + 1)
        status, late = await run_answer(tab, state, puzzle_in(state).line[0])
        assert status == 200
        assert (late["over"], late["right"], late["left"]) == (True, 0, 0)

    asyncio.run(evening())


async def slipped(tab, game="tortuga", start=START, moves=(SLIP, PUNISHED), reviewed=True):
    """Play a game in which a win was missed, have it looked over, and return its table."""
    table = await tab.open(game, ["me", {"person": "Ben"}], start=start, beginner=0)
    socket, _ = await tab.look(table)
    for seat, move in enumerate(moves):
        turn = tab.match(socket)["turn"]
        done = await tab.do(socket, type="move", turn=turn, move=move, seat=seat)
        assert done["type"] == "done", done
    if reviewed:
        await review(tab, table)
    return table


async def review(tab, table):
    """Return the lines of a review, once there are no more."""
    return [json.loads(line) for line in await tab.lines("POST", f"/api/tables/{table}/review/1")]


def test_a_mistake_is_asked_about_and_put_right():
    async def evening():
        tab = Tab()
        table = await slipped(tab, reviewed=False)
        assert (await page(tab, "/own", "tortuga"))["ids"] == []
        lines = await review(tab, table)
        assert lines[-1]["complete"]
        assert len(await review(tab, table)) == 1, "it is kept"
        # After a reload.
        tab = Tab(tab.kept)
        base = f"/api/me/mistakes/{table}/1/1"
        assert (await page(tab, "/own", "tortuga"))["ids"] == [f"{table}/1/1"]
        asked = await tab.asked("GET", base)
        assert asked["puzzle"]["task"] == Task.BETTER.value
        assert SLIP in asked["puzzle"]["question"]
        same = await tab.asked("POST", f"{base}/answer", {"answer": SLIP})
        assert (same["right"], same["solution"]) == (False, None)
        found = await tab.asked("POST", f"{base}/answer", {"answer": WIN})
        assert (found["right"], found["rating"]) == (True, None)
        assert any("win at once" in claim["told"] for claim in found["claims"])
        assert (await tab.asked("POST", f"{base}/hint", {}))["told"]
        given_up = await tab.asked("POST", f"{base}/solution", {})
        assert given_up["solution"]["answer"] == WIN
        looked = await tab.asked("POST", f"{base}/look", {"tries": [WIN]})
        assert looked["previews"][0]["pieces"]
        for missing in (f"/api/me/mistakes/{table}/1/2", f"/api/me/mistakes/{table}/x/1"):
            assert (await tab.ask("GET", missing))[0] == 404

    asyncio.run(evening())


def test_side_by_side_the_mistakes_of_one_seat_are_one_s_own():
    async def evening():
        tab = Tab()
        table = await slipped(tab, moves=(SLIP, LET_OFF), reviewed=False)
        socket, _ = await tab.look(table)
        assert (await tab.do(socket, type="resign", seat=0))["type"] == "done"
        told = [line["review"]["moves"] for line in await review(tab, table) if "review" in line]
        wrong = [move["turn"] for moves in told for move in moves if move["label"] is not None]
        assert sorted(wrong) == [1, 2], "the friend went wrong as well"
        assert (await page(tab, "/own", "tortuga"))["ids"] == [f"{table}/1/1"]

    asyncio.run(evening())


def test_what_was_tried_comes_after_what_was_not():
    async def evening():
        tab = Tab()
        places = [f"{await slipped(tab)}/1/1" for _ in range(2)]
        before = (await page(tab, "/own", "tortuga"))["ids"]
        assert set(before) == set(places)
        await tab.asked("POST", f"/api/me/mistakes/{before[0]}/solution", {})
        assert (await page(tab, "/own", "tortuga"))["ids"] == before[::-1]

    asyncio.run(evening())


def test_in_games_with_secrets_what_the_mover_could_know_counts():
    async def evening():
        tab = Tab()
        table = await slipped(tab, "race", RACE, ("g+",))
        (place,) = (await page(tab, "/own", "race"))["ids"]
        assert place == f"{table}/1/1"
        found = await tab.asked("POST", f"/api/me/mistakes/{place}/answer", {"answer": "r+"})
        assert found["right"]

    asyncio.run(evening())


def test_a_review_of_another_edition_is_made_anew(monkeypatch):
    async def evening():
        tab = Tab()
        table = await slipped(tab)
        monkeypatch.setattr("ludotheque.local.reviews.edition", lambda _nodes: "another")
        assert len(await review(tab, table)) > 1
        assert len(await review(tab, table)) == 1
        assert len([name for name in tab.kept["notes"] if name.startswith("review ")]) == 1

    asyncio.run(evening())
