"""Positions looked at live: in turn, given up when nobody reads, never in rated play."""

import asyncio
import contextlib
import json
import os
import sys
import threading

import pytest

from ludotheque.engine import Line, Score
from ludotheque.errors import HouseClosing
from ludotheque.games import take
from ludotheque.pictures import way_of
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.live import analysing as live
from ludotheque.server.rates import RATES
from ludotheque.server.wire.errors import TooOften
from ludotheque.study.puzzles import shipped
from server.doors import open_doors
from waiting import PATIENCE, until, wait_until

START = "N1oS/1NNNS/2o3/1NN1N2/N4S/1oo2/2N1 S"
WIN = "e6-d7"


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    with open_doors(folder, analyses=1, analysis_threads=2, analysis_seconds=1.0) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        yield visitor


def look(visitor, game="tortuga", position=START, **how):
    return visitor.post(f"/api/games/{game}/analysis", json={"position": position, **how})


def lines(answer):
    return [json.loads(line) for line in answer.text.splitlines() if line]


@contextlib.contextmanager
def reading(visitor, game="tortuga", position=START, **how):
    """Read an analysis line by line for the block."""
    path, asked = f"/api/games/{game}/analysis", {"position": position, **how}
    with visitor.stream("POST", path, json=asked) as answer:
        assert answer.status_code == 200
        yield (json.loads(line) for line in answer.iter_lines() if line)


def first_found(told):
    """Return the first line that has found something: that it waits is news only while it does."""
    return next(line for line in told if line["type"] == "found")


class Pensive:
    """Analysts that have a first thought, and then wait until they are stopped or told to end."""

    def __init__(self):
        self.made = []
        self.begun = []
        self.ended = []

    def __call__(self, game, *, threads, table_mb):
        self.made.append((game.slug, threads, table_mb))
        return _Analyst(self)

    def go_on(self):
        for analyst in self.begun:
            analyst.stop()


class _Analyst:
    def __init__(self, all_):
        self._all = all_
        self._stopped = threading.Event()

    def stop(self):
        self._stopped.set()

    def lines(self, view, past, *, limits, lines, whole, progress):
        self.asked = (str(view), len(past), limits, lines, whole)
        self.priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        self._all.begun.append(self)
        found = [Line(Score(0.5), 1, 10, (str(view.moves()[0]),))]
        progress(found)
        assert self._stopped.wait(PATIENCE)
        self._all.ended.append(self)
        return found


@pytest.fixture
def pensive(monkeypatch, doors):
    made = Pensive()
    monkeypatch.setattr(live, "Analyst", made)
    yield made
    made.go_on()
    wait_until(lambda: len(doors.app.state.analysing) == 0)


# What is found.


def test_a_win_is_found_and_told_with_its_places_depth_and_speed(ana):
    *_, last = lines(look(ana, lines=3))
    assert last["complete"]
    assert (last["depth"] >= 1, last["nodes"] > 0, last["speed"] > 0) == (True, True, True)
    best, *others = last["lines"]
    assert best["moves"][0] == WIN
    assert best["score"] == {"share": 1.0, "certain_in": 1}
    assert best["spots"] == ["e6", "d7"]
    assert best["told"]
    assert len(others) == 2


def test_it_looks_at_what_a_line_leads_to_and_says_it_in_the_readers_language(doors):
    with doors.visitor(**{"accept-language": "fr"}) as reader, doors.visitor() as other:
        *_, last = lines(look(reader, moves=["a4^c6"]))
        *_, english = lines(look(other, moves=["a4^c6"]))
    assert last["lines"][0]["moves"][0] in {"d2-d1", "d3^d1"}
    assert last["lines"][0]["score"]["certain_in"] == 1
    assert last["lines"][0]["told"] != english["lines"][0]["told"]


@pytest.mark.parametrize("everything", [False, True])
def test_of_a_race_as_much_is_known_as_is_asked_for(ana, pensive, everything):
    race = take("race")
    position = way_of(race, race.start(2), []).position
    with reading(ana, "race", str(position), everything=everything) as told:
        assert first_found(told)
        (analyst,) = pensive.begun
        seen = position if everything else position.seen_by(position.to_move)
        assert analyst.asked[0] == str(seen)
        assert analyst.asked[4] == everything


def test_what_led_there_is_known(ana, pensive):
    with reading(ana, position=str(take("tortuga").start()), moves=["d2-d3", "d6-d5"]) as told:
        assert first_found(told)
        assert pensive.begun[0].asked[1] == 2


