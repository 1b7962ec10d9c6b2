"""Middleware before every request: names, origins, sizes, rates, and the headers of every answer.

Pure ASGI, so that streams pass through it unbuffered.
"""

import re
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from itertools import accumulate
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.errors import N_, LudothequeError, Unreadable
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.wire.errors import told

UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

UNLIMITED: Final = frozenset({"/healthz", "/metrics"})
"""What watches the house must be able to see that it is busy."""

FILES: Final = ("/static/", "/art/", "/device/")
"""Where the files of pages are: a first page takes dozens, and they lie ready in memory."""

WHOLE_GAMES: Final = re.compile("/api/(?:replay|review|tree|me/games|games/[^/]+/tree)")
"""Where whole games are brought, which are longer than other requests: see `WholeGameRoute`."""

MOST_KEYS: Final = 256
"""The keys in a request's body, all objects together: eighty pieces put on a board have 160.

What is wrong with each is found before the first is told: that takes longer than to read it."""

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""Nothing from elsewhere, nothing inline, in nobody's frame."""

_HOST: Final = re.compile(
    r"(?:(?P<name>[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)|\[(?P<number>[0-9a-f:.]+)\])(?::[0-9]{0,5})?"
)
"""A name or a number, and perhaps a port: what browsers write, and nothing that could be read
in two ways."""

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET: Final = re.compile(rb"[\[\]{}]")
_COLON: Final = re.compile(rb":")

HEADERS: Final = (
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)


class ForeignOrigin(LudothequeError):
    """A page of another site tried to act here in its visitor's name."""

    code = "request/origin"


class WrongHost(LudothequeError):
    """A request asks for a house of another name: someone has pointed that name here."""

    code = "request/host"


class TooLarge(LudothequeError):
    """A request is longer, or nested deeper, than anything the house asks for."""

    code = "request/size"


def client_address(connection: HTTPConnection) -> str:
    """Return where a request came from; of an IPv6 address the network, which one house has."""
    return network_of(connection.client.host if connection.client is not None else "")


def network_of(host: str) -> str:
    """Return what counts as one address: *host*, or its network if it is of IPv6."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((address, 64), strict=False))
    return str(address)


def address_within(host: str, networks: Iterable[str]) -> bool:
    """Return whether *host* is an address in one of *networks*."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in ip_network(network, strict=False) for network in networks)


def host_allowed(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a request asks for the house by a name of its own.

    Whoever points a name of theirs at it could read, in their visitor's browser, all that it
    answers. To an address in numbers nobody can do that. Programs may leave the name out; browsers
    do not.
    """
    match connection.headers.getlist("host"):
        case [] | [""]:
            return True
        case [host]:
            name = _name_of(host.lower())
        case _:  # whoever stands between may have read another than the house
            return False
    if not settings.origins:
        return _is_of_this_machine(name)
    own = {urlsplit(origin).hostname for origin in settings.origins}
    return name in own or name == "localhost" or _is_number(name)


def origin_allowed(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a socket or an unsafe request comes from a page of the house, or no page.

    Browsers name the page's origin on both. Programs do not, and have no visitor to act for; but
    a cookie without an origin is taken for a browser's that hides where it comes from.
    """
    headers = connection.headers
    if not host_allowed(connection, settings):
        return False
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    if origin is None:
        return "cookie" not in headers
    if settings.origins:
        return origin.lower() in settings.origins
    host = headers.get("host", "").lower()
    page = urlsplit(origin.lower())
    return page.scheme in {"http", "https"} and page.netloc == host


def _is_of_this_machine(name: str) -> bool:
    """Return whether nobody else can have pointed this name at the house."""
    return _is_number(name) or (bool(name) and ("." not in name or name.endswith(".local")))


def _name_of(host: str) -> str:
    """Return *host* without its port and brackets; nothing if it is not one from end to end."""
    found = _HOST.fullmatch(host)
    if found is None:
        return ""
    number: str | None = found["number"]
    if number is not None:
        return number if ":" in number and _is_number(number) else ""
    return str(found["name"])


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class SafeHeaders:
    """Puts the headers on every answer that tell browsers to be strict."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._https = settings.https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers.setdefault(name, value)
                if self._https:
                    headers["strict-transport-security"] = "max-age=31536000"
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
                    headers.setdefault("vary", "Cookie, Accept-Language, Authorization")
            await send(message)

        await self._app(scope, receive, send_safely)


class Guard:
    """Refuses foreign names and pages, oversized bodies and more requests than anyone needs."""

    def __init__(self, app: ASGIApp, settings: Settings, rate_limits: RateLimits) -> None:
        self._app = app
        self._settings = settings
        self._rate_limits = rate_limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it may come in."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            if not host_allowed(request, self._settings):
                raise WrongHost(N_("the house does not go by this name: ask for it by its own"))
            if scope["path"] not in UNLIMITED:
                kind = "file" if scope["path"].startswith(FILES) else "request"
                await self._rate_limits.check(kind, client_address(request))
            if scope["method"] in UNSAFE:
                if not origin_allowed(request, self._settings):
                    raise ForeignOrigin(N_("this request came from a page of another site"))
                receive = await self._read(request, receive)
        except LudothequeError as problem:
            await told(request, problem)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _read(self, request: Request, receive: Receive) -> Receive:
        """Return the body, read whole, as something to be received again."""
        settings = self._settings
        whole_game = WHOLE_GAMES.fullmatch(request.url.path) is not None
        most = settings.record_bytes if whole_game else settings.body_bytes
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":  # whoever sent half of it has gone
                raise Unreadable(N_("the request cannot be read"))
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                raise TooLarge(N_("a request may have at most {most} bytes"), most=most)
        if body:
            _check_kind(request.headers)
            _check_encoding(body)
            # Whole games are read, and refused, elsewhere: even to look through one takes long.
            if not whole_game:
                _check_shape(body, settings.body_depth)
        sent = False

        async def receive_again() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return receive_again


def _check_kind(headers: Headers) -> None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Unreadable(N_("the body of a request must be JSON, sent as application/json"))


def _check_encoding(body: bytearray) -> None:
    """Raise Unreadable but for UTF-8 without a mark: in any other, brackets are not seen."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Unreadable(N_("the request cannot be read")) from fault
    if "\0" in text or text.startswith("\ufeff"):
        raise Unreadable(N_("the request cannot be read"))


def _check_shape(body: bytearray, most_deep: int) -> None:
    bare = _STRING.sub(b"", body)
    if len(_COLON.findall(bare)) > MOST_KEYS:
        raise TooLarge(N_("a request may have at most {most} keys"), most=MOST_KEYS)
    if _deepest(bare) > most_deep:
        raise TooLarge(N_("a request may be nested at most {most} deep"), most=most_deep)


def depth(text: bytes | bytearray) -> int:
    """Return how many brackets stand open at once in JSON *text*, without reading it otherwise."""
    return _deepest(_STRING.sub(b"", text))


def _deepest(bare: bytes | bytearray) -> int:
    brackets = _BRACKET.findall(bare)
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)
