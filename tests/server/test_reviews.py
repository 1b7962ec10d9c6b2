"""Reviews in the background: in turn, given up when nobody reads, kept, never before the end."""

import asyncio
import contextlib
import json
import threading

import pytest

from ludotheque.errors import HouseClosing
from ludotheque.games import take
from ludotheque.match import Record, Referee, to_json
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.live import reviewing as live
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.rates import RATES
from ludotheque.study import reviewing as true_reviewing
from ludotheque.study.puzzles import shipped
from rounds import asking, everyone_moves
from server.doors import open_doors
from waiting import PATIENCE, until, wait_until

START = "N1oS/1NNNS/2o3/1NN1N2/N4S/1oo2/2N1 S"
WIN, SLIP, PUNISHED = "e6-d7", "a4^c6", "d2-d1"
"""South could win at once, and lets North do so."""
SEED = "5e" * 32
RACE_BEGUN = {"game": "race", "chairs": ["me", {"level": 1}], "public": False}


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), review_effort=1) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        yield visitor


def slipped(*, over=True, name="Ann"):
    """Return the record of a short game with one blunder, over or before its last move."""
    referee = Referee(SEED)
    match = referee.begin(take("tortuga"), [name, "Ben"], began=0, start=START)
    match = referee.play(match, 0, SLIP, at=0)
    return Record.of(referee.play(match, 1, PUNISHED, at=0) if over else match, SEED)


def asked(visitor, record, **headers):
    return visitor.post("/api/review", json={"record": to_json(record)}, headers=headers)


def lines(answer):
    return [json.loads(line) for line in answer.text.splitlines() if line]


def whole(answer):
    """Return all that the lines of an answer say, put together."""
    assert answer.status_code == 200, answer.text
    *_, last = told = lines(answer)
    assert last["complete"]
    moves = {
        move["turn"]: move for line in told for move in line.get("review", {}).get("moves", ())
    }
    points = {
        point["moves"]: point["shares"]
        for line in told
        for point in line.get("review", {}).get("points", ())
    }
    return {**last["review"], "moves": [moves[turn] for turn in sorted(moves)], "points": points}


@contextlib.contextmanager
def reading(visitor, record):
    """Read a review line by line for the block."""
    with visitor.stream("POST", "/api/review", json={"record": to_json(record)}) as answer:
        assert answer.status_code == 200
        yield (json.loads(line) for line in answer.iter_lines() if line)


class Pace:
    """Reviews that go on by a step whenever they are told to, and how many have begun."""

    def __init__(self):
        self.begun = []
        self._steps = threading.Semaphore(0)

    def reviewing(self, record, *, nodes):
        self.begun.append(record.setup.players[0])
        found = true_reviewing(record, nodes=nodes)
        while True:
            assert self._steps.acquire(timeout=PATIENCE)
            try:
                so_far = next(found)
            except StopIteration as end:
                return end.value
            yield so_far

    def go_on(self, steps=1_000):
        self._steps.release(steps)


@pytest.fixture
def pace(monkeypatch, doors):
    made = Pace()
    monkeypatch.setattr(live, "reviewing", made.reviewing)
    yield made
    made.go_on()
    wait_until(lambda: len(doors.app.state.reviewing) == 0)


# What is found.


def test_a_blunder_is_told_with_what_was_better_and_the_line_that_proves_it(ana):
    found = whole(asked(ana, slipped()))
    first, second = found["moves"]
    assert (first["turn"], first["seat"], first["label"], first["mark"]) == (1, 0, "blunder", "??")
    assert first["value"] == "won in 1"
    assert first["reached"] == "lost in 1"
    assert (first["better"], first["line"]) == (WIN, [WIN])
    assert (second["turn"], second["label"], second["best"]) == (2, None, True)
    allowed, missed = first["claims"]
    assert "win at once" in allowed["told"]
    assert (allowed["line"], allowed["instead"]) == ([PUNISHED], False)
    assert "win at once" in missed["told"]
    assert (missed["line"], missed["instead"]) == ([WIN], True)
    assert sorted(found["points"]) == [0, 1, 2]
    assert found["points"][0] == [1.0, 0.0]
    assert found["counted"][0] == "1 blunder"
    assert found["summary"]


def test_it_is_told_in_the_readers_language(doors):
    with doors.visitor(**{"accept-language": "fr"}) as reader:
        found = whole(asked(reader, slipped()))
    assert found["moves"][0]["called"] == "Gaffe"


def test_the_end_is_looked_at_first_and_the_graph_fills_from_there(ana, pace):
    pace.go_on()
    told = lines(asked(ana, slipped(name="From the end")))
    assert told[0] == {"type": "queued", "ahead": 0}
    turns = [move["turn"] for line in told[1:] for move in line["review"]["moves"]]
    assert turns == [2, 1]
    assert [line["complete"] for line in told[1:]] == [False] * (len(told) - 2) + [True]


