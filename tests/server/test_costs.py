"""Nothing that a stranger asks for holds up anyone else, nor costs more than the stranger pays."""

import asyncio
import contextlib
import json
import socket
import threading
from urllib.parse import urlencode, urlsplit

import httpx
import pytest
from websockets.sync.client import connect

from ludotheque.engine import BUILT
from ludotheque.errors import LudothequeError
from ludotheque.games import take
from ludotheque.games.hops import rules
from ludotheque.match import Record, Referee, to_json
from ludotheque.page.books import book
from ludotheque.server.access import guard
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.api import board, study
from ludotheque.server.api.trees import TreeBrought
from ludotheque.server.api.whole_games import Brought
from ludotheque.server.live import answering, subscription
from ludotheque.server.live import rooms as all_rooms
from ludotheque.server.live.answering import STEPS_A_TURN, Answering, Answers
from ludotheque.server.rates import RATES
from ludotheque.server.wire.errors import TooOften
from ludotheque.tables import told
from server import forgetful
from server.doors import open_doors
from server.house import House
from waiting import PATIENCE, wait_until

DENSE = "....r2r1./....b1r1./.....b5./.....b1./...b1.b5./...r6.b1./...r6.r3. r"
"""A board of Hops on which moves take long to list."""
ELSEWHERE = {"x-forwarded-for": "192.0.2.7"}
LINE = ["A5-A4", "B5-B4", "A4-A5", "B4-B5"] * 10
"""As many moves as a line may have, on that board."""
SEED = "5e" * 32


@pytest.fixture
def doors(tmp_path):
    """Give a house that believes what visitors say about their addresses."""
    with open_doors(tmp_path, rates={}, lends=False, proxies=("127.0.0.1",)) as opened:
        yield opened


@pytest.fixture
def held(monkeypatch):
    """Give what lets lines of play be drawn; until then, whoever draws one stands still."""
    go_on = threading.Event()

    def slowly(*facts):
        assert go_on.wait(PATIENCE)
        return line(*facts)

    line = study.line_played
    monkeypatch.setattr(study, "line_played", slowly)
    yield go_on
    go_on.set()


@contextlib.contextmanager
def asking(doors, path, times):
    """Send the same request so often, and wait for no answer."""
    address = urlsplit(doors.url)
    request = f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
    with contextlib.ExitStack() as sockets:
        for _ in range(times):
            line = socket.create_connection((address.hostname, address.port), timeout=PATIENCE)
            sockets.enter_context(line).sendall(request)
        yield


