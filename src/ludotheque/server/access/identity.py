"""Authentication: by a signed cookie, by a bot's token, or as a guest who has just come in.

A guest is made at the first thing that someone does, not at the first page they look at. But the
first page hands out the cookie of whoever its reader would become: all that they then do at once,
in several requests, is done by one guest.
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
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.hashing import Hashing
from ludotheque.server.access.quota import HouseFull, Quota
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.logs import hashed
from ludotheque.server.wire.errors import LANGUAGE_COOKIE, TooOften, words_for
from ludotheque.store import Pass, Person, Store, tidy
from ludotheque.store.people import hashed as kept_hash
from ludotheque.store.people import new_id
from ludotheque.tables import folded
from ludotheque.tables.names import GUESTS
from ludotheque.words import Words

LIFE: Final = tidy.LIFE // 1_000
"""The seconds that a cookie lives; browsers keep none longer. Every look at `/api/me` renews it."""
SESSION_BYTES: Final = 16
LOOKS: Final = 8
"""How many sessions are looked up at once, in threads that nothing else takes."""


class LoginNeeded(LudothequeError):
    """Only someone with a valid token, or logged in, may do that."""

    code = "login/needed"


class SessionOver(LoginNeeded):
    """Whoever was logged in on this device no longer is."""


class LoginWrong(LudothequeError):
    """No such name, or not its password: nobody is told which."""

    code = "login/wrong"


@dataclass(frozen=True)
class Visitor:
    """Whoever is calling, and in which language to answer."""

    person: Person
    words: Words
    came_by: Pass
    cookie: str | None = None
    """The Set-Cookie of a guest who has just come in."""

    @property
    def by_token(self) -> bool:
        """Whether it is a program with a token; else a browser with a cookie."""
        return self.came_by.by_token

    @property
    def id(self) -> str:
        """The person's id, a secret between them and the house."""
        return self.person.id

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.person.shown

    @property
    def guest(self) -> bool:
        """Whether they have no account: then anyone may bear that name."""
        return self.person.name is None

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """What to send along when a socket is accepted."""
        return [] if self.cookie is None else [(b"set-cookie", self.cookie.encode("ascii"))]


