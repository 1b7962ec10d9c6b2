"""Every reader of a stranger's text, each with what must hold of whatever it reads.

A reader is given any text. It refuses it by an error of the house, or what it has read is written
and read again, and is the same.
"""

from collections.abc import Callable
from contextlib import suppress

import pytest
from pydantic import ValidationError

from ludotheque.engine import BUILT, kernel
from ludotheque.errors import LudothequeError
from ludotheque.games import shelf, take
from ludotheque.games.options import read_options
from ludotheque.match import from_json, from_text, read_clock, to_json, to_text
from ludotheque.server.wire.messages import INCOMING
from ludotheque.ugi import Server

REFUSALS = (LudothequeError, ValidationError)
GAMES = tuple(shelf())
MOST_COMMANDS = 20
SPARED = {"go", "perft"}
"""What takes as long as it is told to."""


def position_reader(slug):
    game = take(slug)

    def read(text):
        position = game.position(text)
        assert game.position(str(position)) == position
        moves = position.moves()
        for move in moves[:8]:
            assert game.move(str(move), position) == move
            position.after(move)
        assert (not moves) == (position.outcome() is not None)

    return read


def move_reader(slug):
    """Read the moves of a text, one a line, from the start of a game on."""
    game = take(slug)
    start = game.start()
    while not isinstance(start.to_move, int):
        start = start.after(start.moves()[0])

    def read(text):
        position = start
        for line in text.split("\n")[:MOST_COMMANDS]:
            move = game.move(line, position)
            assert move in position.moves()
            assert game.move(str(move), position) == move
            position = position.after(move)
            if not isinstance(position.to_move, int):
                return

    return read


def twin_reader(slug):
    """Read a position by the rules and by the kernel, which refuse and list alike."""
    game = take(slug)

    def read(text):
        try:
            position = game.position(text)
        except LudothequeError:
            with suppress(ValueError):
                pytest.fail(f"the kernel reads {kernel.twin(game, text, game.settle({}))}")
            raise
        twin = kernel.twin(game, text, game.settle({}))
        if isinstance(position.to_move, int):
            assert twin.moves() == [str(move) for move in position.moves()]

    return read


def read_json_record(text):
    record = from_json(text)
    assert from_json(to_json(record)) == record


def read_text_record(text):
    # Where nobody plays by a clock, the times between moves are not written.
    written = to_text(from_text(text))
    assert to_text(from_text(written)) == written


def read_clock_text(text):
    clock = read_clock(text)
    assert read_clock(str(clock)) == clock


def read_option_texts(text):
    options = read_options(text.split("\n"), ":")
    for slug in GAMES:
        try:
            take(slug).settle(options)
        except LudothequeError:
            continue


def read_message(text):
    message = INCOMING.validate_json(text)
    assert INCOMING.validate_json(message.model_dump_json()) == message


def read_commands(text):
    """Say the lines of a text to an engine, but for those that make it think."""
    lines = [
        line for line in text.split("\n")[:MOST_COMMANDS] if (line.split() or [""])[0] not in SPARED
    ]
    Server(take(GAMES[0]), lambda _line: None).serve(lines)


READERS: dict[str, Callable[[str], None]] = {
    **{f"{slug}-position": position_reader(slug) for slug in GAMES},
    **{f"{slug}-move": move_reader(slug) for slug in GAMES},
    **({f"{slug}-twin": twin_reader(slug) for slug in GAMES} if BUILT else {}),
    "json-record": read_json_record,
    "text-record": read_text_record,
    "clock": read_clock_text,
    "options": read_option_texts,
    "message": read_message,
    "ugi": read_commands,
}
"""By name, in the order in which they are tried."""


def refused(name, text):
    """Return whether the reader of that name refuses *text*; anything but a refusal is raised."""
    try:
        READERS[name](text)
    except REFUSALS:
        return True
    return False