def test_a_race_is_judged_by_what_each_seat_could_know(ana):
    referee = Referee(SEED)
    match = referee.begin(take("race"), ["Ann", "Ben", "Cleo"], began=0)
    while match.outcome is None:
        match = referee.play(match, match.to_move, str(match.position.moves()[0]), at=0)
    found = whole(asked(ana, Record.of(match, SEED)))
    for move in found["moves"]:
        shares = found["points"][move["turn"] - 1]
        assert [share is not None for share in shares] == [
            seat == move["seat"] for seat in range(3)
        ]
    assert found["points"][len(found["moves"])] == list(match.outcome.shares)
    for seat, luck in enumerate(found["luck"]):
        assert sum(luck["parts"]) == pytest.approx(match.outcome.shares[seat])
    assert len(found["luck"]) == 3


# Kept.


def over_at_table(visitor, game="tortuga"):
    """Give up a game at a table, and return the table's id."""
    wish = {"game": game, "chairs": ["me", {"person": "Ben"}], "public": False, "rated": False}
    table = visitor.post("/api/tables", json=wish).json()["id"]
    everyone_moves(table, asking(visitor))
    deed = {"type": "resign", "id": "r", "seat": 0}
    assert visitor.post(f"/api/tables/{table}/deeds", json=deed).status_code == 200
    return table


def test_a_game_of_a_table_is_looked_over_once_and_kept(doors, ana, pace):
    table = over_at_table(ana)
    pace.go_on()
    first = whole(ana.post(f"/api/tables/{table}/review/1"))
    with doors.visitor() as other:
        again = whole(other.post(f"/api/tables/{table}/review/1"))
    assert again == first
    assert len(pace.begun) == 1


def test_what_another_engine_found_is_made_anew(doors, ana, pace, monkeypatch):
    table = over_at_table(ana)
    pace.go_on()
    ana.post(f"/api/tables/{table}/review/1")
    monkeypatch.setattr(live, "edition", lambda _nodes: "another")
    assert whole(ana.post(f"/api/tables/{table}/review/1"))
    assert len(pace.begun) == 2
    assert doors.app.state.reviewing.edition(take("hops"))


def test_of_records_that_were_brought_no_more_are_remembered_than_fit(ana, pace, monkeypatch):
    pace.go_on()
    for name in ("Cleo", "Cleo"):
        whole(asked(ana, slipped(name=name)))
    assert pace.begun == ["Cleo"]
    monkeypatch.setattr(live, "MOST_BYTES", 1)
    for name in ("Dora", "Cleo"):
        whole(asked(ana, slipped(name=name)))
    assert pace.begun == ["Cleo", "Dora", "Cleo"]


# In turn.


def test_who_waits_is_told_how_many_come_before(doors, ana, pace):
    with contextlib.ExitStack() as stack:
        others = [stack.enter_context(doors.visitor()) for _ in range(2)]
        for number, visitor in enumerate((ana, *others)):  # guests, whom the house tells apart
            visitor.post("/api/tables", json=RACE_BEGUN)
            assert visitor.get("/api/me").json()["name"], number
        one = stack.enter_context(reading(ana, slipped(name="One")))
        two = stack.enter_context(reading(others[0], slipped(name="Two")))
        assert [next(one), next(two)] == [{"type": "queued", "ahead": 0}] * 2
        with reading(others[1], slipped(name="Three")) as three:
            assert next(three) == {"type": "queued", "ahead": 2}
            pace.go_on()
            assert {"type": "queued", "ahead": 0} in list(three)


def test_of_each_person_one_is_under_way(ana, pace):
    ana.post("/api/tables", json=RACE_BEGUN)
    with reading(ana, slipped(name="Mine")) as one, reading(ana, slipped(name="Mine, too")) as two:
        assert next(one) == {"type": "queued", "ahead": 0}
        assert next(two) == {"type": "queued", "ahead": 1}
        wait_until(lambda: pace.begun == ["Mine"])
        pace.go_on()
        assert list(one)[-1]["complete"]
        assert list(two)[-1]["complete"]
    assert pace.begun == ["Mine", "Mine, too"]


def test_several_who_want_the_same_read_the_same(doors, ana, pace):
    with doors.visitor() as ben:
        record = slipped(name="Both")
        with reading(ana, record) as one, reading(ben, record) as other:
            next(one), next(other)
            pace.go_on()
            assert list(one)[-1]["complete"]
            assert list(other)[-1]["complete"]
    assert pace.begun == ["Both"]


def test_once_nobody_reads_any_more_it_is_given_up(doors, ana, pace):
    record = slipped(name="Given up")
    with doors.visitor() as ben, reading(ben, record) as other:
        next(other)
        wait_until(lambda: pace.begun)
        with reading(ana, record) as one:
            next(one)
        assert len(doors.app.state.reviewing) == 1, "one still reads"
    wait_until(lambda: len(doors.app.state.reviewing) == 0)
    pace.go_on()
    whole(asked(ana, record))
    assert pace.begun == ["Given up"] * 2, "nothing half-done was kept"


