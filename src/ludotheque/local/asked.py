"""Requests and answers of the local house: what the page asks for, and what it gets."""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ludotheque.errors import N_, LudothequeError, NoSuchPage, NoSuchTable, Unreadable
from ludotheque.games.options import read_options
from ludotheque.local.encoding import encode
from ludotheque.words import Words

JSON = "application/json"
BROKEN = N_("something broke in the house; it has been noted")
"""What is said where the fault is the house's own."""


@dataclass(frozen=True)
class Answer:
    """What the page gets: a text, or lines that come one after another."""

    text: str = ""
    kind: str = JSON
    status: int = 200
    name: str = ""
    """Of the file that it is to be kept as, if it is one."""
    lines: AsyncIterator[str] | None = None


def answered(value: object) -> Answer:
    """Return a value as an answer."""
    return Answer(encode(value))


def refused(problem: LudothequeError, words: Words) -> Answer:
    """Return a refusal as an answer, as docs/protocol.md tells it."""
    missing = isinstance(problem, NoSuchPage | NoSuchTable)
    told = {"code": problem.code, "message": words.refusal(problem)}
    return Answer(encode(told), status=404 if missing else 409)


@dataclass(frozen=True)
class Asked:
    """A request of the page, in its reader's words."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    body: Mapping[str, Any]
    words: Words
    parts: Mapping[str, str] = field(default_factory=dict)
    """What the address names, such as a table."""

    @classmethod
    def read(cls, method: str, address: str, body: str | None, lang: str) -> "Asked":
        """Return the request that the page has made, or raise Unreadable."""
        there = urlsplit(address)
        try:
            plain = json.loads(body) if body else {}
        except ValueError as problem:
            raise Unreadable(N_("the request is not JSON")) from problem
        if not isinstance(plain, dict):
            raise Unreadable(N_("the request is not JSON"))
        return cls(method, there.path, parse_qs(there.query), plain, Words(lang))

    def one(self, name: str) -> str | None:
        """Return what the query says of *name*, None if nothing."""
        return self.query.get(name, [None])[0]

    def all(self, name: str) -> list[str]:
        """Return all that the query says of *name*."""
        return self.query.get(name, [])

    def number(self, name: str) -> int | None:
        """Return the number that the query says of *name*; raise Unreadable where it is none."""
        text = self.one(name)
        if text is None:
            return None
        if not text.isdecimal():
            raise Unreadable(N_("the request cannot be read"))
        return int(text)

    @property
    def options(self) -> dict[str, str]:
        """The options of a game that the query names."""
        return read_options(self.all("option"), ":")

    @property
    def position(self) -> str:
        """The position that the query names, or raise Unreadable."""
        text = self.one("position")
        if not text:
            raise Unreadable(N_("the request cannot be read"))
        return text
