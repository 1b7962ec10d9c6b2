"""`ludotheque site`: the house as a folder of files, to be played in browsers without a server."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.keeping import NAME, server_libraries
from ludotheque.errors import N_, BadOption


def command(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(help=N_("Where it is written; the last edition there makes way."))
    ],
    house: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help=N_(
                "The address of a served house, for those who play far apart;"
                " ../ where that house is to offer this folder itself, to devices."
            ),
        ),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(help=N_("Where Pyodide lies; by default npm fetches it, once.")),
    ] = None,
    kernel: Annotated[
        Path | None,
        typer.Option(
            help=N_("The kernel as WebAssembly, as `make wasm` builds it from the sources.")
        ),
    ] = None,
) -> None:
    """Write every page and every file, and say how much that is."""
    with server_libraries():
        from platformdirs import user_cache_path  # noqa: PLC0415 - needs what only a server has

        from ludotheque.site.build import Site  # noqa: PLC0415 - as above
        from ludotheque.site.bundle import compiled  # noqa: PLC0415 - as above
        from ludotheque.site.fetching import fetched  # noqa: PLC0415 - as above
    if kernel is not None and not kernel.is_file():
        raise BadOption(N_("{file}: there is no such file"), file=kernel)
    python = pyodide or fetched(user_cache_path(NAME, appauthor=False))
    site = Site(python, compiled(python), kernel, house)
    site.write(folder)
    for sentence in site.told(context.obj.words):
        context.obj.tell(sentence)
