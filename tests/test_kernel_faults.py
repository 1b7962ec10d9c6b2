"""What is asked of the kernel wrongly, twice at once, or without end: it refuses, or it stops."""

import re
import signal
import threading
from itertools import product
from math import inf, nan
from random import Random

import pytest

from ludotheque.engine import kernel, thinkers
from ludotheque.games import take
from test_twins import every_twin, wander

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

TORTUGA, HOPS, RACE = take("tortuga"), take("hops"), take("race")
OPTIONS = TORTUGA.start().variant._asdict()


def twin_of(game, position):
    return kernel.twin(game, str(position), position.variant._asdict())


def at_its_first_news(act):
    """Return a listener that calls *act* when a search first tells something."""
    told = []

    def listen(lines):
        told.append(lines)
        if len(told) == 1:
            act()

    return listen


def interrupt():
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(("megabytes", "fault"), [(2**44, ValueError), (2**20 + 1, ValueError)])
def test_a_table_too_large_is_refused_and_the_search_goes_on(megabytes, fault):
    search = kernel.new_search(TORTUGA)
    before = kernel.think(search, TORTUGA, TORTUGA.start(), depth=3)
    with pytest.raises(fault):
        kernel.think(search, TORTUGA, TORTUGA.start(), depth=3, table_mb=megabytes)
    search.forget()
    assert kernel.think(search, TORTUGA, TORTUGA.start(), depth=3) == before


@pytest.mark.parametrize("seconds", [1e10, 1e300, inf, nan])
def test_as_long_as_one_likes_is_no_limit(seconds):
    lines = kernel.think(kernel.new_search(HOPS), HOPS, HOPS.start(), seconds=seconds, nodes=5_000)
    assert lines[0][2] == 5_000


def test_a_search_that_thinks_refuses_to_do_anything_else():
    search, faults = kernel.new_search(TORTUGA), []

    def meddle():
        for meddling in (
            search.forget,
            lambda: kernel.think(search, TORTUGA, TORTUGA.start(), depth=1),
        ):
            with pytest.raises(RuntimeError, match="thinking already") as fault:
                meddling()
            faults.append(fault)

    def listen():
        other = threading.Thread(target=meddle)
        other.start()
        other.join()
        search.stop()

    listener = at_its_first_news(listen)
    assert kernel.think(search, TORTUGA, TORTUGA.start(), progress=listener)
    assert len(faults) == 2
    assert kernel.think(search, TORTUGA, TORTUGA.start(), depth=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_listener_that_fails_ends_the_search(threads):
    def fail():
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        kernel.think(
            kernel.new_search(HOPS),
            HOPS,
            HOPS.start(),
            threads=threads,
            progress=at_its_first_news(fail),
        )


def test_what_was_learned_by_other_options_is_forgotten():
    corner, camp = (TORTUGA.start(goal=goal) for goal in ("corner", "camp"))
    search = kernel.new_search(TORTUGA)
    kernel.think(search, TORTUGA, camp, depth=8)
    lines = kernel.think(search, TORTUGA, corner, depth=8)
    assert lines == kernel.think(kernel.new_search(TORTUGA), TORTUGA, corner, depth=8)
    assert twin_of(TORTUGA, corner) == twin_of(TORTUGA, TORTUGA.start())
    assert twin_of(TORTUGA, corner) != twin_of(TORTUGA, camp)


def written(kinds, turn):
    """Return the text of a position of Tortuga with these turtles: cells and their kinds."""
    columns = []
    for column, height in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True):
        cells = "".join(kinds.get(f"{column}{row}", ".") for row in range(1, height + 1))
        columns.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), cells))
    return f"{'/'.join(columns)} {turn}"


def test_turtles_that_change_places_make_another_position():
    cells = ("a1", "a2", "b3", "c2", "e4", "g1")  # The first two are the lowest bits of a word.
    hashes = [
        hash(kernel.twin(TORTUGA, written(dict(zip(cells, kinds, strict=True)), turn), OPTIONS))
        for kinds in product("SNo", repeat=6)
        for turn in "SN"
    ]
    assert len(set(hashes)) == len(hashes) == 2 * 3**6


def test_perft_counts_from_nought_to_what_can_be_counted():
    start = twin_of(TORTUGA, TORTUGA.start())
    assert start.perft(0) == 1
    for depth in (-1, 51, 10**6):
        with pytest.raises(ValueError, match="depth"):
            start.perft(depth)
    for depth in (-1, 0):
        with pytest.raises(ValueError, match="depth"):
            kernel.nodes_of(TORTUGA, str(TORTUGA.start()), OPTIONS, depth)


@pytest.mark.parametrize(
    "endless",
    [
        lambda: twin_of(TORTUGA, TORTUGA.start()).perft(20),
        lambda: twin_of(HOPS, HOPS.start()).playouts(1, 10**15),
        lambda: kernel.nodes_of(HOPS, str(HOPS.start()), HOPS.start().variant._asdict(), 100),
    ],
    ids=["perft", "playouts", "signature"],
)
def test_ctrl_c_ends_what_would_not_end(endless):
    timer = threading.Timer(0.2, interrupt)

    def begin():
        timer.start()  # However late this goes on, the interrupt falls into what follows.
        endless()

    with pytest.raises(KeyboardInterrupt):
        begin()
    timer.join()


def test_a_seat_does_not_think_with_what_it_may_not_see():
    for position, _ in wander(RACE, Random(4), 80):
        if not isinstance(seat := position.to_move, int):
            continue
        assert kernel.imagine(RACE, position.seen_by(seat), (), iterations=10)
        with pytest.raises(ValueError, match="not for the viewer"):
            kernel.imagine(RACE, position, (), iterations=10)


@every_twin
def test_an_only_move_is_made_at_once(game):
    # A player without limits would think for ever.
    rng = Random(9)
    for position, _ in wander(game, rng, 400):
        seat = position.to_move
        if isinstance(seat, int) and len(position.moves()) == 1:
            kind = thinkers.Thinker if kernel.has_thinker(game) else thinkers.SecretThinker
            view = position.seen_by(seat)
            assert kind(game, thinkers.Sight(), rng).choose(view) == view.moves()[0]


def test_an_analysis_holds_a_repetition_for_half_and_a_player_would_rather_go_on():
    start = HOPS.start()
    move = start.moves()[0]
    again = twin_of(HOPS, start.after(move))
    scores = []
    for impartial in (True, False):
        lines = kernel.new_search(HOPS).think(
            twin_of(HOPS, start),
            [again, again],
            seconds=0.0,
            nodes=0,
            depth=2,
            threads=1,
            lines=1000,
            table_mb=1,
            impartial=impartial,
            progress=None,
        )
        scores += [score for score, _, _, moves in lines if moves[0] == str(move)]
    assert scores[0] == 0 > scores[1]
