"""Database and extras of the server's commands: where it keeps things, and what it is built on.

What they need beside the base install is imported only when they are called: without it their help
can be read, and they say what is missing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.errors import N_, BadOption

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="LUDOTHEQUE_DATABASE",
        help=N_("sqlite:///FILE or postgresql://…; by default house.db in your settings folder."),
    ),
]


def own_database() -> str:
    """Return the address of the database in the folder of whoever runs the house."""
    folder = Path(typer.get_app_dir("ludotheque"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'house.db'}"


@contextmanager
def server_libraries() -> Iterator[None]:
    """Say what to install if the libraries of the server are missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise BadOption(
            N_("{library} is missing: install ludotheque[server] to run the house"),
            library=missing.name,
        ) from missing
