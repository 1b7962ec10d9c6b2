"""A record as text, in the manner of PGN: tags, then the moves in numbered rounds.

Within a round the seats move in order; `..` stands for a seat that did not. A move of chance is
in brackets, `(r+)`, any other event in braces, `{resign 1}`; seats count from 1. What the reader
may not know is `?`. Times are kept only where there is a clock: `@4.2` is the seconds since the
event before. Without a clock, a record read from its text has every event at the match's beginning.
The text ends with the result in braces, so that one cut short is noticed.

What is said of a moment follows the move that led there, or stands before the first: a sign, `$1`
to `$6` as in PGN, a comment in quotes, marked places, `<d4>` or `<d2 d3>`, and in square brackets
what could come next, `[e2-e3 b5-b4]`, where the same may follow each move.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import takewhile
from textwrap import fill
from typing import Any, Final

from ludotheque.errors import N_, BadRecord
from ludotheque.games import take
from ludotheque.games.options import read_options
from ludotheque.match.events import Drew, Event, Moved, Reseeded, TookBack, line_of_play
from ludotheque.match.notes import NOTHING, Note, Notes
from ludotheque.match.notes_part import check_size, read_note
from ludotheque.match.parts import (
    Find,
    Part,
    brief,
    check_version,
    end_part,
    read_end,
    read_event,
    read_setup,
    read_version,
    setup_part,
    version_of,
)
from ludotheque.match.record import Record, at, result_text
from ludotheque.match.setup import HIDDEN, LAST_TIME, Setup
from ludotheque.match.text_notes import WORDS, Words, begins_note, note_words, quoted, read_words

WIDTH: Final = 80
SKIP: Final = ".."
"""A seat that did not move in this round."""
TAGS: Final = {
    "Game": "game",
    "Version": "version",
    "Options": "options",
    "Seat": "seats",
    "Start": "start",
    "Clock": "clock",
    "Limit": "move_limit",
    "Began": "began",
    "SeedHash": "seed_hash",
    "Seed": "seed",
    "LaterSeeds": "later_seeds",
    "Result": "result",
}
"""The fields of a record by their tags, in the order in which they are written."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)

_TAG: Final = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]')
_WORD: Final = re.compile(WORDS + r"|\{[^{}]*\}|\([^()]*\)|[^\s\[\]]+")
_CHANCE: Final = re.compile(r"\(.*\)")
_BESIDE: Final = re.compile(r"\{([a-z-]+) ([0-9]{1,9})(?: -> ([0-9]{1,9}))?\}")
_RESEED: Final = re.compile(r"\{reseed ([0-9a-f]{64})\}")
_TIME: Final = re.compile(r"@([0-9]{1,12})(?:\.([0-9]{1,3}))?")
_SHARE: Final = "[0-9]{1,3}(?:/[1-9][0-9]{0,2})?"
_RESULT: Final = re.compile(rf"({_SHARE}(?:-{_SHARE})*) (\S+)")


def to_text(record: Record) -> str:
    """Return the text of *record*, wrapped at 80 columns where words allow it."""
    values = {"version": version_of(record), **setup_part(record.setup), **end_part(record)}
    values["options"] = " ".join(f"{name}={value}" for name, value in values["options"].items())
    values["began"] = _write_time(record.setup.began)
    values["result"] = result = result_text(record.result)
    values["later_seeds"] = " ".join(record.later_seeds)
    tags = "".join(
        f"[{tag} {quoted(value)}]\n"
        for tag, field in TAGS.items()
        for value in (values[field] if field == "seats" else [values[field]])
        if value not in (None, "")
    )
    words = " ".join((*_words(record), f"{{{result}}}"))
    return f"{tags}\n{fill(words, WIDTH, break_long_words=False, break_on_hyphens=False)}\n"


