"""The way from the terminal to the page: an address, and on a desktop a browser that opens it."""

import os
import socket
import sys
import time
import webbrowser
from contextlib import closing
from threading import Thread
from typing import Final

from ludotheque.errors import N_, BadOption

PORTS_TRIED: Final = 20
PATIENCE: Final = 60.0
"""The seconds after which a house that does not open is not waited for any longer."""
LOOK_AGAIN: Final = 0.1


def free_port(host: str, first: int) -> int:
    """Return *first* or the next port on which nobody listens, or raise BadOption."""
    for port in range(first, min(first + PORTS_TRIED, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with closing(socket.socket(family, socket.SOCK_STREAM)) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, port))
            except OSError:
                continue
            return port
    raise BadOption(N_("every port from {first} on is taken: try another"), first=first)


def address_of(host: str, port: int) -> str:
    """Return the address at which a browser on this machine finds the house."""
    here = "localhost" if host in {"0.0.0.0", "::", "127.0.0.1", "::1"} else host  # noqa: S104 - read, not bound
    return f"http://[{here}]:{port}/" if ":" in here else f"http://{here}:{port}/"


def has_desktop() -> bool:
    """Return whether there is a screen on which a browser could open."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_when_ready(host: str, port: int) -> None:
    """Open a browser as soon as the house answers; without a desktop, do nothing."""
    if has_desktop():
        Thread(target=_open_when_ready, args=(host, port), daemon=True).start()


def _open_when_ready(host: str, port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(LOOK_AGAIN)
        else:
            webbrowser.open(address_of(host, port))
            return
