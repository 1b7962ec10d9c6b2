"""The best lines of a position on the screen, renewed as they grow."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress

from rich.live import Live
from rich.table import Table
from rich.text import Text

from ludotheque.engine import Line, best_lines
from ludotheque.engine.analysis import Progress
from ludotheque.games import AnyGame
from ludotheque.position import Position
from ludotheque.terminal.ask import Desk
from ludotheque.words import Words


def show_analysis(
    desk: Desk,
    game: AnyGame,
    position: Position[object],
    *,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    threads: int,
) -> None:
    """Print the best lines: in a terminal in their place, else below each other."""

    def think(progress: Progress) -> None:
        best_lines(
            game,
            position,
            seconds=seconds,
            nodes=nodes,
            depth=depth,
            lines=lines,
            threads=threads,
            progress=progress,
        )

    show_thought(desk, think, whole=True)


def show_thought(
    desk: Desk,
    think: Callable[[Progress], object],
    *,
    whole: bool,
    longest: int | None = None,
) -> None:
    """Print the lines that *think* tells: in a terminal in their place as they grow.

    Elsewhere the *whole* thought is printed, step below step, or what it came to. Of a line
    *longest* moves are shown. Ctrl-C ends it; what was found last stays on the screen.
    """
    console, last = desk.console, list[Line]()
    live = Live(console=console, auto_refresh=False) if console.is_terminal else None

    def show(found: list[Line]) -> None:
        last[:] = found
        if live is not None:
            live.update(lines_table(found, desk.words, longest), refresh=True)
        elif whole:
            _print(desk, found, longest)

    with live or nullcontext(), suppress(KeyboardInterrupt):
        think(show)
    if live is None and not whole:
        _print(desk, last, longest)


def _print(desk: Desk, found: Sequence[Line], longest: int | None) -> None:
    for line in found:
        depth, score, nodes, moves = _figures(line, desk.words, longest)
        desk.tell(f"{depth:>3} {score:>8} {nodes:>12}  {moves}")


def lines_table(found: Sequence[Line], words: Words, longest: int | None = None) -> Table:
    """Return the lines, best first."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in (words.say("Depth"), words.say("Score"), words.say("Nodes")):
        table.add_column(head, justify="right")
    table.add_column(words.say("Line"))
    for line in found:
        *figures, moves = _figures(line, words, longest)
        table.add_row(*figures, Text(moves))
    return table


def _figures(line: Line, words: Words, longest: int | None) -> tuple[str, str, str, str]:
    """Return depth, score, nodes and moves of a line; a certain end is as engines write it."""
    score = str(line.score) if line.score.certain else words.percent(line.score.share)
    more = " …" if longest is not None and len(line.moves) > longest else ""
    moves = " ".join(line.moves[:longest]) + more
    return str(line.depth), score, words.grouped(line.nodes), moves
