"""Health and metrics endpoints, for machines that watch the house."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.errors import N_, NoSuchPage
from ludotheque.server import metrics
from ludotheque.server.access.guard import address_within
from ludotheque.server.api.dependencies import REFUSALS, TheStore, in_thread, settings_of
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import Health

router = APIRouter(tags=["house"], responses=REFUSALS)


@router.get("/healthz", response_model_exclude_none=True, responses={503: {"model": Health}})
async def health(store: TheStore, request: Request, response: Response) -> Health:
    """Return whether the house is open, reaches its database and can write to it."""
    if not await in_thread(store.answers):
        problem = N_("the database does not answer")
    elif not await in_thread(store.pulse.beats):
        problem = N_("nothing can be written to the database: its disk may be full")
    else:
        return Health(status="ok")
    response.status_code = 503
    return Health(status="down", message=words_for(request).say(problem))


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def figures(request: Request) -> Response:
    """Return figures for Prometheus, to those who may have them."""
    allowed = settings_of(request).metrics_for
    if request.client is None or not address_within(request.client.host, allowed):
        raise NoSuchPage(N_("there is no such page"))
    return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")
