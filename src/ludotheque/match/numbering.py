"""Numbers of moves, as people count them: two who play by turns count rounds."""

from ludotheque.position import Seat


def move_number(turn: int, seat: Seat, seats: int) -> str:
    """Return what stands before a move: of two players `3.` and `3…`, of more `7.`.

    *turn* counts the moves of all seats from 1; two players move by turns, either may begin.
    """
    if seats != 2:
        return f"{turn}."
    began = seat if turn % 2 else 1 - seat
    number = (turn - 1 + began) // 2 + 1
    return f"{number}." if seat == 0 else f"{number}…"
