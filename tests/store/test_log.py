"""The log: what is kept, in which order, and what is refused."""

import asyncio

import pytest
from sqlalchemy import func, select

from kept import kept
from ludotheque.store import Row, StoreDown, Summary, Whole, open_store
from ludotheque.store.schema import ACTS, SEATS_TAKEN, TABLES
from waiting import PATIENCE

PLAYING = Summary(status="playing", public=True, due=77, note='{"names": []}', sitters=("ana",))


def row(seq, stamp="mine", body='{"say": "çà et là"}'):
    return Row(seq, stamp, 1000 + seq, body)


def count(store, table):
    return store.database.read(
        lambda c: c.execute(select(func.count()).select_from(table)).scalar()
    )


def test_what_is_kept_is_read_again(store):
    async def body():
        assert await store.log.create("t", "seed", "chess", row(1), PLAYING)
        assert await store.log.append("t", row(2), PLAYING)
        assert await store.log.read("t") == [row(1), row(2)]
        assert await store.log.read("t", after=1) == [row(2)]
        assert await store.log.read("other") == []
        assert await store.log.whole("t") == Whole("seed", [row(1), row(2)], None)
        assert await store.log.whole("other") is None

    asyncio.run(body())


def test_many_who_look_for_news_at_once_are_each_told_their_own(store):
    async def body():
        for table_id in ("t", "u"):
            await store.log.create(table_id, "seed", "chess", row(1), PLAYING)
            for seq in (2, 3):
                await store.log.append(table_id, row(seq, table_id), PLAYING)
        asked = [("t", 1), ("u", 2), ("t", 2), ("t", 3), ("other", 1), ("t", 0)]
        found = await asyncio.gather(*(store.log.read(*one) for one in asked))
        assert found == [
            [row(2, "t"), row(3, "t")],
            [row(3, "u")],
            [row(3, "t")],
            [],
            [],
            [row(1), row(2, "t"), row(3, "t")],
        ]
        # Whoever asks later sees what has been written meanwhile.
        first = asyncio.ensure_future(store.log.read("t", 3))
        await store.log.append("t", row(4), PLAYING)
        assert await store.log.read("t", 3) == [row(4)]
        assert await first in ([], [row(4)])

    asyncio.run(body())


def test_a_row_and_its_summary_are_kept_together(store):
    async def body():
        await store.log.create("t", "seed", "chess", row(1), PLAYING)
        over = Summary("over", False, None, '{"won": "ana"}', ("ben", "ana"))
        assert await store.log.append("t", row(2), over)
        listed = kept(store, "t")
        assert (listed.status, listed.public, listed.due, listed.note) == (
            "over",
            False,
            None,
            '{"won": "ana"}',
        )
        assert (listed.seq, listed.created, listed.updated) == (2, 1001, 1002)
        assert [e.id for e in store.tables.of_person("ben").entries] == ["t"]

    asyncio.run(body())


@pytest.mark.parametrize("seq", [1, 2, 4, 0], ids=["first", "same", "gap", "zero"])
def test_a_row_that_is_not_the_next_is_refused_and_changes_nothing(store, seq):
    async def body():
        await store.log.create("t", "seed", "chess", row(1), PLAYING)
        await store.log.append("t", row(2), PLAYING)
        before = kept(store, "t")
        other = Summary("over", False, 1, "changed", ("eve",))
        assert not await store.log.append("t", row(seq, "theirs"), other)
        assert kept(store, "t") == before
        assert await store.log.read("t") == [row(1), row(2)]
        assert store.tables.of_person("eve").entries == ()

    asyncio.run(body())


def test_a_table_that_is_not_there_has_no_next_row(store):
    assert not asyncio.run(_await(store.log.append("nowhere", row(1), PLAYING)))
    assert count(store, ACTS) == count(store, TABLES) == count(store, SEATS_TAKEN) == 0


def test_a_table_is_made_once(store):
    async def body():
        assert await store.log.create("t", "seed", "chess", row(1), PLAYING)
        assert not await store.log.create("t", "other", "go", row(1, "theirs"), PLAYING)
        assert (await store.log.whole("t")).secret == "seed"  # noqa: S105 - the tests' own
        assert kept(store, "t").game == "chess"

    asyncio.run(body())


