"""A desk in a terminal at which everything typed is known beforehand."""

from io import StringIO

from rich.console import Console

from ludotheque.terminal.ask import Desk, Left
from ludotheque.words import Words

WIPED = "\x1b[2J"
"""What clears a screen."""


class Typist(Desk):
    """A person who types these lines, and leaves after the last."""

    def __init__(self, *lines, terminal=True, lang="en"):
        console = Console(file=StringIO(), force_terminal=terminal, width=120, color_system=None)
        super().__init__(console, Words(lang))
        self.lines = list(lines)

    def ask(self, prompt):
        self.tell(prompt)
        if not self.lines:
            raise Left
        return self.lines.pop(0)

    @property
    def printed(self):
        """Everything that was printed."""
        return self.console.file.getvalue()

    @property
    def screens(self):
        """What was on the screen between one wipe and the next."""
        return self.printed.replace("\x1b[H", "").split(WIPED)
