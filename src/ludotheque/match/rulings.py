"""The rulings that belong to no game: repetition and the limit of moves.

Every game that is played in Python ends by `drawn_by_ruling`. Tests hold the kernel's twins to it:
a batch of games plays as `PythonEpisode` does (tests/research/test_batches.py); a course only
counts, and datasets decide here (tests/datasets/test_numbered.py); a search takes for a draw what
the game has seen twice (`test_1_end_…` in tests/test_searches.py).
"""

from ludotheque.position import Outcome


def drawn_by_ruling(
    seats: int, *, repetition: int | None, limit: int | None, met: int, moves: int
) -> Outcome | None:
    """Return the draw of a game that its own rules have not ended, None if it goes on.

    Its position has come up *met* times, now included, after *moves* moves of its seats. The
    *repetition*th time is a draw, then the *limit* of moves, where there are such.
    """
    if repetition is not None and met >= repetition:
        return Outcome.draw(seats, "repetition")
    if limit is not None and moves >= limit:
        return Outcome.draw(seats, "limit")
    return None
