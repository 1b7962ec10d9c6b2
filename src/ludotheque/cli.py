"""The commands of `ludotheque`, in the language of whoever types them."""

import os
import re
import shlex
import sys
import time
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from ludotheque.arena import Contest, Form, Sprt, cores, kept_seed
from ludotheque.arena.cluster import ANY
from ludotheque.draw import svg
from ludotheque.engine import HUMAN
from ludotheque.errors import N_, BadOption, BadSeats, BadText, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, shelf, take
from ludotheque.match import new_seed, read_clock
from ludotheque.match import replay as fold_record
from ludotheque.match import verify as verify_record
from ludotheque.position import perft as count_sequences
from ludotheque.server import commands
from ludotheque.terminal import show
from ludotheque.terminal.analysis import show_analysis
from ludotheque.terminal.arena import Arena
from ludotheque.terminal.ask import Desk, Left
from ludotheque.terminal.bench import show_bench
from ludotheque.terminal.dataset import Making
from ludotheque.terminal.evening import FRIENDLY, Evening, shelf_table, welcome
from ludotheque.terminal.files import about, read_record
from ludotheque.terminal.replay import page_through, pictures, write_pictures
from ludotheque.ugi import Server
from ludotheque.words import Words, language_of, languages

REFUSED = 2
"""The exit code for anything that could not be understood or is not allowed."""

app = typer.Typer(
    help=N_("A game library that never closes. Without a command: pick a game and play."),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[
    str, typer.Argument(metavar="|".join(shelf()), help=N_("A game on the shelf."))
]
FileName = Annotated[Path, typer.Argument(metavar="FILE", help=N_("A record, JSON or text."))]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help=N_("An option of the game.")),
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", "-p", metavar="TEXT", help=N_("A position instead of the start.")),
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="HEX", help=N_("64 hex digits that repeat a deal; by default unguessable.")
    ),
]

PATIENCE = 10.0
"""The seconds of an analysis to which no limit was set."""
MOST_THREADS = 256
"""As many as the kernel starts."""
RAY_ADDRESS = re.compile(rf"{ANY}|local|ray://\S+|\S+:\d{{4,5}}")
"""What can follow --ray and is not a player."""
MOST_ELO = 1000
"""Beyond this a difference can neither be tested nor doubted."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command that *arguments* (by default the command line's) ask for."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # What cannot be read or shown is no reason to stop.
            stream.reconfigure(errors="replace")
    try:
        words = Words(_taken_out("--lang", given) or language_of())
    except LudothequeError as refusal:
        _refuse(str(refusal))
    typed = shlex.join(["ludotheque", *given])
    _give_default("--ray", ANY, RAY_ADDRESS, given)
    command = typer.main.get_command(app)
    _translate(command, words)
    try:
        command(given, prog_name="ludotheque", obj=Desk(Console(), words, typed))
        sys.stdout.flush()
    except LudothequeError as refusal:
        _refuse(words.refusal(refusal))
    except Left as left:
        sys.exit(left.exit_code)
    except BrokenPipeError:  # Whoever was reading has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _refuse(words.say("{file}: {why}", file=error.filename or "-", why=error.strerror))


def _refuse(complaint: str) -> NoReturn:
    sys.stderr.write(f"ludotheque: {complaint}\n")
    sys.exit(REFUSED)


def _taken_out(name: str, given: list[str]) -> str | None:
    """Take `--name value` or `--name=value` out of *given*, wherever it stands."""
    for at, word in enumerate(given):
        if word == name and at + 1 < len(given):
            value = given[at + 1]
            del given[at : at + 2]
            return value
        if word.startswith(f"{name}="):
            del given[at]
            return word.removeprefix(f"{name}=")
    return None


def _give_default(name: str, default: str, pattern: re.Pattern[str], given: list[str]) -> None:
    """Put *default* after the option *name* in *given* where no value of its *pattern* follows."""
    for at, word in enumerate(given):
        if word == name and not (at + 1 < len(given) and pattern.fullmatch(given[at + 1])):
            given[at] = f"{name}={default}"


def _translate(command: Any, words: Words) -> None:  # noqa: ANN401 - typer hides click's types
    """Put the help of a command and of all below it into the reader's language."""
    for thing in (command, *command.params):
        if getattr(thing, "help", None):
            thing.help = words.say(thing.help)
    for name in getattr(command, "commands", {}):
        _translate(command.commands[name], words)


