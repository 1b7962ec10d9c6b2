"""Programs play as people do: streams of what they may know, and moves that are made once."""

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from server.doors import open_doors
from waiting import PATIENCE, wait_until

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), keep_alive=0.2) as doors:
        yield doors


def token_of(visitor):
    return visitor.post("/api/me/tokens", json={"label": "bot"}).json()["token"]


def open_table(visitor, chairs, game="tortuga", **terms):
    answer = visitor.post("/api/tables", json={"game": game, "chairs": chairs, **terms})
    assert answer.status_code == 201, answer.text
    return answer.json()


@contextmanager
def bot_at(doors, address):
    """Run the example as it is told to be run, as a guest of its own."""
    with doors.visitor() as owner:
        variables = {**os.environ, "LUDOTHEQUE_TOKEN": token_of(owner)}
    process = subprocess.Popen([sys.executable, str(BOT), address], env=variables)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def play_to_the_end(visitor, table):
    """Make random moves by the stream of one's own until the game is over; return its outcome."""
    rng = Random(7)
    bot = {"authorization": f"Bearer {token_of(visitor)}"}
    with visitor.stream("GET", f"/api/bot/tables/{table}/stream", headers=bot) as stream:
        for message in lines(stream):
            match = message.get("match") or (message.get("table") or {}).get("match")
            if match and match["outcome"]:
                return match["outcome"]
            now = visitor.get(f"/api/tables/{table}/moves").json()
            if now["moves"]:
                visitor.post(
                    f"/api/tables/{table}/deeds",
                    json={
                        "type": "move",
                        "id": f"m{now['turn']}",
                        "turn": now["turn"],
                        "move": rng.choice(now["moves"]),
                    },
                )
    raise AssertionError("the stream ended before the game")


def test_the_example_has_about_thirty_lines_of_code():
    code = BOT.read_text(encoding="utf-8").partition("import json")[2].splitlines()
    assert len([line for line in code if line.strip()]) <= 40


def test_the_example_sits_down_by_a_link_and_plays_a_game(doors):
    with doors.visitor() as person:
        table = open_table(person, ["me", "open"], public=False)
        with bot_at(doors, table["link"]) as bot:
            assert sum(play_to_the_end(person, table["id"])["shares"]) == 1
            assert bot.wait(PATIENCE) == 0
        seen = person.get(f"/api/tables/{table['id']}").json()["table"]
        assert any(chair["again"] for chair in seen["chairs"] if not chair["yours"])


def test_the_example_waits_for_tables_and_sits_down_at_them(doors):
    with doors.visitor() as person, bot_at(doors, doors.url):
        table = open_table(person, ["me", "open"])
        play_to_the_end(person, table["id"])


def lines(stream):
    """Yield the messages of a stream; its blank lines must not keep a failing test alive."""
    end = time.monotonic() + PATIENCE
    for line in stream.iter_lines():
        assert time.monotonic() < end, "what was waited for did not come"
        if line:
            yield json.loads(line)


def test_events_tell_of_chairs_games_that_start_and_games_that_finish(doors):
    with doors.visitor() as person, doors.visitor() as owner:
        program = doors.program(token_of(owner))
        with program, program.stream("GET", "/api/bot/events") as stream:
            assert stream.headers["content-type"].startswith("application/x-ndjson")
            events = lines(stream)
            table = open_table(person, ["me", "open"], game="hops")["id"]

            def next_about(word):
                event = next(e for e in events if e["table"] == table)
                assert event["type"] == word
                return event

            assert next_about("challenge")["game"] == "hops"
            program.post(f"/api/tables/{table}/deeds", json={"type": "sit", "id": "s"})
            assert next_about("gameStart")["number"] == 1
            person.post(f"/api/tables/{table}/deeds", json={"type": "resign", "id": "r"})
            assert next_about("gameFinish")["number"] == 1


def test_an_invited_chair_is_no_challenge_and_a_private_table_none_either(doors):
    with doors.visitor() as person, doors.visitor() as owner:
        hidden = open_table(person, ["me", "open"], public=False)["id"]
        invited = open_table(person, ["me", "invited"])["id"]
        shown = open_table(person, ["me", "open"])["id"]
        program = doors.program(token_of(owner))
        with program, program.stream("GET", "/api/bot/events") as stream:
            seen = set()
            for event in lines(stream):
                seen.add(event["table"])
                if shown in seen:
                    break
        assert not seen & {hidden, invited}


