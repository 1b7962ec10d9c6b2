"""Trees of moves and notes as pages keep them: of a game, or of a position, as a record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ludotheque.errors import N_, BadRecord, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.match import Record, Setup, to_json, to_text
from ludotheque.match.events import MOVES
from ludotheque.page.records import MOST_BYTES, check_length, read_record, record_name
from ludotheque.words import Words

HIDDEN: Final = N_("part of this game is hidden: it can be studied once the game is over")


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
    if any(isinstance(event, MOVES) and event.move is None for event in record.events):
        raise NotAllowed(HIDDEN)


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
        return Record(_setup(game, position, options, now, words), ())
    base = read_record(text)
    if base.setup.game.slug != game.slug:
        raise BadRecord(N_("setup.game: the tree is of another game"))
    return base


def _setup(
    game: AnyGame, text: str | None, options: Mapping[str, str], now: int, words: Words
) -> Setup:
    settled = game.settle(options)
    start = game.position(text, **settled) if text else game.start(None, **settled)
    seats = [words.say(name) for name in game.seat_names[: start.seats]]
    return Setup(
        game=game,
        options=settled,
        players=tuple(seats),
        start=str(start),
        clock=None,
        move_limit=None,
        began=now,
        seed_hash=None,
    )


def tree_kept(record: Record) -> TreeKept:
    """Return both forms of a record, or raise BadRecord where they could not be opened again."""
    name, _, _ = record_name(record, "json").rpartition(".")
    kept = TreeKept(name=name, json_form=to_json(record), text_form=to_text(record))
    if max(len(form.encode()) for form in (kept.json_form, kept.text_form)) > MOST_BYTES:
        raise BadRecord(N_("the record would be too large to be opened again"))
    return kept
