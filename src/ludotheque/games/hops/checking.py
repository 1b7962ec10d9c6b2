"""Facts that proofs of Hops go by: positions from texts, and how dice rise in them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import Side
from ludotheque.games.hops.notation import Move
from ludotheque.games.hops.rules import Hops, read_move

Facts = list[Mapping[str, object]]
"""Those of each sentence."""


def replay(position: Hops, line: Iterable[str]) -> Hops:
    """Return where *line* leads; an illegal move raises."""
    for text in line:
        position = position.after(read_move(text, position))
    return position


def gain(position: Hops, move: Move) -> int:
    """Return by how many pips *move* raises its die."""
    return move.value - position.dice(position.turn)[move.origin]


def nothing_above(position: Hops, side: Side, pips: int) -> bool:
    """Return whether no move of *side*, were it to move, raises a die by more than *pips*."""
    given = Hops(position.cells, side, position.variant)
    dice = given.dice(side)
    return all(move.value - dice[move.origin] <= pips for move in given.moves())


def is_told(told: Mapping[str, object], position: Hops, move: Move) -> bool:
    """Return whether the die that *move* turns is told with the values before and after."""
    value = position.dice(position.turn)[move.origin]
    return (told["low"], told["high"]) == (value, move.value)


def can_rise(position: Hops, side: Side, to: Move) -> bool:
    """Return whether the die that *to* turns can be turned so far up by *side*, were it to move."""
    given = Hops(position.cells, side, position.variant)
    return any(move.value >= to.value for move in given.moves() if move.origin == to.origin)


def taken_off(position: Hops, cell: int) -> Hops:
    """Return *position* with no die on *cell*."""
    cells = bytearray(position.cells)
    cells[cell] = 0
    return Hops(bytes(cells), position.turn, position.variant)


def fewest_changes(values: Iterable[int], helpers: Iterable[int] = ()) -> int | None:
    """Return the fewest changes of one die by one from *values* to sixes, looked for forwards.

    A die changes over another one that shows what it shows or what it comes to show (3.6), be it
    one of these or one of the *helpers*.
    """
    return _changes_from(tuple(sorted(values)), frozenset(helpers))


@lru_cache(maxsize=4096)
def _changes_from(begin: tuple[int, ...], helpers: frozenset[int]) -> int | None:
    seen, newest, count = {begin}, {begin}, 0
    while newest:
        if (6,) * len(begin) in newest:
            return count
        found = set()
        for shown, at, by in product(newest, range(len(begin)), (-1, 1)):
            rest = shown[:at] + shown[at + 1 :]
            value, new = shown[at], shown[at] + by
            if 1 <= new <= 6 and {value, new} & {*rest, *helpers}:
                found.add(tuple(sorted((*rest, new))))
        newest = found - seen
        seen |= newest
        count += 1
    return None


def is_nearer(position: Hops, move: Move) -> bool:
    """Return whether *move* brings its side nearer to six sixes, by the changes it has to go."""
    side = position.turn
    now, then = (
        fewest_changes(each.dice(side).values()) for each in (position, position.after(move))
    )
    return now is not None and then is not None and then < now


def told_pairs(slip: Slip, claim: Claim) -> list[tuple[Hops, Hops]]:
    """Return where both lines stand from the ply on of which it is told; none if too late."""
    told = len(claim.line)
    if claim.line != slip.answer[:told] or claim.instead or not 2 <= told <= verdicts.FAR_AHEAD:
        return []
    return pairs_from(slip, told)


def pairs_from(slip: Slip, first: int) -> list[tuple[Hops, Hops]]:
    """Return where both lines stand from the ply *first* on, as far as neither ends the game."""
    before: Hops = slip.before
    pairs = [
        (replay(before.after(slip.move), slip.answer[:n]), replay(before, slip.best[: n + 1]))
        for n in range(first, min(len(slip.answer), len(slip.best) - 1) + 1)
    ]
    if pairs and any(position.outcome() for position in pairs[-1]):
        pairs.pop()
    return pairs
