"""`ludotheque backup`: a copy of everything."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.keeping import Database, own_database, server_libraries
from ludotheque.errors import N_


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("The file for the copy."))],
    database: Database = None,
) -> None:
    """Copy everything that is kept, while the house is running."""
    with server_libraries():
        from ludotheque.store import backup as copy  # noqa: PLC0415 - see keeping.py
    copy(database or own_database(), file)
    typer.echo(file)
