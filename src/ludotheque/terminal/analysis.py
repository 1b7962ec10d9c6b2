"""The best lines of a position on the screen, renewed as they grow."""

from collections.abc import Sequence
from contextlib import nullcontext

from rich.live import Live
from rich.table import Table
from rich.text import Text

from ludotheque.engine import Line, best_lines
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
    """Print the best lines: in a terminal in their place, else below each other.

    Ctrl-C ends it; what was found last stays on the screen.
    """
    console = desk.console
    live = Live(console=console, auto_refresh=False) if console.is_terminal else None

    def show(found: list[Line]) -> None:
        if live is not None:
            live.update(lines_table(found, desk.words), refresh=True)
        else:
            for line in found:
                depth, score, nodes, moves = _figures(line, desk.words)
                desk.tell(f"{depth:>3} {score:>8} {nodes:>12}  {moves}")

    with live or nullcontext():
        try:
            best_lines(
                game,
                position,
                seconds=seconds,
                nodes=nodes,
                depth=depth,
                lines=lines,
                threads=threads,
                progress=show,
            )
        except KeyboardInterrupt:
            return


def lines_table(found: Sequence[Line], words: Words) -> Table:
    """Return the lines, best first."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in (words.say("Depth"), words.say("Score"), words.say("Nodes")):
        table.add_column(head, justify="right")
    table.add_column(words.say("Line"))
    for line in found:
        *figures, moves = _figures(line, words)
        table.add_row(*figures, Text(moves))
    return table


def _figures(line: Line, words: Words) -> tuple[str, str, str, str]:
    """Return depth, score, nodes and moves of a line; a certain end is as engines write it."""
    score = str(line.score) if line.score.certain else words.percent(line.score.share)
    return str(line.depth), score, words.grouped(line.nodes), " ".join(line.moves)