def _options(pairs: list[str] | None) -> dict[str, str]:
    """Return the options that `name=value` pairs spell."""
    chosen = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(N_('option "{pair}": expected NAME=VALUE'), pair=pair)
        if name in chosen:
            raise BadOption(N_('option "{pair}": {name} is chosen already'), pair=pair, name=name)
        chosen[name] = value
    return chosen


def _seed(given: str | None) -> str:
    """Return the seed that was *given*, or one that nobody can guess."""
    if given is None:
        return new_seed()
    if not (len(given) == 64 and set(given) <= set("0123456789abcdef")):
        raise BadText(N_('seed "{seed}": expected 64 digits from 0 to f'), seed=given)
    return given


def _sprt(text: str) -> Sprt:
    """Return the test that `ELO0,ELO1` spells."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise BadText(
            N_('SPRT "{text}": expected two numbers up to {most}, the smaller first, as in 0,10'),
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
            N_('form "{text}": expected one of {forms}'), text=text, forms=", ".join(forms)
        )
    if forms[text] is Form.MATCH and seats not in (None, players):
        raise BadSeats(
            N_("in a match all {count} players sit at one table, not {seats}"),
            count=players,
            seats=seats,
        )
    return forms[text]


@app.callback(invoke_without_command=True)
def house(
    context: typer.Context,
    lang: Annotated[  # noqa: ARG001 - taken out of the command line by main, shown here for its help
        str | None,
        typer.Option(metavar="|".join(languages()), help=N_("The language to speak.")),
    ] = None,
    show_version: Annotated[
        bool, typer.Option("--version", help=N_("Show the version and exit."))
    ] = False,
) -> None:
    """Welcome whoever comes without a command."""
    if show_version:
        context.obj.tell(f"ludotheque {version('ludotheque')}")
    elif context.invoked_subcommand is None:
        welcome(context.obj)


@app.command("shelf", help=N_("Show the games on the shelf."))
def shelf_command(context: typer.Context) -> None:
    """Print the shelf."""
    desk: Desk = context.obj
    desk.console.print(shelf_table(desk.words, with_options=True))


@app.command(help=N_("Play a game at this screen, with people and computers in any seats."))
def play(
    context: typer.Context,
    game: GameName,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO…", help=N_("Who sits down: human, random, level:1 … level:8.")
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,NAME…", help=N_("What they are called."))
    ] = None,
    option: OptionList = None,
    position: PositionText = None,
    clock: Annotated[
        str | None, typer.Option(metavar="TIME", help=N_("A clock: 5m+3s, 30s/move."))
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help=N_("The moves after which it is a draw."))
    ] = None,
    first_to: Annotated[
        int | None, typer.Option(metavar="N", help=N_("Play a series: who first has N points."))
    ] = None,
    seed: Seed = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=N_("Keep the record there: .json, or any other as text.")
        ),
    ] = None,
) -> None:
    """Lay the table and play."""
    chosen = take(game)
    default = [HUMAN, *[f"level:{FRIENDLY}"] * (chosen.seats[0] - 1)]
    Evening(
        game=chosen,
        sitters=default if seats is None else seats.split(","),
        names=() if names is None else names.split(","),
        options=_options(option),
        clock=read_clock(clock) if clock else None,
        move_limit=limit,
        start=position,
        first_to=first_to,
        seed=_seed(seed),
        save=save,
    ).play(context.obj)


@app.command(help=N_("Read the rulebook of a game."))
def rules(context: typer.Context, game: GameName) -> None:
    """Print the rulebook, each figure drawn."""
    show.rules(context.obj, take(game))


@app.command(help=N_("Draw a position: as text here, or as SVG into a file."))
def draw(
    context: typer.Context,
    game: GameName,
    position: PositionText = None,
    option: OptionList = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help=N_("How many play."))] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=N_("Write SVG there instead; - is the screen.")),
    ] = None,
) -> None:
    """Draw a position or the start."""
    desk: Desk = context.obj
    chosen, options = take(game), _options(option)
    shown = (
        chosen.start(seats, **options) if position is None else chosen.position(position, **options)
    )
    scene = chosen.scene(shown, None, None)
    if output is None:
        desk.tell(show.board(scene))
        desk.tell(f"\n{shown}")
        desk.tell(show.turn(chosen, scene.to_move, desk.words))
    elif str(output) == "-":
        sys.stdout.write(svg(scene, title=str(shown)) + "\n")
    else:
        output.write_text(svg(scene, title=str(shown)), encoding="utf-8")


@app.command(help=N_("Show a record move by move."))
def replay(
    context: typer.Context,
    file: FileName,
    pictures_in: Annotated[
        Path | None,
        typer.Option(
            "--svg", metavar="FOLDER", help=N_("Write every position as SVG into a folder.")
        ),
    ] = None,
) -> None:
    """Page through a record, or print it all where nobody can type."""
    desk: Desk = context.obj
    record = read_record(file)
    with about(file):
        shown = pictures(fold_record(record))
    if pictures_in is not None:
        write_pictures(pictures_in, shown)
        count = desk.words.count
        desk.tell(
            count(
                "{n} picture is in {folder}.",
                "{n} pictures are in {folder}.",
                len(shown),
                folder=pictures_in,
            )
        )
        return
    setup = record.setup
    desk.tell(f"{desk.words.say(setup.game.title)}: {', '.join(setup.players)}", style="bold")
    if desk.console.is_terminal:
        page_through(desk, shown)
    else:
        for caption, scene in shown:
            desk.tell(f"{caption}\n")
            desk.tell(show.board(scene))
            desk.tell("")
    if record.result is not None:
        names = list(setup.players)
        desk.tell(show.ending(setup.game, record.result, names, desk.words), style="bold")


@app.command(help=N_("Check a record: every move, the result, and every card against the seed."))
def verify(context: typer.Context, file: FileName) -> None:
    """Say what was found to be right; refuse the rest."""
    desk: Desk = context.obj
    record = read_record(file)
    with about(file):
        report = verify_record(record)
    desk.say(
        "{file}: right. {moves} moves follow the rules, {draws} draws follow from the seed.",
        file=file,
        moves=len(report.match.plies) - report.match.draws,
        draws=report.draws,
    )
    if record.result is None:
        desk.say("The match is not over: what chance drew can be checked at its end.")


@app.command(help=N_("Count the sequences of that many moves from a position."))
def perft(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help=N_("How many moves."))],
    position: PositionText = None,
    option: OptionList = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help=N_("How many play."))] = None,
) -> None:
    """Print the count for each depth as it is known."""
    desk: Desk = context.obj
    chosen, options = take(game), _options(option)
    begin = (
        chosen.start(seats, **options) if position is None else chosen.position(position, **options)
    )
    for plies in range(depth + 1):
        began = time.perf_counter()
        count = count_sequences(begin, plies)
        desk.tell(f"{plies:>3} {count:>15,} {time.perf_counter() - began:>9.2f} s")


@app.command(help=N_("Show the best lines of a position, deeper and deeper; Ctrl-C stops."))
def analyse(
    context: typer.Context,
    game: GameName,
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help=N_("By default the start."))
    ] = None,
    option: OptionList = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, help=N_("How long; 10 if there is no other limit.")),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=N_("How many positions, or imagined games.")),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=N_("How many moves ahead."))
    ] = None,
    lines: Annotated[int, typer.Option(metavar="N", min=1, help=N_("How many lines."))] = 1,
    threads: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            max=MOST_THREADS,
            help=N_("How many threads look ahead; with more than one no run is like another."),
        ),
    ] = 1,
) -> None:
    """Print what is found as it is found."""
    chosen, options = take(game), _options(option)
    unlimited = seconds is None and nodes is None and depth is None
    show_analysis(
        context.obj,
        chosen,
        chosen.position(position, **options) if position else chosen.start(None, **options),
        seconds=PATIENCE if unlimited else seconds,
        nodes=nodes,
        depth=depth,
        lines=lines,
        threads=threads,
    )


@app.command(
    help=N_("Count the nodes of fixed searches: the same everywhere until the search changes.")
)
def bench(context: typer.Context) -> None:
    """Print the signature of search and evaluation."""
    show_bench(context.obj)


ARENA_EXAMPLES = """\b
ludotheque arena tortuga level:4 level:3 --games 200
ludotheque arena hops level:5 mine=player.py:Mine --sprt 0,20 --games 5000
ludotheque arena race level:6 greedy random random --games 400 --out race
ludotheque arena tortuga level:2 level:3 level:4 greedy --form round-robin
ludotheque arena tortuga 'new=ugi:./engine' level:4 level:5 --form gauntlet
ludotheque arena tortuga level:7 level:6 --games 2000 --out big --ray
"""


@app.command(
    help=N_(
        "Let computers play each other many times and say who is stronger."
        "\n\n"
        "A PLAYER is random, greedy, level:1 … level:8, for so long a move search:0.2 or uct:0.2"
        " (plain Monte-Carlo); a Python class, module:Class or file.py:Class; another program,"
        " 'ugi:COMMAND LINE'; a bot of OpenSpiel, 'openspiel:mcts?max_simulations=100'."
        " NAME= in front gives it another name."
    ),
    epilog=ARENA_EXAMPLES,
)
def arena(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help=N_("Who plays, two or more."))
    ],
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help=N_("How many games at each table; everyone sits in every seat equally often."),
        ),
    ] = 200,
    form: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(one.value for one in Form),
            help=N_(
                "Who meets whom: all at one table, all tables that can be laid, or those with the"
                " first player. By default a match if they fit at one table, else round-robin."
            ),
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            help=N_("How many sit at a table of a tournament; by default as few as can play."),
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help=N_("How many processes; by default one a processor.")
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help=N_(
                "Play on a Ray cluster: the one this machine belongs to, or that at HOST:PORT."
            ),
        ),
    ] = None,
    seed: Seed = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help=N_("Stop once it is clear which the difference is nearer to.")
        ),
    ] = None,
    option: OptionList = None,
    openings: Annotated[
        int | None,
        typer.Option(
            metavar="PLIES",
            min=0,
            help=N_("Random moves that open a game; by default 4, or none where chance deals."),
        ),
    ] = None,
    move_time: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0.001,
            max=86400,
            help=N_("The seconds for a move; by default 1 for UGI engines, else none."),
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=N_(
                "Keep everything there: records, results, ratings, a picture; the same command"
                " goes on where it was stopped."
            ),
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help=N_("Keep only the record of every game, as JSON.")),
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
        seed=_seed(seed or (kept_seed(out) if out is not None else None)),
        options=_options(option),
        plies=openings,
        form=_form(form, len(players), seats, chosen),
        table=seats,
        seconds=move_time,
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


@app.command(
    help=N_(
        "Let a player play itself and keep what it saw and thought in files, for programs that"
        " learn. Stopped at any moment, the same command goes on."
    )
)
def dataset(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help=N_("Where the files are, or will be."))
    ],
    player: Annotated[
        str,
        typer.Option(metavar="PLAYER", help=N_("Who sits in every seat, such as level:4.")),
    ] = "level:4",
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help=N_("How many games there are in the end."))
    ] = 1000,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help=N_("How many processes; by default one a processor.")
        ),
    ] = None,
    seed: Seed = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help=N_("How many play; by default the fewest."))
    ] = None,
    option: OptionList = None,
    opening: Annotated[
        int | None,
        typer.Option(
            metavar="MOVES", min=0, help=N_("At most so many random moves open a game: 8.")
        ),
    ] = None,
    wander: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0,
            max=0.99,
            help=N_("The share of later moves that are made at random: 0.05."),
        ),
    ] = None,
) -> None:
    """Make a dataset, or go on with one."""
    Making(
        game=take(game).slug,
        player=player,
        games=games,
        folder=out,
        workers=workers or cores(),
        options=_options(option),
        seats=seats,
        seed=seed,
        opening=opening,
        wander=wander,
    ).run(context.obj)


@app.command(help=N_("Be an engine: speak UGI, the text protocol, on standard input and output."))
def ugi(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="|".join(shelf()),
            help=N_("The game to begin with; the other side may choose another."),
        ),
    ] = None,
) -> None:
    """Answer commands until the end of input."""
    desk: Desk = context.obj

    def write(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    chosen = take(game) if game else next(iter(shelf().values()))
    Server(chosen, write, desk.words.refusal).serve(sys.stdin)


app.command(help=N_("Run the house: tables online, for people near and far."))(commands.serve)
app.command(help=N_("Copy everything that the house keeps, while it runs."))(commands.backup)
