"""Process pool: work done in several processes at once.

A worker keeps nothing that could be lost, so that it is never asked to stop: it is ended, in the
midst of a thought too, once the caller looks no further. Should the caller itself be ended, be it
by force, its workers see that and go.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread, current_thread, main_thread
from time import monotonic
from traceback import format_exc
from typing import Any, Final, NoReturn, TypeVar, cast

from ludotheque.errors import N_, NotAllowed

Task = TypeVar("Task")
Result = TypeVar("Result")

QUICK: Final = 0.1
"""The seconds below which a task is so short that waiting for the next would tell.

Whoever has a longer one takes no other beside it: at the end somebody else may be free for it."""
MOST_DEATHS: Final = 3
"""The processes that may die of one task."""


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    """Yield what `as_done` does, in the order of the *tasks*."""
    done: dict[int, Result] = {}
    due = 0
    with closing(as_done(work, tasks, workers)) as results:
        for number, result in results:
            done[number] = result
            while due in done:
                yield done.pop(due)
                due += 1


def as_done(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number of each of the *tasks* and the result of *work*, as soon as it is done.

    The work, its tasks and results, and what it raises, must be such that a process started afresh
    can be sent them. A process that dies is replaced and its work done again; a task during which
    too many have died is given up, by NotAllowed. Once the caller looks no further, be it for
    Ctrl-C, all processes are ended.
    """
    to_do = _ToDo(tasks)
    crew: dict[Connection, _Worker] = {}
    try:
        with _interrupts_held_back():
            for _ in range(workers):
                _hire(crew, work)
        while True:
            for worker in crew.values():
                worker.take(to_do)
            # Nobody idles while a result is looked at.
            yield from to_do.handed_in()
            busy = [line for line, worker in crew.items() if worker.given]
            if not busy:
                return
            for line in cast("list[Connection]", wait(busy)):
                if crew[line].hand_in(to_do):
                    continue
                with _interrupts_held_back():
                    _dismiss(crew.pop(line), line)
                    _hire(crew, work)
    finally:
        with _interrupts_held_back():
            for worker in crew.values():
                worker.kill()
            for line, worker in crew.items():
                _dismiss(worker, line)


class _ToDo:
    """The tasks not yet given to anyone, and the results not yet looked at."""

    def __init__(self, tasks: Iterable[Any]) -> None:
        self._new = enumerate(tasks)
        self._again: list[tuple[int, Any]] = []
        self._deaths: dict[int, int] = {}
        self._results: list[tuple[int, Any]] = []
        self._done = 0

    def next(self) -> tuple[int, Any] | None:
        """Return the next task and its number, None where there is none."""
        return self._again.pop() if self._again else next(self._new, None)

    def done(self, number: int, result: object) -> None:
        """Keep a result until it is looked at."""
        self._results.append((number, result))
        self._done += 1

    def handed_in(self) -> Iterator[tuple[int, Any]]:
        """Yield the results since it was last asked."""
        results, self._results = self._results, []
        yield from results

    def lost(self, given: Iterable[tuple[int, Any]]) -> None:
        """Take back what was *given* to a process that has died; it died of the first."""
        for place, (number, task) in enumerate(given):
            self._deaths[number] = self._deaths.get(number, 0) + (place == 0)
            if self._deaths[number] >= MOST_DEATHS:
                raise NotAllowed(
                    N_("one of the processes that were playing died after {n} games"), n=self._done
                )
            self._again.append((number, task))


class _Worker:
    """A process, and the tasks that it was given, of which it does the first."""

    def __init__(self, process: SpawnProcess, line: Connection) -> None:
        self._process = process
        self._line = line
        self.given: deque[tuple[int, Any]] = deque()
        self._since = monotonic()
        self._quick = False

    def take(self, to_do: _ToDo) -> None:
        """Take a task, and where tasks are short one more, so as not to wait for it."""
        while len(self.given) < 1 + self._quick and (task := to_do.next()) is not None:
            if not self.given:
                self._since = monotonic()
            self.given.append(task)
            with suppress(ConnectionError):  # Whoever has died is found out by listening.
                self._line.send(task[1])

    def hand_in(self, to_do: _ToDo) -> bool:
        """Hand in the result that has come down the line; False if the process has died."""
        try:
            result, fault = self._line.recv()
        except (EOFError, ConnectionError):
            to_do.lost(self.given)
            return False
        if fault is not None:
            raise fault
        self._quick = monotonic() - self._since < QUICK
        self._since = monotonic()
        to_do.done(self.given.popleft()[0], result)
        return True

    def kill(self) -> None:
        """End the process and those that it has started: they are of one group."""
        if hasattr(os, "killpg") and self._process.pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def join(self) -> None:
        """Wait for the end."""
        self._process.join()


def _dismiss(worker: _Worker, line: Connection) -> None:
    worker.kill()
    worker.join()
    line.close()


def _hire(crew: dict[Connection, _Worker], work: Callable[[Any], Any]) -> None:
    """Start one more process of the *crew*."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work, theirs), daemon=True)
    process.start()
    theirs.close()
    crew[ours] = _Worker(process, ours)


def _serve(work: Callable[[Any], Any], line: Connection) -> None:
    """Do the tasks that come down the *line*, as a worker that leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # With the engines that it will start it is a group, to be ended as one.
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
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
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
