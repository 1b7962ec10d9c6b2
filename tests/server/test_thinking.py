"""The pool that thinks: who waits is served in turn, and nobody can take all of it."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest

from ludotheque.server.live.thinking import FORBEARANCE, QUESTIONS_EACH, Thinking
from ludotheque.server.live.thinking import PATIENCE as MOVES_FIRST
from ludotheque.server.wire.errors import TooOften
from waiting import PATIENCE


class Bench:
    """A pool in which every thought lasts until it is told to end."""

    def __init__(self, threads):
        self.pool = Thinking(threads)
        self.begun = []
        """The names of the thoughts in the order in which they began."""
        self._heard = asyncio.Event()
        self._ends = {}
        self.tasks = {}

    def ask(self, kind, whose, name, cost=1):
        """Let a thought wait for its turn."""
        self._ends[name] = threading.Event()
        self.tasks[name] = asyncio.create_task(self._think(kind, whose, name, cost))

    async def _think(self, kind, whose, name, cost):
        loop = asyncio.get_running_loop()
        async with self.pool.turn(kind, whose, cost) as turn:
            return await turn.run(self._last, loop, name)

    def _last(self, loop, name):
        loop.call_soon_threadsafe(self._begin, name)
        assert self._ends[name].wait(PATIENCE)
        return name

    def _begin(self, name):
        self.begun.append(name)
        self._heard.set()

    async def settle(self, count):
        """Wait until that many have begun, and see that no other does."""
        async with asyncio.timeout(PATIENCE):
            while len(self.begun) < count:
                self._heard.clear()
                await self._heard.wait()
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(self.begun) == count

    def end(self, name):
        self._ends[name].set()

    async def run_down(self):
        """End every thought in the order in which they begin; return that order."""
        ended = 0
        while len(self.begun) < len(self.tasks) or ended < len(self.begun):
            await self.settle(max(ended + 1, len(self.begun)))
            name = self.begun[ended]
            self.end(name)
            await asyncio.wait_for(self.tasks[name], PATIENCE)
            ended += 1
        return self.begun


@asynccontextmanager
async def bench(threads):
    made = Bench(threads)
    try:
        yield made
    finally:
        for name, task in made.tasks.items():
            made.end(name)
            task.cancel()
        await asyncio.gather(*made.tasks.values(), return_exceptions=True)
        made.pool.close()


def story(threads):
    """Run an async test with a pool of so many threads."""

    def wrapped(script):
        def test():
            async def told():
                async with bench(threads) as pool:
                    await script(pool)

            asyncio.run(told())

        test.__name__ = script.__name__
        return test

    return wrapped


@story(threads=1)
async def test_people_wait_in_turn_however_much_one_of_them_asks(pool):
    for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
        pool.ask("move", name[0], name)
    assert await pool.run_down() == ["a1", "b1", "c1", "a2", "b2", "a3"]


@story(threads=1)
async def test_what_costs_little_comes_first_but_not_for_ever(pool):
    pool.ask("move", "first", "first")
    await pool.settle(1)
    pool.ask("move", "long", "long", cost=4)
    await asyncio.sleep(0)
    for number in range(12):
        pool.ask("move", f"short{number}", f"short{number}")
        # Whoever comes now finds the line where the last one has left it.
        pool.end(pool.begun[-1])
        await pool.settle(number + 2)
    order = await pool.run_down()
    assert order[:3] == ["first", "short0", "short1"]
    assert order.index("long") < order.index("short11")


@story(threads=1)
async def test_who_asks_for_much_has_paid_when_they_ask_again(pool):
    pool.ask("move", "a", "a1", cost=8)
    await pool.settle(1)
    pool.ask("move", "a", "a2", cost=1)
    for name in ("b1", "b2", "b3"):
        pool.ask("move", "b", name, cost=2)
    assert await pool.run_down() == ["a1", "b1", "b2", "b3", "a2"]


@story(threads=2)
async def test_nobody_has_the_last_thread_beside_another(pool):
    for name in ("a1", "a2", "a3"):
        pool.ask("move", "a", name)
    await pool.settle(1)
    pool.ask("move", "b", "b1")
    await pool.settle(2)
    assert pool.begun == ["a1", "b1"]


@story(threads=1)
async def test_moves_come_before_questions_but_not_for_ever(pool):
    pool.ask("move", "first", "first")
    await pool.settle(1)
    for name in ("q1", "q2"):
        pool.ask("question", name, name)
    moves = [f"m{number}" for number in range(MOVES_FIRST + 2)]
    for name in moves:
        pool.ask("move", name, name)
    order = await pool.run_down()
    assert order == ["first", *moves[:MOVES_FIRST], "q1", *moves[MOVES_FIRST:], "q2"]


@story(threads=2)
async def test_questions_never_take_the_last_thread(pool):
    for address in ("x", "y"):
        pool.ask("question", address, address)
    await pool.settle(1)
    pool.ask("move", "table", "move")
    await pool.settle(2)
    assert pool.begun == ["x", "move"]
    pool.end("x")
    await pool.settle(3)


@story(threads=1)
async def test_reviews_come_after_moves_and_questions_but_not_never(pool):
    pool.ask("move", "first", "first")
    await pool.settle(1)
    pool.ask("review", "reader", "r1")
    pool.ask("review", "reader", "r2")
    await asyncio.sleep(0)
    moves = [f"m{number}" for number in range(FORBEARANCE + 2)]
    for name in moves:
        pool.ask("move", name, name)
    order = await pool.run_down()
    assert order == ["first", *moves[:FORBEARANCE], "r1", *moves[FORBEARANCE:], "r2"]


@story(threads=2)
async def test_neither_reviews_nor_questions_take_the_last_thread(pool):
    pool.ask("review", "reader", "review")
    await pool.settle(1)
    pool.ask("question", "x", "question")
    pool.ask("review", "another", "another")
    await pool.settle(1)
    pool.ask("move", "table", "move")
    await pool.settle(2)
    assert pool.begun == ["review", "move"]
    pool.end("review")
    await pool.settle(3)
    assert pool.begun[2] == "question"


@story(threads=3)
async def test_an_address_is_answered_one_question_at_a_time(pool):
    for name in ("x1", "x2", "y1"):
        pool.ask("question", name[0], name)
    await pool.settle(2)
    assert pool.begun == ["x1", "y1"]


@story(threads=1)
async def test_an_address_that_asks_too_much_is_refused_and_the_others_are_not(pool):
    pool.ask("move", "table", "move")
    await pool.settle(1)
    asked = [asyncio.create_task(pool.pool.answer("x", int)) for _ in range(QUESTIONS_EACH)]
    await asyncio.sleep(0)
    with pytest.raises(TooOften):
        await pool.pool.answer("x", int)
    other = asyncio.create_task(pool.pool.answer("y", int, "7"))
    pool.end("move")
    assert await asyncio.gather(*asked, other) == [0] * QUESTIONS_EACH + [7]
    assert await pool.pool.answer("x", int, "8") == 8


@story(threads=1)
async def test_who_stops_waiting_keeps_nobody_else_from_their_turn(pool):
    pool.ask("move", "a", "a1")
    await pool.settle(1)
    for name in ("a2", "b1", "b2", "c1"):
        pool.ask("move", name[0], name)
    await asyncio.sleep(0)
    for name in ("a2", "b1"):
        pool.tasks.pop(name).cancel()
    assert await pool.run_down() == ["a1", "b2", "c1"]


@story(threads=1)
async def test_a_thread_is_free_once_its_thought_has_ended_and_no_sooner(pool):
    pool.ask("move", "a", "a1")
    await pool.settle(1)
    pool.ask("move", "b", "b1")
    pool.tasks["a1"].cancel()
    await asyncio.wait([pool.tasks["a1"]])
    await pool.settle(1)
    pool.end("a1")
    await pool.settle(2)
    assert pool.begun == ["a1", "b1"]


@story(threads=1)
async def test_a_turn_that_comes_as_its_waiter_is_cancelled_goes_to_the_next(pool):
    async with pool.pool.turn("move", "a"):
        for name in ("b1", "c1"):
            pool.ask("move", name[0], name)
        await asyncio.sleep(0)
    # By now b1 has been called, and has not heard it.
    pool.tasks.pop("b1").cancel()
    assert await pool.run_down() == ["c1"]


@story(threads=1)
async def test_a_thought_that_fails_is_told_and_frees_its_thread(pool):
    with pytest.raises(ValueError, match="invalid literal"):
        await pool.pool.answer("x", int, "x")
    assert await pool.pool.answer("x", int, "3") == 3
