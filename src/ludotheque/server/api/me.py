"""Endpoints about oneself: name, language, password, devices, tokens, games."""

import time
from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Depends, Path, Request

from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import LoginNeeded, LoginWrong, Visitor
from ludotheque.server.access.naming import name_for
from ludotheque.server.api.dependencies import (
    REFUSALS,
    After,
    Known,
    Limit,
    Someone,
    TheConnections,
    TheDoor,
    TheRateLimits,
    TheStore,
    in_thread,
    link_to,
)
from ludotheque.server.api.tables import listed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import (
    Login,
    Logout,
    Me,
    MeChanged,
    NewPassword,
    NewToken,
    Recovery,
    RecoveryLink,
    TableList,
    TokenListed,
    TokenMade,
    Tokens,
)
from ludotheque.store import Person
from ludotheque.store.people import hashed
from ludotheque.tables import clean_label, folded
from ludotheque.tables.names import check_not_a_guest
from ludotheque.words import Words

router = APIRouter(tags=["me"], responses=REFUSALS)


class GuestsOnly(LudothequeError):
    """Something that only someone with an account can do, or only a guest."""

    code = "account/guest"


class LinkUsed(LudothequeError):
    """A recovery link that was used, replaced, or never was one."""

    code = "link/used"


def in_person(someone: Someone) -> Visitor:
    """Return who does something, unless it is a program: a token does not open the account."""
    if someone.by_token:
        raise LoginNeeded(N_("a token cannot do that: log in"))
    return someone


InPerson = Annotated[Visitor, Depends(in_person)]


def leaving(tasks: BackgroundTasks, connections: TheConnections) -> Callable[[str], None]:
    """Return what closes the sockets of a person's sessions and tokens that have ended.

    It does so after the answer: this device then has its new cookie, and comes back by itself.
    """
    return partial(tasks.add_task, connections.look)


Leaving = Annotated[Callable[[str], None], Depends(leaving)]


def _now() -> int:
    return time.time_ns() // 1_000_000


def _me(person: Person) -> Me:
    return Me(name=person.shown, account=person.name is not None, bot=person.bot, lang=person.lang)


@router.get("/api/me")
async def me(request: Request, known: Known, door: TheDoor) -> Me:
    """Return who the house takes the reader for."""
    if known is None:
        return Me(name=None, account=False, bot=False, lang=words_for(request).lang)
    if not known.by_token:
        door.renew(request)
    return _me(known.person)


@router.patch("/api/me")
async def change_me(
    request: Request, wish: MeChanged, someone: InPerson, store: TheStore, door: TheDoor
) -> Me:
    """Change your name, your language, or whether a program plays; the rest stays as it is."""
    person = someone.person
    name = None if wish.name is None else await name_for(someone, wish.name, store)
    if wish.lang is not None:
        Words(wish.lang)
    if name is not None and person.name is not None and folded(name) != person.name:
        raise GuestsOnly(
            N_("this name has a password: only the way it is written can change, such as capitals")
        )
    changed = await in_thread(
        store.people.change, person.id, shown=name, lang=wish.lang, bot=wish.bot
    )
    if wish.lang is not None:
        door.speak(request, wish.lang)
    return _me(changed or person)


@router.post("/api/me/password")
async def set_password(
    request: Request,
    wish: NewPassword,
    someone: InPerson,
    store: TheStore,
    door: TheDoor,
    rate_limits: TheRateLimits,
    leaving: Leaving,
) -> Me:
    """Take a name for good, keeping all games, or change your password; logs out other devices."""
    await rate_limits.check("account", someone.id)
    await rate_limits.check("account-address", client_address(request))
    person = someone.person
    if person.name is None:
        if wish.name is None:
            raise NotAllowed(N_("a password needs a name"))
        name = await name_for(someone, wish.name, store)
        check_not_a_guest(name)
        changed: Person | None = await door.register(request, person, name, wish.password)
    else:
        if await door.check_password(request, person.name, wish.old or "") != person:
            raise LoginWrong(N_("the name or the password is wrong"))
        changed = await door.change_password(
            request, person, wish.password, end_tokens=wish.end_tokens
        )
    leaving(person.id)
    return _admitted(request, door, changed or person)


