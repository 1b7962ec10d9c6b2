"""Work done in several processes at once, its results in the order of the tasks.

A worker keeps nothing that could be lost, so that it is never asked to stop: it is ended, in the
midst of a thought too, once the caller looks no further. Should the caller itself be ended, be it
by force, its workers see that and go.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread, current_thread, main_thread
from traceback import format_exc
from typing import Any, NoReturn, TypeVar, cast

from ludotheque.errors import N_, NotAllowed

Task = TypeVar("Task")
Result = TypeVar("Result")


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    """Yield the result of *work* for each of the *tasks*, done in that many processes.

    The work, its tasks and results, and what it raises, must be such that a process started afresh
    can be sent them. Once the caller looks no further, be it for Ctrl-C, all processes are ended.
    """
    numbered = enumerate(tasks)
    crew: dict[Connection, SpawnProcess] = {}
    busy: dict[Connection, int] = {}
    done: dict[int, Result] = {}
    due = 0
    try:
        with _interrupts_held_back():
            for _ in range(workers):
                _hire(crew, work)
        idle = list(crew)
        while True:
            # Nobody idles while a result is looked at.
            for line, (number, task) in zip(idle, numbered, strict=False):
                with suppress(ConnectionError):  # Whoever has died is found out below.
                    line.send(task)
                busy[line] = number
            while due in done:
                yield done.pop(due)
                due += 1
            if not busy:
                return
            idle = cast("list[Connection]", wait(list(busy)))
            for line in idle:
                done[busy.pop(line)] = _heard(line, due)
    finally:
        with _interrupts_held_back():
            for process in crew.values():
                process.kill()
            for line, process in crew.items():
                process.join()
                line.close()


def _heard(line: Connection, due: int) -> Any:  # noqa: ANN401 - whatever the work gives
    """Return the result that has come down the *line*, or raise what the work has raised."""
    try:
        result, fault = line.recv()
    except (EOFError, ConnectionError) as end:
        raise NotAllowed(N_("a process that was playing has died, after {n} games"), n=due) from end
    if fault is not None:
        raise fault
    return result


def _hire(crew: dict[Connection, SpawnProcess], work: Callable[[Any], Any]) -> None:
    """Start one more process of the *crew*."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work, theirs), daemon=True)
    process.start()
    theirs.close()
    crew[ours] = process


def _serve(work: Callable[[Any], Any], line: Connection) -> None:
    """Do the tasks that come down the *line*, as a worker that leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):  # The parent has ended.
        _work_on(work, line)


def _work_on(work: Callable[[Any], Any], line: Connection) -> NoReturn:
    while True:
        task, result, fault = line.recv(), None, None
        try:
            result = work(task)
        except Exception as error:  # noqa: BLE001 - the parent raises it
            fault = error
            fault.add_note(format_exc())
        line.send((result, fault))


def _follow_parent() -> None:
    """End this process when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 - it was started by one
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hear Ctrl-C only afterwards; a process born meanwhile never hears it, not even at birth.

    Whichever thread the signal comes to, it is Python's main thread that acts on it, so that there
    a handler notes it. What keeps it from the newborn is the mask, which they inherit.
    """
    if current_thread() is not main_thread():
        yield
        return
    noted = False

    def note(*_: object) -> None:
        nonlocal noted
        noted = True

    handler = signal.signal(signal.SIGINT, note)
    try:
        with _masked(signal.SIGINT):
            yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if noted:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _masked(what: signal.Signals) -> Iterator[None]:
    """Keep a signal from this thread, where there are masks, and from processes that it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # It clears the mask when it is started later.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {what})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
