"""`ludotheque puzzles`: mine puzzles, and prove those that there are."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.arena import cores
from ludotheque.cli.terms import OptionList, Workers, desk_of
from ludotheque.errors import N_, BadOption
from ludotheque.games import shelf, take
from ludotheque.games.options import read_options
from ludotheque.study.puzzles.mining import Mine
from ludotheque.study.puzzles.trove import seed_in
from ludotheque.terminal.mining import mine_puzzles
from ludotheque.terminal.proving import prove_puzzles

EXAMPLES = (
    "ludotheque puzzles mine tortuga --count 200 · ludotheque puzzles mine hops game.json ·"
    " ludotheque puzzles prove"
)
SEED = "1"


def command(
    context: typer.Context,
    action: Annotated[
        str,
        typer.Argument(
            metavar="mine|prove", help=N_("Find new puzzles, or prove again those that there are.")
        ),
    ],
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="|".join(shelf()), help=N_("A game on the shelf; to prove, by default all.")
        ),
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE", help=N_("Records to look through; without any, computers play.")
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=N_("The file for what is found, new or begun; GAME.jsonl if not said."),
        ),
    ] = None,
    count: Annotated[
        int, typer.Option(metavar="N", min=1, help=N_("How many puzzles the file is to hold."))
    ] = 100,
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help=N_("Any text; the same finds the same again.")),
    ] = None,
    workers: Workers = None,
    option: OptionList = None,
) -> None:
    """Mine or prove."""
    desk = desk_of(context)
    if action == "prove":
        chosen = [take(game)] if game else list(shelf().values())
        prove_puzzles(desk, chosen, records or [], workers or cores())
        return
    if action != "mine" or game is None:
        raise BadOption(N_("“{action}”: it is `mine` and a game, or `prove`"), action=action)
    taken = take(game)
    options = read_options(option or ())
    settled, usual = taken.settle(options), taken.settle({})
    file = out or Path(f"{taken.slug}.jsonl")
    mine = Mine(
        game=taken.slug,
        seed=seed or seed_in(file) or SEED,
        options={name: value for name, value in settled.items() if usual[name] != value},
    )
    mine_puzzles(desk, mine, file, wanted=count, workers=workers or cores(), records=records or ())
