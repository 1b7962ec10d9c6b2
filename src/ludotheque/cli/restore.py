"""`ludotheque restore`: a back-up put in place."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.keeping import Database, own_database, server_libraries
from ludotheque.cli.terms import desk_of
from ludotheque.errors import N_


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("The back-up."))],
    database: Database = None,
    force: Annotated[
        bool, typer.Option("--force", help=N_("Overwrite the database that is there."))
    ] = False,
) -> None:
    """Put a back-up in place, and let its unfinished games draw from new seeds."""
    with server_libraries():
        from ludotheque.server.live.renewal import restore  # noqa: PLC0415 - see keeping.py
    tables, playing = restore(database or own_database(), file, force=force)
    desk_of(context).say(
        "Restored. {tables} tables go on, with {playing} games being played: what is still to be"
        " drawn there comes from new seeds.",
        tables=tables,
        playing=playing,
    )