def on_line(doors, visitor, table_id, query=""):
    """Open the socket of a table as *visitor*."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    address = f"{doors.url.replace('http', 'ws')}/api/tables/{table_id}/socket{query}"
    how = {"proxy": None, "open_timeout": PATIENCE, "additional_headers": {"cookie": cookies}}
    return connect(address, origin=doors.url, **how)


def told_on(line):
    """Return the next message of a line, but for who is there: that is told at any moment."""
    while (message := json.loads(line.recv()))["type"] == "presence":
        pass
    return message


def waiting(doors, address="127.0.0.1"):
    """Return how many answers wait in line for that address."""
    return doors.app.state.answering.next_line().waiting(address)


def dense(**more):
    """Return where a line of play from the dense board is drawn."""
    return f"/api/games/hops/line?{urlencode({'position': DENSE, **more}, doseq=True)}"


def test_45_costly_requests_keep_nobody_from_the_house(doors, held):
    line = dense(option="to_and_fro:whole-move", move=LINE)
    with doors.visitor() as ana, asking(doors, line, 45):
        ana.post("/api/tables", json={"game": "hops", "chairs": ["me", "open"]})
        wait_until(lambda: waiting(doors) == 44)
        assert ana.get("/healthz").json() == {"status": "ok"}
        assert ana.get("/api/me").status_code == 200
        # Somebody else is drawn a line as soon as it can be, not after 45 others.
        held.set()
        assert httpx.get(f"{doors.url}{dense()}", headers=ELSEWHERE, timeout=PATIENCE).is_success


@pytest.mark.usefixtures("held")
def test_another_address_does_not_wait_for_what_one_asks_for(doors):
    with asking(doors, dense(), 5):
        wait_until(lambda: waiting(doors) == 4)
        picture = f"/api/games/hops/picture.svg?{urlencode({'position': DENSE})}"
        with doors.program() as other:
            assert other.get(picture, headers=ELSEWHERE).is_success
        assert waiting(doors) == 4


@pytest.mark.usefixtures("held")
def test_who_lets_too_much_wait_is_refused(doors, monkeypatch):
    monkeypatch.setattr(answering, "MOST_WAITING", 3)
    with asking(doors, dense(), 4), doors.program() as bo:
        wait_until(lambda: waiting(doors) == 3)
        refused = bo.get(dense())
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0


def test_cpu_time_is_charged_to_the_address_that_used_it(tmp_path):
    rates = {"work": "1/minute"}
    with (
        open_doors(tmp_path, rates=rates, lends=False, proxies=("127.0.0.1",)) as doors,
        doors.program() as bo,
    ):
        assert bo.get(dense()).is_success
        refused = bo.get(dense())
        assert refused.status_code == 429
        assert 0 < int(refused.headers["retry-after"]) <= 60
        assert bo.get(dense(), headers=ELSEWHERE).is_success
        assert bo.get("/healthz").is_success


def test_a_family_that_opens_the_longest_rulebook_is_not_refused(tmp_path):
    figures = [part for part in book("tortuga", "en").parts if not isinstance(part, str)]
    pictures = [path for part in figures for path in (part.picture, part.result) if path]
    assert len(pictures) >= 19

    async def all_at_once(url):
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False) as family:
            return await asyncio.gather(*(family.get(path) for path in pictures * 2))

    with open_doors(tmp_path, rates=RATES) as doors:
        answers = asyncio.run(all_at_once(doors.url))
    assert {answer.status_code for answer in answers} == {200}


def a_record():
    """Return a short game of Hops that was resigned."""
    referee = Referee(SEED)
    match = referee.begin(take("hops"), ["Ana", "Bo"], began=0)
    for _ in range(4):
        match = referee.play(match, match.to_move, str(match.position.moves()[0]), at=0)
    return to_json(Record.of(referee.resign(match, match.to_move, at=0), SEED))


def test_what_strangers_ask_for_is_done_in_the_pools_alone(doors, monkeypatch):
    """Wherever legal moves of Hops are listed, it is in a thread that is there for that."""
    where = set()

    def noted(position):
        where.add(threading.current_thread().name.partition("_")[0])
        return listed(position)

    query, record = urlencode({"position": DENSE}), a_record()
    move = str(take("hops").position(DENSE).moves()[0])
    listed = rules.listed
    monkeypatch.setattr(rules, "listed", noted)
    with doors.visitor() as ana:
        answers = [
            ana.get(dense(move=[move])),
            ana.get(f"/api/games/hops/picture.svg?{query}&{urlencode({'move': move})}"),
            ana.get(f"/api/games/hops/analysis?{query}"),
            ana.post("/api/games/hops/moment", json={"position": DENSE, "moves": [move]}),
            ana.post("/api/games/hops/setup", json={"position": DENSE}),
            ana.post("/api/replay", json={"record": record}),
            ana.get("/api/games/hops/lesson/1/why?touch=A1"),
            ana.get(f"/study/hops?{query}"),
            ana.get(f"/editor/hops?{query}"),
            ana.get("/rules/hops"),
            ana.get("/learn/hops"),
        ]
    assert {answer.status_code for answer in answers} == {200}
    assert where == {"answering", "thinking"}


def test_boards_are_drawn_in_the_pool_and_once_for_all_ways_to_ask_for_the_same(doors, monkeypatch):
    where = []

    def noted(*facts, **more):
        where.append(threading.current_thread().name.partition("_")[0])
        return drawing_of(*facts, **more)

    drawing_of = board.drawing_of
    monkeypatch.setattr(board, "drawing_of", noted)
    board._DRAWN.clear()
    with doors.visitor() as ana:
        for query in ("", "?option=start:corners", "?option=to_and_fro:whole-move"):
            assert ana.get(f"/api/games/hops/board{query}").is_success
    assert where == ["answering"]


def test_a_board_that_lies_ready_costs_nothing_of_an_address_share(tmp_path):
    board._DRAWN.clear()
    with open_doors(tmp_path, rates={"work": "1/year"}) as doors, doors.visitor() as ana:
        answers = [
            ana.get(f"/api/games/hops/board{query}").status_code
            for query in ("", "", "?option=start:edges")
        ]
    assert answers == [200, 200, 429]


LONG = b"[" + b"[]," * 80_000 + b"[]]"
"""A body as long as the longest game, of which much is to be read and nothing can be used."""


JSON = {"content-type": "application/json"}
BRINGING = ["/api/replay", "/api/review", "/api/tree", "/api/me/games", "/api/games/hops/tree"]


@pytest.mark.parametrize("path", BRINGING)
def test_what_is_as_long_as_a_game_is_read_in_the_pool(doors, monkeypatch, path):
    where = []

    def noted(work):
        def done(text, *facts, **more):
            if len(text) >= 100_000:
                where.append(threading.current_thread().name.partition("_")[0])
            return work(text, *facts, **more)

        return done

    for model in (Brought, TreeBrought):
        monkeypatch.setattr(model, "model_validate_json", noted(model.model_validate_json))
    monkeypatch.setattr(guard, "depth", noted(guard.depth))
    monkeypatch.setattr(json, "loads", noted(json.loads))
    with doors.visitor() as ana:
        assert ana.post(path, content=LONG, headers=JSON).status_code == 422
        assert not where
        assert ana.post(path, content=b"[" * 100_000, headers=JSON).status_code == 422
        assert ana.post(path, content=b"{", headers=JSON).status_code == 400
        assert ana.post(path).status_code == 422
        told = ana.post(path, json={"record": "x" * 100_000, "more": 1}).json()
        assert (told["code"], "body." in told["message"]) == ("request/invalid", True)
    assert set(where) == {"answering"}


def test_the_reading_of_what_is_long_is_charged(tmp_path):
    with open_doors(tmp_path, rates={"work": "1/year"}) as doors, doors.visitor() as ana:
        assert ana.post("/api/replay", content=LONG, headers=JSON).status_code == 422
        assert ana.post("/api/replay", content=LONG, headers=JSON).status_code == 429


def test_previews_and_reasons_are_made_in_the_pool(doors, monkeypatch):
    where = []

    def noted(work):
        def made(*facts):
            where.append(threading.current_thread().name.partition("_")[0])
            return work(*facts)

        return made

    for name in ("preview", "reason_of"):
        monkeypatch.setattr(told, name, noted(getattr(told, name)))
    with doors.visitor() as ana:
        chairs = ["me", {"person": "Bo"}]
        made = ana.post("/api/tables", json={"game": "hops", "chairs": chairs, "beginner": 0})
        moves = ana.get(f"/api/tables/{made.json()['id']}/moves").json()["moves"]
        with on_line(doors, ana, made.json()["id"]) as line:
            assert json.loads(line.recv())["type"] == "welcome"
            asked = {"type": "preview", "id": "p", "moves": moves[:2], "seat": 0}
            line.send(json.dumps(asked))
            assert len(told_on(line)["pictures"]) == 2
            line.send(json.dumps({"type": "why", "id": "w", "touches": ["D4"], "seat": 0}))
            assert told_on(line)["type"] == "why"
    assert where == ["answering"] * 3


@pytest.mark.parametrize(("longest", "first"), [(2, "step"), (1, "welcome")])
def test_a_long_log_is_not_folded_again_for_whoever_missed_a_little(
    doors, monkeypatch, longest, first
):
    monkeypatch.setattr(subscription, "LONGEST_LOG", longest)
    with doors.visitor() as ana, doors.visitor() as bo:
        wish = {"game": "hops", "chairs": ["me", "open"], "rated": False}
        table_id = ana.post("/api/tables", json=wish).json()["id"]
        bo.post(f"/api/tables/{table_id}/deeds", json={"type": "sit", "id": "s"})
        with on_line(doors, ana, table_id, "?since=1&picture=true") as line:
            assert told_on(line)["type"] == first


class Story:
    """Long work that notes whose step was done."""

    def __init__(self):
        self.done = []

    def steps(self, whose, count):
        for _ in range(count):
            self.done.append(whose)
            yield
        return whose


def in_pool(script, rates=None):
    """Run *script* with a pool of one thread."""

    async def told():
        pool = Answering(RateLimits(rates or {}), threads=1)
        try:
            await script(pool)
        finally:
            pool.close()

    asyncio.run(told())


def test_two_addresses_that_replay_are_served_in_turn():
    story = Story()

    async def script(pool):
        both = (
            Answers(pool, whose).in_steps(story.steps(whose, 3 * STEPS_A_TURN)) for whose in "ab"
        )
        assert await asyncio.gather(*both) == ["a", "b"]

    in_pool(script)
    assert story.done == (["a"] * STEPS_A_TURN + ["b"] * STEPS_A_TURN) * 3


def test_a_drawing_comes_between_the_steps_of_a_replay():
    story = Story()

    async def script(pool):
        long = Answers(pool, "a").in_steps(story.steps("a", 5 * STEPS_A_TURN))
        short = Answers(pool, "b").run(story.done.append, "b")
        await asyncio.gather(long, short)

    in_pool(script)
    assert story.done.index("b") == STEPS_A_TURN


def test_one_address_has_one_long_work_done_at_a_time():
    story = Story()

    async def script(pool):
        answers = Answers(pool, "a")
        works = [answers.in_steps(story.steps(number, 2 * STEPS_A_TURN)) for number in (1, 2)]
        await asyncio.gather(*works)

    in_pool(script)
    assert story.done == [1] * 2 * STEPS_A_TURN + [2] * 2 * STEPS_A_TURN


def test_who_lets_too_much_long_work_wait_is_refused(monkeypatch):
    monkeypatch.setattr(answering, "MOST_WAITING", 2)

    story = Story()

    async def script(pool):
        answers = Answers(pool, "a")
        works = [answers.in_steps(story.steps(number, 1)) for number in (1, 2, 3)]
        *done, refused = await asyncio.gather(*works, return_exceptions=True)
        assert done == [1, 2]
        assert isinstance(refused, TooOften)
        assert await answers.in_steps(story.steps(4, 1)) == 4

    in_pool(script)
    assert story.done == [1, 2, 4]


def test_long_work_that_was_begun_is_finished_and_the_next_refused():
    story = Story()

    async def script(pool):
        answers = Answers(pool, "a")
        works = [answers.in_steps(story.steps(number, 2 * STEPS_A_TURN)) for number in (1, 2)]
        first, second = await asyncio.gather(*works, return_exceptions=True)
        assert first == 1
        assert isinstance(second, TooOften)

    in_pool(script, {"work": "1/year"})


def test_work_that_fails_is_told_and_charged():
    async def script(pool):
        answers = Answers(pool, "a")
        with pytest.raises(LudothequeError):
            await answers.run(take, "no such game")
        with pytest.raises(TooOften):
            await answers.run(int)

    in_pool(script, {"work": "1/year"})


@pytest.mark.parametrize("path", BRINGING)
def test_whole_games_are_gone_through_in_steps(doors, monkeypatch, path):
    """Between any two events of a record that someone brings, others may have their turn."""
    turns = []

    def noted(steps):
        turns.append(steps)
        return some(steps)

    some, record = answering._some, a_record()
    monkeypatch.setattr(answering, "_some", noted)
    monkeypatch.setattr(answering, "STEPS_A_TURN", 1)
    events = json.loads(record)["events"]
    moves = [event["move"] for event in events if "move" in event]
    nodes = [{}, *({"parent": parent, "move": move} for parent, move in enumerate(moves))]
    with doors.visitor() as ana:
        tree = {"nodes": nodes} if path.endswith("hops/tree") else {}
        told = ana.post(path, json={"record": record, **tree})
    assert told.is_success, told.text
    assert len(turns) >= len(events)


def test_without_a_kernel_moves_are_decided_away_from_the_event_loop(doors, monkeypatch):
    """The moves of whoever plays, and those that the next one may make, are listed in a thread."""
    where = set()

    def noted(position):
        where.add(threading.current_thread().name.partition("_")[0])
        return listed(position)

    with doors.visitor() as ana:
        chairs = ["me", {"person": "Bo"}]
        wish = {"game": "hops", "chairs": chairs, "beginner": 0, "start": DENSE, "rated": False}
        table_id = ana.post("/api/tables", json=wish).json()["id"]
        here = f"/api/tables/{table_id}"
        known = ana.get(f"{here}/moves").json()
        listed = rules.listed
        monkeypatch.setattr(rules, "listed", noted)
        monkeypatch.setattr(all_rooms, "BUILT", False)
        with on_line(doors, ana, table_id, "?picture=true") as line:
            assert json.loads(line.recv())["type"] == "welcome"
            deed = {"type": "move", "id": "m", "turn": known["turn"], "move": known["moves"][0]}
            line.send(json.dumps({**deed, "seat": 0}))
            told = {told_on(line)["type"] for _ in range(2)}
    assert told == {"done", "step"}
    assert where == {"deciding"}


class Forgetful(House):
    """A house in which only what is lent lists the moves of Hops."""

    program = forgetful.__file__


@pytest.mark.skipif(not BUILT, reason="this house is built without its kernel")
def test_the_house_lists_the_moves_of_hops_by_its_kernel(tmp_path):
    house = Forgetful(tmp_path)
    how = {"base_url": house.url, "trust_env": False, "timeout": PATIENCE}
    with house.running(), httpx.Client(**how) as bo:
        position = take("hops").position(DENSE)
        played = bo.get(dense(move=[str(position.moves()[0])])).json()
        assert (len(played["pictures"]), played["refused"]) == (2, None)
        wish = {"game": "hops", "chairs": ["me", {"level": 1}], "rated": False, "beginner": 0}
        opened = bo.post("/api/tables", json=wish, headers={"origin": house.url}).json()
        here = f"/api/tables/{opened['id']}"
        moves = bo.get(f"{here}/moves").json()
        deed = {"type": "move", "id": "m", "turn": moves["turn"], "move": moves["moves"][0]}
        assert bo.post(f"{here}/deeds", json=deed, headers={"origin": house.url}).is_success
        wait_until(lambda: bo.get(f"{here}/moves").json()["moves"], house.tail)
    assert not house.faults()


def test_who_asks_for_health_again_and_again_holds_up_nobody(doors, monkeypatch):
    """Health is not counted, and was looked for in the threads that all questions share."""
    go_on, asked = threading.Event(), []

    def slowly(_store):
        asked.append(None)
        return go_on.wait(PATIENCE)

    monkeypatch.setattr(type(doors.store), "answers", slowly)
    with doors.visitor() as ana, asking(doors, "/healthz", 60):
        try:
            wait_until(lambda: asked)
            assert ana.get("/api/tables").status_code == 200
            assert len(asked) == 1
        finally:
            go_on.set()
