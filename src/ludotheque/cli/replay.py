"""`ludotheque replay`: a record move by move."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.terms import FileName, GameNumber, desk_of, kept_game, tell_of_others
from ludotheque.errors import N_
from ludotheque.match import replay
from ludotheque.pictures.ending import ending_told
from ludotheque.terminal import show
from ludotheque.terminal.replay import page_through, pictures, write_pictures


def command(
    context: typer.Context,
    file: FileName,
    game: GameNumber = None,
    pictures_in: Annotated[
        Path | None,
        typer.Option(
            "--svg", metavar="FOLDER", help=N_("Write every position as SVG to this folder.")
        ),
    ] = None,
) -> None:
    """Page through a record, or print it all where nobody can type."""
    desk = desk_of(context)
    kept = kept_game(file, game)
    record = kept.record()
    with kept.about():
        moments = list(replay(record))
        shown = pictures(moments, desk.words, record.notes)
    if pictures_in is not None:
        write_pictures(pictures_in, shown)
        count = desk.words.count
        desk.tell(
            count(
                "{n} picture is in {folder}.",
                "{n} pictures are in {folder}.",
                len(shown),
                folder=pictures_in,
            )
        )
        return
    tell_of_others(desk, kept, game)
    setup = record.setup
    title, players = desk.words.say(setup.game.title), ", ".join(setup.players)
    desk.tell(desk.words.say("{name}: {what}", name=title, what=players), style="bold")
    if desk.console.is_terminal:
        page_through(desk, shown)
    else:
        for caption, scene in shown:
            desk.tell(f"{caption}\n")
            desk.tell(show.board(scene))
            desk.tell("")
    if record.result is not None:
        names = list(setup.players)
        told = ending_told(setup.game, moments[-1].position, record.result, names, desk.words)
        desk.tell(told, style="bold")
