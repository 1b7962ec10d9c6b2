"""The library from a program of your own: a few of its calls, typed as `mypy --strict` wants."""

from pathlib import Path
from tempfile import TemporaryDirectory

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
    lines = lu.analyse(TORTUGA.start(), nodes=100)
    return lines[0].moves[0]


def kept_and_read() -> list[str]:
    """Return the last move of each game in a file of games."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.txt"
        lu.write_records(file, [lost_in_the_corner(), lost_in_the_corner()])
        ends = []
        for record in lu.read_records(file):
            for _, move in record:
                last = str(move)
            ends.append(last)
    return ends


def played_by_engines() -> lu.Board:
    """Return a game of a few moves between two engines."""
    board = lu.Board("hops")
    with lu.engine("level:1", "hops") as gentle, lu.engine("search", "hops") as strong:
        for _ in range(2):
            board.push(gentle.play(board))
            board.push(strong.play(board, nodes=100))
        for lines in strong.stream(board, lines=2):
            if lines[0].depth > 1:
                break
    return board


def stronger() -> float:
    """Return the most that the first of two players may expect, with 95 % confidence."""
    result: lu.MatchResult = lu.match("tortuga", "greedy", "random", games=2, seed=1)
    _, high = result.interval()
    return high


if __name__ == "__main__":
    counted: int = lu.perft(TORTUGA.start(), 2)
    version: str = lu.__version__
    opening: int = len(lu.take("tortuga").start().moves()[0].legs)
    print(version, first_words("hops"), longest_game(), counted, opening, best(), refused())
    print(kept_and_read(), len(played_by_engines().history), stronger())
    print(lost_in_the_corner().result, *(len(text) > 0 for text in pictures()))
