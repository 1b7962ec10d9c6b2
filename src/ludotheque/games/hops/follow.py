"""One path, leg by leg, for the person who spelt it: where it leads, or the rule that it breaks."""

from ludotheque.errors import N_, IllegalMove
from ludotheque.games.hops.board import CELLS, NEIGHBOURS, OVER, VALUE_OF
from ludotheque.games.hops.notation import Landing, Path
from ludotheque.games.hops.paths import changes


def follow(
    path: Path, board: bytearray, value: int, goal: int | None, *, whole_move: bool
) -> tuple[int, int]:
    """Return the cell where *path* brings a die and the value it shows there, or raise IllegalMove.

    *board* is without that die, which shows *value* at first. To show *goal* wins on the hop (3.4).
    With *whole_move* no hop of the path may be undone, otherwise not the last one (3.5).
    """
    cell = path.origin
    made: set[tuple[int, int]] = set()
    for hop in path.hops:
        if value == goal:
            raise _won_already(path, cell)
        _check_hop(path, board, cell, value, hop)
        if (hop.cell, cell) in made:
            raise IllegalMove(
                N_("move “{move}”: the hop from {cell} to {landing} undoes an earlier one (3.5)"),
                move=path,
                landing=CELLS[hop.cell],
                cell=CELLS[cell],
            )
        if not whole_move:
            made.clear()
        made.add((cell, hop.cell))
        cell, value = hop.cell, hop.value or value
    if value == goal:
        if path.step is not None:
            raise _won_already(path, cell)
        return cell, value
    if path.step is None:
        raise IllegalMove(N_("move “{move}”: a step must follow the last hop (3.4)"), move=path)
    if path.step not in NEIGHBOURS[cell]:
        raise IllegalMove(
            N_("move “{move}”: {landing} is not a neighbour of {cell}"),
            move=path,
            landing=CELLS[path.step],
            cell=CELLS[cell],
        )
    _check_free(path, board, path.step)
    return path.step, value


def _check_hop(path: Path, board: bytearray, cell: int, value: int, hop: Landing) -> None:
    """Raise IllegalMove unless a die showing *value* can make *hop* from *cell* (3.3, 3.6)."""
    over = OVER.get((cell, hop.cell))
    if over is None:
        raise IllegalMove(
            N_("move “{move}”: {landing} is not two cells from {cell} in a straight line"),
            move=path,
            landing=CELLS[hop.cell],
            cell=CELLS[cell],
        )
    if not board[over]:
        raise IllegalMove(
            N_("move “{move}”: there is no die on {over} to hop over"), move=path, over=CELLS[over]
        )
    _check_free(path, board, hop.cell)
    hopped = VALUE_OF[board[over]]
    if hop.value is not None and hop.value not in changes(value, hopped):
        raise IllegalMove(
            N_("move “{move}”: over the {hopped} on {over}, {value} cannot become {new} (3.6)"),
            move=path,
            hopped=hopped,
            over=CELLS[over],
            value=value,
            new=hop.value,
        )


def _check_free(path: Path, board: bytearray, cell: int) -> None:
    if board[cell]:
        raise IllegalMove(N_("move “{move}”: {cell} is taken"), move=path, cell=CELLS[cell])


def _won_already(path: Path, cell: int) -> IllegalMove:
    return IllegalMove(
        N_("move “{move}”: the hop to {cell} wins, so the move ends there (3.4)"),
        move=path,
        cell=CELLS[cell],
    )
