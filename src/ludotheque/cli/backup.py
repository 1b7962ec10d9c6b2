"""`ludotheque backup`: a copy of everything."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.check import report
from ludotheque.cli.keeping import Database, own_database, server_libraries
from ludotheque.cli.terms import desk_of
from ludotheque.errors import N_


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("The file for the copy."))],
    database: Database = None,
) -> None:
    """Copy everything that is kept, while the house is running, and check it."""
    with server_libraries():
        from ludotheque.store import backup as copy  # noqa: PLC0415 - see keeping.py
    address = database or own_database()
    copy(address, file)
    typer.echo(file)
    report(desk_of(context), address)
