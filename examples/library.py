"""The library from a program of your own: a few of its calls, typed as `mypy --strict` wants."""

import ludotheque as lu
from ludotheque.errors import IllegalMove
from ludotheque.games.tortuga import GAME as TORTUGA


def first_words(slug: str) -> list[str]:
    """Return the texts of the first moves of a game."""
    game = lu.take(slug)
    return [str(move) for move in game.start().moves()[:2]]


def longest_game() -> int:
    """Return how many minutes the longest game on the shelf takes."""
    return max(game.minutes[1] for game in lu.shelf().values())


def lost_in_the_corner() -> lu.Record:
    """Return a short game."""
    board = lu.Board("tortuga", position="S3/5/5S/7/6/5/N3 S")
    board.push("c6-d7")
    board.pop()
    board.push(board.legal_moves[0])
    while board.to_move is not None:
        board.push(board.legal_moves[-1])
    return board.record()


def pictures() -> tuple[str, str]:
    """Return a position and a game as pictures."""
    start = TORTUGA.start()
    move = start.move("d2-d3")
    after = lu.play(start, move)
    drawn: str = after.svg(size=200, last=move, arrows=["d6-d5"], highlights=["d4"])
    return drawn, lu.show(lost_in_the_corner(), lang="en").title


def refused() -> str:
    """Return why a move is not legal."""
    try:
        lu.play(TORTUGA.start(), "d2-d4")
    except IllegalMove as error:
        return f"{error.code}: {error}"
    return ""


def best() -> str:
    """Return the best first move, as far as a moment's thought can tell."""
    lines = lu.analyse(TORTUGA, TORTUGA.start(), nodes=100)
    return lines[0].moves[0]


if __name__ == "__main__":
    counted: int = lu.perft(TORTUGA.start(), 2)
    version: str = lu.__version__
    print(version, first_words("hops"), longest_game(), counted, best(), refused())
    print(lost_in_the_corner().result, *(len(text) > 0 for text in pictures()))
