"""Table endpoints: opening, listing, looking, deeds, records, QR codes."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Body, Query, Request, Response

from ludotheque.errors import N_, NoSuchTable, NotAllowed
from ludotheque.match import to_json, to_text
from ludotheque.page.records import record_name
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import Visitor
from ludotheque.server.access.naming import neighbour, sitter_of
from ludotheque.server.access.quota import HouseFull
from ludotheque.server.api.dependencies import (
    REFUSALS,
    After,
    Known,
    Limit,
    LookFrom,
    Someone,
    TableId,
    TheAnswers,
    TheQuota,
    TheRateLimits,
    TheRooms,
    TheStore,
    Who,
    in_thread,
    link_to,
    settings_of,
)
from ludotheque.server.live.deeds import deed_digest
from ludotheque.server.live.room import now
from ludotheque.server.live.subscription import played
from ludotheque.server.qr import qr_svg
from ludotheque.server.wire import messages
from ludotheque.server.wire.download import to_download
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import (
    ChairWish,
    ComputerHere,
    Moves,
    NewTable,
    PersonHere,
    TableList,
    TableListed,
    TableOpened,
)
from ludotheque.server.wire.outgoing import Done, Welcome, read_note
from ludotheque.store import Page, Store
from ludotheque.tables import Chair, Sitter, read_terms
from ludotheque.tables.shown import moves_seen
from ludotheque.tables.teller import seat_of

router = APIRouter(tags=["tables"], responses=REFUSALS)

QUIET: Final = 24 * 3_600_000
"""The milliseconds after which a game that no clock drives on is no longer shown to everyone."""
GameNumber = Annotated[
    int | None,
    Query(ge=1, le=1_000_000, description="Which game at the table; by default the last."),
]


@router.post("/api/tables", status_code=201)
async def open_table(
    request: Request,
    wish: NewTable,
    someone: Someone,
    store: TheStore,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
    quota: TheQuota,
) -> TableOpened:
    """Open a table; it begins by itself once its last chair is taken.

    If sent again under the same `id`, it is opened once.
    """
    await rate_limits.check("table", someone.id)
    await rate_limits.check("table-address", client_address(request))
    await rate_limits.check("deed-address", client_address(request))
    try:
        await quota.check()
    except HouseFull:
        if not await rooms.has_opened(someone.id, wish.id):
            raise
    most = settings_of(request).tables_each
    engaged = await in_thread(store.tables.engaged, someone.id)
    if engaged >= most and not await rooms.has_opened(someone.id, wish.id):
        raise NotAllowed(
            N_("you sit at {most} tables already: finish a game or leave a table first"), most=most
        )
    terms = read_terms(wish.model_dump(exclude={"chairs", "id", "beginner"}))
    chairs = await chairs_for(someone, wish.chairs, store)
    table_id = await rooms.open(
        someone.id, terms, chairs, wish.id, deed_digest(wish), beginner=wish.beginner
    )
    return TableOpened(id=table_id, link=link_to(request, f"/t/{table_id}"))


async def chairs_for(someone: Visitor, wishes: Sequence[ChairWish], store: Store) -> list[Chair]:
    """Return the chairs that *someone* wants to have at a table."""
    if list(wishes).count("me") > 1:
        raise NotAllowed(
            N_("you cannot sit on two chairs: name the others who play on your device")
        )
    return [await _chair(someone, wish, store) for wish in wishes]


async def _chair(someone: Visitor, wish: ChairWish, store: Store) -> Chair:
    match wish:
        case ComputerHere(level=level):
            return Chair(Sitter.level(level))
        case PersonHere(person=name):
            return Chair(await neighbour(someone, name, store))
        case "me":
            return Chair(await sitter_of(someone.person, store))
        case _:
            return Chair(invited=wish == "invited")


@router.get("/api/tables")
async def list_tables(
    request: Request,
    known: Known,
    store: TheStore,
    status: Annotated[Literal["open", "playing"], Query()] = "open",
    after: After = None,
    limit: Limit = 50,
) -> TableList:
    """Return the public tables that wait for players, or are being played at; newest first.

    A game without a clock in which nobody has moved for a day is still there, but not listed.
    """
    found = store.tables.public
    page = await in_thread(found, status, lively=now() - QUIET, after=after, limit=limit)
    return listed(request, page, None if known is None else known.id)


def listed(request: Request, page: Page, reader: str | None) -> TableList:
    """Return a page of tables as it is shown to the person *reader*."""
    return TableList(
        tables=[
            TableListed.model_validate(
                {
                    "id": entry.id,
                    "link": link_to(request, f"/t/{entry.id}"),
                    "game": entry.game,
                    "status": entry.status,
                    "created": entry.created,
                    "updated": entry.updated,
                    "seq": entry.seq,
                    "note": read_note(entry.note),
                    "your_turn": reader is not None and entry.awaited == reader,
                }
            )
            for entry in page.entries
        ],
        next=page.next,
    )


@router.get("/api/tables/{table_id}")
async def see_table(
    request: Request,
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    seat: LookFrom = None,
    *,
    picture: bool = False,
) -> Welcome:
    """Return a table as the reader may know it."""
    lang = words_for(request).lang if picture else None
    return await rooms.seen(table_id, who, seat, lang=lang)


@router.post("/api/tables/{table_id}/deeds")
async def do(
    request: Request,
    table_id: TableId,
    deed: Annotated[messages.AnyDeed, Body(discriminator="type")],
    someone: Someone,
    store: TheStore,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
) -> Done:
    """Do something at a table, as over its socket; the answer comes once it cannot be lost."""
    await rate_limits.check("deed", someone.id)
    await rate_limits.check("deed-address", client_address(request))
    sits = isinstance(deed, messages.Sit)
    sitter = await sitter_of(someone.person, store) if sits else None
    seq = await rooms.do(table_id, someone.id, deed, sitter)
    return Done(id=deed.id, seq=seq)


@router.get("/api/tables/{table_id}/moves")
async def moves(table_id: TableId, who: Who, rooms: TheRooms, seat: LookFrom = None) -> Moves:
    """Return the legal moves of a reader whose turn it is, and the turn; others get none."""
    table = (await rooms.room(table_id)).table
    return Moves(turn=table.turn, moves=moves_seen(table, seat_of(table, who, seat)))


@router.get(
    "/api/tables/{table_id}/record.json",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def record_json(
    answers: TheAnswers,
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    number: GameNumber = None,
) -> Response:
    """Return the record of a game; until it is over, as far as the reader may know it."""
    game = await played(rooms, answers, table_id, who, number)
    text = await answers.run(to_json, game.record)
    return to_download(text, "application/json", record_name(game.record, "json"))


@router.get(
    "/api/tables/{table_id}/record.txt",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record_text(
    answers: TheAnswers,
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    number: GameNumber = None,
) -> Response:
    """Return the same record as text, to read and to print."""
    game = await played(rooms, answers, table_id, who, number)
    text = await answers.run(to_text, game.record)
    return to_download(text, "text/plain; charset=utf-8", record_name(game.record, "txt"))


@router.get(
    "/api/tables/{table_id}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def qr(
    request: Request,
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    chair: Annotated[
        int | None,
        Query(
            ge=0,
            lt=messages.MOST_SEATS,
            description="For the owner: an invited chair, with its key.",
        ),
    ] = None,
) -> Response:
    """Return the table's link as a QR code; with *chair*, the link that lets someone sit there."""
    seen = await rooms.seen(table_id, who)
    link = link_to(request, f"/t/{table_id}")
    if chair is not None:
        chairs = seen.table.chairs
        key = chairs[chair].key if chair < len(chairs) else None
        if key is None:
            raise NoSuchTable(N_("there is no chair here that you could invite anyone to"))
        # After the mark, where browsers keep it to themselves: no log on the way sees it.
        link += f"#{key}"
    return Response(qr_svg(link), media_type="image/svg+xml")
