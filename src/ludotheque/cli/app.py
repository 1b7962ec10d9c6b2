"""The command line: all commands, and the way from what was typed to the one that is meant."""

import os
import shlex
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from typer.core import TyperCommand, TyperGroup

from ludotheque.errors import N_, LudothequeError
from ludotheque.terminal.ask import Desk, Left
from ludotheque.words import Words, language_of, languages

REFUSED = 2
"""The exit code for anything that could not be understood or is not allowed."""

COMMANDS = {
    "shelf": N_("Show the games on the shelf."),
    "play": N_("Play a game at this screen, between people and computers."),
    "rules": N_("Read the rulebook of a game."),
    "draw": N_("Draw a position: as text here, or as SVG in a file."),
    "replay": N_("Replay a record move by move."),
    "review": N_(
        "Review a record: what each move was worth, how exact everyone was, and every mistake in"
        " words. Ctrl-C stops it and shows what is known so far."
    ),
    "study": N_(
        "Study a game, a position or a record: moves for all sides, variations, comments, and the"
        " best lines at every moment."
    ),
    "verify": N_(
        "Check a record: every move, the result, and every card. The cards are checked against"
        " the seed."
    ),
    "perft": N_("Count the sequences of a given number of moves from a position."),
    "analyse": N_(
        "Show the best lines from a position. It looks deeper and deeper; Ctrl-C stops it."
    ),
    "puzzle": N_(
        "Solve puzzles: positions with one right answer, which is proved. Without a game: the"
        " puzzle of the day."
    ),
    "puzzles": N_(
        "Find puzzles in games that computers or people have played, and prove them. Stop it at any"
        " moment: the same command carries on."
    ),
    "bench": N_(
        "Count the nodes of fixed searches. The number is the same on every machine until the"
        " search changes."
    ),
    "arena": N_(
        "Let computers play each other and say who is stronger."
        "\n\n"
        "A PLAYER is random, greedy or level:1 … level:8; search:0.2 or uct:0.2 (plain Monte"
        " Carlo), with that many seconds a move; a Python class, module:Class or file.py:Class;"
        " another program, 'ugi:COMMAND LINE'; an OpenSpiel bot,"
        " 'openspiel:mcts?max_simulations=100'. NAME= in front gives it another name."
    ),
    "dataset": N_(
        "Let a player play against itself and keep the games in files. They hold what it saw and"
        " thought, for programs that learn. Stop it at any moment: the same command carries on."
    ),
    "ugi": N_("Run as an engine: speak UGI on standard input and output."),
    "serve": N_("Run the house: tables online, for people near and far."),
    "site": N_(
        "Write the house as a folder of files, for any web server. It is played in the browser,"
        " also without a network."
    ),
    "tidy": N_(
        "Delete guests who never did anything and tables nobody played; say how much there is."
    ),
    "backup": N_("Back up everything that the house keeps, while it runs, and check it."),
    "check": N_(
        "Check that everything the house keeps is as it was written. The first damaged act of each"
        " table is named; the exit status is then 1."
    ),
    "restore": N_(
        "Put a back-up in place while no house runs. Unfinished games go on and draw from new"
        " seeds: the old ones may be known by now."
    ),
}
"""What each command is for. The module of its name holds `command`; it may hold `EXAMPLES`, shown
below its help, and a `Parser` that has its own way to read what was typed."""


class Commands(TyperGroup):
    """The commands as they are listed; each is loaded when it is called and waits for no other."""

    def resolve_command(
        self,
        ctx: Any,  # noqa: ANN401 - typer hides click's types
        args: list[str],
    ) -> tuple[str | None, Any, list[str]]:
        """Return the command that is meant, loaded, and what was typed behind it."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, name and _loaded(name, ctx.obj.words), rest


app = typer.Typer(
    cls=Commands,
    help=N_("A game library that never closes. Without a command: pick a game and play."),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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
        from importlib.metadata import version  # noqa: PLC0415 - slow, and seldom asked for

        context.obj.tell(f"ludotheque {version('ludotheque')}")
    elif context.invoked_subcommand is None:
        from ludotheque.terminal.evening import welcome  # noqa: PLC0415 - as a command's module

        welcome(context.obj)


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
    try:
        _listed(words)(given, prog_name="ludotheque", obj=Desk(Console(), words, typed))
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


def _listed(words: Words) -> Any:  # noqa: ANN401 - typer hides click's types
    """Return the house with the name and the purpose of each command, in the reader's language."""
    group: Any = typer.main.get_command(app)
    for name, purpose in COMMANDS.items():
        group.add_command(TyperCommand(name, help=purpose))
    return _translated(group, words)


def _loaded(name: str, words: Words) -> Any:  # noqa: ANN401 - as above
    """Return the command of that *name* with all that it understands."""
    module = import_module(f"ludotheque.cli.{name}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(
        name,
        cls=getattr(module, "Parser", None),
        help=COMMANDS[name],
        epilog=getattr(module, "EXAMPLES", None),
    )(module.command)
    return _translated(typer.main.get_command(alone), words)


def _translated(command: Any, words: Words) -> Any:  # noqa: ANN401 - as above
    """Put the help of a command and of all below it into the reader's language."""
    for thing in (command, *command.params, *getattr(command, "commands", {}).values()):
        if getattr(thing, "help", None):
            thing.help = words.say(thing.help)
    return command