def _write_time(milliseconds: int) -> str:
    moment = EPOCH + milliseconds * MILLISECOND
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _words(record: Record) -> Iterator[str]:
    """Yield the words of the rounds, and of the notes."""
    number, following, last = 0, len(record.setup.players), record.setup.began
    notes = dict(record.notes)
    noted = {
        place: notes[moves]
        for moves, place in enumerate(line_of_play(record.events), 1)
        if moves in notes
    }
    yield from note_words(notes.get(0, NOTHING))
    for place, event in enumerate(record.events):
        if isinstance(event, Moved):
            if event.seat < following:
                number, following = number + 1, 0
                yield f"{number}."
            yield from [SKIP] * (event.seat - following)
            yield event.move or HIDDEN
            following = event.seat + 1
        elif isinstance(event, Drew):
            yield f"({event.move or HIDDEN})"
        elif isinstance(event, Reseeded):
            yield f"{{{event.word} {event.seed_hash}}}"
        else:
            kept = f" -> {event.kept}" if isinstance(event, TookBack) else ""
            yield f"{{{event.word} {event.seat + 1}{kept}}}"
        if record.setup.clock is not None and event.at != last:
            yield "@" + f"{(event.at - last) / 1000:.3f}".rstrip("0").rstrip(".")
        last = event.at
        yield from note_words(noted.get(place, NOTHING))


def is_tag(line: str) -> bool:
    """Return whether *line* is a tag of a record.

    No line among moves is: no move is so called, and the quotes inside a comment are escaped.
    """
    tag = _TAG.fullmatch(line.rstrip())
    return tag is not None and tag[1] in TAGS


def from_text(text: str, find: Find = take, *, first_line: int = 1) -> Record:
    """Return the record that *text* holds, its game found by *find*, or raise BadRecord.

    Every word is read, but no move is played: `replay` and `verify` do that. *first_line* is the
    number of the text's first line where it stands.
    """
    lines = text.split("\n")
    tags = list(takewhile(lambda line: line.startswith("["), lines))
    values = _read_tags(tags, first_line)
    said = values.pop("result")
    later = (values.pop("later_seeds") or "").split()
    end = {"result": _read_result(said), "seed": values.pop("seed"), "later_seeds": later}
    version = values.pop("version")
    setup = read_setup(values, "tag ", find, version)
    result, seed, later_seeds = read_end(end, "tag ", setup)
    words = deque(_numbered(lines[len(tags) :], first_line + len(tags)))
    if not words or words.pop()[1] != f"{{{said}}}":
        raise BadRecord(
            N_(
                "line {line}: the record was cut short here; its text should end with its result,"
                " {result}"
            ),
            line=first_line + len(lines) - 1,
            result=f"{{{said}}}",
        )
    events, notes = _read_events(words, setup)
    check_version(version, notes, "tag Version")
    return Record(setup, tuple(events), result, seed, later_seeds, notes)


def _read_tags(lines: list[str], first: int) -> dict[str, Any]:
    """Return the fields that the tags hold, None for those that have no tag."""
    values: dict[str, Any] = dict.fromkeys(TAGS.values())
    values |= {"seats": [], "options": ""}
    for number, line in enumerate(lines, first):
        tag = _TAG.fullmatch(line.rstrip())
        if tag is None or tag[1] not in TAGS or not tag[2].isprintable():
            raise BadRecord(N_("line {line}: {tag} is not a tag"), line=number, tag=brief(line))
        field, value = TAGS[tag[1]], re.sub(r"\\(.)", r"\1", tag[2])
        if field == "seats":
            values[field].append(value)
        elif values[field]:
            raise BadRecord(
                N_("line {line}: the tag {tag} appears a second time"), line=number, tag=tag[1]
            )
        else:
            values[field] = value
    for name in ("Game", "Seat", "Began", "Result"):
        if not values[TAGS[name]]:
            raise BadRecord(
                N_("line {line}: the tag {tag} is missing so far"),
                line=first + len(lines),
                tag=name,
            )
    with at("tag Options"):
        values["options"] = read_options(values["options"].split())
    values["version"] = _read_version(values["version"])
    values["move_limit"] = _read_limit(values["move_limit"])
    values["began"] = _read_time(values["began"])
    return values


def _read_version(text: str | None) -> int:
    """Return the version that a tag names; texts of version 1 have no such tag."""
    if text is None:
        return 1
    if not re.fullmatch("[0-9]{1,9}", text):
        raise BadRecord(N_("tag Version: “{text}” is not a number"), text=text)
    return read_version(int(text), "tag Version")


