"""`ludotheque tidy`: throw away what nobody needs any more."""

import time
from typing import Annotated

import typer

from ludotheque.cli.keeping import Database, own_database, server_libraries
from ludotheque.cli.terms import desk_of
from ludotheque.errors import N_


def command(
    context: typer.Context,
    database: Database = None,
    guests: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="DAYS",
            envvar="LUDOTHEQUE_KEEP_GUESTS",
            help=N_("How many days guests are kept who never did anything; 30 by default."),
        ),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="DAYS",
            envvar="LUDOTHEQUE_KEEP_TABLES",
            help=N_("How many days tables are kept at which nobody played; 30 by default."),
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=N_("Only say what would be deleted."))
    ] = False,
) -> None:
    """Delete idle guests and tables nobody played; say what was deleted and what is there."""
    desk = desk_of(context)
    with server_libraries():
        from ludotheque.store import Keeping, Tidy  # noqa: PLC0415 - see keeping.py
        from ludotheque.store.migrations import opened  # noqa: PLC0415
    usual = Keeping()
    keeping = Keeping(guests=guests or usual.guests, tables=tables or usual.tables)
    with opened(database or own_database()) as kept:
        tidy = Tidy(kept)
        swept = tidy.sweep(time.time_ns() // 1_000_000, keeping, dry_run=dry_run)
        held = tidy.held()
    if dry_run:
        desk.say(
            "Would delete {guests} guests and {tables} tables with {acts} acts.", **vars(swept)
        )
    else:
        desk.say("Deleted {guests} guests and {tables} tables with {acts} acts.", **vars(swept))
    desk.say(
        "There are {people} people, {tables} tables, {acts} acts and {results} results in"
        " {size} bytes.",
        **vars(held),
    )
