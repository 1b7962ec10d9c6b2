"""`ludotheque site`: the house as a folder of files, to be played in browsers without a server."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.keeping import server_libraries
from ludotheque.errors import N_


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
        Path, typer.Option(help=N_("Where Pyodide lies, as npm installs it."))
    ] = Path("build/pyodide/node_modules/pyodide"),
    kernel: Annotated[
        Path, typer.Option(help=N_("The kernel as WebAssembly, as `make wasm` builds it."))
    ] = Path("build/wasm/kernel.wasm"),
) -> None:
    """Write every page and every file, and say how much that is."""
    server_libraries()
    from ludotheque.site.build import Site  # noqa: PLC0415 - needs what only a server has

    site = Site(pyodide, kernel if kernel.is_file() else None, house)
    site.write(folder)
    for sentence in site.told(context.obj.words):
        context.obj.tell(sentence)
