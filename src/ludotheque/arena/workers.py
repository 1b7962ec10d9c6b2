"""Work done in several processes at once, its results in the order of the tasks."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.synchronize import Event
from typing import TypeVar

from ludotheque.errors import N_, NotAllowed

Task = TypeVar("Task")
Result = TypeVar("Result")


class Stopped(Exception):
    """Nobody waits for this work any more."""


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Iterator[Result]:
    """Yield the result of *work* for each of the *tasks*, done in that many processes.

    Both must be such that a process started afresh can be sent them. The work must call
    `check_wanted` now and then: once the caller looks no further, be it for Ctrl-C, all of it stops
    there.
    """
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, initializer=_enlist, initargs=(stop,))
    numbered = enumerate(tasks)
    running: dict[Future[Result], int] = {}
    done: dict[int, Result] = {}
    due = 0
    try:
        while True:
            with _interrupts_held_back():
                # Nobody idles while a result is looked at, and little is played in vain.
                for number, task in islice(numbered, 2 * workers - len(running)):
                    running[pool.submit(work, task)] = number
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                done[running.pop(future)] = future.result()
            while due in done:
                yield done.pop(due)
                due += 1
    except BrokenProcessPool as fault:
        raise NotAllowed(
            N_("a process that was playing has died, after {n} games"), n=due
        ) from fault
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


_stops: list[Event] = []
"""In a worker: what is set once nobody waits for it."""


def _enlist(stop: Event) -> None:
    """Begin as a worker, which leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stops.append(stop)


def check_wanted() -> None:
    """Raise Stopped in a worker whose results nobody waits for."""
    if any(stop.is_set() for stop in _stops):
        raise Stopped


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hear Ctrl-C only afterwards; a process born meanwhile never hears it, not even at birth."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