def test_a_stream_resumes_after_since_without_gap_or_double(doors):
    with doors.visitor() as person:
        table = open_table(person, [{"person": "Ana"}, {"person": "Ben"}])["id"]
        for _ in range(5):
            now = person.get(f"/api/tables/{table}/moves").json()
            person.post(
                f"/api/tables/{table}/deeds",
                json={"type": "move", "id": f"m{now['turn']}", **now_move(now)},
            )
        program = doors.program(token_of(person))
        address = f"/api/bot/tables/{table}/stream"
        with program, program.stream("GET", address, params={"since": 2}) as stream:
            steps = (message for message in lines(stream) if message["type"] == "step")
            assert [next(steps)["seq"] for _ in range(4)] == [3, 4, 5, 6]
            with doors.program(token_of(person)) as mover:
                now = mover.get(f"/api/tables/{table}/moves").json()
                mover.post(f"/api/bot/tables/{table}/moves", json=now_move(now))
            assert next(steps)["seq"] == 7


def now_move(now):
    return {"turn": now["turn"], "move": now["moves"][0]}


def test_a_silent_stream_is_kept_alive_by_blank_lines(doors):
    with doors.visitor() as person:
        table = open_table(person, ["me", "open"])["id"]
        program = doors.program(token_of(person))
        with program, program.stream("GET", f"/api/bot/tables/{table}/stream") as stream:
            text = stream.iter_lines()
            assert json.loads(next(text))["type"] == "welcome"
            # Who is there is told now and then, whatever else happens.
            assert next(line for line in text if '"presence"' not in line) == ""


def test_a_move_sent_again_is_made_once_and_an_old_one_is_stale(doors):
    with doors.visitor() as person:
        table = open_table(person, [{"person": "Ana"}, {"person": "Ben"}])["id"]
        with doors.program(token_of(person)) as program:
            move = now_move(program.get(f"/api/tables/{table}/moves").json())
            address = f"/api/bot/tables/{table}/moves"
            first = program.post(address, json=move)
            assert first.status_code == 200
            assert program.post(address, json=move).json() == first.json()
            late = program.post(address, json={**move, "id": "another"})
            assert (late.status_code, late.json()["code"]) == (409, "move/stale")


def test_bots_need_a_token_that_is_valid(doors):
    with doors.visitor() as person:
        table = open_table(person, ["me", "open"])["id"]
        addresses = ["/api/bot/events", f"/api/bot/tables/{table}/stream"]
        for address in addresses:
            with doors.program("x" * 43) as stranger:
                for client in (person, stranger):
                    with client.stream("GET", address) as answer:
                        assert answer.status_code == 401
                        assert json.loads(answer.read())["code"] == "login/needed"
        made = person.post("/api/me/tokens", json={"label": "bot"}).json()
        with doors.program(made["token"]) as program:
            assert program.get("/api/me").json()["name"] == person.get("/api/me").json()["name"]
            assert person.delete(f"/api/me/tokens/{made['id']}").status_code == 204
            assert program.get("/api/me").status_code == 401


def test_a_bot_sees_what_its_seat_may_know_and_no_more(doors):
    """Two streams of one game with hidden cards: neither holds the other's."""
    with doors.visitor() as ana, doors.visitor() as ben:
        table = open_table(ana, ["me", "open"], game="race")["id"]
        ben.post(f"/api/tables/{table}/deeds", json={"type": "sit", "id": "s"})
        positions = set()
        for person in (ana, ben):
            program = doors.program(token_of(person))
            with program, program.stream("GET", f"/api/bot/tables/{table}/stream") as stream:
                welcome = next(lines(stream))
                positions.add(welcome["table"]["match"]["position"])
                assert welcome["table"]["match"]["seed"] is None
        with doors.visitor() as watcher:
            seen = watcher.get(f"/api/tables/{table}").json()
            positions.add(seen["table"]["match"]["position"])
            assert seen["seat"] is None
        assert len(positions) == 3


def test_of_a_burst_of_streams_no_more_are_opened_than_may_be(tmp_path):
    most = 5

    async def burst(url, headers):
        limits = httpx.Limits(max_connections=None)
        async with (
            httpx.AsyncClient(
                base_url=url, headers=headers, timeout=PATIENCE, limits=limits
            ) as bot,
            AsyncExitStack() as stack,
        ):

            async def opened():
                answer = await stack.enter_async_context(bot.stream("GET", "/api/bot/events"))
                return answer.status_code

            return await asyncio.gather(*(opened() for _ in range(30)))

    with open_doors(tmp_path, sockets_each=most) as doors:
        with doors.visitor() as owner:
            headers = {"authorization": f"Bearer {token_of(owner)}"}
        statuses = asyncio.run(burst(doors.url, headers))
        assert sorted(statuses) == [200] * most + [409] * (30 - most)
        # Once they are closed others may be opened, as soon as the house has noticed.
        wait_until(lambda: asyncio.run(burst(doors.url, headers)).count(200) == most)
