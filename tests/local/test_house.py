"""The house of one browser: tables that are kept, computers that play, records that pass."""

import asyncio
import json
import zipfile
from base64 import b64decode
from io import BytesIO
from random import Random

import pytest

from local.browsers import Tab
from ludotheque.games import shelf, take
from ludotheque.match import from_json, verify
from waiting import until

GAMES = list(shelf())


async def moves_of(tab, table, socket):
    """Return the moves of whoever is to move, as the picture on the screen offers them."""
    other, welcome = await tab.look(table, tab.match(socket)["to_move"])
    tab.desk.close(other)
    return [choice["move"] for choice in welcome["picture"]["choices"]]


async def played_out(tab, table, socket, most=30):
    """Play a game at one screen to its end; after so many moves somebody gives up."""
    rng = Random(5)
    for _ in range(most):
        match = tab.match(socket)
        if match["outcome"] is not None:
            return match
        move = rng.choice(await moves_of(tab, table, socket))
        await tab.do(socket, type="move", turn=match["turn"], move=move, seat=match["to_move"])
    await tab.do(socket, type="resign")
    return tab.match(socket)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_side_by_side_is_played_to_its_end_and_its_record_passes(game):
    async def evening():
        tab = Tab()
        seats = take(game).seats[0]
        people = [{"person": name} for name in ("Ben", "Cléo", "Dov", "Eva")]
        table = await tab.open(game, ["me", *people[: seats - 1]])
        socket, welcome = await tab.look(table)
        assert welcome["seats"] == list(range(seats))
        match = await played_out(tab, table, socket)
        assert match["seed"] is not None
        text = await tab.asked("GET", f"/api/tables/{table}/record.json")
        record = from_json(json.dumps(text))
        report = verify(record)
        assert record.setup.seed_hash == match["seed_hash"]
        shown = await tab.asked("GET", f"/api/tables/{table}/replay/1")
        assert shown["draws"] == report.draws
        assert shown["frames"][0]["picture"]["pieces"]

    asyncio.run(evening())


@pytest.mark.parametrize("game", GAMES)
def test_a_level_answers(game):
    async def evening():
        tab = Tab()
        table = await tab.open(game, ["me", {"level": 1}], beginner=0)
        socket, _ = await tab.look(table)
        moves = await moves_of(tab, table, socket)
        turn = tab.match(socket)["turn"]
        done = await tab.do(socket, type="move", turn=turn, move=moves[0])
        assert done["type"] == "done"
        await until(lambda: tab.match(socket)["turn"] >= turn + 2)

    asyncio.run(evening())


def test_what_was_acknowledged_is_there_after_a_reload():
    async def evening():
        tab = Tab()
        table = await tab.open(GAMES[0], ["me", {"person": "Ben"}])
        socket, _ = await tab.look(table)
        moves = await moves_of(tab, table, socket)
        await tab.do(socket, type="move", turn=1, move=moves[0])
        before = tab.match(socket)
        again = Tab(tab.kept)
        other, welcome = await again.look(table)
        assert welcome["table"]["match"]["position"] == before["position"]
        assert welcome["table"]["seq"] == len(tab.kept["rows"][table])
        assert again.match(other)["turn"] == 2

    asyncio.run(evening())


def test_a_deed_sent_again_is_done_once():
    async def evening():
        tab = Tab()
        table = await tab.open(GAMES[0], ["me", {"person": "Ben"}])
        socket, _ = await tab.look(table)
        move = (await moves_of(tab, table, socket))[0]
        deed = {"type": "move", "turn": 1, "move": move, "id": "once"}
        first = await tab.do(socket, **deed)
        again = Tab(tab.kept)
        other, _ = await again.look(table)
        assert await again.do(other, **deed) == first
        assert len(tab.kept["rows"][table]) == first["seq"]
        another = await again.do(other, **{**deed, "turn": 2})
        assert another["type"] == "refused"

    asyncio.run(evening())