def test_whoever_wants_too_many_at_once_is_refused(ana, pace):
    ana.post("/api/tables", json=RACE_BEGUN)
    with contextlib.ExitStack() as stack:
        records = [slipped(name=f"Number {number}") for number in range(live.EACH)]
        under_way = [stack.enter_context(reading(ana, record)) for record in records]
        assert [next(told)["ahead"] for told in under_way] == list(range(live.EACH))
        refused = asked(ana, slipped(name="One too many"))
        assert (refused.status_code, refused.json()["code"]) == (429, "limit/rate")
        pace.go_on()


def test_a_review_that_breaks_says_so_and_others_go_on(ana, monkeypatch):
    def broken(_record, **_how):
        yield from ()
        raise RuntimeError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(live, "reviewing", broken)
        *_, last = lines(asked(ana, slipped(name="Broken")))
    assert (last["type"], last["code"]) == ("refused", "error")
    assert whole(asked(ana, slipped(name="Broken")))


def test_a_house_that_closes_says_so(monkeypatch):
    pace = Pace()
    monkeypatch.setattr(live, "reviewing", pace.reviewing)

    async def closed():
        thinking = Thinking(1)
        reviews = live.Reviewing(Settings(), None, thinking, RateLimits({}))
        wish = live.Wish(slipped(), None, "ana", "here")
        with reviews.read(wish) as job:
            news = job.news()
            assert await anext(news) == 0
            await until(lambda: pace.begun)
            await reviews.stop()
            with pytest.raises(HouseClosing):
                await anext(news)
        with pytest.raises(HouseClosing), reviews.read(wish):
            pass
        pace.go_on()
        thinking.close()

    asyncio.run(closed())


# What it costs.


def test_reviews_are_counted_and_their_time_is_charged(tmp_path):
    rates = {"review": "2/hour"}
    with open_doors(tmp_path, review_effort=1, rates=rates) as doors, doors.visitor() as ana:
        for name in ("One", "Two", "Two"):
            whole(asked(ana, slipped(name=name)))
        assert asked(ana, slipped(name="Three")).status_code == 429
        assert asked(ana, slipped(name="One")).status_code == 200, "what is kept costs nothing"


def test_whoever_has_used_up_their_time_is_refused(tmp_path):
    rates = {"review-work": "1/hour"}
    with open_doors(tmp_path, review_effort=1, rates=rates) as doors, doors.visitor() as ana:
        whole(asked(ana, slipped(name="One")))
        assert asked(ana, slipped(name="Two")).status_code == 429
    assert {"review", "review-address", "review-work"} <= set(RATES)


# Never before the end.


def test_a_game_that_is_not_over_is_not_looked_over(ana):
    refused = asked(ana, slipped(over=False))
    assert refused.status_code == 409
    assert "not over" in refused.json()["message"]
    table = ana.post("/api/tables", json=RACE_BEGUN).json()["id"]
    refused = ana.post(f"/api/tables/{table}/review/1")
    assert (refused.status_code, set(refused.json())) == (409, {"code", "message"})
    assert ana.post(f"/api/tables/{table}/review/2").status_code == 404
    assert ana.post("/api/tables/nosuchtable/review/1").status_code == 404


def test_nobody_who_plays_a_rated_game_is_helped(doors, ana):
    wish = {"game": "tortuga", "chairs": ["me", {"level": 1}], "public": False, "rated": True}
    assert ana.post("/api/tables", json=wish).status_code == 201
    refused = asked(ana, slipped())
    assert refused.status_code == 409
    assert "rated" in refused.json()["message"]
    with doors.visitor() as ben:
        assert asked(ben, slipped()).status_code == 200


def test_a_puzzle_that_counts_is_not_reviewed_before_it_is_answered(ana):
    """Nor is a game that begins with it, whatever was played there."""
    ana.get("/puzzles")
    offered = ana.post("/api/games/tortuga/puzzles/rated").json()["id"]
    puzzle = next(each for each in shipped(take("tortuga")) if each.id == offered)
    wrong = next(str(move) for move in puzzle.begin().moves() if str(move) != puzzle.line[0])
    referee, how = Referee(SEED), {"options": dict(puzzle.options)}
    match = referee.begin(puzzle.taken, ["Ann", "Ben"], began=0, start=puzzle.position, **how)
    match = referee.resign(referee.play(match, puzzle.seat, wrong, at=0), puzzle.seat, at=0)
    refused = asked(ana, Record.of(match, SEED))
    assert refused.status_code == 409
    assert "not solved yet" in refused.json()["message"]
    assert ana.post(f"/api/games/tortuga/puzzles/{offered}/solution").is_success
    assert asked(ana, Record.of(match, SEED)).status_code == 200


@pytest.mark.parametrize("text", ["", "no record", "{}", to_json(slipped()).replace(SLIP, "a1-a9")])
def test_a_broken_record_is_refused_with_the_reason(ana, text):
    refused = ana.post("/api/review", json={"record": text})
    assert refused.status_code in {400, 422}
    assert refused.json()["message"]


def test_a_game_without_end_is_refused(ana, monkeypatch):
    monkeypatch.setattr("ludotheque.page.records.MOST_MOVES", 1)
    refused = asked(ana, slipped())
    assert refused.status_code == 400
    assert "1 moves" in refused.json()["message"]
