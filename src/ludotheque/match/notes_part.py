"""Notes as plain values, which both forms of a record share; reading trusts none of them."""

from collections.abc import Iterator
from typing import Any

from ludotheque.errors import N_, BadRecord
from ludotheque.match.notes import (
    DEEPEST,
    LONGEST_COMMENT,
    MOST_MARKS,
    MOST_MOVES,
    SIGNS,
    SPOT,
    Note,
    Notes,
    Tried,
    Variation,
)
from ludotheque.match.parts import WORD, Part, brief, check_fields, want


def notes_part(notes: Notes) -> Part:
    """Return the plain values of *notes*."""
    return {"moments": [{"after": after, **_note_part(note)} for after, note in notes]}


def _note_part(note: Note) -> dict[str, Any]:
    """Return what a note says, and nothing of what it does not."""
    part: dict[str, Any] = {}
    if note.sign:
        part["sign"] = note.sign
    if note.comment:
        part["comment"] = note.comment
    if note.marks:
        part["marks"] = [list(mark) for mark in note.marks]
    if note.variations:
        part["variations"] = [[_tried_part(tried) for tried in line] for line in note.variations]
    return part


def _tried_part(tried: Tried) -> dict[str, Any]:
    return {
        "move": tried.move,
        **({"chance": True} if tried.chance else {}),
        **_note_part(tried.note),
    }


def read_notes(part: Part, prefix: str) -> Notes:
    """Return the notes whose plain values *part* holds, or raise BadRecord."""
    check_fields(part, prefix, ("moments",))
    moments = want(list, part["moments"], f"{prefix}moments")
    notes = tuple(_read_moments(moments, f"{prefix}moments"))
    check_size(notes, f"{prefix}moments")
    return notes


def check_size(notes: Notes, place: str) -> None:
    """Raise BadRecord where variations have more moves than may be."""
    if sum(_moves_in(note) for _, note in notes) > MOST_MOVES:
        raise BadRecord(
            N_("{place}: its variations have more than {most} moves"), place=place, most=MOST_MOVES
        )


def _read_moments(moments: list[object], prefix: str) -> Iterator[tuple[int, Note]]:
    last = -1
    for number, value in enumerate(moments):
        place = f"{prefix}[{number}]"
        part = dict(want(dict, value, place))
        after = want(int, part.pop("after", None), f"{place}.after")
        if after <= last:
            raise BadRecord(N_("{place}: moments are not in order"), place=f"{place}.after")
        last = after
        note = read_note(part, place)
        if not note:
            raise BadRecord(N_("{place}: this note says nothing"), place=place)
        yield after, note


def read_note(part: Part, place: str, depth: int = 0) -> Note:
    """Return the note whose plain values *part* holds, within *depth* variations."""
    part = {"sign": "", "comment": "", "marks": [], "variations": [], **part}
    check_fields(part, f"{place}.", ("sign", "comment", "marks", "variations"))
    if depth > DEEPEST:
        raise BadRecord(N_("{place}: variations are nested too deep"), place=place)
    variations = want(list, part["variations"], f"{place}.variations")
    return Note(
        _read_comment(part["comment"], f"{place}.comment"),
        _read_marks(part["marks"], f"{place}.marks"),
        tuple(
            _read_variation(line, f"{place}.variations[{number}]", depth + 1)
            for number, line in enumerate(variations)
        ),
        _read_sign(part["sign"], f"{place}.sign"),
    )


def _read_sign(value: object, place: str) -> str:
    sign: str = want(str, value, place)
    if sign and sign not in SIGNS:
        raise BadRecord(
            N_("{place}: {found} is none of {signs}"),
            place=place,
            found=brief(sign),
            signs=" ".join(SIGNS),
        )
    return sign


def _read_comment(value: object, place: str) -> str:
    comment: str = want(str, value, place)
    if len(comment) > LONGEST_COMMENT or " ".join(comment.split()) != comment:
        raise BadRecord(
            N_("{place}: {found} is no comment of one line and at most {most} characters"),
            place=place,
            found=brief(comment),
            most=LONGEST_COMMENT,
        )
    return comment


def _read_marks(value: object, place: str) -> tuple[tuple[str, ...], ...]:
    marks = [
        want(list, mark, f"{place}[{number}]")
        for number, mark in enumerate(want(list, value, place))
    ]
    fine = all(
        mark and all(isinstance(spot, str) and SPOT.fullmatch(spot) for spot in mark)
        for mark in marks
    )
    if not fine or sum(map(len, marks)) > MOST_MARKS:
        raise BadRecord(
            N_("{place}: {found} are not the names of at most {most} places"),
            place=place,
            found=brief(value),
            most=MOST_MARKS,
        )
    return tuple(map(tuple, marks))


def _read_variation(value: object, place: str, depth: int) -> Variation:
    line = want(list, value, place)
    if not line:
        raise BadRecord(N_("{place}: a variation has at least one move"), place=place)
    return tuple(_read_tried(one, f"{place}[{number}]", depth) for number, one in enumerate(line))


def _read_tried(value: object, place: str, depth: int) -> Tried:
    part = {"chance": False, **want(dict, value, place)}
    move, chance = part.pop("move", None), part.pop("chance")
    if not isinstance(move, str) or not WORD.fullmatch(move) or not isinstance(chance, bool):
        raise BadRecord(
            N_("{place}: {found} is not the text of a move"),
            place=f"{place}.move",
            found=brief(move),
        )
    return Tried(move, chance, read_note(part, place, depth))


def _moves_in(note: Note) -> int:
    return sum(1 + _moves_in(tried.note) for line in note.variations for tried in line)
