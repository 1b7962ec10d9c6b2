"""Page of the big screen: tables for a whole room to watch, without anything to press."""

from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from ludotheque.games import shelf
from ludotheque.page.about import levels_told, screen_game
from ludotheque.page.page_data import ScreenData
from ludotheque.page.render import version
from ludotheque.server.api.dependencies import (
    Known,
    TableId,
    TheRooms,
    in_thread,
    link_to,
    settings_of,
)
from ludotheque.server.browse import LOOPBACK, address_for_others
from ludotheque.server.pages.rendering import page
from ludotheque.server.qr import qr_markup
from ludotheque.server.wire.errors import words_for

router = APIRouter(include_in_schema=False)

EACH: Final = 45
"""The seconds for which a table is shown, if nobody says otherwise."""


@router.get("/screen")
async def house_screen(
    request: Request, known: Known, each: Annotated[int, Query(ge=1, le=3600)] = EACH
) -> Response:
    """Show the public games that are being played, each for a while, and how to play too."""
    return await _screen(request, known, "/", each=each)


@router.get("/t/{table_id}/screen")
async def table_screen(
    request: Request, table_id: TableId, known: Known, rooms: TheRooms
) -> Response:
    """Show one table, and how to come to it."""
    await rooms.room(table_id)
    return await _screen(request, known, f"/t/{table_id}", table=table_id)


async def _screen(
    request: Request, known: Known, path: str, *, table: str | None = None, each: int = EACH
) -> Response:
    words = words_for(request)
    link = await in_thread(_link_for_others, request, path)
    return page(
        request,
        "screen.html",
        known,
        table=table,
        way_back=path,
        link=None if link is None else link.partition("://")[2].rstrip("/"),
        qr=None if link is None else Markup(qr_markup(link)),  # noqa: S704 - made of squares
        boxes=list(shelf()) if table is None else [],
        edition=version(),
        data=ScreenData(
            table=table,
            each=each,
            games={slug: screen_game(game, words) for slug, game in shelf().items()},
            levels=levels_told(words),
        ),
    )


def _link_for_others(request: Request, path: str) -> str | None:
    """Return the address of *path* for phones in the room, None if only this computer reaches it.

    A screen is often opened on the very computer that the house runs on, which calls itself by a
    name that means another one elsewhere.
    """
    link = link_to(request, path)
    address = urlsplit(link)
    if settings_of(request).origins or address.hostname not in LOOPBACK:
        return link
    there = address_for_others(address.port or 80)
    return None if there is None else f"{there.rstrip('/')}{path}"
