"""Perft as it is divided and shown: the same counts from the kernel and from the rules."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.engine.branches import branches
from ludotheque.games import shelf, take
from ludotheque.position import CHANCE, perft
from ludotheque.terminal.ask import INTERRUPTED, Left
from ludotheque.terminal.perft import Perft
from typist import Typist

TABLES = [
    pytest.param(game, dict(zip(game.options, values, strict=True)), id=f"{game.slug}-{values}")
    for game in shelf().values()
    for values in product(*game.options.values())
]
every_table = pytest.mark.parametrize(("game", "options"), TABLES)
every_twin = pytest.mark.parametrize(
    ("game", "options"), [table for table in TABLES if kernel.has_twin(table.values[0])]
)
with_kernel = pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")


def some_positions(game, options):
    """Return the start, and what some random moves later made of it."""
    rng, position = Random(12), game.start(**options)
    yield position
    for _ in range(12):
        if position.to_move is not None:
            position = position.after(rng.choice(position.moves()))
    while position.to_move is CHANCE:
        position = position.after(rng.choice(position.moves()))
    yield position


def shown(game, depth, *, divided=False, in_python=False, lang="en", terminal=False):
    """Return the lines that are printed."""
    typist = Typist(terminal=terminal, lang=lang)
    counted = Perft(game, game.start(), in_python=in_python)
    (counted.show_divided if divided else counted.show_depths)(typist, depth)
    return typist.printed.splitlines()


@every_table
def test_first_moves_come_in_order_and_add_up(game, options):
    for position in some_positions(game, options):
        for depth in (1, 2):
            divided = list(branches(game, position, depth, by_kernel=False))
            assert [branch.move for branch in divided] == [str(m) for m in position.moves()]
            assert sum(branch.sequences for branch in divided) == perft(position, depth)


@with_kernel
@every_twin
def test_the_kernel_divides_as_the_rules_do(game, options):
    for position in some_positions(game, options):
        for depth in (1, 2):
            by_rules = list(branches(game, position, depth, by_kernel=False))
            assert list(branches(game, position, depth, by_kernel=True)) == by_rules


@pytest.mark.parametrize("in_python", [False, True])
def test_a_line_for_each_depth(in_python):
    _, heads, *lines = shown(take("tortuga"), 3, in_python=in_python)
    assert heads.split() == ["Moves", "Sequences", "Seconds", "Per", "second"]
    assert [line.split()[:2] for line in lines] == [
        ["0", "1"],
        ["1", "20"],
        ["2", "400"],
        ["3", "8,112"],
    ]


def test_counts_and_seconds_are_written_in_one_language():
    *_, last = shown(take("tortuga"), 3, lang="fr")
    assert re.match(r" +3 +8\u202f112 +\d+,\d\d( |$)", last)


@pytest.mark.parametrize("in_python", [False, True])
def test_divided_a_line_for_each_first_move_then_the_sum(in_python):
    tortuga = take("tortuga")
    _, *lines = shown(tortuga, 2, divided=True, in_python=in_python)
    moves = [f"{move}: 20" for move in tortuga.start().moves()]
    assert lines[: len(moves)] == moves
    assert lines[len(moves) : len(moves) + 2] == ["", "Total: 400"]


def test_a_game_that_is_over_has_no_first_moves():
    tortuga, typist = take("tortuga"), Typist(terminal=False)
    over = tortuga.position("4/5/6/6S/6/5/4 N")
    Perft(tortuga, over).show_divided(typist, 3)
    assert typist.printed.splitlines()[1:] == ["", "Total: 0"]


@with_kernel
def test_it_is_said_who_counts():
    tortuga = take("tortuga")
    assert shown(tortuga, 1)[0] == "Counting with the kernel."
    assert shown(tortuga, 1, in_python=True)[0] == "Counting in pure Python."
    unknown = replace(tortuga, slug="unknown")
    assert shown(unknown, 1)[0].endswith("Python: the kernel does not know this game.")
    assert shown(unknown, 1, lang="fr")[0].endswith("le noyau ne connaît pas ce jeu.")


def test_without_a_kernel_it_is_said_too(monkeypatch):
    monkeypatch.setattr(kernel, "BUILT", False)
    monkeypatch.setattr(kernel, "_kernel", None)
    assert shown(take("tortuga"), 1)[0].endswith("this house was built without its kernel.")


def test_a_list_of_first_moves_is_the_same_in_every_language():
    hops = take("hops")
    english, french = (shown(hops, 1, divided=True, lang=lang) for lang in ("en", "fr"))
    # What follows the empty line is the sum, and how long it took if that can be told.
    listed = [lines[1 : lines.index("")] for lines in (english, french)]
    assert listed[0] == listed[1]
    assert len(listed[0]) == len(hops.start().moves())
    assert french[french.index("") + 1] == "Total\u00a0: 26"


def test_who_watches_sees_how_far_it_is():
    assert any("20/20" in line for line in shown(take("tortuga"), 2, terminal=True))


def test_ctrl_c_ends_it(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("ludotheque.terminal.perft.branches", interrupted)
    with pytest.raises(Left) as left:
        shown(take("tortuga"), 3)
    assert left.value.exit_code == INTERRUPTED
