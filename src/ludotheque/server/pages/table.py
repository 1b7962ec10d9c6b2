"""The page of a table."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response

from ludotheque.page.reactions import REACTIONS
from ludotheque.page.symbol_names import seat_symbols, symbol_names
from ludotheque.pictures import aims_of, deals_in_secret
from ludotheque.position import CHANCE
from ludotheque.rulebook import is_taught
from ludotheque.server.api.dependencies import Known, TableId, TheRooms
from ludotheque.server.pages.about import computers_told, game_told
from ludotheque.server.pages.agreed import agreed
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.tables import Table
from ludotheque.words import Words

router = APIRouter()


@router.get("/t/{table_id}")
async def table_page(
    request: Request, table_id: TableId, rooms: TheRooms, known: Known
) -> Response:
    """Show a table to whoever follows its link."""
    words = words_for(request)
    table = (await rooms.room(table_id)).table
    title = words.say(table.terms.game.title)
    data = {"id": table_id, **_about(table, words)}
    return page(
        request,
        "table.html",
        known,
        title=title,
        data=data,
        agreed=agreed(table, words),
        reactions={what: words.say(sentence) for what, sentence in REACTIONS.items()},
    )


def _about(table: Table, words: Words) -> dict[str, Any]:
    """Return what the modules need to know of a table beside its messages."""
    game = table.terms.game
    options, seats = table.terms.options, len(table.chairs)
    return {
        "game": game.slug,
        "secrets": deals_in_secret(game, seats, options),
        "deals": game.start(seats, **options).to_move is CHANCE,
        "fewest": game.seats.start,
        "learnable": is_taught(game),
        "aims": [asdict(aim) for aim in aims_of(game, seats, options, words)],
        **game_told(game, words),
        **computers_told(words),
        "names": symbol_names(words),
        "seatSymbols": seat_symbols(game),
    }
