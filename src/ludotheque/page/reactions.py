"""Reactions in words: the few friendly things that people can say to each other at a table."""

from collections.abc import Mapping
from typing import Final

from ludotheque.errors import N_
from ludotheque.tables.events import Reaction

REACTIONS: Final[Mapping[Reaction, str]] = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "nice": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "oops": N_("Oops!"),
    "laugh": N_("Ha ha!"),
}
"""In the order in which they are offered."""
