"""A record as JSON. Its fields are described in docs/record.md.

Every part, the set-up, each event and the end, carries a `check`: twelve digits of a hash over the
check before it and its own content. A file that was cut or changed is refused at the first place
that does not fit. This guards against accidents, not against forgers, who can compute it too.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

from ludotheque.errors import N_, BadRecord
from ludotheque.games import take
from ludotheque.match.notes_part import notes_part, read_notes
from ludotheque.match.parts import (
    NOTED,
    Find,
    Part,
    brief,
    check_fields,
    check_version,
    end_part,
    event_part,
    read_end,
    read_event,
    read_setup,
    read_version,
    setup_part,
    version_of,
    want,
)
from ludotheque.match.record import Record

FORMAT: Final = "ludotheque-record"


def to_json(record: Record) -> str:
    """Return the JSON of *record*: an event a line, the same text for the same record."""
    lines = ",".join(f"\n  {_dump(name)}: {_laid(part)}" for name, part in _whole(record).items())
    return f"{{{lines}\n}}\n"


def to_line(record: Record) -> str:
    """Return the same JSON in one line, as short as can be."""
    return json.dumps(_whole(record), separators=(",", ":"))


def _whole(record: Record) -> dict[str, Any]:
    """Return all that a record has, its set-up, every event, end and notes with their checks."""
    notes = [notes_part(record.notes)] if record.notes else []
    setup, *parts = _with_checks(
        [setup_part(record.setup), *map(event_part, record.events), end_part(record), *notes]
    )
    events, (end, *noted) = parts[: len(record.events)], parts[len(record.events) :]
    whole = {"format": FORMAT, "version": version_of(record)}
    whole |= {"setup": setup, "events": events, "end": end}
    return {**whole, "notes": noted[0]} if noted else whole


def from_json(text: str, find: Find = take, *, first_line: int = 1) -> Record:
    """Return the record that *text* holds, its game found by *find*, or raise BadRecord.

    Every field is looked at, but no move is played: `replay` and `verify` do that. *first_line* is
    the number of the text's first line where it stands.
    """
    top = want(dict, _load(text, first_line), "record")
    if top.get("format") != FORMAT:
        raise BadRecord(N_("format: expected “{format}”"), format=FORMAT)
    version = read_version(top.get("version"), "version")
    noted = ("notes",) if version >= NOTED else ()
    check_fields(top, "", ("format", "version", "setup", "events", "end", *noted))
    content, check = _without_check(top["setup"], "setup")
    setup = read_setup(content, "setup.", find, version)
    last = _fit("", content, check, "setup")
    events = []
    for number, value in enumerate(want(list, top["events"], "events")):
        place = f"events[{number}]"
        content, check = _without_check(value, place)
        events.append(read_event(content, f"{place}.", number, setup))
        last = _fit(last, content, check, place)
    content, check = _without_check(top["end"], "end")
    result, seed, later = read_end(content, "end.", setup)
    last = _fit(last, content, check, "end")
    notes = Record.notes
    if noted:
        content, check = _without_check(top["notes"], "notes")
        notes = read_notes(content, "notes.")
        _fit(last, content, check, "notes")
        check_version(version, notes, "version")
    return Record(setup, tuple(events), result, seed, later, notes)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _laid(part: object) -> str:
    """Return an object with a field a line, a list with an entry a line, or a plain value."""
    if isinstance(part, list):
        entries = ",".join(f"\n    {_dump(entry)}" for entry in part)
        return f"[{entries}\n  ]"
    if not isinstance(part, dict):
        return _dump(part)
    lines = ",".join(f"\n    {_dump(name)}: {_dump(value)}" for name, value in part.items())
    return f"{{{lines}\n  }}"


def _with_checks(parts: Iterable[Part]) -> Iterator[Part]:
    check = ""
    for part in parts:
        check = _check(check, part)
        yield {**part, "check": check}


_canonical: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
"""The text of a part that its check is made of."""


def _check(before: str, part: Part) -> str:
    """Return the check of *part*, which follows the part with the check *before*."""
    return sha256((before + _canonical(part)).encode()).hexdigest()[:12]


def _without_check(value: object, place: str) -> tuple[Part, object]:
    """Return the content of an object and the check that it carries."""
    part = dict(want(dict, value, place))
    return part, part.pop("check", None)


def _fit(before: str, part: Part, check: object, place: str) -> str:
    """Return the check of *part*, or raise BadRecord if it is not the one given."""
    right = _check(before, part)
    if check != right:
        raise BadRecord(N_("{place}.check: the record was cut or changed here"), place=place)
    return right


def _load(text: str, first_line: int) -> object:
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise BadRecord(
            N_("line {line}, column {column}: the record was cut here or is not JSON"),
            line=first_line + error.lineno - 1,
            column=error.colno,
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(
            N_("record: its numbers are too large, or it is nested too deep")
        ) from error


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of *pairs*, in which no name may come twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadRecord(N_("record: the field {name} appears twice"), name=brief(name))
        found[name] = value
    return found
