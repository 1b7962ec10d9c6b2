"""The rules of Tortuga, as docs/rulings.md numbers them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Self

from ludotheque.errors import N_, IllegalMove
from ludotheque.games import Options, Pictured
from ludotheque.games.tortuga import notation
from ludotheque.games.tortuga.board import (
    BETWEEN,
    CELLS,
    CORNER,
    NORTH,
    NUMBER,
    SIDES,
    SOUTH,
    STARTS,
    WAYS,
    Side,
)
from ludotheque.games.tortuga.notation import (
    EMPTY,
    GIVEN,
    NEUTRAL,
    OVER_FOE,
    OVER_FRIEND,
    STEP,
    TAKEN,
    Leg,
    Move,
)
from ludotheque.position import Open, Outcome, Seat, not_a_text

OPTIONS: Final = {
    "start": ("camp", "coast"),
    "chain": ("until-stuck", "longest"),
    "capture": ("first", "anywhere"),
    "goal": ("corner", "camp"),
}


class Variant(NamedTuple):
    """The options of a table."""

    start: str
    chain: str
    capture: str
    goal: str


STEPS: Final = {
    side: tuple(
        tuple((way.next, way.beyond, Move(origin, (Leg(STEP, way.next),))) for way in ways)
        for origin, ways in enumerate(WAYS[side])
    )
    for side in SIDES
}
"""By side and cell, the ways ahead: the next cell, the one behind it, and the step, made once."""


OVER: Final = tuple(
    tuple(Leg(sign, cell) for cell in range(len(CELLS))) for sign in (OVER_FOE, OVER_FRIEND)
)
"""Every hop over a foe, and over a friend, by the cell where it lands."""
CHOICES: Final = tuple((Leg(TAKEN, cell), Leg(GIVEN, cell)) for cell in range(len(CELLS)))
"""Every hop over a neutral turtle in its two ways, by the cell where it lands."""
STAY: Final[tuple[tuple[Leg, ...], ...]] = ((),)
"""The one way to go on where no hop is left."""


def foe_of(side: Side) -> Side:
    """Return the other side."""
    return NORTH if side == SOUTH else SOUTH


GOALS: Final[dict[str, dict[str, dict[Side, tuple[int, ...]]]]] = {
    "corner": {start: {side: (CORNER[side],) for side in SIDES} for start in STARTS},
    "camp": {
        start: {side: tuple(NUMBER[name] for name in camps[foe_of(side)].split()) for side in SIDES}
        for start, camps in STARTS.items()
    },
}
"""By option `goal`, option `start` and side: the cells that win."""


class _Ruled(NamedTuple):
    """What the rules say of a position."""

    moves: tuple[Move, ...]
    compelled: bool
    outcome: Outcome | None


@dataclass(frozen=True, repr=False)
class Tortuga(Open, Pictured):
    """A position of Tortuga."""

    cells: str
    """One character a cell, in the order of `board.CELLS`: S, N, o (neutral) or a dot."""
    turn: Side
    variant: Variant

    game: ClassVar[str] = "tortuga"
    seats: ClassVar[int] = 2

    @classmethod
    def opening(cls, _seats: int, options: Options) -> Self:
        """Return the start that option `start` names. South begins."""
        variant = Variant(**options)
        cells = [EMPTY] * len(CELLS)
        for side, names in STARTS[variant.start].items():
            for name in names.split():
                cells[NUMBER[name]] = side
        return cls("".join(cells), SOUTH, variant)

    @classmethod
    def read(cls, text: str, options: Options) -> Self:
        """Return the position that *text* describes, or raise BadPosition."""
        return cls(*notation.read_position(text), Variant(**options))

    def __str__(self) -> str:
        return notation.write_position(self.cells, self.turn)

    @property
    def to_move(self) -> Seat | None:
        """The seat of the side to move, None once the game is over."""
        return None if self._ruled.outcome else SIDES.index(self.turn)

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves by origin: steps, then hops; straight on, then east, then west."""
        return self._ruled.moves

    def outcome(self) -> Outcome | None:
        """Return the win of whoever has arrived, or the loss of whoever cannot move (1, End)."""
        return self._ruled.outcome

    @property
    def compelled(self) -> bool:
        """Whether a foe within reach makes a capture compulsory for the side to move (1.5)."""
        return self._ruled.compelled

    def after(self, move: Move) -> Self:
        """Return the position after *move*, every hopped turtle turned as its sign says (1.6)."""
        if isinstance(move, str):
            raise not_a_text(move)
        foe = foe_of(self.turn)
        turned = {OVER_FRIEND: self.turn, OVER_FOE: NEUTRAL, TAKEN: self.turn, GIVEN: foe}
        cells = list(self.cells)
        at = move.origin
        cells[at] = EMPTY
        for sign, cell in move.legs:
            if sign != STEP:
                cells[BETWEEN[at, cell]] = turned[sign]
            at = cell
        cells[at] = self.turn
        return type(self)("".join(cells), foe, self.variant)

    @cached_property
    def _ruled(self) -> _Ruled:
        """What the rules say of this position: whoever asks for a part of it needs the rest."""
        possible = legal = self._possible()
        if self.variant.capture == "first":
            compelled = any(move.legs[0].sign == OVER_FOE for move in possible)
        else:
            compelled = any(map(captures, possible))
        if compelled:
            legal = tuple([move for move in possible if captures(move)])  # 1.5
        if self.variant.chain == "longest":
            legal = _longest(legal)
        if (arrived := self._arrived()) is not None:
            outcome = Outcome.win(2, SIDES.index(arrived), reason=self.variant.goal)
            return _Ruled((), compelled, outcome)
        if not legal:
            outcome = Outcome.win(2, SIDES.index(foe_of(self.turn)), reason="stuck")
            return _Ruled((), compelled, outcome)
        return _Ruled(legal, compelled, None)

    def _arrived(self) -> Side | None:
        """Return the side on its goal, looking first at the one that has just moved."""
        goals = GOALS[self.variant.goal][self.variant.start]
        for side in (foe_of(self.turn), self.turn):
            for goal in goals[side]:
                if self.cells[goal] == side:
                    return side
        return None

    def _possible(self) -> tuple[Move, ...]:
        """Return every step and every whole chain (1.1 to 1.4), compelled or not."""
        cells, turn = self.cells, self.turn
        ways = STEPS[turn]
        moves: list[Move] = []
        origin = cells.find(turn)
        while origin >= 0:
            hopping = False
            for over, landing, step in ways[origin]:
                if cells[over] == EMPTY:
                    moves.append(step)
                elif landing is not None and cells[landing] == EMPTY:
                    hopping = True
            if hopping:
                moves += [Move(origin, chain) for chain in _chains(cells, turn, origin)]
            origin = cells.find(turn, origin + 1)
        return tuple(moves)


