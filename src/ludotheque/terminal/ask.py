"""Talking to the person at the keyboard: questions, answers, and leaving."""

from rich.console import Console
from rich.text import Text

from ludotheque.words import Words


class Left(Exception):
    """The person at the keyboard has left: end of input, Ctrl-C, or the command to quit."""


class Desk:
    """A terminal and the language spoken there."""

    def __init__(self, console: Console, words: Words) -> None:
        self.console = console
        self.words = words

    def say(self, message: str, **facts: object) -> None:
        """Print a sentence in the reader's language."""
        self.tell(self.words.say(message, **facts))

    def tell(self, text: str | Text, style: str = "") -> None:
        """Print *text* as it is, brackets and all."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return the line that the person types, without blanks around it. Raise Left."""
        try:
            return self.console.input(Text(f"{prompt} ")).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None

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
            if answer.isdecimal() and 1 <= int(answer) <= most:
                return int(answer)
            self.say("Please type a number from 1 to {most}.", most=most)

    def wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
