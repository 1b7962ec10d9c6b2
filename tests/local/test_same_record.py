"""The same game, played at a served and at a local house, leaves the same record, byte by byte."""

import asyncio
import itertools
import re
import secrets

import pytest

from local.browsers import Tab
from ludotheque.games import shelf, take
from ludotheque.match import from_json, seed_hash, verify
from ludotheque.match.events import Drew
from server.doors import open_doors

GAMES = list(shelf())
SECRET = "5e" * 32
MOVES = 12
NAMES = ("Ana", "Ben", "Cléo", "Dov", "Eva")


@pytest.fixture
def dealt_alike(monkeypatch):
    """Let both houses deal from one secret."""
    made = secrets.token_hex
    monkeypatch.setattr(secrets, "token_hex", lambda n=None: SECRET if n == 32 else made(n))


def wish(game):
    people = [{"person": name} for name in NAMES[: take(game).seats[0]]]
    return {"id": "k", "game": game, "chairs": people, "beginner": 0, "rated": False}


def at_served(visitor, game):
    """Play the first move there is, again and again; return the record, and the hash before it."""
    table = visitor.post("/api/tables", json={**wish(game), "public": False}).json()["id"]
    seen = visitor.get(f"/api/tables/{table}").json()["table"]["match"]
    committed = seen["seed_hash"]
    assert seen["seed"] is None
    for number in itertools.count():
        seen = visitor.get(f"/api/tables/{table}").json()["table"]["match"]
        if seen["outcome"] is not None:
            break
        moves = visitor.get(f"/api/tables/{table}/moves", params={"seat": seen["to_move"]}).json()
        deed = (
            {"type": "move", "turn": moves["turn"], "move": moves["moves"][0]}
            if number < MOVES
            else {"type": "resign"}
        )
        done = visitor.post(
            f"/api/tables/{table}/deeds",
            json={**deed, "id": f"d-{number}", "seat": seen["to_move"]},
        )
        assert done.json()["type"] == "done", done.text
    return visitor.get(f"/api/tables/{table}/record.json").text, committed


async def at_local(tab, game):
    """Play the same in the house of a browser."""
    table = await tab.open(**wish(game))
    socket, welcome = await tab.look(table)
    committed = welcome["table"]["match"]["seed_hash"]
    assert welcome["table"]["match"]["seed"] is None
    for number in itertools.count():
        seen = tab.match(socket)
        if seen["outcome"] is not None:
            break
        other, look = await tab.look(table, seen["to_move"])
        tab.desk.close(other)
        move = look["picture"]["choices"][0]["move"]
        deed = (
            {"type": "move", "turn": seen["turn"], "move": move}
            if number < MOVES
            else {"type": "resign"}
        )
        done = await tab.do(socket, **deed, seat=seen["to_move"])
        assert done["type"] == "done", done
    await tab.ask("GET", f"/api/tables/{table}/record.json")
    (*_, (_, _, _, text)) = tab.page.answers.values()
    return text, committed


TIMES = re.compile(r'("(?:at|began)": ?)\d+|("check": ?)"\w+"')


def timeless(text):
    """Return a record's text without its times, and the sums that are made of them as well."""
    return TIMES.sub(lambda found: f"{found[1] or found[2]}…", text)


@pytest.mark.usefixtures("dealt_alike")
@pytest.mark.parametrize("game", GAMES)
def test_both_records_are_the_same_and_pass(tmp_path, game):
    with open_doors(tmp_path) as doors, doors.visitor() as visitor:
        served, told = at_served(visitor, game)
    local, told_here = asyncio.run(at_local(Tab(), game))
    assert timeless(served) == timeless(local)
    for text, committed in ((served, told), (local, told_here)):
        record = from_json(text)
        report = verify(record)
        # What was published before the deal is what the seed turns out to be at the end.
        assert record.setup.seed_hash == committed == seed_hash(record.seed)
        assert report.draws == sum(isinstance(event, Drew) for event in record.events)
