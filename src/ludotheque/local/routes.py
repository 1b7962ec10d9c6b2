"""Addresses of the local house, each with what answers it."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, NamedTuple

from ludotheque.errors import N_, LudothequeError, NoSuchPage
from ludotheque.local.asked import Answer, Asked, refused
from ludotheque.local.house import House

Handler = Callable[[House, Asked], Awaitable[Answer]]


class Route(NamedTuple):
    """An address and what answers it."""

    method: str
    path: str
    """As docs/protocol.md writes it: `/api/tables/{table_id}/story`."""
    handler: Handler

    @property
    def pattern(self) -> re.Pattern[str]:
        """What its addresses look like."""
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.path)))


ROUTES: Final[list[Route]] = []
"""All, as their modules add them."""


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Let a function answer an address."""

    def added(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler))
        return handler

    return added


async def answer(house: House, asked: Asked) -> Answer:
    """Return what the house answers; a refusal is an answer, too."""
    try:
        for each in ROUTES:
            found = each.pattern.fullmatch(asked.path) if each.method == asked.method else None
            if found is not None:
                return await each.handler(house, replace(asked, parts=found.groupdict()))
        raise NoSuchPage(N_("there is no such page"))
    except LudothequeError as problem:
        return refused(problem, asked.words)
