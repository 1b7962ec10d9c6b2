"""JSON form of acts, as the log keeps them."""

import json
from collections.abc import Mapping
from typing import Any, Final

from ludotheque.games import take
from ludotheque.match import read_clock
from ludotheque.match.events import KINDS
from ludotheque.match.parts import event_part
from ludotheque.tables.deeds import digest
from ludotheque.tables.events import (
    WORDS,
    Act,
    Began,
    BesideTheBoard,
    Closed,
    OnChair,
    Opened,
    Reacted,
    Renewed,
    Replaced,
    Sat,
    TableEvent,
)
from ludotheque.tables.terms import Chair, Sitter, Terms

Plain = Mapping[str, Any]

ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
"""Made once: `json.dumps` would make it anew for every act."""


def act_text(act: Act) -> str:
    """Return what the log keeps of *act* beside its number and its time."""
    body: dict[str, Any] = {
        "events": [
            _beside_plain(event) if isinstance(event, BesideTheBoard) else event_part(event)
            for event in act.events
        ]
    }
    for name in ("by", "key", "deed", "lag"):
        if value := getattr(act, name):
            body[name] = value
    return ENCODER.encode(body)


def read_act(seq: int, at: int, text: str) -> Act:
    """Return the act that `act_text` wrote. The log is the house's own and is trusted."""
    body = json.loads(text)
    return Act(
        seq=seq,
        at=at,
        events=tuple(map(_read_event, body["events"])),
        by=body.get("by"),
        key=body.get("key"),
        deed=_read_deed(body.get("deed", "")),
        lag=body.get("lag", 0),
    )


def _read_deed(kept: str) -> str:
    """Return the digest of a deed; up to version 0.5 a log kept all of what was sent."""
    return digest(kept) if kept.startswith("{") else kept


def terms_plain(terms: Terms) -> dict[str, Any]:
    """Return the plain values of *terms*."""
    return {
        "game": terms.game.slug,
        "options": dict(terms.options),
        "clock": None if terms.clock is None else str(terms.clock),
        "public": terms.public,
        "first_to": terms.first_to,
        "rated": terms.rated,
        "start": terms.start,
    }


def read_terms(plain: Plain) -> Terms:
    """Return the terms of these plain values, or raise what the game or the clock refuses."""
    game = take(plain["game"])
    return Terms(
        game=game,
        options=game.settle(plain["options"]),
        clock=None if plain["clock"] is None else read_clock(plain["clock"]),
        public=plain["public"],
        first_to=plain["first_to"],
        rated=plain["rated"],
        start=plain.get("start"),
    )


def _beside_plain(event: BesideTheBoard) -> Plain:  # noqa: PLR0911 - one case an event
    match event:
        case Opened(terms, owner, chairs, beginner):
            return {
                "type": event.word,
                "terms": terms_plain(terms),
                "owner": owner,
                "chairs": [
                    {"sitter": c.sitter and _sitter_plain(c.sitter), "invited": c.invited}
                    for c in chairs
                ],
                "beginner": beginner,
            }
        case Sat(chair, sitter) | Replaced(chair, sitter):
            return {"type": event.word, "chair": chair, "sitter": _sitter_plain(sitter)}
        case Began(at, seed_hash, lot):
            return {"type": event.word, "at": at, "seed_hash": seed_hash, "lot": lot}
        case Reacted(chair, what):
            return {"type": event.word, "chair": chair, "what": what}
        case Closed():
            return {"type": event.word}
        case Renewed(secret):
            return {"type": event.word, "secret": secret}
        case OnChair(chair):
            return {"type": event.word, "chair": chair}


def _read_event(plain: dict[str, Any]) -> TableEvent:
    values = dict(plain)
    word = values.pop("type")
    if word in KINDS:
        return KINDS[word](**values)
    if word == Opened.word:
        return Opened(
            read_terms(values["terms"]),
            values["owner"],
            tuple(
                Chair(chair["sitter"] and Sitter(**chair["sitter"]), chair["invited"])
                for chair in values["chairs"]
            ),
            values.get("beginner"),
        )
    if "sitter" in values:
        values["sitter"] = Sitter(**values["sitter"])
    kind: Any = WORDS[word]
    event: TableEvent = kind(**values)
    return event


def _sitter_plain(sitter: Sitter) -> Plain:
    plain = {"who": sitter.who, "name": sitter.name, "computer": sitter.computer}
    return {**plain, "guest": True} if sitter.guest else plain
