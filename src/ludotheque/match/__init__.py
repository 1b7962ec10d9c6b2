"""Matches: a game being played, with the referee, clocks, series and records.

A `Referee` lets a `Match` happen event by event, a `Record` keeps it, `replay` plays it over and
`verify` checks it; a `Series` is several of them. A `Board` is a match for push and pop.
"""

from ludotheque.match.beginning import (
    BEGINS,
    Why,
    beginner_after,
    drawn_by_lot,
    first_seat_begins,
    question,
)
from ludotheque.match.board import Board
from ludotheque.match.changed import changed
from ludotheque.match.clock import Clock, PerMove, SuddenDeath, read_clock
from ludotheque.match.deal import new_seed, seed_hash
from ludotheque.match.events import Event
from ludotheque.match.files import read_record, read_records, write_records
from ludotheque.match.frames import from_pandas, to_pandas
from ludotheque.match.json_form import from_json, to_json, to_line
from ludotheque.match.match import Match, evolve
from ludotheque.match.record import (
    Record,
    Report,
    redacted,
    redacting,
    replay,
    shown,
    verify,
    verifying,
)
from ludotheque.match.referee import REASONS, Referee, admit
from ludotheque.match.rulings import drawn_by_ruling
from ludotheque.match.series import Series
from ludotheque.match.setup import Setup, begun_from
from ludotheque.match.steps import Steps, whole
from ludotheque.match.text_form import from_text, to_text

__all__ = [
    "BEGINS",
    "REASONS",
    "Board",
    "Clock",
    "Event",
    "Match",
    "PerMove",
    "Record",
    "Referee",
    "Report",
    "Series",
    "Setup",
    "Steps",
    "SuddenDeath",
    "Why",
    "admit",
    "beginner_after",
    "begun_from",
    "changed",
    "drawn_by_lot",
    "drawn_by_ruling",
    "evolve",
    "first_seat_begins",
    "from_json",
    "from_pandas",
    "from_text",
    "new_seed",
    "question",
    "read_clock",
    "read_record",
    "read_records",
    "redacted",
    "redacting",
    "replay",
    "seed_hash",
    "shown",
    "to_json",
    "to_line",
    "to_pandas",
    "to_text",
    "verify",
    "verifying",
    "whole",
    "write_records",
]