# In turn.


def test_who_waits_is_told_how_many_come_before(doors, ana, pensive):
    """Two strangers at one address are two people."""
    with doors.visitor() as ben, reading(ana) as mine:
        assert first_found(mine)
        with reading(ben) as other:
            assert next(other) == {"type": "queued", "ahead": 1}
            pensive.go_on()
            assert list(mine)[-1]["complete"]
            assert first_found(other)


def test_once_the_reader_has_left_it_is_given_up(doors, ana, pensive):
    with reading(ana) as told:
        first_found(told)
        assert len(doors.app.state.analysing) == 1
        assert pensive.ended == []
    wait_until(lambda: len(doors.app.state.analysing) == 0)
    assert pensive.ended == pensive.begun


def test_who_leaves_the_line_is_not_waited_for(doors, ana, pensive):
    with doors.visitor() as ben, reading(ana) as mine:
        first_found(mine)
        with reading(ben) as other:
            assert next(other)["ahead"] == 1
        wait_until(lambda: len(doors.app.state.analysing) == 1)
    wait_until(lambda: len(doors.app.state.analysing) == 0)
    assert len(pensive.begun) == 1


@pytest.mark.usefixtures("pensive")
def test_of_each_person_the_last_position_is_looked_at(ana):
    with reading(ana) as first:
        first_found(first)
        with reading(ana, moves=["a4^c6"]) as second:
            last = list(first)[-1]
            assert (last["type"], last["code"]) == ("refused", "match/refused")
            assert "another position" in last["message"]
            assert first_found(second)


def test_its_threads_give_way_and_are_no_more_than_the_house_allows(ana, pensive):
    with reading(ana, threads=64) as told:
        first_found(told)
        ((_, threads, _),) = pensive.made
        assert threads == min(2, live.cores())
        if sys.platform == "linux":
            assert pensive.begun[0].priority == live.MANNERS


def test_too_many_who_wait_are_refused(ana, pensive, monkeypatch):
    monkeypatch.setattr(live, "MOST_WAITING", 0)
    refused = look(ana)
    assert (refused.status_code, refused.json()["code"]) == (429, "limit/rate")
    assert pensive.begun == []


def wish(whose, address):
    game = take("tortuga")
    return live.Wish(game, game.start(), (), 1, 1, everything=False, whose=whose, address=address)


def test_addresses_have_their_turns_and_none_fills_the_line(monkeypatch):
    pensive = Pensive()
    monkeypatch.setattr(live, "Analyst", pensive)
    monkeypatch.setattr(live, "MOST_OF_ONE", 2)

    async def read():
        analyses = live.Analysing(Settings(analyses=1), RateLimits({}))
        with contextlib.ExitStack() as reading:
            one, two, three = (reading.enter_context(analyses.read(wish(w, "a"))) for w in "123")
            with pytest.raises(TooOften), analyses.read(wish("4", "a")):
                pass
            other = reading.enter_context(analyses.read(wish("5", "b")))
            ahead = [await anext(job.news()) for job in (one, other, two, three)]
            assert ahead == [0, 1, 2, 3]
            await analyses.stop()

    asyncio.run(read())


def test_who_waits_is_refused_when_others_have_used_up_the_address(tmp_path, monkeypatch):
    pensive = Pensive()
    monkeypatch.setattr(live, "Analyst", pensive)
    rates = {"analysis-work": "1/hour"}
    with (
        open_doors(tmp_path, analyses=1, rates=rates) as doors,
        doors.visitor() as ana,
        doors.visitor() as ben,
        reading(ana) as mine,
    ):
        first_found(mine)
        with reading(ben) as other:
            assert next(other)["ahead"] == 1
            pensive.go_on()
            *_, last = other
            assert (last["type"], last["code"]) == ("refused", "limit/rate")
    assert len(pensive.begun) == 1


def test_a_house_that_closes_says_so(monkeypatch):
    pensive = Pensive()
    monkeypatch.setattr(live, "Analyst", pensive)

    async def closed():
        analyses = live.Analysing(Settings(), RateLimits({}))
        with analyses.read(wish("a", "b")) as job:
            news = job.news()
            assert await anext(news) == 0
            await until(lambda: pensive.begun)
            await analyses.stop()
            with pytest.raises(HouseClosing):
                await anext(news)
        with pytest.raises(HouseClosing), analyses.read(wish("a", "b")):
            pass

    asyncio.run(closed())


