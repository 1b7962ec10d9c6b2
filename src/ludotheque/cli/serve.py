"""`ludotheque serve`: the open house."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.keeping import Database, own_database, server_libraries
from ludotheque.errors import N_


def command(
    context: typer.Context,
    database: Database = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="LUDOTHEQUE_REDIS",
            help=N_("redis://…, so that several workers hear from each other at once."),
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, envvar="LUDOTHEQUE_WORKERS", help=N_("How many processes.")
        ),
    ] = 1,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help=N_("The address to listen on; 0.0.0.0 means all of them.")
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=1, max=65_535, help=N_("The port to listen on."))
    ] = 8000,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            envvar="LUDOTHEQUE_ORIGINS",
            help=N_("The public address, such as https://play.example.org; may be repeated."),
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="LUDOTHEQUE_PROXIES",
            help=N_("A proxy that is trusted to say who is calling; may be repeated."),
        ),
    ] = None,
    device: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            envvar="LUDOTHEQUE_DEVICE",
            help=N_("A site of `ludotheque site FOLDER --house ../`, to be kept on devices."),
        ),
    ] = None,
    *,
    open_page: Annotated[
        bool,
        typer.Option(
            "--open",
            help=N_("Open the page if there is a desktop; take a free port."),
        ),
    ] = False,
) -> None:
    """Run the house until it is told to stop."""
    with server_libraries():
        from ludotheque.server import browse  # noqa: PLC0415 - see keeping.py
        from ludotheque.server.config import Settings, listed  # noqa: PLC0415
        from ludotheque.server.run import House  # noqa: PLC0415
        from ludotheque.server.run import serve as run  # noqa: PLC0415
    settings = replace(
        Settings.from_environment(os.environ),
        origins=listed(",".join(origin or ())),
        proxies=listed(",".join(proxy or ())),
        redis=redis,
        device=None if device is None else str(device.resolve()),
    )
    house = House(
        database=database or own_database(), redis=redis, workers=workers, settings=settings
    )
    port = browse.free_port(host, port) if open_page else browse.free_port(host, port, tries=1)
    say, origins = context.obj.words.say, settings.origins

    def greet() -> None:
        if sys.stdout.isatty():
            typer.echo(browse.greeting(say, host, port, origins[0] if origins else None))
        if open_page:
            browse.open_page(host, port)

    browse.when_ready(host, port, greet)
    run(house, host=host, port=port)
    if sys.stdout.isatty():
        typer.echo(say("The house is closed. Everything is kept."))