def _read_limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", text):
        raise BadRecord(N_("tag Limit: “{text}” is not a number of moves"), text=text)
    return int(text)


def _read_time(text: str) -> int:
    try:
        return (datetime.fromisoformat(text) - EPOCH) // MILLISECOND
    except (ValueError, TypeError, OverflowError) as error:
        raise BadRecord(
            N_("tag Began: “{text}” is not a time such as 2026-01-31T20:15:00.000Z"), text=text
        ) from error


def _read_result(text: str) -> Part | None:
    if text == result_text(None):
        return None
    result = _RESULT.fullmatch(text)
    if result is None:
        raise BadRecord(
            N_("tag Result: “{text}” is not a result such as 1-0 corner or *"), text=text
        )
    return {
        "shares": [float(Fraction(share)) for share in result[1].split("-")],
        "reason": result[2],
    }


def _numbered(lines: list[str], line: int) -> Iterator[tuple[int, str]]:
    """Yield the words of *lines*, each with the number of its line; the first is number *line*."""
    text, last = "\n".join(lines), 0
    for word in _WORD.finditer(text):
        line += text.count("\n", last, word.start())
        last = word.start()
        yield line, " ".join(word[0].split())


def _read_events(words: Words, setup: Setup) -> tuple[list[Event], Notes]:
    events: list[Event] = []
    said: dict[int, tuple[int, Note]] = {}
    rounds, following, now = 0, len(setup.players), setup.began
    while words:
        line, word = words[0]
        if begins_note(word):
            if len(events) in said:
                raise BadRecord(N_("line {line}: this moment has a note already"), line=line)
            said[len(events)] = line, read_note(read_words(words), f"line {line}, note")
            continue
        words.popleft()
        if word == f"{rounds + 1}.":
            rounds, following = rounds + 1, 0
        elif word == SKIP:
            following += 1
        elif time := _TIME.fullmatch(word):
            now += int(time[1]) * 1000 + int((time[2] or "").ljust(3, "0"))
            if not events or now > LAST_TIME:
                raise BadRecord(
                    N_("line {line}: no event can happen at {word}"), line=line, word=word
                )
            events[-1] = replace(events[-1], at=now)
        else:
            part = {"at": now, **_read_word(word, line, following, setup)}
            following += part["type"] == Moved.word
            events.append(read_event(part, f"line {line}, ", len(events), setup))
    return events, _moments(events, said)


def _moments(events: Sequence[Event], said: Mapping[int, tuple[int, Note]]) -> Notes:
    """Return the notes that were *said* after so many events, with a line each, by their moves."""
    moves = {0: 0, **{place + 1: number for number, place in enumerate(line_of_play(events), 1)}}
    notes = []
    for place, (line, note) in said.items():
        if place not in moves:
            raise BadRecord(N_("line {line}: a note follows a move of the line of play"), line=line)
        notes.append((moves[place], note))
    check_size(tuple(notes), "notes")
    return tuple(notes)


def _read_word(word: str, line: int, following: int, setup: Setup) -> Part:
    """Return the plain values of the event that *word* stands for."""
    if _CHANCE.fullmatch(word):
        return {"type": Drew.word, "move": _read_move(word[1:-1])}
    if reseed := _RESEED.fullmatch(word):
        return {"type": Reseeded.word, "seed_hash": reseed[1]}
    beside = _BESIDE.fullmatch(word)
    seat = int(beside[2]) - 1 if beside else following
    if seat not in range(len(setup.players)):
        raise BadRecord(
            N_(
                "line {line}: “{word}” would belong to seat {seat}, which does not exist or does"
                " not begin a round"
            ),
            line=line,
            seat=seat + 1,
            word=word,
        )
    if beside is None:
        return {"type": Moved.word, "seat": seat, "move": _read_move(word)}
    kept = {} if beside[3] is None else {"kept": int(beside[3])}
    return {"type": beside[1], "seat": seat, **kept}


def _read_move(text: str) -> str | None:
    return None if text == HIDDEN else text
