"""`ludotheque perft`: how many sequences of moves there are."""

import time
from typing import Annotated

import typer

from ludotheque.cli.terms import GameName, OptionList, PositionText, SeatCount, begin, desk_of
from ludotheque.errors import N_
from ludotheque.games import take
from ludotheque.position import perft


def command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help=N_("The number of moves."))],
    position: PositionText = None,
    option: OptionList = None,
    seats: SeatCount = None,
) -> None:
    """Print the count for each depth as it is known."""
    desk = desk_of(context)
    start = begin(take(game), position, option, seats)
    for plies in range(depth + 1):
        began = time.perf_counter()
        count = perft(start, plies)
        desk.tell(f"{plies:>3} {count:>15,} {time.perf_counter() - began:>9.2f} s")
