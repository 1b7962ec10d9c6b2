"""Database and extras of the server's commands: where it keeps things, and what it is built on.

What they need beside the base install is imported only when they are called: without it their help
can be read, and they say what is missing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from ludotheque.errors import N_, BadOption

NAME: Final = "ludotheque"
FILE: Final = "house.db"

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="LUDOTHEQUE_DATABASE",
        help=N_("sqlite:///FILE or postgresql://…; by default house.db in your data folder."),
    ),
]


def own_database() -> str:
    """Return the address of the database of whoever runs the house, in the platform's data folder.

    Up to version 0.5 it lay in the settings folder. What is there is used, not moved: an older
    version, or a back-up by a script, finds it where it was.
    """
    with server_libraries():
        from platformdirs import user_data_path  # noqa: PLC0415 - see above
    file = user_data_path(NAME, appauthor=False) / FILE
    former = Path(typer.get_app_dir(NAME)) / FILE
    if former.exists() and not file.exists():
        file = former
    file.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{file}"


@contextmanager
def server_libraries() -> Iterator[None]:
    """Say what to install if the libraries of the server are missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise BadOption(
            N_(
                "{library} is missing: pip install 'ludotheque[server]' brings what the house needs"
            ),
            library=missing.name,
        ) from missing
