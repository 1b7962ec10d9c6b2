"""Ports for the servers of the tests, each given once among all processes that run tests."""

import os
import socket
from itertools import cycle, islice

FIRST, COUNT = 20_000, 10_000
"""Below those that systems choose from: nobody who connects or listens anywhere is given one."""
HERE = "127.0.0.1"

_candidates = islice(cycle(range(FIRST, FIRST + COUNT)), os.getpid() * 61 % COUNT, None)


def free_port():
    """Return a port on which nobody listens, and which is nobody else's while this process runs.

    A server may so be killed and find its port free again. What keeps the others away is the port
    of the same number for datagrams, which no server wants.
    """
    for port in islice(_candidates, COUNT):
        keeper = socket.socket(type=socket.SOCK_DGRAM)
        with socket.socket() as probe:
            try:
                keeper.bind((HERE, port))
                probe.bind((HERE, port))
            except OSError:
                keeper.close()
                continue
        keeper.detach()  # it stays open until the process ends
        return port
    raise AssertionError("there is no free port")
