"""Ray backend: the games of a contest spread over a cluster.

The machines of the cluster need the house installed, and the programs and files of the players at
the same places. Ray does a task again whose process or machine has died, and gives each result
once.
"""

import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, TypeVar

from ludotheque.errors import N_, NotAllowed

Task = TypeVar("Task")
Result = TypeVar("Result")

RETRIES: Final = 20
"""How often a task may lose its process or its machine."""
KNOCKING: Final = 10.0
"""The seconds that the cluster may take to open its door."""
AHEAD: Final = 2
"""The tasks in hand for each processor, so that none waits."""
ANY: Final = "auto"
"""The cluster that this machine belongs to; where there is none, one of this machine alone."""


def as_done(
    work: Callable[[Task], Result], tasks: Iterable[Task], address: str
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number of each of the *tasks* and the result of *work*, as soon as it is done.

    Once the caller looks no further, what is not done is cancelled.
    """
    ray = _connected(address)
    given: dict[Any, int] = {}
    try:
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(work)
        numbered = enumerate(tasks)
        while True:
            room = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD - len(given)
            for number, task in _some(numbered, room):
                given[remote.remote(task)] = number
            if not given:
                return
            ready, _ = ray.wait(list(given), num_returns=1)
            for promise in ready:
                number = given.pop(promise)
                yield number, _result(ray, promise)
    finally:
        with suppress(Exception):  # Whatever Ray has to say now, nobody waits for it.
            for promise in given:
                ray.cancel(promise, force=True)
        ray.shutdown()


def _some(tasks: "enumerate[Task]", most: int) -> Iterable[tuple[int, Task]]:
    return [task for _, task in zip(range(most), tasks, strict=False)]


def _connected(address: str) -> Any:  # noqa: ANN401 - Ray's types are not asked for
    """Return Ray, connected to the cluster at *address*. Raise NotAllowed."""
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise NotAllowed(N_("Ray is not installed: pip install 'ludotheque[ray]'")) from error
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == ANY:
            ray.init(include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except Exception as error:
        # Ray's own errors are of many kinds, and long.
        why = str(error).strip().partition("\n")[0]
        raise NotAllowed(
            N_("there is no Ray cluster at {address} ({why})"), address=address, why=why
        ) from error
    return ray


def _knock(address: str) -> None:
    """Raise OSError if nobody is there: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCKING).close()


def _result(ray: Any, promise: Any) -> Any:  # noqa: ANN401 - Ray's types are not asked for
    """Return what the work gave, or raise what it raised."""
    try:
        return ray.get(promise)
    except ray.exceptions.RayTaskError as error:
        raise RuntimeError(str(error.cause or error)) from error
    except ray.exceptions.RayError as error:
        why = str(error).strip().partition("\n")[0]
        raise NotAllowed(N_("the Ray cluster has lost a game ({why})"), why=why) from error
