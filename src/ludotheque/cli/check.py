"""`ludotheque check`: whether everything that the house keeps is as it was written."""

import typer

from ludotheque.cli.keeping import Database, own_database, server_libraries
from ludotheque.cli.terms import desk_of
from ludotheque.terminal.ask import Desk

BROKEN = 1
"""The exit code where a table is damaged."""


def command(context: typer.Context, database: Database = None) -> None:
    """Check the log of every table, while the house is running or not."""
    report(desk_of(context), database or own_database())


def report(desk: Desk, address: str) -> None:
    """Tell of every table at *address* whose log is damaged, and leave with BROKEN if one is."""
    with server_libraries():
        from ludotheque.store.check import check  # noqa: PLC0415 - see keeping.py
        from ludotheque.store.migrations import opened  # noqa: PLC0415
    tables = acts = broken = 0
    with opened(address) as kept, desk.console.status("") as progress:
        for tables, table in enumerate(check(kept), 1):
            acts += table.acts
            if table.broken is not None:
                broken += 1
                desk.say(
                    "table {table}: act {act} is missing or not as it was written",
                    table=table.table_id,
                    act=table.broken,
                )
            if tables % 100 == 0:
                progress.update(desk.words.say("{tables} tables checked", tables=tables))
    if broken:
        desk.say("{broken} of {tables} tables are damaged.", broken=broken, tables=tables)
        raise typer.Exit(BROKEN)
    desk.say("{tables} tables, {acts} acts: all as they were written.", tables=tables, acts=acts)