@router.post("/api/login")
async def login(request: Request, wish: Login, door: TheDoor) -> Me:
    """Come back from another device. A guest who was here until now is left behind."""
    try:
        name = clean_label(wish.name)
    except NotAllowed as nobodys:
        raise LoginWrong(N_("the name or the password is wrong")) from nobodys
    return _admitted(request, door, await door.check_password(request, name, wish.password))


@router.post("/api/logout", status_code=204)
async def logout(
    request: Request, wish: Logout, known: Known, store: TheStore, door: TheDoor, leaving: Leaving
) -> None:
    """Log out: on this device or, with `everywhere`, on all of them."""
    if known is None:
        return
    if known.by_token:
        raise LoginNeeded(N_("a token cannot do that: log in"))
    if known.person.name is None and not wish.forget:
        raise GuestsOnly(N_("a guest who leaves cannot come back: choose a password first"))
    if wish.everywhere:
        await in_thread(store.people.end_sessions, known.id)
    else:
        await in_thread(store.people.end_session, known.came_by, _now())
    leaving(known.id)
    door.dismiss(request)


@router.post("/api/me/recovery", status_code=201)
async def make_recovery(
    request: Request, someone: InPerson, store: TheStore, rate_limits: TheRateLimits
) -> RecoveryLink:
    """Make a link to keep in a safe place: whoever has it can come in as you, once."""
    await rate_limits.check("account", someone.id)
    await rate_limits.check("account-address", client_address(request))
    token = await in_thread(store.people.make_recovery, someone.id)
    return RecoveryLink(link=link_to(request, f"/recover#{token}"))


@router.post("/api/recovery")
async def use_recovery(
    request: Request, wish: Recovery, door: TheDoor, rate_limits: TheRateLimits, leaving: Leaving
) -> Me:
    """Come in by a recovery link, with a new password; all other sessions and tokens end."""
    await rate_limits.check("password-address", client_address(request))
    person = await door.recover(request, wish.token, wish.password)
    if person is None:
        raise LinkUsed(N_("this link has already been used, or never existed"))
    leaving(person.id)
    return _admitted(request, door, person)


def _admitted(request: Request, door: TheDoor, person: Person) -> Me:
    door.admit(request, person)
    door.speak(request, person.lang)
    return _me(person)


@router.post("/api/me/tokens", status_code=201)
async def make_token(
    request: Request,
    wish: NewToken,
    someone: InPerson,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> TokenMade:
    """Make a token with which a program plays as you. It is shown only this once."""
    await rate_limits.check("account", someone.id)
    await rate_limits.check("account-address", client_address(request))
    label = clean_label(wish.label)
    token = await in_thread(store.people.make_token, someone.id, label, _now())
    return TokenMade(id=hashed(token), label=label, token=token)


@router.get("/api/me/tokens")
async def tokens(known: Known, store: TheStore) -> Tokens:
    """Return the tokens that you have made."""
    if known is None:
        return Tokens(tokens=[])
    found = await in_thread(store.people.tokens, known.id)
    return Tokens(tokens=[TokenListed(id=t.id, label=t.label, created=t.created) for t in found])


@router.delete("/api/me/tokens/{token_id}", status_code=204)
async def revoke(
    token_id: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")],
    someone: InPerson,
    store: TheStore,
    leaving: Leaving,
) -> None:
    """Revoke a token."""
    if not await in_thread(store.people.revoke, someone.id, token_id):
        raise LinkUsed(N_("there is no such token"))
    leaving(someone.id)


@router.get("/api/me/tables")
async def my_tables(
    request: Request, known: Known, store: TheStore, after: After = None, limit: Limit = 50
) -> TableList:
    """Return the tables at which you have ever sat, the newest first."""
    if known is None:
        return TableList(tables=[], next=None)
    page = await in_thread(store.tables.of_person, known.id, after=after, limit=limit)
    return listed(request, page, known.id)
