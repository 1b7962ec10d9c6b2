"""Who is calling: by a signed cookie, by a bot's token, or a guest who has just come in.

A guest is made at the first thing that someone does, not at the first page they look at.
"""

import secrets
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import anyio.to_thread
from anyio import CapacityLimiter
from itsdangerous import BadData, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.errors import N_, LudothequeError
from ludotheque.server.config import Settings
from ludotheque.server.logs import hashed
from ludotheque.server.problems import LANGUAGE_COOKIE, words_for
from ludotheque.server.security import client_address
from ludotheque.server.throttle import Throttle
from ludotheque.store import Person, Store
from ludotheque.store.people import folded
from ludotheque.words import Words

LIFE: Final = 400 * 24 * 3600
"""The seconds that a cookie lives; browsers keep none longer. Every look at `/api/me` renews it."""
AT_ONCE: Final = 2
"""How many passwords are hashed at once: each takes 64 MB and all of a core."""


class LoginNeeded(LudothequeError):
    """Only someone with a valid token, or logged in, may do that."""

    code = "login/needed"


class LoginWrong(LudothequeError):
    """No such name, or not its password: nobody is told which."""

    code = "login/wrong"


@dataclass(frozen=True)
class Visitor:
    """Whoever is calling, and in which language to answer."""

    person: Person
    words: Words
    by_token: bool = False
    """Whether it is a program with a token; else a browser with a cookie."""
    cookie: str | None = None
    """The Set-Cookie of a guest who has just come in."""

    @property
    def id(self) -> str:
        """The person's id, a secret between them and the house."""
        return self.person.id

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.person.shown

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """What to send along when a socket is accepted."""
        return [] if self.cookie is None else [(b"set-cookie", self.cookie.encode("ascii"))]


class Door:
    """Knows who comes in."""

    def __init__(self, settings: Settings, store: Store, throttle: Throttle) -> None:
        self._settings = settings
        self._people = store.people
        self._throttle = throttle
        self._seal = URLSafeSerializer(
            store.settings.signing_key(),
            salt="session",
            signer_kwargs={"digest_method": sha256, "key_derivation": "hmac"},
        )
        self._hashing = CapacityLimiter(AT_ONCE)
        self.cookie_name = "__Host-ludotheque" if settings.https else "ludotheque"

    async def known(self, connection: HTTPConnection) -> Visitor | None:
        """Return who is calling, None if nobody that the house knows.

        A token that is none is refused: a program must not go on as somebody else.
        """
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        by_token = bool(scheme)
        if by_token:
            person = None
            if scheme.lower() == "bearer" and token:
                person = await anyio.to_thread.run_sync(self._people.by_token, token.strip())
            if person is None:
                raise LoginNeeded(N_("this token is not valid"))
        else:
            person = await self._by_cookie(connection.cookies.get(self.cookie_name, ""))
        if person is None:
            return None
        connection.state.person = hashed(person.id)
        return Visitor(person, words_for(connection), by_token=by_token)

    async def _by_cookie(self, cookie: str) -> Person | None:
        try:
            person_id, epoch = self._seal.loads(cookie)
        except (BadData, ValueError, TypeError):
            return None
        person = await anyio.to_thread.run_sync(self._people.find, person_id)
        return person if person is not None and person.epoch == epoch else None

    async def visitor(self, connection: HTTPConnection) -> Visitor:
        """Return who is calling; whoever is not known becomes a guest."""
        known = await self.known(connection)
        if known is not None:
            return known
        await self._throttle.check("guest", client_address(connection))
        words = words_for(connection)
        name = words.say("Guest {number}", number=1000 + secrets.randbelow(9000))
        now = time.time_ns() // 1_000_000
        person = await anyio.to_thread.run_sync(self._people.make_guest, name, words.lang, now)
        connection.state.person = hashed(person.id)
        return Visitor(person, words, cookie=self.admit(connection, person))

    def admit(self, connection: HTTPConnection, person: Person) -> str:
        """Let the answer to this request carry the cookie of *person*, and return it."""
        return self._give(
            connection, self.cookie_name, str(self._seal.dumps([person.id, person.epoch]))
        )

    def speak(self, connection: HTTPConnection, lang: str) -> None:
        """Let the answer to this request, and the house from then on, speak *lang*."""
        self._give(connection, LANGUAGE_COOKIE, lang)

    def dismiss(self, connection: HTTPConnection) -> None:
        """Let the answer to this request take the cookie away."""
        self._give(connection, self.cookie_name, "", life=0)

    async def check_password(self, connection: HTTPConnection, name: str, password: str) -> Person:
        """Return the person of that name and password, or raise LoginWrong or TooOften."""
        address, known_as = client_address(connection), folded(name)
        await self._throttle.check("password", address, known_as)
        await self._throttle.check("password-address", address)
        await self._throttle.check("password-name", known_as)
        person = await anyio.to_thread.run_sync(
            self._people.check, name, password, limiter=self._hashing
        )
        if person is None:
            raise LoginWrong(N_("the name or the password is wrong"))
        return person

    async def register(self, person: Person, name: str, password: str) -> Person:
        """Give a guest a name and a password, in place; all else stays."""
        return await anyio.to_thread.run_sync(
            self._people.register, person.id, name, password, limiter=self._hashing
        )

    async def change_password(self, person: Person, password: str) -> Person | None:
        """Set a new password, which ends all sessions; None for a guest."""
        return await anyio.to_thread.run_sync(
            self._people.change_password, person.id, password, limiter=self._hashing
        )

    def _give(self, connection: HTTPConnection, name: str, value: str, *, life: int = LIFE) -> str:
        cookie = f"{name}={value}; Path=/; Max-Age={life}; HttpOnly; SameSite=Lax"
        if self._settings.https:
            cookie += "; Secure"
        connection.scope.setdefault("state", {}).setdefault("cookies", {})[name] = cookie
        return cookie


class GiveCookies:
    """Puts on an answer the cookies that were given out while it was made, refusals included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                for cookie in scope.get("state", {}).get("cookies", {}).values():
                    MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self._app(scope, receive, send_with_cookies)


async def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return who opens a socket or does something; whoever is not known becomes a guest."""
    door: Door = connection.app.state.door
    return await door.visitor(connection)


async def known_of(connection: HTTPConnection) -> Visitor | None:
    """Return who looks at something, None if nobody that the house knows."""
    door: Door = connection.app.state.door
    return await door.known(connection)


async def id_of(connection: HTTPConnection) -> str | None:
    """Return the id of who looks at something, None if nobody that the house knows."""
    known = await known_of(connection)
    return None if known is None else known.id
