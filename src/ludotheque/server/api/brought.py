"""Endpoints of games that were played elsewhere, on a device above all, and are brought here."""

from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response

from ludotheque.errors import N_, BadRecord, LudothequeError, NoSuchPage, NotAllowed, Stale
from ludotheque.match import Record, Report, from_json, to_json, to_text, verifying
from ludotheque.page.records import MOST_BYTES, check_length, read_record, record_name
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Known,
    Someone,
    TheAnswers,
    TheQuota,
    TheRateLimits,
    TheStore,
    in_thread,
    settings_of,
)
from ludotheque.server.api.whole_games import Brought, WholeGameRoute
from ludotheque.server.live.room import now
from ludotheque.server.wire.download import to_download
from ludotheque.server.wire.models import BroughtKept, BroughtList, BroughtListed
from ludotheque.store import Brought as Kept
from ludotheque.store.brought import Allowance, Fate

router = APIRouter(tags=["me"], responses=REFUSALS, route_class=WholeGameRoute)

ID_DIGITS: Final = 32
BroughtId = Annotated[str, Path(pattern=rf"^[0-9a-f]{{{ID_DIGITS}}}$")]


class NoRoom(LudothequeError):
    """Somebody has brought all that they may: no other game is taken, either."""

    code = "games/full"


@router.post("/api/me/games", status_code=201)
async def bring(
    request: Request,
    brought: Brought,
    someone: Someone,
    store: TheStore,
    answers: TheAnswers,
    rate_limits: TheRateLimits,
    quota: TheQuota,
) -> BroughtKept:
    """Check the record of a game that is over, and keep it among yours; the same game once."""
    address = client_address(request)
    await rate_limits.check("brought", someone.id)
    await rate_limits.check("brought-address", address)
    rate_limits.check_spent("brought-bytes", address)
    await quota.check()
    record = await answers.run(read_record, brought.record)
    check_length(record)
    if record.result is None:
        raise NotAllowed(N_("this game is not over: it can be brought once it is"))
    report = await answers.in_steps(verifying(record))
    kept, body = await answers.run(_kept, record, report)
    size = len(body.encode())
    if size > MOST_BYTES:
        raise BadRecord(N_("a record of more than {most} bytes is not kept"), most=MOST_BYTES)
    settings = settings_of(request)
    allowed = Allowance(settings.brought_games, settings.brought_bytes)
    if someone.guest:
        allowed = Allowance(settings.guests_games, settings.guests_bytes)
    fate = await in_thread(store.brought.keep, someone.id, kept, body, allowed)
    if fate is Fate.KEPT:
        rate_limits.charge("brought-bytes", size, address)
    if fate is Fate.STRANGE:
        raise Stale(N_("the house has just forgotten who you were: try again"))
    if fate is Fate.FULL and someone.guest:
        raise NoRoom(
            N_(
                "you have brought as many games as the house keeps of a guest: with a name and a"
                " password there is room for more"
            )
        )
    if fate is Fate.FULL:
        raise NoRoom(N_("you have brought as many games as the house keeps: forget some first"))
    return BroughtKept(id=kept.id, known=fate is Fate.KNOWN)


def _kept(record: Record, report: Report) -> tuple[Kept, str]:
    """Return what lists show of a game that was checked, and its record."""
    assert record.result is not None  # noqa: S101 - it is over
    # Neither what someone says of a game nor how it is written down makes it another: the text
    # has all that matters, and times only where a clock ran.
    played = to_text(replace(record, notes=()))
    return Kept(
        id=sha256(played.encode()).hexdigest()[:ID_DIGITS],
        at=now(),
        ended=report.match.now,
        game=record.setup.game.slug,
        players=record.setup.players,
        reason=record.result.reason,
        shares=tuple(map(float, record.result.shares)),
    ), to_json(record)


@router.get("/api/me/games")
async def brought_games(known: Known, store: TheStore) -> BroughtList:
    """Return the games that you have brought, those that ended last first."""
    found = [] if known is None else await in_thread(store.brought.of_person, known.id)
    return BroughtList(games=[_listed(game) for game in found])


def _listed(game: Kept) -> BroughtListed:
    return BroughtListed(
        id=game.id,
        game=game.game,
        players=list(game.players),
        brought=game.at,
        ended=game.ended,
        reason=game.reason,
        shares=list(game.shares),
    )


@router.get(
    "/api/me/games/{game_id}/record.json",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def brought_record(
    answers: TheAnswers, game_id: BroughtId, known: Known, store: TheStore
) -> Response:
    """Return the record of a game that you have brought."""
    body = None if known is None else await in_thread(store.brought.record, known.id, game_id)
    if body is None:
        raise NoSuchPage(N_("there is no such game"))
    record = await answers.run(from_json, body)
    return to_download(body, "application/json", record_name(record, "json"))


@router.delete("/api/me/games/{game_id}", status_code=204)
async def forget_brought(game_id: BroughtId, someone: Someone, store: TheStore) -> None:
    """Forget a game that you have brought."""
    if not await in_thread(store.brought.forget, someone.id, game_id):
        raise NoSuchPage(N_("there is no such game"))
