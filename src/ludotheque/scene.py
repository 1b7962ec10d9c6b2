"""A scene: what lies on the table, where, and what a person touches to move.

A scene knows no rules and no pixels. The board is drawn once; everything after that is pieces that
are placed on it. `ludotheque.draw` makes a picture or a text of it; a page moves the same pieces.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ludotheque.position import Chance, Seat


@dataclass(frozen=True)
class Spot:
    """A place on the table: a piece can lie there, a person can touch it."""

    id: str
    """`d4`, `C7`, `hand-2-0`: unique on its board."""
    x: float
    y: float
    """The centre in board units, one unit a cell, from the upper left corner; y grows downwards."""
    shape: str = "none"
    """How the board draws it: `hex`, `square`, `track`, `bed`, `card`, `tile`, `none`."""
    name: str = ""
    """What is written on the place, if anything."""
    tint: str = ""
    """The colour that marks the place, if anything: a side's goal, a side's camp."""
    zone: str = ""
    """Whose place it is, if anyone's: `hand` for what the viewer holds, else `seat-2`, from 0."""
    label: str = ""
    """What it is called aloud where its id says little: a sentence for the catalogues, with its
    `{name}`, or `{n}` that counts the places of its kind in its zone from 1."""
    rise: float = 0.0
    """How far each piece lies above the one below it, in board units; 0 where it covers that."""
    height: float = 0.0
    """How high what is piled here may stand, in board units; 0 where pieces lie flat."""
    back: str = ""
    """The symbol that covers what lies here while the game goes on, even from its owner, who may
    peek; once the game is over, it shows beside the name of its seat. Empty where nothing is."""
    meanings: tuple[tuple[str, str], ...] = ()
    """By symbol, what is said to the owner who peeks at what `back` covers: a sentence for the
    catalogues."""
    played: bool = False
    """Whether what seats play from their hands comes to lie here, open to all."""


@dataclass(frozen=True)
class Mark:
    """A word on the board that nobody touches: a row's letter, a square's number."""

    text: str
    x: float
    y: float
    repeats: bool = False
    """Whether the names of places say it, too: a terminal, where no piece covers them, leaves it
    out."""


@dataclass(frozen=True)
class Board:
    """What never moves. Two scenes with an equal board need it drawn only once."""

    frame: str
    """The shape of the wood: `hexagon`, `square` or `mat`."""
    width: float
    height: float
    spots: tuple[Spot, ...]
    marks: tuple[Mark, ...] = ()
    text_scale: tuple[float, float] = (4.0, 2.0)
    """Characters and lines a board unit, for the terminal."""

    def spot(self, spot_id: str) -> Spot:
        """Return the spot of that id; KeyError if there is none."""
        for spot in self.spots:
            if spot.id == spot_id:
                return spot
        raise KeyError(spot_id)

    @property
    def shared(self) -> bool:
        """Whether no place is anyone's own: then who sits opposite sees the board turned round."""
        return all(spot.zone == "" for spot in self.spots)


@dataclass(frozen=True)
class Piece:
    """Something that lies on a spot and may lie elsewhere in the next scene."""

    id: str
    """The same for the same piece from one scene to the next, see `follow`."""
    symbol: str
    """A kind and its looks: `turtle/red`, `die/black/3`, `card/red/++`."""
    spot: str
    x: float
    y: float
    """Where its centre is: on its spot, or above it in a pile."""
    glyph: str
    """What a terminal shows for it, at most four characters."""
    tint: str = ""
    """Its colour, where colour is shown; glyph and symbol tell it without."""
    turn: int = 0
    """Degrees clockwise from facing up."""


@dataclass(frozen=True)
class Choice:
    """A legal move and one way to make it by hand."""

    move: str
    """The text of the move."""
    touches: tuple[str, ...]
    """Ids of spots, or of pieces where several lie on one, in order; what is neither (`+`, `~`,
    `=4`) is asked beside the last one."""
    path: tuple[str, ...] = ()
    """The spots that the piece goes through, where its touches do not tell."""


@dataclass(frozen=True)
class Scene:
    """One moment of a game, as someone may see it."""

    board: Board
    pieces: tuple[Piece, ...]
    to_move: Seat | Chance | None
    choices: tuple[Choice, ...] = ()
    """Empty for whoever is not to move. A move may be made in several ways, each listed."""
    last: tuple[str, ...] = field(default=())
    """The spots that the last move went through, in order."""


def spots_in(move: str, board: Board) -> tuple[str, ...]:
    """Return the spots that the text of a move names, legal or not, in order: the arrow to draw."""
    names = sorted((re.escape(spot.id) for spot in board.spots), key=len, reverse=True)
    return tuple(re.findall("|".join(names), move))


def turned(scene: Scene) -> Scene:
    """Return the same board as it looks from the other side."""
    board = scene.board
    width, height = board.width, board.height
    return replace(
        scene,
        board=replace(
            board,
            spots=tuple(replace(s, x=width - s.x, y=height - s.y) for s in board.spots),
            marks=tuple(replace(m, x=width - m.x, y=height - m.y) for m in board.marks),
        ),
        pieces=tuple(
            replace(piece, x=width - piece.x, y=height - piece.y, turn=(piece.turn + 180) % 360)
            for piece in scene.pieces
        ),
    )


def follow(before: Scene, path: Sequence[str], after: Scene) -> Scene:
    """Return *after* with each piece under the id that it had in *before*.

    For boards with at most one piece a spot: the piece on the path's first spot now lies on its
    last, every other has stayed. Games whose pieces have a name of their own need no following.
    """
    ids = {piece.spot: piece.id for piece in before.pieces}
    if path:
        ids[path[-1]] = ids.pop(path[0])
    return replace(
        after,
        pieces=tuple(replace(piece, id=ids.get(piece.spot, piece.id)) for piece in after.pieces),
        last=tuple(path),
    )
