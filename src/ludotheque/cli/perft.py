"""`ludotheque perft`: how many sequences of moves there are."""

from typing import Annotated

import typer

from ludotheque.cli.terms import GameName, OptionList, PositionText, SeatCount, begin, desk_of
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import take
from ludotheque.terminal.perft import Perft

DEEPEST = 50
"""As deep as the kernel counts; nobody will wait for as much."""
EXAMPLES = """\b
ludotheque perft tortuga 6
ludotheque perft hops 3 --divide -o start=edges
ludotheque perft tortuga 4 --python -p '4/5/So4/3N3/6/SN3/4 S'
"""


def command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", min=0, max=DEEPEST, help=N_("The number of moves.")),
    ],
    position: PositionText = None,
    option: OptionList = None,
    seats: SeatCount = None,
    divide: Annotated[
        bool,
        typer.Option("--divide", help=N_("Count below each first move, then print the sum.")),
    ] = False,
    python: Annotated[
        bool,
        typer.Option("--python", help=N_("Count by the rules in Python, not by the kernel.")),
    ] = False,
) -> None:
    """Print the counts as they are known."""
    if divide and depth == 0:
        raise NotAllowed(N_("--divide needs a first move: a DEPTH of at least 1"))
    chosen, desk = take(game), desk_of(context)
    counted = Perft(chosen, begin(chosen, position, option, seats), in_python=python)
    if divide:
        counted.show_divided(desk, depth)
    else:
        counted.show_depths(desk, depth)