def test_two_tabs_show_the_same_table():
    async def evening():
        one = Tab()
        other = Tab(one.kept)
        one.page.others.append(other.desk)
        other.page.others.append(one.desk)
        table = await one.open(GAMES[0], ["me", {"person": "Ben"}])
        here, _ = await one.look(table)
        there, _ = await other.look(table)
        move = (await moves_of(one, table, here))[0]
        await one.do(here, type="move", turn=1, move=move)
        await until(lambda: other.match(there)["turn"] == 2)
        stale = await other.do(there, type="move", turn=1, move=move)
        assert stale["code"] == "move/stale"
        assert other.match(there)["position"] == one.match(here)["position"]

    asyncio.run(evening())


def test_what_cannot_be_kept_is_not_done():
    async def evening():
        tab = Tab()
        table = await tab.open(GAMES[0], ["me", {"person": "Ben"}])
        socket, _ = await tab.look(table)
        move = (await moves_of(tab, table, socket))[0]
        tab.page.full = True
        refused = await tab.do(socket, type="move", turn=1, move=move)
        assert refused["type"] == "refused"
        assert "keep" in refused["message"]
        assert tab.match(socket)["turn"] == 1
        tab.page.full = False
        done = await tab.do(socket, type="move", turn=1, move=move, id=refused["id"] + "-again")
        assert done["type"] == "done"

    asyncio.run(evening())


def test_a_flag_falls():
    async def evening():
        tab = Tab()
        table = await tab.open(GAMES[0], ["me", {"person": "Ben"}], clock="1m")
        socket, _ = await tab.look(table)
        for _ in range(2):
            moves = await moves_of(tab, table, socket)
            turn = tab.match(socket)["turn"]
            await tab.do(socket, type="move", turn=turn, move=moves[0])
        now = tab.desk._house.now
        tab.desk._house.now = lambda: now() + 61_000
        await tab.look(table)
        await until(lambda: tab.match(socket)["outcome"])
        assert tab.match(socket)["outcome"]["reason"] == "time"

    asyncio.run(evening())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        '{"type": "move"}',
        '{"type": "move", "id": "k", "turn": "1", "move": "x"}',
        '{"type": "move", "id": "k", "turn": true, "move": "x"}',
        '{"type": "resign", "id": "k", "more": 1}',
        '{"type": "react", "id": "k", "what": "nonsense"}',
        '{"type": "preview", "id": "k", "moves": []}',
        '{"type": "nonsense", "id": "k"}',
    ],
)
def test_what_cannot_be_read_is_refused(text):
    async def evening():
        tab = Tab()
        table = await tab.open(GAMES[0], ["me", {"person": "Ben"}])
        socket, _ = await tab.look(table)
        tab.desk.hear(socket, text)
        await until(lambda: tab.messages(socket, "refused"))
        assert tab.messages(socket, "refused")[0]["code"] == "request/unreadable"

    asyncio.run(evening())


def test_a_table_that_is_not_there_is_said_so():
    async def evening():
        tab = Tab()
        tab.desk.open(7, "nowhere", None, "en")
        await until(lambda: 7 in tab.page.closed_with)
        assert tab.page.closed_with[7] == 4404
        status, told = await tab.ask("GET", "/api/pages/table?id=nowhere")
        assert (status, told["code"]) == (404, "table/unknown")

    asyncio.run(evening())


def test_nobody_from_elsewhere_is_offered_a_chair():
    async def evening():
        tab = Tab()
        wish = {"id": "k", "game": GAMES[0], "chairs": ["me", "invited"]}
        status, told = await tab.ask("POST", "/api/tables", wish)
        assert (status, told["code"]) == (409, "match/refused")

    asyncio.run(evening())


def test_all_records_are_in_one_file():
    async def evening():
        tab = Tab()
        for game in GAMES:
            table = await tab.open(game, ["me", {"person": "Ben"}])
            socket, _ = await tab.look(table)
            moves = await moves_of(tab, table, socket)
            await tab.do(socket, type="move", turn=1, move=moves[0])
            await tab.do(socket, type="resign")
        packed = await tab.asked("GET", "/api/me/records.zip")
        with zipfile.ZipFile(BytesIO(b64decode(packed))) as archive:
            records = [from_json(archive.read(name).decode()) for name in archive.namelist()]
        assert sorted(record.setup.game.slug for record in records) == sorted(GAMES)
        for record in records:
            verify(record)

    asyncio.run(evening())
