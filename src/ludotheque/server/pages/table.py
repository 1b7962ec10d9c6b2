"""The page of a table."""

from fastapi import APIRouter, Request, Response

from ludotheque.page.about import table_data
from ludotheque.page.agreed import agreed
from ludotheque.page.reactions import REACTIONS
from ludotheque.server.api.dependencies import Known, TableId, TheRooms
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}")
async def table_page(
    request: Request, table_id: TableId, rooms: TheRooms, known: Known
) -> Response:
    """Show a table to whoever follows its link."""
    words = words_for(request)
    table = (await rooms.room(table_id)).table
    title = words.say(table.terms.game.title)
    return page(
        request,
        "table.html",
        known,
        title=title,
        data=table_data(table_id, table, words),
        agreed=agreed(table, words),
        reactions={what: words.say(sentence) for what, sentence in REACTIONS.items()},
    )
