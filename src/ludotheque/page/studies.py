"""The page on which a position is studied: what is told of it, and the way there from a table."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from ludotheque.engine import Line
from ludotheque.engine.kernel import has_secret_search, has_thinker
from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.page.page_data import StudyData
from ludotheque.page.symbol_names import symbol_names
from ludotheque.pictures import position_after
from ludotheque.position import CHANCE, Position, Seat
from ludotheque.study.line_seen import line_seen
from ludotheque.tables import Table
from ludotheque.tables.outgoing import Found
from ludotheque.words import Words

HIDDEN: Final = N_(
    "Part of this position is hidden from you, so that nobody can play on from it. Once the game is"
    " over, all of it can be studied."
)


def study_data(
    game: AnyGame, text: str | None, options: Mapping[str, str], words: Words
) -> StudyData:
    """Return what the modules need to know of a position, or raise BadPosition."""
    start = game.position(text, **options) if text else game.start(None, **options)
    return StudyData(
        game=game.slug,
        position=str(start),
        options=dict(options),
        seats=start.seats,
        seat_names=tuple(words.say(name) for name in game.seat_names),
        symbols=symbol_names(words),
        slow=not (has_thinker(game) or has_secret_search(game)),
    )


def study_refused(
    game: AnyGame, text: str, options: Mapping[str, str], refusal: LudothequeError, words: Words
) -> str:
    """Return why a position cannot be studied; what a seat may know of one may not be all of it."""
    for seat in (None, *range(game.seats[-1])):
        with suppress(LudothequeError):
            game.view(text, seat, **options)
            return words.say(HIDDEN)
    return words.refusal(refusal)


def found(
    game: AnyGame,
    position: Position[Any],
    lines: Sequence[Line],
    words: Words,
    *,
    speed: int,
    complete: bool,
) -> Found:
    """Return the message about what an analyst has seen of *position*."""
    return Found(
        lines=tuple(line_seen(game, position, line, words) for line in lines),
        depth=max((line.depth for line in lines), default=0),
        nodes=max((line.nodes for line in lines), default=0),
        speed=speed,
        complete=complete,
    )


def study_address(
    table_id: str, table: Table, look: Seat | None, moves: int | None, *, flip: bool
) -> str:
    """Return the address at which the present game of a table is studied, as *look* may know it.

    It is looked at after so many *moves*; by default, after the last.
    """
    if table.match is None:
        raise NotAllowed(N_("the game has not begun yet"))
    if table.match.outcome is not None:
        # All of a game that is over may be known: it is studied as a whole.
        query = [("table", table_id), ("number", str(table.number))]
        made = sum(ply.mover is not CHANCE for ply in table.match.plies)
        place = f"#{made if moves is None else moves}"
    else:
        view = position_after(table.match, moves, look)
        query = [("position", str(view))]
        query += [("option", f"{name}:{value}") for name, value in table.terms.options.items()]
        place = ""
    query += [("back", f"/t/{table_id}"), *([("flip", "1")] if flip else [])]
    return f"/study/{table.terms.game.slug}?{urlencode(query)}{place}"
