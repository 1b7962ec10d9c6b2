"""A house that soon misses whoever is silent: after two seconds, where it would be twenty.

Run as a program it is `ludotheque` in everything else.
"""

import sys

from ludotheque.cli import main
from ludotheque.server import run

PINGS = {"ws_ping_interval": 2, "ws_ping_timeout": 2}
options = run._options


def watchful_options(house):
    """Return how uvicorn is to run the house, with pings in quicker succession."""
    usual = options(house)
    assert usual.keys() >= PINGS.keys()
    return usual | PINGS


if __name__ == "__main__":
    run._options = watchful_options
    sys.exit(main())
