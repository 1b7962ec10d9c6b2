"""A mistake of Hops as its claims look at it: the two moves, and how they let dice rise."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import CELLS, FREE, Side
from ludotheque.games.hops.changes import changes_to_go
from ludotheque.games.hops.notation import Move
from ludotheque.games.hops.rules import Hops, foe_of, read_move
from ludotheque.games.telling import Told


class Rise(NamedTuple):
    """How a move turns its die."""

    cell: str
    low: int
    high: int

    @property
    def pips(self) -> int:
        """By how many pips it goes up; below nought it goes down."""
        return self.high - self.low


def rise_of(position: Hops, move: Move) -> Rise:
    """Return how *move* turns its die."""
    value = position.dice(position.turn)[move.origin]
    return Rise(CELLS[move.origin], value, move.value)


def rises_of(position: Hops, side: Side) -> Iterator[Rise]:
    """Yield how each move of *side* turns its die, were it to move."""
    turned = position if position.turn == side else Hops(position.cells, side, position.variant)
    dice = turned.dice(side)
    return (Rise(CELLS[move.origin], dice[move.origin], move.value) for move in turned.moves())


def most_of(position: Hops, side: Side) -> int:
    """Return the most pips by which a move of *side* raises a die, were it to move."""
    return max((rise.pips for rise in rises_of(position, side)), default=0)


class Ready(NamedTuple):
    """The dice of a side that can rise, were it to move, each with the move that raises it most."""

    moves: tuple[tuple[Rise, Move], ...]

    @classmethod
    def of(cls, position: Hops, side: Side) -> Self:
        """Return those of *side* in *position*."""
        turned = Hops(position.cells, side, position.variant)
        best: dict[str, tuple[Rise, Move]] = {}
        for rise, move in zip(rises_of(turned, side), turned.moves(), strict=True):
            if rise.pips > (best[rise.cell][0].pips if rise.cell in best else 0):
                best[rise.cell] = rise, move
        return cls(tuple(best.values()))

    @property
    def dice(self) -> int:
        """How many there are."""
        return len(self.moves)

    @property
    def pips(self) -> int:
        """What they come to, each by itself."""
        return sum(rise.pips for rise, _ in self.moves)

    @property
    def most(self) -> int:
        """What the one that can rise furthest comes to."""
        return max((rise.pips for rise, _ in self.moves), default=0)


def pips(position: Hops, side: Side) -> int:
    """Return how many pips the dice of *side* show."""
    return sum(position.dice(side).values())


def ahead(position: Hops, side: Side) -> int:
    """Return how many pips *side* shows more than its foe."""
    return pips(position, side) - pips(position, foe_of(side))


def raises(position: Hops, side: Side, to: Move) -> bool:
    """Return whether the die that *to* turns can be turned so far by *side*, were it to move."""
    turned = Hops(position.cells, side, position.variant)
    return any(move.origin == to.origin and move.value >= to.value for move in turned.moves())


def without(position: Hops, cell: int) -> Hops:
    """Return *position* with the die on *cell* taken off."""
    cells = bytearray(position.cells)
    cells[cell] = FREE
    return Hops(bytes(cells), position.turn, position.variant)


def to_go(position: Hops, side: Side) -> int | None:
    """Return the changes of value from its dice to all sixes; None where there is no way."""
    return changes_to_go(position.dice(side).values())


def race(position: Hops, side: Side) -> int | None:
    """Return how many changes of value fewer than its foe *side* has to go; None if unknown."""
    own, foes = to_go(position, side), to_go(position, foe_of(side))
    return None if own is None or foes is None else foes - own


def shortens(position: Hops, move: Move) -> bool:
    """Return whether by *move* its side has fewer changes of value to go to six sixes."""
    now, then = to_go(position, position.turn), to_go(position.after(move), position.turn)
    return now is not None and then is not None and then < now


def replayed(position: Hops, line: tuple[str, ...]) -> list[Hops]:
    """Return *position* and those that *line* leads to."""
    positions = [position]
    for text in line:
        positions.append(positions[-1].after(read_move(text, positions[-1])))
    return positions


class Case(NamedTuple):
    """A slip with what is asked of it more than once."""

    slip: Slip
    side: Side
    best: Move
    after: Hops
    better: Hops
    facts: dict[str, object]

    @property
    def before(self) -> Hops:
        """The position before the move."""
        before: Hops = self.slip.before
        return before

    def pairs(self) -> list[tuple[Hops, Hops]]:
        """Return where both lines stand, equally far, as far as neither has ended the game."""
        slip = self.slip
        plies = min(len(slip.answer), len(slip.best) - 1)
        here = replayed(self.after, slip.answer[:plies])
        there = replayed(self.better, slip.best[1 : plies + 1])
        pairs = list(zip(here, there, strict=True))
        if any(end.outcome() for end in pairs[-1]):
            pairs.pop()
        return pairs

    @property
    def helps_foe(self) -> bool:
        """Whether the foe shows more pips than in the better line, when it answers and again."""
        foe, pairs = foe_of(self.side), self.pairs()
        ends = (pairs[min(plies, len(pairs) - 1)] for plies in (1, verdicts.SOON))
        return all(pips(here, foe) > pips(there, foe) for here, there in ends)

    def said(
        self, kind: str, line: tuple[str, ...], *facts: dict[str, object], instead: bool
    ) -> Claim:
        """Return the claim of that kind; each dictionary has the facts of a sentence."""
        told = zip(verdicts.SAID[kind], facts, strict=True)
        spots = tuple(str(fact[key]) for fact in facts for key in ("cell", "over") if key in fact)
        sentences = tuple(Told(text, self.facts | fact) for text, fact in told)
        return Claim(kind, sentences, line, instead, spots)