def test_the_same_row_again_is_the_same_row(store):
    async def body():
        assert await store.log.create("t", "seed", "chess", row(1), PLAYING)
        assert await store.log.create("t", "seed", "chess", row(1), PLAYING)
        assert await store.log.append("t", row(2), PLAYING)
        assert await store.log.append("t", row(3), PLAYING)
        assert await store.log.append("t", row(2), PLAYING)
        assert await store.log.read("t") == [row(1), row(2), row(3)]
        assert kept(store, "t").seq == 3

    asyncio.run(body())


def test_rows_of_one_table_sent_at_once_are_kept_in_order(store):
    async def body():
        await store.log.create("t", "seed", "chess", row(1), PLAYING)
        rows = [row(seq) for seq in range(2, 600)]
        assert all(await asyncio.gather(*(store.log.append("t", r, PLAYING) for r in rows[:40])))
        tables = [f"t{n}" for n in range(600)]
        made = (store.log.create(t, "seed", "chess", row(1), PLAYING) for t in tables)
        assert all(await asyncio.gather(*made))
        again = (store.log.append(t, row(2), PLAYING) for t in tables)
        assert all(await asyncio.gather(*again))
        assert await store.log.read("t", after=1) == rows[:40]

    asyncio.run(body())


def test_a_refusal_in_a_group_concerns_nobody_else(store):
    async def body():
        for name in "abc":
            await store.log.create(name, "seed", "chess", row(1), PLAYING)
        verdicts = await asyncio.gather(
            store.log.append("a", row(2), PLAYING),
            store.log.append("b", row(3), PLAYING),
            store.log.append("c", row(2), PLAYING._replace(status="no such status")),
            store.log.append("d", row(2), PLAYING),
            store.log.create("e", "seed", "chess", row(1), PLAYING),
            return_exceptions=True,
        )
        assert [k if isinstance(k, bool) else "fault" for k in verdicts] == [
            True, False, "fault", False, True,
        ]  # fmt: skip
        assert await store.log.read("c") == [row(1)]
        assert kept(store, "c").seq == 1

    asyncio.run(body())


def test_of_many_workers_one_gets_the_number(store, url):
    """Several stores, as of several workers, append to the same tables as fast as they can."""
    tables, workers, rounds = [f"t{n}" for n in range(5)], 4, 15
    stores = [store, *(open_store(url, patience=PATIENCE) for _ in range(workers - 1))]

    async def worker(number):
        own = stores[number]
        won = 0
        for seq in range(2, rounds + 2):
            rows = (own.log.append(t, row(seq, f"{number}"), PLAYING) for t in tables)
            won += sum(await asyncio.gather(*rows))
            assert min([len(await own.log.read(name)) for name in tables]) >= seq
        return won

    async def body():
        for name in tables:
            await store.log.create(name, "seed", "chess", row(1), PLAYING)
        won = await asyncio.gather(*map(worker, range(workers)))
        assert sum(won) == len(tables) * rounds
        for name in tables:
            assert [r.seq for r in await store.log.read(name)] == list(range(1, rounds + 2))
        for own in stores[1:]:
            await own.close()

    asyncio.run(body())


def test_whoever_stops_waiting_is_not_told(store):
    async def body():
        await store.log.create("t", "seed", "chess", row(1), PLAYING)
        task = asyncio.create_task(store.log.append("t", row(2), PLAYING))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await store.log.append("t", row(2), PLAYING), "the same row, whether kept or not"
        assert len(await store.log.read("t")) == 2

    asyncio.run(body())


def test_closing_finishes_what_waits(url):
    async def body():
        store = open_store(url)
        await store.log.create("t", "seed", "chess", row(1), PLAYING)
        waiting = [
            asyncio.create_task(store.log.append("t", row(n), PLAYING)) for n in range(2, 50)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*waiting))
        with pytest.raises(StoreDown):
            await store.log.append("t", row(50), PLAYING)

    asyncio.run(body())


async def _await(something):
    return await something
