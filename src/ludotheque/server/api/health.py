"""Health and metrics endpoints, for machines that watch the house."""

import asyncio
import time
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.errors import N_, NoSuchPage
from ludotheque.server import metrics
from ludotheque.server.access.guard import address_within
from ludotheque.server.api.dependencies import REFUSALS, TheQuota, TheStore, in_thread, settings_of
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import Health
from ludotheque.store import Store, StoreDown

MOMENT: Final = 1.0
"""The seconds for which what was found out about the house holds."""

router = APIRouter(tags=["house"], responses=REFUSALS)


class Beat:
    """What was last found out about the house: of many who ask at once, one looks.

    Nobody is counted here, so nobody must be able to keep the threads of others busy by asking.
    """

    def __init__(self) -> None:
        self._looking = asyncio.Lock()
        self._looked: float | None = None
        self._problem: str | None = None

    async def problem(self, store: Store) -> str | None:
        """Return what was wrong at most MOMENT seconds ago, None if nothing was."""
        async with self._looking:
            if self._looked is None or time.monotonic() - self._looked >= MOMENT:
                self._problem = await _found_out(store)
                self._looked = time.monotonic()
            return self._problem


async def _found_out(store: Store) -> str | None:
    if not await in_thread(store.answers):
        return N_("the database does not answer")
    if not await in_thread(store.pulse.beats):
        return N_("nothing can be written to the database: its disk may be full")
    return None


@router.get("/healthz", response_model_exclude_none=True, responses={503: {"model": Health}})
async def health(store: TheStore, request: Request, response: Response) -> Health:
    """Return whether the house is open, reaches its database and can write to it."""
    beat: Beat = request.app.state.beat
    problem = await beat.problem(store)
    if problem is None:
        return Health(status="ok")
    response.status_code = 503
    return Health(status="down", message=words_for(request).say(problem))


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def figures(request: Request, quota: TheQuota) -> Response:
    """Return figures for Prometheus, to those who may have them."""
    allowed = settings_of(request).metrics_for
    if request.client is None or not address_within(request.client.host, allowed):
        raise NoSuchPage(N_("there is no such page"))
    with suppress(StoreDown, TimeoutError):  # the other figures are wanted then all the more
        async with asyncio.timeout(MOMENT):
            await quota.left()
    return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")