def captures(move: Move) -> bool:
    """Return whether *move* hops at least one foe, first or later: what 1.5 asks for."""
    return any(leg.sign == OVER_FOE for leg in move.legs)


def _chains(cells: str, turn: Side, cell: int, team: str = "") -> Sequence[tuple[Leg, ...]]:
    """Return every way to hop on from *cell* until no hop is left (1.3).

    *team* is the side whose turtles the chain has hopped so far, none while it has hopped only
    neutrals (1.4). The board need not change on the way: going forward, a chain never meets the
    same turtle or its own origin again, so neither effects nor choices matter to it (1.6).
    """
    chains: list[tuple[Leg, ...]] = []
    for over, landing in WAYS[turn][cell]:
        hopped = cells[over]
        if hopped == EMPTY or landing is None or cells[landing] != EMPTY:
            continue
        if hopped == NEUTRAL:
            legs: tuple[Leg, ...] = CHOICES[landing]
            next_team = team
        elif team in ("", hopped):
            legs, next_team = (OVER[hopped == turn][landing],), hopped
        else:
            continue  # 1.4, never both friends and foes
        rests = _chains(cells, turn, landing, next_team)
        chains += [(leg, *rest) for leg in legs for rest in rests]
    return chains or STAY


def _longest(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Keep the longest chains of each turtle, and every step (1.3, option `longest`)."""
    most: dict[int, int] = {}
    for move in moves:
        if move.legs[0].sign != STEP:
            most[move.origin] = max(most.get(move.origin, 0), len(move.legs))
    return tuple(m for m in moves if m.legs[0].sign == STEP or len(m.legs) == most[m.origin])


def read_move(text: str, position: Tortuga) -> Move:
    """Return the legal move that *text* names; raise BadMove or IllegalMove, saying why."""
    move = notation.read_move(text)
    if move not in position.moves():
        raise _refusal(move, position)
    return move


def _refusal(move: Move, position: Tortuga) -> IllegalMove:
    """Return the first rule that *move* breaks, for the person who tried it."""
    origin, legal = CELLS[move.origin], position.moves()
    if not legal:
        return IllegalMove(N_("move “{move}”: the game is over"), move=move)
    if position.cells[move.origin] != position.turn:
        return IllegalMove(
            N_("move “{move}”: there is no turtle of yours on {cell}"), move=move, cell=origin
        )
    if position.compelled and not captures(move):
        return IllegalMove(
            N_("move “{move}”: you can hop over a foe, so you must (1.5), for example {example}"),
            move=move,
            example=legal[0],
        )
    longer = [m for m in legal if m.origin == move.origin and m.legs[: len(move.legs)] == move.legs]
    if longer:
        return IllegalMove(
            N_("move “{move}”: the chain must go on (1.3), for example {example}"),
            move=move,
            example=longer[0],
        )
    others = [str(m) for m in legal if m.origin == move.origin]
    if others:
        return IllegalMove(
            N_("move “{move}” is not legal; the turtle on {cell} may play: {moves}"),
            move=move,
            cell=origin,
            moves=" ".join(others),
        )
    idle = (
        N_("move “{move}”: the turtle on {cell} cannot hop over a foe, but another one can (1.5)")
        if position.compelled
        else N_("move “{move}”: the turtle on {cell} cannot move")
    )
    return IllegalMove(idle, move=move, cell=origin)