class Door:
    """Knows who comes in."""

    def __init__(
        self, settings: Settings, store: Store, rate_limits: RateLimits, quota: Quota
    ) -> None:
        self._settings = settings
        self._people = store.people
        self._rate_limits = rate_limits
        self._quota = quota
        self._seal = URLSafeSerializer(
            store.settings.signing_key(),
            salt="session",
            signer_kwargs={"digest_method": sha256, "key_derivation": "hmac"},
        )
        self.hashing = Hashing()
        self._looking = CapacityLimiter(LOOKS)
        self.cookie_name = "__Host-ludotheque" if settings.https else "ludotheque"

    async def known(self, connection: HTTPConnection) -> Visitor | None:
        """Return who is calling, None if nobody that the house knows.

        A token that is none is refused: a program must not go on as somebody else.
        """
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            return self._come(connection, *await self._by_token(scheme, token.strip()))
        session = self._session(connection)
        person, over = None, True
        if session is not None:
            person, over = await anyio.to_thread.run_sync(
                self._people.by_session, session, limiter=self._looking
            )
        connection.state.stranger = over
        if session is None or person is None:
            return None
        return self._come(connection, person, session)

    def _come(self, connection: HTTPConnection, person: Person, came_by: Pass) -> Visitor:
        connection.state.person = hashed(person.id)
        return Visitor(person, words_for(connection), came_by)

    async def _by_token(self, scheme: str, token: str) -> tuple[Person, Pass]:
        known = scheme.lower() == "bearer" and token
        person = None
        if known:
            person = await anyio.to_thread.run_sync(
                self._people.by_token, token, limiter=self._looking
            )
        if person is None:
            raise LoginNeeded(N_("this token is not valid"))
        return person, Pass(person.id, person.epoch, kept_hash(token), by_token=True)

    def _session(self, connection: HTTPConnection) -> Pass | None:
        """Return the session of a cookie that the house has given out, be it over or not."""
        try:
            person_id, epoch, secret = self._seal.loads(
                connection.cookies.get(self.cookie_name, "")
            )
        except (BadData, ValueError, TypeError):
            return None
        return Pass(person_id, epoch, kept_hash(secret))

    async def visitor(self, connection: HTTPConnection) -> Visitor:
        """Return who is calling; whoever is not known becomes a guest.

        Whoever was logged out meanwhile is told so: they must not go on as somebody else.
        """
        known = await self.known(connection)
        if known is not None:
            return known
        session = self._session(connection)
        if session is None:
            person = await self._make_guest(connection, new_id())
            cookie, session = self.admit(connection, person)
            return Visitor(person, words_for(connection), session, cookie=cookie)
        if not connection.state.stranger:
            await self._make_guest(connection, session.person_id)
        # Another request of theirs may have made the guest a moment ago.
        known = await self.known(connection)
        if known is None:
            raise SessionOver(N_("you have been logged out here: reload the page"))
        return known

    async def welcome(self, connection: HTTPConnection) -> Visitor | None:
        """Return who is calling as `visitor` does, None where no new guest is taken just now."""
        try:
            return await self.visitor(connection)
        except (HouseFull, TooOften):
            return None

    async def _make_guest(self, connection: HTTPConnection, person_id: str) -> Person:
        """Return the guest of that id, who may be there already."""
        await self._rate_limits.check("guest", client_address(connection))
        await self._quota.check()
        words = words_for(connection)
        name = words.say(GUESTS, number=1000 + secrets.randbelow(9000))
        now = time.time_ns() // 1_000_000
        person = await anyio.to_thread.run_sync(
            self._people.guest, person_id, name, words.lang, now, limiter=self._looking
        )
        connection.state.person = hashed(person.id)
        return person

    def admit(self, connection: HTTPConnection, person: Person) -> tuple[str, Pass]:
        """Begin a session: let the answer to this request carry its cookie, and return both."""
        return self._begin(connection, person.id, person.epoch)

    def expect(self, connection: HTTPConnection) -> None:
        """Let the answer carry the cookie of the guest whom a reader not known may become."""
        if getattr(connection.state, "stranger", False):
            self._begin(connection, new_id(), 0)

    def renew(self, connection: HTTPConnection) -> None:
        """Let the cookie of this request live on from now."""
        self._give(connection, self.cookie_name, connection.cookies[self.cookie_name])

    def _begin(self, connection: HTTPConnection, person_id: str, epoch: int) -> tuple[str, Pass]:
        secret = secrets.token_urlsafe(SESSION_BYTES)
        sealed = str(self._seal.dumps([person_id, epoch, secret]))
        cookie = self._give(connection, self.cookie_name, sealed)
        return cookie, Pass(person_id, epoch, kept_hash(secret))

    def speak(self, connection: HTTPConnection, lang: str) -> None:
        """Let the answer to this request, and the house from then on, speak *lang*."""
        self._give(connection, LANGUAGE_COOKIE, lang)

    def dismiss(self, connection: HTTPConnection) -> None:
        """Let the answer to this request take the cookie away."""
        self._give(connection, self.cookie_name, "", life=0)

    async def check_password(self, connection: HTTPConnection, name: str, password: str) -> Person:
        """Return the person of that name and password, or raise LoginWrong or TooOften."""
        address, known_as = client_address(connection), folded(name)
        await self._rate_limits.check("password", address, known_as)
        await self._rate_limits.check("password-address", address)
        await self._rate_limits.check("password-name", known_as)
        person = await self.hashing.run(address, self._people.check, name, password)
        if person is None:
            raise LoginWrong(N_("the name or the password is wrong"))
        return person

    async def register(
        self, connection: HTTPConnection, person: Person, name: str, password: str
    ) -> Person:
        """Give a guest a name and a password, in place; all else stays."""
        await self._quota.check()
        register = self._people.register
        return await self.hashing.run(
            client_address(connection), register, person.id, name, password
        )

    async def change_password(
        self, connection: HTTPConnection, person: Person, password: str, *, end_tokens: bool
    ) -> Person | None:
        """Set a new password and end all sessions, and the tokens if asked; None for a guest."""
        change, address = self._people.change_password, client_address(connection)
        return await self.hashing.run(address, change, person.id, password, end_tokens=end_tokens)

    async def recover(self, connection: HTTPConnection, token: str, password: str) -> Person | None:
        """Return whose recovery link that is, with that password from now on; None if nobody's."""
        return await self.hashing.run(
            client_address(connection), self._people.recover, token, password
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


async def anyone_of(connection: HTTPConnection) -> Visitor | None:
    """Return who does what can be done unkept, None where the house takes no new guest."""
    door: Door = connection.app.state.door
    return await door.welcome(connection)


async def known_of(connection: HTTPConnection) -> Visitor | None:
    """Return who looks at something, None if nobody that the house knows."""
    door: Door = connection.app.state.door
    return await door.known(connection)


async def id_of(connection: HTTPConnection) -> str | None:
    """Return the id of who looks at something, None if nobody that the house knows."""
    known = await known_of(connection)
    return None if known is None else known.id
