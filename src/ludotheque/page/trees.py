"""Trees of moves and notes as pages keep them: of a game, or of a position, as a record."""

from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.errors import N_, BadRecord
from ludotheque.games import AnyGame
from ludotheque.match import Record, to_json, to_text
from ludotheque.page.records import MOST_BYTES, check_length, read_record, record_name
from ludotheque.study.board import laid_out, refuse_hidden
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class TreeKept:
    """A tree as a record, in both forms."""

    name: str
    """Of a file, without its ending."""
    json_form: str
    text_form: str


def check_whole(record: Record) -> None:
    """Raise BadRecord if a record is too long to be shown, NotAllowed if part of it is hidden."""
    check_length(record)
    refuse_hidden(record)


def tree_base(
    game: AnyGame,
    text: str | None,
    position: str | None,
    options: Mapping[str, str],
    now: int,
    words: Words,
) -> Record:
    """Return the record that a tree is about: that of *text*, or one in which nothing was played.

    That one begins at *position*, or at the start.
    """
    if text is None:
        return laid_out(game, position or None, options, now, words)
    base = read_record(text)
    if base.setup.game.slug != game.slug:
        raise BadRecord(N_("setup.game: the tree is of another game"))
    return base


def tree_kept(record: Record) -> TreeKept:
    """Return both forms of a record, or raise BadRecord where they could not be opened again."""
    name, _, _ = record_name(record, "json").rpartition(".")
    kept = TreeKept(name=name, json_form=to_json(record), text_form=to_text(record))
    if max(len(form.encode()) for form in (kept.json_form, kept.text_form)) > MOST_BYTES:
        raise BadRecord(N_("the record would be too large to be opened again"))
    return kept
