"""Structured logging: JSON, a line an event, that names nobody.

Someone at a terminal is told in words, and only what is wrong.

Ids of people and tables open doors, so the log holds their hashes: the same id can be followed from
line to line and leads nowhere. Bodies, cookies, tokens, names and addresses are never written.
"""

import logging
import secrets
import sys
from hashlib import sha256
from time import perf_counter
from typing import Any, Final, TextIO

import structlog
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server import metrics
from ludotheque.server.wire.errors import broken

QUIET: Final = ("/healthz", "/metrics")
"""Pages that machines ask for all day: counted, not logged."""

_BEFORE: Final = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    # The place and the kind of a fault, not the values around it: those may be secret.
    structlog.processors.ExceptionRenderer(
        structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    ),
)

log = structlog.get_logger("ludotheque")


def configure(stream: TextIO | None = None) -> None:
    """Send the house's log, and that of the libraries below it, to *stream*: stderr, if none."""
    stream = stream or sys.stderr
    person = stream.isatty()
    level = logging.WARNING if person else logging.INFO
    structlog.configure(
        processors=[*_BEFORE, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    if person:
        renderer = structlog.dev.ConsoleRenderer()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=list(_BEFORE),
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # It would write whole addresses, with ids and all that stands in them.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_no_sockets)


def _no_sockets(record: logging.LogRecord) -> bool:
    """Return whether a line may be written: not the server's own about sockets, as above."""
    told = str(record.msg)
    return "WebSocket" not in told and not told.startswith("connection ")


def hashed(value: str | None) -> str | None:
    """Return what the log may hold of an id."""
    return None if value is None else sha256(f"log:{value}".encode()).hexdigest()[:12]


class Watch:
    """Gives every request a number, counts it, times it and writes a line about it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and keep an eye on it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = secrets.token_hex(8)
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=number)
        start = perf_counter()
        status = 500
        answered = False

        async def send_numbered(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                answered = True
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = number
                metrics.request_seconds.labels(_route(scope)).observe(perf_counter() - start)
            await send(message)

        try:
            await self._app(scope, receive, send_numbered)
        except Exception:
            log.exception("request failed", route=_route(scope))
            if answered:
                raise
            await broken(Request(scope))(scope, receive, send_numbered)
        finally:
            route = _route(scope)
            metrics.requests.labels(_method(scope), route, status).inc()
            if route not in QUIET:
                log.info(
                    "request",
                    method=_method(scope),
                    route=route,
                    status=status,
                    ms=round((perf_counter() - start) * 1000, 1),
                    table=hashed(scope.get("path_params", {}).get("table_id")),
                    person=scope.get("state", {}).get("person"),
                )


def _method(scope: Scope) -> str:
    """Return a method that exists: labels must not grow with what strangers send."""
    known = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
    return scope["method"] if scope["method"] in known else "other"


def _route(scope: Scope) -> str:
    """Return the pattern of the address, never the address itself."""
    route: Any = scope.get("route")
    return getattr(route, "path", None) or "-"
