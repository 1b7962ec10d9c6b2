"""`ludotheque draw`: a position as text or as SVG."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.terms import GameName, OptionList, PositionText, SeatCount, begin, desk_of
from ludotheque.draw import svg
from ludotheque.errors import N_
from ludotheque.games import take
from ludotheque.terminal import show


def command(
    context: typer.Context,
    game: GameName,
    position: PositionText = None,
    option: OptionList = None,
    seats: SeatCount = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=N_("Write SVG to this file instead; - means standard output.")
        ),
    ] = None,
) -> None:
    """Draw a position or the start."""
    desk = desk_of(context)
    chosen = take(game)
    shown = begin(chosen, position, option, seats)
    scene = chosen.scene(shown, None, None)
    if output is None:
        desk.tell(show.board(scene))
        desk.tell(f"\n{shown}")
        desk.tell(show.turn(chosen, scene.to_move, desk.words))
    elif str(output) == "-":
        sys.stdout.write(svg(scene, title=str(shown)) + "\n")
    else:
        output.write_text(svg(scene, title=str(shown)), encoding="utf-8")
