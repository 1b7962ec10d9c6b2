"""Names of pieces: on boards whose pieces have none of their own, those of the opening go along."""

from collections.abc import Mapping, Sequence

from ludotheque.games import AnyGame
from ludotheque.match import Match
from ludotheque.position import CHANCE, Position
from ludotheque.scene import Scene

Names = Mapping[str, str]
"""By spot, the id of the piece on it; a spot that is missing keeps the scene's own id."""


def opening_names(game: AnyGame, position: Position[object]) -> Names:
    """Return how the pieces of the first position are called, nothing where they have own names."""
    return names_in(game.scene(position, None, None)) if game.path is not None else {}


def names_in(scene: Scene) -> Names:
    """Return how the pieces of *scene* are called."""
    return {piece.spot: piece.id for piece in scene.pieces}


def carried(names: Names, path: Sequence[str]) -> Names:
    """Return the names after the piece on the path's first spot has come to its last."""
    if not path or path[0] not in names:
        return names
    moved = dict(names)
    moved[path[-1]] = moved.pop(path[0])
    return moved


class Naming:
    """The names along a line of play, folded onwards: what was folded once is not folded again."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._end = 0
        self._names: Names = {}

    def at(self, match: Match, end: int) -> Names:
        """Return the names after the first *end* plies of *match*."""
        game = match.setup.game
        if game.path is None:
            return {}
        if not self._leads_to(match, end):
            self._end, self._names = 0, opening_names(game, match.positions[0])
        for ply in match.plies[self._end : end]:
            if ply.mover is not CHANCE:
                self._names = carried(self._names, game.path(ply.move))
        self._match, self._end = match, end
        return self._names

    def _leads_to(self, match: Match, end: int) -> bool:
        """Return whether what was folded is the beginning of that line: plies are never remade."""
        before = self._match
        if before is None or before.setup is not match.setup or self._end > end:
            return False
        return not self._end or before.plies[self._end - 1] is match.plies[self._end - 1]
