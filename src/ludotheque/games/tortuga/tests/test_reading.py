"""Rulings 1.1 to 1.5 read a second time, slowly and to the letter: the rules must agree.

Nothing here is shared with the rules: cells are coordinates, every hop is made on a board of its
own, and what is illegal is struck off a list of all that a turtle could do.
"""

from dataclasses import dataclass
from random import Random

import pytest

from ludotheque.errors import IllegalMove
from ludotheque.games.tortuga import GAME
from strewn import CHOICES, strewn
from wandering import wander

HEIGHTS = dict(zip(range(-3, 4), (4, 5, 6, 7, 6, 5, 4), strict=True))


def cell(x, r):
    return f"{'abcdefg'[x + 3]}{r + 1}"


def ahead(x, r, sideways):
    """Return where South gets to: straight on, to the east or to the west."""
    if sideways == 0:
        return x, r + 1
    if sideways == 1:
        return (x + 1, r) if x >= 0 else (x + 1, r + 1)
    return (x - 1, r) if x <= 0 else (x - 1, r + 1)


def upside_down(x, r):
    return x, HEIGHTS[x] - 1 - r


def neighbour(at, side, sideways):
    """Return the cell before a turtle of *side*; one that is not on the board is on no board."""
    if at[0] not in HEIGHTS:
        return at
    if side == "S":
        return ahead(*at, sideways)
    x, r = ahead(*upside_down(*at), sideways)
    return upside_down(x, r) if x in HEIGHTS else (x, r)


@dataclass(frozen=True)
class Way:
    """What a turtle has done so far: its text, the kinds it has hopped, and the board since."""

    text: str
    hopped: str
    board: dict
    at: tuple


def board_of(position):
    """Return what stands on each cell, a dot for nothing."""
    places = [(x, r) for x in HEIGHTS for r in range(HEIGHTS[x])]
    return dict(zip(places, position.cells, strict=True))


def steps(board, side, at):
    for sideways in (0, 1, -1):
        to = neighbour(at, side, sideways)
        if board.get(to) == ".":
            yield f"{cell(*at)}-{cell(*to)}"


def hops(way, side):
    """Yield the way with one hop more, for each hop there is (1.2) and each choice (1.6)."""
    foe = "N" if side == "S" else "S"
    for sideways in (0, 1, -1):
        over = neighbour(way.at, side, sideways)
        to = neighbour(over, side, sideways)
        if way.board.get(over) not in {"S", "N", "o"} or way.board.get(to) != ".":
            continue
        hopped = way.board[over]
        if {side, foe} <= {*way.hopped, hopped}:
            continue  # 1.4
        turned = {side: [("^", side)], foe: [("x", "o")], "o": [("+", side), ("~", foe)]}
        for sign, becomes in turned[hopped]:
            board = way.board | {way.at: ".", over: becomes, to: side}
            yield Way(way.text + sign + cell(*to), way.hopped + hopped, board, to)


def chains(way, side):
    """Yield every way that goes on from here until no hop is left (1.3)."""
    further = list(hops(way, side))
    if not further and way.hopped:
        yield way.text
    for longer in further:
        yield from chains(longer, side)


def possible(position):
    """Yield what could be played if nothing were compulsory, in order."""
    board = board_of(position)
    for at in sorted(board, key=lambda at: cell(*at)):
        if board[at] == position.turn:
            yield from steps(board, position.turn, at)
            yield from chains(Way(cell(*at), "", board, at), position.turn)


def compels(text, capture):
    """Return whether a capture is compulsory where this can be played (1.5)."""
    return text[2] == "x" if capture == "first" else "x" in text


def legal(position, chain, capture):
    moves = list(possible(position))
    if any(compels(text, capture) for text in moves):
        moves = [text for text in moves if "x" in text]
    if chain == "longest":
        chained = [text for text in moves if "-" not in text]
        most = {text[:2]: max(len(t) for t in chained if t[:2] == text[:2]) for text in chained}
        moves = [text for text in moves if "-" in text or len(text) == most[text[:2]]]
    return moves


def test_1_1_to_1_5_the_moves_of_strewn_boards_are_those_of_a_second_reading():
    begun_on_a_neutral = dict.fromkeys(map(str, CHOICES), 0)
    for position, options in strewn(Random(15), 2000):
        moves = [str(move) for move in position.moves()]
        assert moves == legal(position, **options), (str(position), options)
        if position.compelled:
            begun_on_a_neutral[str(options)] += any(move[2] in "+~" for move in moves)
    assert min(begun_on_a_neutral.values()) > 300


@pytest.mark.parametrize("seed", range(20))
def test_1_1_to_1_5_the_moves_of_random_games_are_those_of_a_second_reading(seed):
    for position, options in wander(GAME, seed, plies=200):
        if position.to_move is not None:
            moves = [str(move) for move in position.moves()]
            assert moves == legal(position, options["chain"], options["capture"]), str(position)


def test_1_5_whatever_compels_the_same_moves_satisfy():
    for position, options in strewn(Random(16), 400):
        if any(compels(text, "first") for text in possible(position)):
            other = GAME.position(str(position), **options | {"capture": "anywhere"})
            assert position.moves() == other.moves()


def refusal(position, text):
    with pytest.raises(IllegalMove) as refused:
        GAME.move(text, position)
    return str(refused.value)


def test_1_5_is_told_to_whoever_hops_no_foe_though_one_must_be_hopped_and_to_nobody_else():
    told = 0
    for position, options in strewn(Random(17), 400):
        everything = list(possible(position))
        compelled = any(compels(text, options["capture"]) for text in everything)
        allowed = {str(move) for move in position.moves()}
        begun = {text[:end] for text in everything for end in range(5, len(text), 3)}
        for text in sorted({*everything, *begun} - allowed):
            is_told = "(1.5)" in refusal(position, text)
            assert is_told == (compelled and "x" not in text), (str(position), text)
            told += is_told
    assert told > 400
