"""The fast search for moves against a slow one that follows every path, one leg after the other."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.errors import IllegalMove
from ludotheque.games.hops import GAME, one_way, paths
from ludotheque.games.hops.board import CELLS, DICE
from ludotheque.games.hops.rules import OPTIONS, Hops

Point = tuple[int, int]
Dice = dict[Point, tuple[str, int]]
End = tuple[str, str, int]
"""The names of origin and last cell, and the last value."""

EIGHT = [(down, right) for down, right in product((-1, 0, 1), repeat=2) if (down, right) != (0, 0)]


def name(point: Point) -> str:
    return "ABCDEFG"[point[0]] + str(point[1] + 1)


def on_board(point: Point) -> bool:
    return 0 <= point[0] <= 6 and 0 <= point[1] <= 6


class Slow:
    """Every path of the side to move with at most so many hops, straight from the rulings."""

    def __init__(self, dice: Dice, turn: str, to_and_fro: str, most_hops: int) -> None:
        self.paths: dict[str, End] = {}
        self.whole_move = to_and_fro == "whole-move"
        self.most_hops = most_hops
        for origin, (side, value) in dice.items():
            if side == turn:
                self.origin = origin
                self.others = {point: die for point, die in dice.items() if point != origin}
                self.wins_with_six = all(v == 6 for s, v in self.others.values() if s == turn)
                self.go_on(origin, value, name(origin), [])

    def free(self, point: Point) -> bool:
        return on_board(point) and point not in self.others

    def go_on(self, at: Point, value: int, text: str, made: list[tuple[Point, Point]]) -> None:
        if made and value == 6 and self.wins_with_six:
            self.paths[text] = (name(self.origin), name(at), value)
            return
        for down, right in EIGHT:
            near, beyond = (at[0] + down, at[1] + right), (at[0] + 2 * down, at[1] + 2 * right)
            if self.free(near):
                self.paths[f"{text}-{name(near)}"] = (name(self.origin), name(near), value)
            elif near in self.others and self.free(beyond) and len(made) < self.most_hops:
                if (beyond, at) in (made if self.whole_move else made[-1:]):
                    continue
                for new in self.values(value, self.others[near][1]):
                    change = "" if new == value else f"={new}"
                    longer = [*made, (at, beyond)]
                    self.go_on(beyond, new, f"{text}*{name(beyond)}{change}", longer)

    def values(self, value: int, hopped: int) -> Iterator[int]:
        yield value
        for new in range(1, 7):
            one_away = abs(new - value) == 1
            if one_away and hopped in (value, new):
                yield new

    def written(self) -> dict[End, str]:
        """Return each end with the text that 3.8 asks for."""
        best: dict[End, tuple[int, str]] = {}
        for text, end in self.paths.items():
            rank = (text.count("*"), text)
            best[end] = min(best.get(end, rank), rank)
        return {end: text for end, (_, text) in best.items()}


def position_of(dice: Dice, turn: str, to_and_fro: str) -> Hops:
    rows = (
        "".join("{}{}".format(*dice.get((row, column), (".", ""))) for column in range(7))
        for row in range(7)
    )
    return GAME.position(f"{'/'.join(rows)} {turn}", to_and_fro=to_and_fro)


def boards(size: int, most: int, values: tuple[int, ...]) -> st.SearchStrategy[Dice]:
    """Draw dice of both sides in a corner of the board, nobody having won."""
    point = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    die = st.tuples(st.sampled_from("rb"), st.sampled_from(values))
    return st.dictionaries(point, die, min_size=3, max_size=most).filter(is_going_on)


def is_going_on(dice: Dice) -> bool:
    shown = [[value for side, value in dice.values() if side == mine] for mine in "rb"]
    return all(len(values) <= 6 and any(value < 6 for value in values) for values in shown)


def agree(dice: Dice, to_and_fro: str, most_hops: int) -> None:
    slow = Slow(dice, "r", to_and_fro, most_hops)
    moves = position_of(dice, "r", to_and_fro).moves()
    found = {
        (CELLS[move.origin], CELLS[move.cell], move.value): str(move)
        for move in moves
        if str(move).count("*") <= most_hops
    }
    assert found == slow.written()


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@given(dice=boards(5, 7, (1, 2, 3)))
def test_3_8_few_dice_end_where_every_path_ends(to_and_fro: str, dice: Dice) -> None:
    agree(dice, to_and_fro, most_hops=6)


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@settings(max_examples=settings().max_examples * 3 // 5)
@given(dice=boards(7, 12, (1, 2, 3, 4, 5, 6)))
def test_3_8_twelve_dice_end_where_every_path_ends(to_and_fro: str, dice: Dice) -> None:
    agree(dice, to_and_fro, most_hops=4)


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@settings(max_examples=settings().max_examples * 3 // 5)
@given(dice=boards(5, 6, (5, 6)))
def test_3_4_wins_end_where_every_path_ends(to_and_fro: str, dice: Dice) -> None:
    agree(dice, to_and_fro, most_hops=5)


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@pytest.mark.parametrize("seed", range(40))
def test_3_5_crowds_end_where_every_path_ends(to_and_fro: str, seed: int) -> None:
    rng = Random(seed)
    points = rng.sample(list(product(range(4), range(4))), 7)
    dice = {point: ("rb"[n % 2], rng.choice((2, 3, 4))) for n, point in enumerate(points)}
    agree(dice, to_and_fro, most_hops=7)


def places_by_every_path(ways: paths.Ways, start: paths.Place, goal: int | None) -> set[int]:
    """Return where hops lead if none may be undone, by following all of them, however many."""
    known = {(start, 0)}
    ahead = [(start, 0)]
    while ahead:
        place, made = ahead.pop()
        for way in () if place & 7 == goal else ways[place >> 3]:
            for end, _ in () if made & way.back else way.legs[place & 7]:
                if (state := (end, made | way.hop)) not in known:
                    known.add(state)
                    ahead.append(state)
    return {place for place, _ in known}


@pytest.mark.parametrize("goal", [None, 6])
@pytest.mark.parametrize("seed", range(60))
def test_3_5_bridges_and_rings_lead_where_every_path_leads(seed: int, goal: int | None) -> None:
    """The theorem of `one_way`, on boards crowded enough for rings joined by bridges."""
    rng = Random(seed)
    board = bytearray(49)
    for cell in rng.sample([row * 7 + column for row in range(5) for column in range(6)], 9):
        board[cell] = DICE["b"][rng.choice((4, 5, 6))]
    origin = rng.choice([cell for cell in range(49) if not board[cell]])
    start = paths.place_of(origin, rng.choice((3, 4, 5)))
    ways = paths.ways_of(board, origin)
    reached = one_way.reach(ways, start, goal)
    assert set(reached) == places_by_every_path(ways, start, goal)
    assert not any(path.undone for path in reached.values())
    assert list(reached.values()) == sorted(reached.values(), key=lambda path: path.rank)


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@settings(max_examples=settings().max_examples // 4)
@given(dice=boards(5, 5, (1, 2, 3)))
def test_3_8_every_legal_path_is_read_as_the_move_it_makes(to_and_fro: str, dice: Dice) -> None:
    position = position_of(dice, "r", to_and_fro)
    slow = Slow(dice, "r", to_and_fro, most_hops=4)
    written = slow.written()
    for text, end in slow.paths.items():
        move = GAME.move(text, position)
        assert str(move) == written[end]
        assert move in position.moves()


def spelt(dice: Dice) -> Iterator[str]:
    """Yield moves of at most one hop that somebody may try: hops wherever they point, any value."""
    for at in dice:
        points = [(at[0] + down, at[1] + right) for down, right in product((-2, 0, 2), repeat=2)]
        landings = [name(point) for point in points if on_board(point)]
        values = ["", *(f"={value}" for value in range(1, 7))]
        hops = ["", *(f"*{landing}{value}" for landing, value in product(landings, values))]
        steps = ["", *(f"-{name(point)}" for point in product(range(7), range(7)))]
        yield from (name(at) + hop + step for hop, step in product(hops, steps) if hop or step)


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@settings(max_examples=settings().max_examples * 2 // 25)
@given(dice=boards(4, 5, (1, 2, 5, 6)))
def test_3_8_every_other_text_is_refused(to_and_fro: str, dice: Dice) -> None:
    position = position_of(dice, "r", to_and_fro)
    legal = Slow(dice, "r", to_and_fro, most_hops=1).paths
    for text in spelt(dice):
        if text not in legal:
            with pytest.raises(IllegalMove):
                GAME.move(text, position)
