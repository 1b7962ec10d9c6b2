"""Answers about tables: opening one, its story, hints, the deal, records, replays."""

import io
import json
import zipfile
from base64 import b64encode
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from ludotheque.engine import HINTS_BY, level
from ludotheque.errors import N_, NoSuchTable, NotAllowed, NotYourTurn, Unreadable
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.house import ME, House
from ludotheque.local.routes import route
from ludotheque.match import Match, Record, to_json, to_text, verifying, whole
from ludotheque.page.records import check_length, record_name, replaying_told
from ludotheque.pictures import past, story
from ludotheque.tables import Chair, Sitter, Table, clean_name, read_terms
from ludotheque.tables.checks import check_hints
from ludotheque.tables.deeds import digest
from ludotheque.tables.names import check_not_a_level
from ludotheque.tables.played import Played, end_of_game, playing
from ludotheque.tables.teller import seat_of
from ludotheque.words import Words

_TERMS: Final[Mapping[str, Any]] = {
    "options": {},
    "clock": None,
    "public": False,
    "first_to": 1,
    "rated": False,
}
"""What is agreed on where nothing is said; nothing is public here, and nothing counts."""


@route("POST", "/api/tables")
async def opened(house: House, asked: Asked) -> Answer:
    """Open a table for the person of this browser; sent again under its id, it is opened once."""
    wish = dict(asked.body)
    key, chairs, beginner = (
        wish.pop("id", None),
        wish.pop("chairs", None),
        wish.pop("beginner", None),
    )
    if not isinstance(key, str) or not isinstance(chairs, list) or "game" not in wish:
        raise Unreadable(N_("the request cannot be read"))
    terms = read_terms({**_TERMS, **wish, "public": False, "rated": False})
    # Whoever goes by another name by now has wished for the same.
    nameless = {**asked.body, "chairs": [_nameless(chair) for chair in chairs]}
    text = digest(json.dumps(nameless, sort_keys=True))
    sitters = [await _chair(house, chair, asked.words) for chair in chairs]
    table_id = await house.open(key, text, terms, sitters, beginner)
    return answered({"id": table_id, "link": f"/t/{table_id}"})


async def _chair(house: House, wish: Any, words: Words) -> Chair:  # noqa: ANN401 - whatever the page sent
    match wish:
        case "me":
            return Chair(Sitter(ME, await house.own_name(words)))
        case {"level": int(number)}:
            return Chair(Sitter.level(number))
        case {"person": str(name)}:
            clean = clean_name(name)
            check_not_a_level(clean)
            return Chair(Sitter(ME, clean))
        case _:
            raise NotAllowed(
                N_("nobody from elsewhere can sit down here: this house is in your browser alone")
            )


def _nameless(wish: Any) -> Any:  # noqa: ANN401 - whatever the page sent
    return {**wish, "person": None} if isinstance(wish, dict) and "person" in wish else wish


@route("PATCH", "/api/me")
async def renamed(house: House, asked: Asked) -> Answer:
    """Change the name of the person of this browser."""
    name = asked.body.get("name")
    if name is not None:
        clean = clean_name(str(name))
        check_not_a_level(clean)
        await house.rename(clean)
    told = {
        "name": await house.own_name(asked.words),
        "account": False,
        "bot": False,
        "lang": asked.words.lang,
    }
    return answered(told)


@route("GET", "/api/tables/{table_id}/story")
async def told(house: House, asked: Asked) -> Answer:
    """Return the moves of the current game in words."""
    table = await _table(house, asked)
    look = seat_of(table, ME, asked.number("seat"))
    return answered({"turn": table.turn, "moves": story(_game(table), look, asked.words)})


@route("GET", "/api/tables/{table_id}/story/{moves}")
async def looked_back(house: House, asked: Asked) -> Answer:
    """Return the picture of the current game after that many moves."""
    table = await _table(house, asked)
    look = seat_of(table, ME, asked.number("seat"))
    return answered(past(_game(table), int(asked.parts["moves"]), look, asked.words))


