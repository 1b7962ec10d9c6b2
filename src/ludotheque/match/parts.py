"""The parts of a record, its set-up, events and end, as plain values that both its forms share.

Reading looks at every field and trusts none. A refusal names the place: the *prefix* says where
the part stands, such as `events[17].`, and the field's name follows.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from ludotheque.errors import N_, BadRecord, Phrase
from ludotheque.games import AnyGame
from ludotheque.match.clock import read_clock
from ludotheque.match.deal import DIGITS
from ludotheque.match.events import KINDS, Aborted, Event, Reseeded
from ludotheque.match.notes import Notes
from ludotheque.match.record import Record, at
from ludotheque.match.setup import HIDDEN, LAST_TIME, MOST_MOVES, Setup
from ludotheque.position import Outcome

Part = Mapping[str, Any]
"""Field names and plain values: texts, numbers, lists, mappings, None."""

Find = Callable[[str], AnyGame]
"""Gives the game of a slug or raises UnknownGame."""

VERSION: Final = 5
"""The newest version of records. From version 1 to 2 the default of an option changed; version 3
has events that no reader of version 2 knows, version 4 notes, version 5 signs in them: each is
written only where there are such."""
NOTED: Final = 4
"""The first version that has notes."""
SIGNED: Final = 5
"""The first version whose notes have signs."""

WORD: Final = re.compile(r"(?![@?.<$\"]|[0-9]+\.$)[^\s(){}\[\]]+")
"""What the text of a move, or a reason, may be, so that it can stand among other words."""
SETUP_FIELDS: Final = (
    "game",
    "options",
    "seats",
    "start",
    "clock",
    "move_limit",
    "began",
    "seed_hash",
)
NAMES: Final = {word: tuple(field.name for field in fields(kind)) for word, kind in KINDS.items()}
"""The names of the fields of every kind of event, by its word."""
_NAMES: Final = {
    str: Phrase(N_("a line of text")),
    int: Phrase(N_("a whole number")),
    list: Phrase(N_("a list")),
    dict: Phrase(N_("an object")),
}
_A_DIGEST: Final = Phrase(N_("64 digits from 0 to f"))
_A_MOVE: Final = Phrase(N_("the text of a move"))
_A_REASON: Final = Phrase(N_("a reason"))


NEWER: Final = (Aborted, Reseeded)
"""The events that only records of version 3 have."""


def version_of(record: Record) -> int:
    """Return the version that *record* is written as: the oldest whose readers understand it."""
    if record.notes:
        return SIGNED if _signed(record.notes) else NOTED
    return 3 if any(isinstance(event, NEWER) for event in record.events) else 2


def check_version(version: int, notes: Notes, place: str) -> None:
    """Raise BadRecord where *notes* have what a record of that *version* has not."""
    if notes and version < NOTED:
        raise BadRecord(
            N_("{place}: records have notes since version {known}"), place=place, known=NOTED
        )
    if version < SIGNED and _signed(notes):
        raise BadRecord(
            N_("{place}: notes have signs since version {known}"), place=place, known=SIGNED
        )


def _signed(notes: Notes) -> bool:
    return any(note.signed for _, note in notes)


def setup_part(setup: Setup) -> Part:
    """Return the plain values of *setup*."""
    return {
        "game": setup.game.slug,
        "options": dict(setup.options),
        "seats": list(setup.players),
        "start": setup.start,
        "clock": None if setup.clock is None else str(setup.clock),
        "move_limit": setup.move_limit,
        "began": setup.began,
        "seed_hash": setup.seed_hash,
    }


def event_part(event: Event) -> dict[str, Any]:
    """Return the plain values of *event*."""
    return {"type": event.word, **vars(event)}


def end_part(record: Record) -> Part:
    """Return the plain values of how *record* ends."""
    result = record.result
    part = {
        "result": result and {"shares": list(result.shares), "reason": result.reason},
        "seed": record.seed,
    }
    return {**part, "later_seeds": list(record.later_seeds)} if record.later_seeds else part


def read_version(value: object, place: str) -> int:
    """Return the version of a record, or raise BadRecord unless it can be read."""
    version: int = want(int, value, place)
    if not 1 <= version <= VERSION:
        raise BadRecord(
            N_("{place}: {version} is unknown; versions 1 to {known} can be read"),
            place=place,
            version=brief(version),
            known=VERSION,
        )
    return version


def read_setup(part: Part, prefix: str, find: Find, version: int) -> Setup:
    """Return the set-up whose plain values *part* holds, in a record of that *version*."""
    check_fields(part, prefix, SETUP_FIELDS)
    slug = want(str, part["game"], f"{prefix}game")
    with at(f"{prefix}game"):
        game = find(slug)
    options = want(dict, part["options"], f"{prefix}options")
    for name, value in options.items():
        want(str, value, f"{prefix}options.{want(str, name, f'{prefix}options')}")
    with at(f"{prefix}options"):
        options = game.settle({**game.former_defaults.get(version, {}), **options})
    seats = want(list, part["seats"], f"{prefix}seats")
    for number, name in enumerate(seats):
        want(str, name, f"{prefix}seats[{number}]")
    start = _maybe(str, part["start"], f"{prefix}start")
    clock = _maybe(str, part["clock"], f"{prefix}clock")
    with at(f"{prefix}clock"):
        clock = None if clock is None else read_clock(clock)
    move_limit = part["move_limit"]
    if move_limit is not None:
        _within(move_limit, f"{prefix}move_limit", MOST_MOVES, least=1)
    began = _within(part["began"], f"{prefix}began", LAST_TIME)
    seed_hash = _matching(DIGITS, part["seed_hash"], f"{prefix}seed_hash", _A_DIGEST)
    with at(f"{prefix}seats"):
        game.check_seats(len(seats))
        setup = Setup(
            game=game,
            options=options,
            players=tuple(seats),
            start=start,
            clock=clock,
            move_limit=move_limit,
            began=began,
            seed_hash=seed_hash,
        )
    if start != HIDDEN:
        with at(f"{prefix}start"):
            _ = setup.opening
    return setup


def read_event(part: Part, prefix: str, number: int, setup: Setup) -> Event:
    """Return the event whose plain values *part* holds, the one after *number* others."""
    kind = KINDS.get(want(str, part.get("type"), f"{prefix}type"))
    if kind is None:
        raise BadRecord(
            N_("{place}: there is no event {found}"),
            place=f"{prefix}type",
            found=brief(part["type"]),
        )
    names = NAMES[kind.word]
    check_fields(part, prefix, ("type", *names))
    if kind is Reseeded:
        place = f"{prefix}seed_hash"
        told = want(str, _matching(DIGITS, part["seed_hash"], place, _A_DIGEST), place)
        return Reseeded(_within(part["at"], f"{prefix}at", LAST_TIME), told)
    most = {"at": LAST_TIME, "seat": len(setup.players) - 1, "kept": number}
    values: dict[str, Any] = {
        name: _within(part[name], f"{prefix}{name}", most[name])
        if name in most
        else _matching(WORD, part[name], f"{prefix}{name}", _A_MOVE)
        for name in names
    }
    return kind(**values)


def read_end(
    part: Part, prefix: str, setup: Setup
) -> tuple[Outcome | None, str | None, tuple[str, ...]]:
    """Return the result, the seed and those after it whose plain values *part* holds."""
    part = {"later_seeds": [], **part}
    check_fields(part, prefix, ("result", "seed", "later_seeds"))
    result = part["result"]
    later = []
    for number, value in enumerate(want(list, part["later_seeds"], f"{prefix}later_seeds")):
        place = f"{prefix}later_seeds[{number}]"
        later.append(want(str, _matching(DIGITS, value, place, _A_DIGEST), place))
    seed = _matching(DIGITS, part["seed"], f"{prefix}seed", _A_DIGEST)
    if result is None:
        if seed is not None or later:
            raise BadRecord(
                N_("{place}: it is secret until the match is over"), place=f"{prefix}seed"
            )
        return None, None, ()
    want(dict, result, f"{prefix}result")
    check_fields(result, f"{prefix}result.", ("shares", "reason"))
    shares = want(list, result["shares"], f"{prefix}result.shares")
    fair = all(type(share) in (int, float) and 0 <= share <= 1 for share in shares)
    if not fair or len(shares) != len(setup.players):
        raise BadRecord(
            N_("{place}: {found} is not a share between 0 and 1 for each of {seats} seats"),
            place=f"{prefix}result.shares",
            found=brief(shares),
            seats=len(setup.players),
        )
    reason = want(str, result["reason"], f"{prefix}result.reason")
    _matching(WORD, reason, f"{prefix}result.reason", _A_REASON)
    return Outcome(tuple(map(float, shares)), reason), seed, tuple(later)


def want(kind: type[Any], value: object, place: str) -> Any:  # noqa: ANN401 - it is of that *kind*
    """Return *value* if it is of that very *kind*; a text must also fit on a line."""
    if type(value) is not kind or (isinstance(value, str) and not value.isprintable()):
        raise BadRecord(
            N_("{place}: {found} is not {expected}"),
            place=place,
            found=brief(value),
            expected=_NAMES[kind],
        )
    return value


def check_fields(part: Part, prefix: str, names: tuple[str, ...]) -> None:
    """Raise unless *part* has exactly the fields *names*."""
    for name in names:
        if name not in part:
            raise BadRecord(N_("{place}: this field is missing"), place=prefix + name)
    for name in part:
        if name not in names:
            raise BadRecord(N_("{place}: there is no such field"), place=f"{prefix}{brief(name)}")


def brief(value: object) -> str:
    """Return the beginning of *value* as JSON, for a refusal."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "…"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _maybe(kind: type[Any], value: object, place: str) -> Any:  # noqa: ANN401 - it is of that *kind*
    return None if value is None else want(kind, value, place)


def _within(value: object, place: str, most: int, least: int = 0) -> int:
    number: int = want(int, value, place)
    if not least <= number <= most:
        raise BadRecord(
            N_("{place}: {number} is not between {least} and {most}"),
            place=place,
            number=brief(number),
            least=least,
            most=most,
        )
    return number


def _matching(pattern: re.Pattern[str], value: object, place: str, expected: Phrase) -> str | None:
    """Return a text that *pattern* matches, or None."""
    text: str | None = _maybe(str, value, place)
    if text is not None and not pattern.fullmatch(text):
        raise BadRecord(
            N_("{place}: {found} is not {expected}"),
            place=place,
            found=brief(text),
            expected=expected,
        )
    return text
