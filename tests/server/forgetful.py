"""A house in which the rules of Hops cannot list a move by themselves.

Run as a program it is `ludotheque` in everything else: moves are listed if someone lends a lister.
"""

import sys

from ludotheque.cli import main
from ludotheque.games.hops import rules


def forgotten(position):
    """Refuse to list anything."""
    raise AssertionError(f"nobody has lent a lister for {position}")


if __name__ == "__main__":
    rules.listed = forgotten
    sys.exit(main())