@route("GET", "/api/tables/{table_id}/hint")
async def hint(house: House, asked: Asked) -> Answer:
    """Return a good move, judging by what the reader may know."""
    table = await _table(house, asked)
    match, look = _game(table), seat_of(table, ME, asked.number("seat"))
    if look is None or match.to_move != look:
        raise NotYourTurn(N_("it is not your turn"))
    check_hints(table, ME)
    thinker = level(HINTS_BY, table.terms.game, Random())
    move = await house.thinker.choose(thinker, match, look, None)
    return answered({"turn": table.turn, "move": move})


@route("GET", "/api/tables/{table_id}/deal")
async def deal(house: House, asked: Asked) -> Answer:
    """Check the deal of the game that is over: draw everything again from its seed."""
    room = await house.room(asked.parts["table_id"])
    match = _game(room.table)
    seed_hash = match.setup.seed_hash
    if match.outcome is None or seed_hash is None:
        raise NotAllowed(N_("the deal can be checked once the game is over"))
    seed, *later = room.host.seeds_of(room.table)
    report = whole(verifying(Record.of(match, seed, tuple(later))))
    checked = {"seed": seed, "seed_hash": seed_hash, "draws": report.draws}
    return answered({**checked, "from_position": report.given})


@route("GET", "/api/tables/{table_id}/record.json")
async def record_json(house: House, asked: Asked) -> Answer:
    """Return the record of a game; until it is over, as far as the reader may know it."""
    game = await played(house, asked.parts["table_id"], asked.number("number"))
    return Answer(to_json(game.record), name=record_name(game.record, "json"))


@route("GET", "/api/tables/{table_id}/record.txt")
async def record_text(house: House, asked: Asked) -> Answer:
    """Return the same record as text."""
    game = await played(house, asked.parts["table_id"], asked.number("number"))
    return Answer(to_text(game.record), "text/plain", name=record_name(game.record, "txt"))


@route("GET", "/api/me/records.zip")
async def all_records(house: House, asked: Asked) -> Answer:
    """Return the records of all games that were played here, those not over as far as they went.

    With `over=true`, those that are over alone.
    """
    made, over = io.BytesIO(), asked.one("over") == "true"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for table_id in await house.table_ids():
            number = (await house.room(table_id)).table.number
            for game in range(1, number + 1):
                record = (await played(house, table_id, game)).record
                if over and record.result is None:
                    continue
                name = record_name(record, "json").removesuffix(".json")
                archive.writestr(f"{name}-{table_id}-{game}.json", to_json(record))
    return Answer(b64encode(made.getvalue()).decode(), "application/zip", name="ludotheque.zip")


@route("GET", "/api/tables/{table_id}/replay/{number}")
async def replay_of_table(house: House, asked: Asked) -> Answer:
    """Return the pictures of a game that was played to its end at a table."""
    game = await played(house, asked.parts["table_id"], int(asked.parts["number"]))
    if game.record.result is None:
        raise NotAllowed(N_("this game is still being played"))
    check_length(game.record)
    return answered(whole(replaying_told(game, asked.words)))


async def played(house: House, table_id: str, number: int | None) -> Played:
    """Return a game at a table; it is the last one unless a number is given."""
    table = await table_at(house, table_id, number)
    return whole(playing((await house.room(table_id)).host, table, ME))


async def table_at(house: House, table_id: str, number: int | None) -> Table:
    """Return a table at the end of a game, or as it is; it is the last one as for `played`."""
    table = (await house.room(table_id)).table
    wanted = table.number if number is None else number
    if not 1 <= wanted <= table.number:
        raise NoSuchTable(N_("game {number} has not begun at this table"), number=wanted)
    if wanted == table.number:
        return table
    return whole(end_of_game(await house.rows(table_id), wanted))


async def _table(house: House, asked: Asked) -> Table:
    return (await house.room(asked.parts["table_id"])).table


def _game(table: Table) -> Match:
    if table.match is None:
        raise NotAllowed(N_("the game has not begun yet"))
    return table.match
