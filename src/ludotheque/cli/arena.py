"""`ludotheque arena`: who is stronger."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ludotheque.arena import Contest, Form, Sprt, cores, kept_seed
from ludotheque.arena.cluster import ANY
from ludotheque.cli.terms import GameName, OptionList, Seed, Workers, read_seed
from ludotheque.errors import N_, BadSeats, BadText, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.games.options import read_options
from ludotheque.terminal.arena import Arena

RAY_ADDRESS = re.compile(rf"{ANY}|local|ray://\S+|\S+:\d{{4,5}}")
"""What can follow --ray and is not a player."""
MOST_ELO = 1000
"""Beyond this a difference can neither be tested nor doubted."""
EXAMPLES = """\b
ludotheque arena tortuga level:4 level:3 --games 200
ludotheque arena hops level:5 mine=player.py:Mine --sprt 0,20 --games 5000
ludotheque arena race level:6 greedy random random --games 400 --out race
ludotheque arena race level:5 level:2 random --games 600 --adjusted
ludotheque arena tortuga level:2 level:3 level:4 greedy --form round-robin
ludotheque arena tortuga 'new=ugi:./engine' level:4 level:5 --form gauntlet
ludotheque arena tortuga level:7 level:6 --games 2000 --out big --ray
"""


class Parser(TyperCommand):
    """Reads --ray with an address or alone: then it is the cluster of this machine."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer hides click's types
        """Put what it means after a --ray that stands alone."""
        for at, word in enumerate(args):
            alone = at + 1 == len(args) or not RAY_ADDRESS.fullmatch(args[at + 1])
            if word == "--ray" and alone:
                args[at] = f"--ray={ANY}"
        return super().parse_args(ctx, args)


def command(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help=N_("The players, two or more."))
    ],
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help=N_(
                "How many games at each table; rounded up, so that everyone sits in every seat"
                " equally often."
            ),
        ),
    ] = 200,
    form: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(one.value for one in Form),
            help=N_(
                "The kind of contest: everyone at one table, every possible table, or every table"
                " with the first player. By default a match if everyone fits at one table,"
                " otherwise round-robin."
            ),
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            help=N_("How many sit at each table of a tournament; by default as few as can play."),
        ),
    ] = None,
    workers: Workers = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help=N_(
                "Play on a Ray cluster: the one this machine belongs to, or the one at HOST:PORT."
            ),
        ),
    ] = None,
    seed: Seed = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help=N_(
                "Stop as soon as it is clear which of the two Elo differences is nearer the truth."
            ),
        ),
    ] = None,
    adjusted: Annotated[
        bool,
        typer.Option(
            "--adjusted",
            help=N_("In games of chance: also tell the results without their luck."),
        ),
    ] = False,
    option: OptionList = None,
    openings: Annotated[
        int | None,
        typer.Option(
            metavar="PLIES",
            min=0,
            help=N_("Random moves that open each game; by default 4, or none where chance deals."),
        ),
    ] = None,
    move_time: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0.001,
            max=86400,
            help=N_("Seconds per move; by default 1 for UGI engines, otherwise no limit."),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=N_(
                "Keep everything in this folder: records, results, ratings, a picture; the same"
                " command carries on where it was stopped."
            ),
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=N_("Keep only the record of every game in this folder, as JSON.")
        ),
    ] = None,
) -> None:
    """Hold a contest and print the result."""
    chosen = take(game)
    if out is not None and save is not None:
        raise NotAllowed(N_("--out keeps the records too: leave out --save"))
    contest = Contest(
        game=chosen,
        players=tuple(players),
        games=games,
        seed=read_seed(seed or (kept_seed(out) if out is not None else None)),
        options=read_options(option or ()),
        plies=openings,
        form=_form(form, len(players), seats, chosen),
        players_a_meeting=seats,
        seconds=move_time,
        adjusted=adjusted,
    )
    Arena(
        contest=contest,
        workers=workers or cores(),
        test=_sprt(sprt) if sprt else None,
        folder=save,
        out=out,
        ray=ray,
        command=context.obj.typed,
    ).hold(context.obj)


def _sprt(text: str) -> Sprt:
    """Return the test that `ELO0,ELO1` spells."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise BadText(
            N_("SPRT “{text}”: expected two numbers up to {most}, the smaller first, as in 0,10"),
            text=text,
            most=MOST_ELO,
        )
    return Sprt(elo0, elo1)


def _form(text: str | None, players: int, seats: int | None, game: AnyGame) -> Form:
    """Return the form of a contest: the one that *text* names, or else the one that fits."""
    if text is None:
        fits = players in game.seats or players < game.seats[0]
        return Form.MATCH if fits and seats in (None, players) else Form.ROUND_ROBIN
    forms = {form.value: form for form in Form}
    if text not in forms:
        raise BadText(
            N_("form “{text}”: expected one of {forms}"), text=text, forms=", ".join(forms)
        )
    if forms[text] is Form.MATCH and seats not in (None, players):
        raise BadSeats(
            N_("in a match all {count} players sit at one table, not {seats} at a time"),
            count=players,
            seats=seats,
        )
    return forms[text]
