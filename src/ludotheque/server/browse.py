"""Addresses for people at a terminal, and a browser opened on a desktop."""

import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import closing
from threading import Thread
from typing import Final

from ludotheque.errors import N_, BadOption

PORTS_TRIED: Final = 20
LOOK_AGAIN: Final = 0.1
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - read, not bound
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
ELSEWHERE: Final = "192.0.2.1"
"""An address that is nobody's, kept free for documents."""

Say = Callable[..., str]


def free_port(host: str, first: int, tries: int = PORTS_TRIED) -> int:
    """Return *first* or one of the next ports on which nobody listens, or raise BadOption."""
    with listening(host, first, tries) as listener:
        return int(listener.getsockname()[1])


def listening(host: str, first: int, tries: int = PORTS_TRIED) -> socket.socket:
    """Return a socket that listens on *first* or one of the next ports, or raise BadOption.

    Whoever serves on that very socket cannot lose the port to another meanwhile.
    """
    for port in range(first, min(first + tries, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            # Two may be bound to one port, but only one listens there.
            listener.listen()
        except OSError:
            listener.close()
            continue
        return listener
    if tries == 1:
        raise BadOption(N_("cannot listen on {host}:{port}"), host=host, port=first)
    raise BadOption(N_("every port from {first} on is taken: try another"), first=first)


def address_of(host: str, port: int) -> str:
    """Return the address at which a browser on this machine finds the house."""
    here = "localhost" if host in EVERYWHERE | LOOPBACK else host
    return f"http://[{here}]:{port}/" if ":" in here else f"http://{here}:{port}/"


def network_address() -> str | None:
    """Return the address of this machine in its network, None if it is in none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # Nothing is sent: the system only says from where it would be.
            probe.connect((ELSEWHERE, 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address in EVERYWHERE else address


def address_for_others(port: int) -> str | None:
    """Return where others on the network find what listens here, None if nobody else reaches it."""
    network = network_address()
    if network is None:
        return None
    try:
        socket.create_connection((network, port), timeout=LOOK_AGAIN).close()
    except OSError:
        return None
    return address_of(network, port)


def greeting(say: Say, host: str, port: int, origin: str | None) -> str:
    """Return what someone at a terminal wants to know of a house that has opened."""
    home = origin or address_of(host, port)
    lines = ["", say("The house is open: {address}", address=home)]
    network = network_address() if origin is None and host in EVERYWHERE else None
    if network is not None:
        # Notebooks use the rest of this module, without the server's libraries.
        from ludotheque.server.qr import qr_text  # noqa: PLC0415 - see above

        there = address_of(network, port)
        lines += ["", say("Others on your network can come in here: {address}", address=there)]
        lines += [qr_text(there)]
    elif origin is None and host in LOOPBACK:
        lines += [say("Only this computer can reach it; --host 0.0.0.0 lets others in.")]
    return "\n".join([*lines, "", say("Ctrl-C closes it."), ""])


def has_desktop() -> bool:
    """Return whether there is a screen on which a browser could open."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(host: str, port: int) -> None:
    """Open the page in a browser, where there is a desktop."""
    if has_desktop():
        webbrowser.open(address_of(host, port))


def when_ready(host: str, port: int, act: Callable[[], object]) -> None:
    """Call *act* in a thread of its own as soon as the house answers."""
    Thread(target=_when_ready, args=(host, port, act), daemon=True).start()


def _when_ready(host: str, port: int, act: Callable[[], object]) -> None:
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - read, not bound
    while True:  # as long as the house takes to open: the thread ends with it
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            time.sleep(LOOK_AGAIN)
        else:
            act()
            return
