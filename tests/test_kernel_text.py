"""Whatever text the kernel is given, it refuses or reads it as Python does: it never crashes."""

import os
from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.errors import LudothequeError
from ludotheque.games import take
from ludotheque.position import CHANCE
from test_twins import GAMES, every_twin, tables, wander

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

TEXTS = int(os.environ.get("LUDOTHEQUE_FUZZ", "4000"))
"""How many texts each reader is given; `make fuzz` asks for a million."""
NASTY = [
    "",
    " ",
    "\0",
    "\n",
    "\ud800",
    "é",
    "🐢",
    "%s%n",
    "-1",
    "9" * 40,
    "9" * 5000,
    "/" * 3000,
    " " * 3000,
    "|" * 3000,
    "," * 3000,
    "S" * 3000,
    "r1" * 3000,
    "?????",
]
REFUSALS = (ValueError, TypeError)
"""A text that is none, such as half a surrogate pair, does not fit the kernel's type."""


def garbled(texts, rng):
    """Return noise, or one of *texts* cut, spliced, repeated or strewn with nonsense."""
    text = rng.choice(texts)
    at, end = sorted(rng.choices(range(len(text) + 1), k=2))
    match rng.randrange(6):
        case 0:
            return "".join(chr(rng.randrange(256)) for _ in range(rng.randrange(80)))
        case 1:
            return text[:at] + text[end:]
        case 2:
            return text[:at] + rng.choice(NASTY) + text[end:]
        case 3:
            return text[:end] + rng.choice(texts)[at:]
        case 4:
            return text[:at] + text[at:end] * rng.randrange(40) + text[end:]
        case _:
            signs = list(text)
            for _ in range(min(3, len(signs))):
                signs[rng.randrange(len(signs))] = rng.choice([*NASTY[:9], rng.choice(text)])
            return "".join(signs)


def read_by_both(game, text, options):
    """Assert that the kernel reads *text* exactly where Python does, and to the same effect."""
    try:
        expected = game.position(text, **options)
    except LudothequeError:
        with pytest.raises(REFUSALS):
            kernel.twin(game, text, options)
        return
    twin = kernel.twin(game, text, options)
    assert str(twin) == str(expected)
    assert twin.moves() == [str(move) for move in expected.moves()]


@every_twin
def test_no_text_of_a_position_crashes_the_kernel(game):
    rng = Random(11)
    kinds = [options for _, options in tables(game)]
    texts = [str(position) for position, _ in wander(game, rng, 200)]
    for text in (*NASTY, *(nasty + text for nasty in NASTY for text in texts[:3])):
        read_by_both(game, text, kinds[0])
    for _ in range(TEXTS):
        read_by_both(game, garbled(texts, rng), rng.choice(kinds))


@every_twin
def test_no_text_of_an_option_crashes_the_kernel(game):
    rng = Random(12)
    text = str(game.start())
    names = [*game.options, *(value for values in game.options.values() for value in values)]
    for _ in range(TEXTS // 10):
        options = {garbled(names, rng): garbled(names, rng)}
        try:
            game.position(text, **options)
        except LudothequeError:
            with pytest.raises(REFUSALS):
                kernel.twin(game, text, options)
        else:
            kernel.twin(game, text, options)


SECRET = [game for game in GAMES if kernel.has_secret_search(game)]


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.slug)
def test_no_text_of_a_view_or_a_play_crashes_the_kernel(game):
    rng = Random(13)
    kinds = [options for _, options in tables(game)]
    views, plays = [], []
    for position, _ in wander(game, rng, 3000):
        if position.to_move is not CHANCE and position.to_move is not None:
            views.append(str(position.seen_by(position.to_move)))
            plays.append(str(rng.choice(position.moves())))
    searching = kernel._kernel.SECRET_SEARCHES[game.slug]
    believing = kernel._kernel.BELIEFS[game.slug]
    for number in range(TEXTS):
        view = rng.choice(views) if number % 2 else garbled(views, rng)
        play = rng.choice(plays) if number % 3 else garbled(plays, rng)
        before = rng.choice(views) if number % 5 else garbled(views, rng)
        options, seat = rng.choice(kinds), rng.choice([0, 0, 1, 2, 4, 5, -1, -2, 2**31, 10**30])
        past = [(rng.choice([0, 1, 2, 3, 4, 5, -1, 99, 2**31 - 1]), play, before)]
        try:
            believing(view, seat, options, past)
            searching(view, seat, options, past, 1).more(iterations=3, seconds=0.0)
        except REFUSALS:
            pass


def test_2_text_an_empty_square_is_refused_by_both():
    race = take("race")
    read_by_both(race, "?????/././././././././. ? ?? | -", {})
    for text in ("?????//./././././././. ? ?? | -", "?????/./././././././r/. ? ?? | -"):
        read_by_both(race, text, {})
