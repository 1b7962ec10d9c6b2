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
                moves = " ".join(line.moves)
                desk.tell(f"{line.depth:>3} {line.score!s:>8} {line.nodes:>12,}  {moves}")

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
        moves = Text(" ".join(line.moves))
        table.add_row(str(line.depth), str(line.score), f"{line.nodes:,}", moves)
    return table
