"""A `ludotheque` at which somebody presses Ctrl-C at a moment of the tests' choice.

Run as a program it is given the name of the moment, then what `ludotheque` is given.
"""

import os
import signal
import sys
from functools import wraps

from ludotheque.arena import workers
from ludotheque.cli import main
from ludotheque.terminal.arena import Arena

MOMENTS = {
    "a worker is ended": (workers._Worker, "kill"),
    "what was played is told": (Arena, "_tell_result"),
}


def press_in(owner, name):
    """Let Ctrl-C be pressed whenever that method of *owner* is called."""
    act = getattr(owner, name)

    @wraps(act)
    def pressed(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        return act(*arguments)

    setattr(owner, name, pressed)


if __name__ == "__main__":
    press_in(*MOMENTS[sys.argv.pop(1)])
    main()
