"""The commands that run the house and look after it.

What they need beside the base install is imported only when they are called: without it the other
commands work, and these say what is missing.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.errors import N_, BadOption

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="LUDOTHEQUE_DATABASE",
        help=N_("sqlite:///FILE or postgresql://…; by default a file in your own folder."),
    ),
]


def serve(
    context: typer.Context,
    database: Database = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="LUDOTHEQUE_REDIS",
            help=N_("redis://…, by which several workers hear of each other at once."),
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, envvar="LUDOTHEQUE_WORKERS", help=N_("How many processes.")
        ),
    ] = 1,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help=N_("Where to listen; 0.0.0.0 is everywhere."))
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
            help=N_("A proxy whose word on who is calling is taken; may be repeated."),
        ),
    ] = None,
    *,
    open_page: Annotated[
        bool,
        typer.Option(
            "--open",
            help=N_("Open the page where there is a desktop; take a free port."),
        ),
    ] = False,
) -> None:
    """Run the house until it is told to stop."""
    with _extra():
        from ludotheque.server import browse  # noqa: PLC0415 - see the module
        from ludotheque.server.config import Settings, listed  # noqa: PLC0415
        from ludotheque.server.run import House  # noqa: PLC0415
        from ludotheque.server.run import serve as run  # noqa: PLC0415
    settings = replace(
        Settings.from_environment(os.environ),
        origins=listed(",".join(origin or ())),
        proxies=listed(",".join(proxy or ())),
        redis=redis,
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


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("Where the copy goes."))],
    database: Database = None,
) -> None:
    """Copy everything that is kept, while the house is running."""
    with _extra():
        from ludotheque.store import backup as copy  # noqa: PLC0415 - see the module
    copy(database or own_database(), file)
    typer.echo(file)


def own_database() -> str:
    """Return the address of the database in the folder of whoever runs the house."""
    folder = Path(typer.get_app_dir("ludotheque"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'house.db'}"


@contextmanager
def _extra() -> Iterator[None]:
    """Say what to install if the libraries of the server are missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise BadOption(
            N_("{library} is missing: install ludotheque[server] to run the house"),
            library=missing.name,
        ) from missing
