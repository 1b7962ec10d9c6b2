"""Prompts: questions to the person at the keyboard, answers, and leaving."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ludotheque.words import Words

with suppress(ImportError):  # Not every system has it; where it is, arrow keys edit the line.
    import readline  # noqa: F401 - importing it is all that it takes

SHORT = {"?": "help", "q": "quit"}
"""What can be typed for the whole word, at a table and before a puzzle."""
INTERRUPTED = 130
"""The exit code of whoever leaves by Ctrl-C."""


class Left(Exception):
    """The person at the keyboard has left: end of input, Ctrl-C, or the command to quit."""

    def __init__(self, exit_code: int = 0) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code


def number_in(text: str, most: int) -> int | None:
    """Return the number from 0 to *most* that *text* is, None if it is none of these."""
    short = text.isdecimal() and len(text) <= len(str(most))
    return int(text) if short and int(text) <= most else None


class Desk:
    """A terminal and the language spoken there."""

    def __init__(self, console: Console, words: Words, typed: str = "") -> None:
        self.console = console
        self.words = words
        self.typed = typed
        """The command that brought the person here, to be typed again."""

    def say(self, message: str, **facts: object) -> None:
        """Print a sentence in the reader's language."""
        self.tell(self.words.say(message, **facts))

    def tell(self, text: str | Text, style: str = "") -> None:
        """Print *text* as it is, brackets and all."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    def explain(self, text: str, indent: int, style: str = "") -> None:
        """Print a paragraph set in by *indent*; a screen's lines are broken between words."""
        if self.console.is_terminal:
            paragraph = Padding(Text(text, style=style), (0, 0, 0, indent), expand=False)
            self.console.print(paragraph, highlight=False)
        else:
            self.tell(f"{' ' * indent}{text}", style)

    def command(self, typed: str, commands: Iterable[str], keys: Mapping[str, str] = SHORT) -> str:
        """Return which of *commands* was *typed*, in either language or as a key; else nothing."""
        said, names = typed.casefold(), list(commands)
        spoken = {self.words.say(name).casefold(): name for name in names}
        return spoken.get(said) or keys.get(said) or (said if said in names else "")

    def list_commands(self, commands: Mapping[str, str]) -> None:
        """Print what can be typed, and what for; a screen's lines are broken in their column."""
        said = {self.words.say(name): self.words.say(what) for name, what in commands.items()}
        if not self.console.is_terminal:
            for name, what in said.items():
                self.tell(f"  {name:<12}{what}")
            return
        table = Table.grid(padding=(0, 2))
        for name, what in said.items():
            table.add_row("", Text(name), Text(what))
        self.console.print(table)

    def ask(self, prompt: str) -> str:
        """Return the line that the person types, without blanks around it. Raise Left."""
        try:
            line = self.console.input(Text(f"{prompt} "))
        except (EOFError, KeyboardInterrupt) as leaving:
            self.console.print()
            raise Left(INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else 0) from None
        return "".join(sign for sign in line if sign.isprintable()).strip()

    def agrees(self, question: str) -> bool:
        """Return whether the person says yes; anything else is no."""
        yes, no = self.words.say("yes").casefold(), self.words.say("no")
        answer = self.ask(f"{question} [{yes[0]}/{no[0].upper()}]").casefold()
        return bool(answer) and (yes.startswith(answer) or "yes".startswith(answer))

    def number(self, prompt: str, most: int, default: int) -> int:
        """Return a number from 1 to *most*; an empty answer is *default*."""
        while True:
            answer = self.ask(f"{prompt} [{default}]")
            if not answer:
                return default
            number = number_in(answer, most)
            if number:
                return number
            self.say("Please type a number from 1 to {most}.", most=most)

    def wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        else:
            self.tell("\n" * self.console.height)
