"""ASGI application: middleware, routers and handlers put together."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ludotheque.errors import LudothequeError
from ludotheque.server import api, pages
from ludotheque.server.access.connections import Connections
from ludotheque.server.access.doorstep import Doorstep
from ludotheque.server.access.guard import Guard, SafeHeaders
from ludotheque.server.access.identity import Door, GiveCookies
from ludotheque.server.access.quota import Quota
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.api import socket
from ludotheque.server.api.health import Beat
from ludotheque.server.config import Settings
from ludotheque.server.device import Device
from ludotheque.server.live.analysing import Analysing
from ludotheque.server.live.answering import Answering
from ludotheque.server.live.reviewing import Reviewing
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.logs import Watch
from ludotheque.server.wire.errors import invalid, not_there, refused
from ludotheque.store import Store

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[Mapping[str, Doorstep]]]
"""What is open while the application is; it yields the `doorstep`, which every connection needs."""

TAGS: Final = [
    {"name": "games", "description": "What can be played."},
    {"name": "tables", "description": "Tables to open, list, look at and play at."},
    {"name": "me", "description": "You: name, password, tokens, games."},
    {"name": "people", "description": "Other people, and how well they play."},
    {
        "name": "study",
        "description": "Positions, lessons, boards set up by hand, replays, reviews, analysis.",
    },
    {"name": "bots", "description": "Streams and moves for programs."},
    {"name": "house", "description": "Health and figures."},
]


def create_app(
    settings: Settings,
    store: Store,
    rooms: Rooms,
    thinking: Thinking,
    *,
    lifespan: Lifespan | None = None,
) -> FastAPI:
    """Return the application that serves *rooms* and what is kept in *store*."""
    app = FastAPI(
        title="Ludotheque",
        version="1",
        summary="Tables to play at, for people and programs.",
        description="docs/protocol.md describes every message of a table’s socket.",
        openapi_url="/api/openapi.json",
        openapi_tags=TAGS,
        # The usual pages about an API load scripts from elsewhere, which no page here does.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # As they are: an included router makes all of its routes again, at the first request.
        routes=[*api.ROUTES, *pages.ROUTES, *socket.router.routes],
    )
    rate_limits = RateLimits(settings.rates, settings.redis)
    app.state.settings = settings
    app.state.device = None if settings.device is None else Device(Path(settings.device))
    app.state.store = store
    app.state.rooms = rooms
    app.state.thinking = thinking
    app.state.answering = Answering(rate_limits)
    app.state.rate_limits = rate_limits
    app.state.analysing = Analysing(settings, rate_limits)
    app.state.reviewing = Reviewing(settings, store, thinking, rate_limits)
    app.state.connections = Connections(settings, store)
    app.state.doorstep = Doorstep(settings)
    app.state.beat = Beat()
    app.state.quota = quota = Quota(settings, store)
    app.state.door = Door(settings, store, rate_limits, quota)
    app.add_exception_handler(LudothequeError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, not_there)
    # From the inside out: the last one added is the first to see a request.
    app.add_middleware(GiveCookies)
    app.add_middleware(Guard, settings=settings, rate_limits=rate_limits)
    app.add_middleware(Watch)
    app.add_middleware(SafeHeaders, settings=settings)
    return app
