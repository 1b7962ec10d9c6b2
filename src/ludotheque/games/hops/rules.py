"""The rules of Hops (docs/rulings.md, 3). What one die can do is in `paths`."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, Final, NamedTuple, Self

from ludotheque.errors import N_, IllegalMove
from ludotheque.games import Options, Pictured
from ludotheque.games.hops import notation, one_way, paths
from ludotheque.games.hops.board import (
    BLACK,
    CELLS,
    DICE,
    FREE,
    HIGHEST,
    NEIGHBOURS,
    NUMBER,
    RED,
    SIDES,
    STARTS,
    WORTH,
    Side,
)
from ludotheque.games.hops.follow import follow
from ludotheque.games.hops.notation import Move
from ludotheque.games.lent import Lister, lister_of
from ludotheque.position import Open, Outcome, Seat, not_a_text

OPTIONS: Final = {
    "start": ("corners", "edges"),
    "to_and_fro": ("whole-move", "immediate"),
}

RECENT: Final = 64
"""The positions whose moves are kept where a lister is lent: some 150 moves each."""


class Variant(NamedTuple):
    """The options of a table."""

    start: str
    to_and_fro: str

    @property
    def whole_move(self) -> bool:
        """Whether a move may undo none of its hops, rather than any but the last (3.5)."""
        return self.to_and_fro == "whole-move"


def foe_of(side: Side) -> Side:
    """Return the other side."""
    return BLACK if side == RED else RED


@dataclass(frozen=True, repr=False)
class Hops(Open, Pictured):
    """A position of Hops."""

    cells: bytes
    """One number a cell, in the order of `board.CELLS`: a die of `board.DICE`, or `board.FREE`."""
    turn: Side
    variant: Variant

    game: ClassVar[str] = "hops"
    seats: ClassVar[int] = 2

    @classmethod
    def opening(cls, _seats: int, options: Options) -> Self:
        """Return the start that option `start` names. Red begins."""
        variant = Variant(**options)
        cells = bytearray(len(CELLS))
        for side, names in STARTS[variant.start].items():
            for name in names.split():
                cells[NUMBER[name]] = DICE[side][1]
        return cls(bytes(cells), RED, variant)

    @classmethod
    def read(cls, text: str, options: Options) -> Self:
        """Return the position that *text* describes, or raise BadPosition."""
        return cls(*notation.read_position(text), Variant(**options))

    def __str__(self) -> str:
        return notation.write_position(self.cells, self.turn)

    @property
    def to_move(self) -> Seat | None:
        """The seat of the side to move, None once the game is over."""
        return None if self._outcome else SIDES.index(self.turn)

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves: by origin, then by the cell and by the value come to."""
        return () if self._winner else self._legal

    def outcome(self) -> Outcome | None:
        """Return the win of whoever shows only sixes (3, End), or the draw of a blocked diagram."""
        return self._outcome

    def after(self, move: Move) -> Self:
        """Return the position after *move*. No other die has moved or turned (3.3, 3.6)."""
        if isinstance(move, str):
            raise not_a_text(move)
        cells = bytearray(self.cells)
        cells[move.origin] = FREE
        cells[move.cell] = DICE[self.turn][move.value]
        return type(self)(bytes(cells), foe_of(self.turn), self.variant)

    def dice(self, side: Side) -> dict[int, int]:
        """Return the dice of *side*: the value on each cell, in cell order."""
        dice = WORTH[side]
        return {cell: dice[die] for cell, die in enumerate(self.cells) if die in dice}

    def goal(self, origin: int) -> int | None:
        """Return the value with which the mover's die on *origin* wins, None if it cannot (3.4)."""
        return HIGHEST if self._lower == [origin] else None

    @cached_property
    def _lower(self) -> list[int]:
        """The dice of the side to move that do not show six."""
        return [cell for cell, value in self.dice(self.turn).items() if value != HIGHEST]

    @cached_property
    def _winner(self) -> Side | None:
        """The side whose dice all show six, looking first at the one that has just moved."""
        for side in (foe_of(self.turn), self.turn):
            if set(self.dice(side).values()) == {HIGHEST}:
                return side
        return None

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self._winner:
            return Outcome.win(2, SIDES.index(self._winner), reason="sixes")
        if not self._can_step and not self._legal:
            # The rulings name no such end, and only a diagram comes to it: nobody has won.
            return Outcome.draw(2, reason="blocked")
        return None

    @property
    def _can_step(self) -> bool:
        """Whether a die of the side to move has a free neighbour: soon told, nearly always true."""
        return any(
            self.cells[near] == FREE for cell in self.dice(self.turn) for near in NEIGHBOURS[cell]
        )

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        """What the side to move may do where nobody has won, by the rules or as fast as is lent."""
        lister = lister_of(self.game)
        return listed(self) if lister is None else _as_lent(self, lister)


@lru_cache(RECENT)
def _as_lent(position: Hops, lister: Lister) -> tuple[Move, ...]:
    """Return the moves that *lister* tells, which is proved to agree with the rules.

    Whoever explains a mistake comes to the same few positions again and again, and to read so many
    texts takes longer than to list them.
    """
    dice = position.dice(position.turn)
    return tuple(notation.read_listed(text, dice) for text in lister(position))


def listed(position: Hops) -> tuple[Move, ...]:
    """Return what the side to move may do, whether or not the game has ended."""
    board = bytearray(position.cells)
    reach = one_way.reach if position.variant.whole_move else paths.reach
    moves = []
    for origin, value in position.dice(position.turn).items():
        board[origin] = FREE
        goal = position.goal(origin)
        reached = reach(paths.ways_of(board, origin), paths.place_of(origin, value), goal)
        found = paths.ends(board, reached, goal)
        moves += [Move(origin, end >> 3, end & 7, found[end]) for end in sorted(found)]
        board[origin] = position.cells[origin]
    return tuple(moves)


def read_move(text: str, position: Hops) -> Move:
    """Return the move that *text* makes, by whatever legal path (3.8).

    Raise BadMove where the text cannot be read, IllegalMove with the first rule that it breaks.
    """
    path = notation.read_path(text)
    if position.to_move is None:
        raise IllegalMove(N_("move “{move}”: the game is over"), move=path)
    value = position.dice(position.turn).get(path.origin)
    if value is None:
        raise IllegalMove(
            N_("move “{move}”: there is no die of yours on {cell}"),
            move=path,
            cell=CELLS[path.origin],
        )
    board = bytearray(position.cells)
    board[path.origin] = FREE
    end = follow(
        path, board, value, position.goal(path.origin), whole_move=position.variant.whole_move
    )
    for move in position.moves():
        if (move.origin, move.cell, move.value) == (path.origin, *end):
            return move
    raise IllegalMove(N_("the move “{move}” is not legal here"), move=path)
