"""A house that soon misses whoever is silent: after two seconds, where it would be twenty.

Run as a program it is `ludotheque` in everything else.
"""

import sys

import uvicorn

from ludotheque.cli import main

PINGS = {"ws_ping_interval": 2, "ws_ping_timeout": 2}
run = uvicorn.run


def run_watchfully(*app, **terms):
    """Run what `uvicorn.run` does, with pings in quicker succession."""
    assert terms.keys() >= PINGS.keys()
    run(*app, **terms | PINGS)


if __name__ == "__main__":
    uvicorn.run = run_watchfully
    sys.exit(main())