def test_an_analysis_that_breaks_says_so_and_others_go_on(ana, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(live, "looked_at", None)
        *_, last = lines(look(ana))
    assert (last["type"], last["code"]) == ("refused", "error")
    assert lines(look(ana))[-1]["complete"]


def test_analyses_are_counted_and_their_time_is_charged(tmp_path):
    rates = {"analysis": "2/hour"}
    with open_doors(tmp_path, rates=rates) as doors, doors.visitor() as ana:
        assert [look(ana).status_code for _ in range(3)] == [200, 200, 429]
    rates = {"analysis-work": "1/hour"}
    with open_doors(tmp_path, rates=rates) as doors, doors.visitor() as ana:
        assert [look(ana).status_code for _ in range(2)] == [200, 429]
    assert {"analysis", "analysis-address", "analysis-work"} <= set(RATES)


# What is refused.


RATED = {"game": "tortuga", "chairs": ["me", {"level": 1}], "public": False, "rated": True}


def test_who_begins_a_rated_game_meanwhile_is_told_nothing_more(doors, ana, pensive):
    with reading(ana) as told:
        assert first_found(told)
        assert ana.post("/api/tables", json=RATED).status_code == 201
        pensive.go_on()
        (last,) = told
        assert (last["type"], last["code"]) == ("refused", "match/refused")
    wait_until(lambda: len(doors.app.state.analysing) == 0)


def test_a_puzzle_that_counts_is_not_looked_at_before_it_is_answered(ana):
    ana.get("/puzzles")
    offered = ana.post("/api/games/tortuga/puzzles/rated").json()["id"]
    puzzle = next(each for each in shipped(take("tortuga")) if each.id == offered)
    image = take("tortuga").puzzling.images(puzzle.position)[-1]
    moment = ana.get("/api/games/tortuga/analysis", params={"position": puzzle.position})
    line = [*puzzle.line[:1]]
    # Were another move looked at, it would be known for wrong.
    wrong = next(str(move) for move in puzzle.begin().moves() if str(move) != line[0])
    for refused in (
        moment,
        look(ana, position=puzzle.position, moves=[wrong]),
        look(ana, position=str(puzzle.begin().after(puzzle.taken.move(wrong, puzzle.begin())))),
        look(ana, position=puzzle.position),
        look(ana, position=image),
        look(ana, position=puzzle.position, moves=line),
    ):
        assert refused.status_code == 409, refused.text
        assert "not solved yet" in refused.json()["message"]
    assert look(ana).status_code == 200
    assert ana.post(f"/api/games/tortuga/puzzles/{offered}/solution").is_success
    assert look(ana, position=puzzle.position).status_code == 200


def test_nobody_who_plays_a_rated_game_is_helped(doors, ana):
    assert ana.post("/api/tables", json=RATED).status_code == 201
    moment = ana.get("/api/games/tortuga/analysis", params={"position": START})
    for refused in (look(ana), moment):
        assert refused.status_code == 409
        assert "rated" in refused.json()["message"]
    page = ana.get("/study/tortuga").text
    assert 'role="switch"' not in page
    assert "rated game" in page
    # Another game is another matter, and so is another person.
    assert 'role="switch"' in ana.get("/study/hops").text
    with doors.visitor() as ben:
        assert look(ben).status_code == 200
        assert 'role="switch"' in ben.get("/study/tortuga").text


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"position": "nonsense"}, 400),
        ({"lines": 0}, 422),
        ({"lines": live.MOST_LINES + 1}, 422),
        ({"threads": 0}, 422),
        ({"game": "chess"}, 404),
    ],
)
def test_what_cannot_be_looked_at_is_refused_at_once(ana, how, status):
    refused = look(ana, **how)
    assert refused.status_code == status
    assert refused.json()["message"]


def test_a_line_that_cannot_be_played_or_has_an_end_is_refused_in_words(ana):
    for moves, said in ((["a1-a9"], "a1-a9"), ([WIN], "already over")):
        *_, last = lines(look(ana, moves=moves))
        assert last["type"] == "refused"
        assert said in last["message"]


def test_a_game_that_the_kernel_does_not_know_is_looked_at_for_a_while(monkeypatch):
    game = take("hops")
    assert live.most_nodes(game) is None
    monkeypatch.setattr(live.kernel, "has_thinker", lambda _: False)
    assert live.most_nodes(game) == live.SLOWLY * live.a_moment(game)
