"""Records as pages take and give them: read from text, named as files, shown picture by picture."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from ludotheque.errors import N_, BadRecord, NotAllowed
from ludotheque.match import Record, Steps, from_json, from_text
from ludotheque.match.events import Moved
from ludotheque.match.several import games_in
from ludotheque.page.page_data import ReplayData
from ludotheque.page.player_names import player_names
from ludotheque.page.sentences import SENTENCES
from ludotheque.pictures import Replay, replaying
from ludotheque.tables.played import Played
from ludotheque.words import Words

MOST_BYTES: Final = 200_000
"""The most bytes of a record that someone brings."""
LONGEST_PLAYER: Final = 100
"""The most characters of a player's name: those of programs are long."""
MOST_EVENTS: Final = 4_000
MOST_MOVES: Final = 400
"""Of a game that is looked over."""
LONGEST_PART: Final = 24
"""The most characters of one player in a file's name."""


def read_record(brought: str) -> Record:
    """Return the record that someone brings, as JSON or as text, or raise BadRecord."""
    text = brought.lstrip("\ufeff \t\r\n").replace("\r\n", "\n")
    if not text.startswith(("{", "[")):
        raise BadRecord(N_("there is no record of a game in it"))
    games = games_in(StringIO(text), "")
    first, second = next(games, None), next(games, None)
    if first is not None and second is not None:
        raise BadRecord(
            N_("there are several games in this file, the second from line {line} on: bring one"),
            line=second.line,
        )
    return (from_json if text.startswith("{") else from_text)(text)


def check_length(record: Record) -> None:
    """Raise BadRecord if a record is too long to be shown, or one of its players' names."""
    if max(map(len, record.setup.players)) > LONGEST_PLAYER:
        raise BadRecord(
            N_("players: a name of more than {most} characters cannot be shown here"),
            most=LONGEST_PLAYER,
        )
    if len(record.events) > MOST_EVENTS:
        raise BadRecord(
            N_("events: a record with more than {most} of them cannot be shown here"),
            most=MOST_EVENTS,
        )


def check_over(record: Record) -> None:
    """Raise NotAllowed unless everyone may know everything of the game, and there is an end."""
    if record.result is None:
        raise NotAllowed(N_("this game is not over: it can be reviewed once it is"))
    if sum(isinstance(event, Moved) for event in record.events) > MOST_MOVES:
        raise BadRecord(
            N_("events: a game of more than {most} moves cannot be reviewed here"), most=MOST_MOVES
        )


def record_name(record: Record, ending: str) -> str:
    """Return a name made of the game, its players and its day, without spaces and signs."""
    day = datetime.fromtimestamp(record.setup.began / 1000, UTC).date().isoformat()
    parts = [record.setup.game.slug, *record.setup.players]
    words = (re.sub(r"\W+", "-", part).strip("-")[:LONGEST_PART] for part in parts)
    return "-".join([*filter(None, words), day]) + f".{ending}"


def replay_data(
    table: str | None = None,
    number: int | None = None,
    record: str | None = None,
    name: str | None = None,
) -> ReplayData:
    """Return what the page of a replay needs to know: a table's game, a record, or neither."""
    source = None if table is None or number is None else f"/api/tables/{table}/replay/{number}"
    return ReplayData(source, table, number, record, name)


def replaying_told(game: Played, words: Words) -> Steps[Replay]:
    """Make a game's pictures; players and whoever lost are called as at their table."""
    players = tuple(player_names(game.record.setup.players, game.levels, words))
    shown = yield from replaying(game.record, None, words, players)
    result, ending = game.record.result, shown.ending
    if result is not None and ending is not None:
        losers = [seat for seat, share in enumerate(result.shares) if share == 0]
        named = SENTENCES.get(f"ended-{result.reason}")
        if named is not None and len(losers) == 1:
            ending = replace(ending, reason=words.say(named, name=players[losers[0]]))
    return replace(shown, seat=game.seat, guests=game.guests, ending=ending)
