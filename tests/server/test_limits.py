"""Limits: how often an address or a person may do what, counted here or in Redis."""

import asyncio
import json
from contextlib import ExitStack, contextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from limits import parse
from redis import Redis
from starlette.requests import HTTPConnection
from websockets.sync.client import connect

from ludotheque.errors import BadOption
from ludotheque.page.render import STATIC, static
from ludotheque.server.access import rate_limits as limiting
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.rate_limits import SHARE, RateLimits, Windows
from ludotheque.server.rates import RATES, read_rates
from ludotheque.server.wire.errors import TooOften
from server.doors import open_doors
from waiting import PATIENCE, wait_until

dial = partial(connect, proxy=None, open_timeout=PATIENCE)
TABLE = {"game": "hops", "chairs": ["me", "open"]}


def test_requests_are_limited_by_address_and_the_proxys_word_is_taken(tmp_path):
    rates = {"request": "5/year"}
    with open_doors(tmp_path, rates=rates, proxies=("127.0.0.1",)) as doors:

        def ask(address):
            with doors.visitor(**{"x-forwarded-for": address}) as visitor:
                return visitor.get("/api/games")

        assert [ask("203.0.113.7").status_code for _ in range(7)] == [200] * 5 + [429] * 2
        late = ask("203.0.113.7")
        assert late.json()["code"] == "limit/rate"
        assert int(late.headers["retry-after"]) >= 1
        assert ask("203.0.113.8").status_code == 200
        with doors.visitor() as watcher:
            assert {watcher.get("/healthz").status_code for _ in range(9)} == {200}


def test_files_of_pages_are_counted_apart_so_that_a_class_comes_in_at_once(tmp_path):
    files = [static(path.relative_to(STATIC).as_posix()) for path in STATIC.rglob("*.js")]
    rates = {"request": "3/year", "file": "200/year"}
    with open_doors(tmp_path, rates=rates) as doors, doors.visitor() as visitor:
        assert {visitor.get(file).status_code for file in files} == {200}
        statuses = [visitor.get("/api/games").status_code for _ in range(5)]
        assert statuses == [200] * 3 + [429] * 2
        assert visitor.get(files[0]).status_code == 200
    class_of_forty = 40 * len(list(STATIC.rglob("*.*")))
    assert parse(RATES["file"]).amount >= class_of_forty


def test_without_a_trusted_proxy_its_header_is_only_talk(tmp_path):
    with open_doors(tmp_path, rates={"request": "3/year"}) as doors:
        statuses = []
        for number in range(5):
            with doors.visitor(**{"x-forwarded-for": f"203.0.113.{number}"}) as visitor:
                statuses.append(visitor.get("/api/games").status_code)
        assert statuses == [200, 200, 200, 429, 429]


def test_guests_and_tables_are_not_made_without_end(tmp_path):
    rates = {"guest": "2/year", "table": "2/year"}
    with open_doors(tmp_path, rates=rates) as doors:
        with doors.visitor() as visitor:
            statuses = [visitor.post("/api/tables", json=TABLE).status_code for _ in range(3)]
            assert statuses == [201, 201, 429]
        with doors.visitor() as second, doors.visitor() as third:
            assert second.patch("/api/me", json={}).status_code == 200
            assert third.patch("/api/me", json={}).status_code == 429


def test_sockets_are_counted_by_person_and_by_address(tmp_path):
    with open_doors(tmp_path, sockets_each=2, sockets_address=3, proxies=("127.0.0.1",)) as doors:
        with doors.visitor() as visitor:
            table = visitor.post("/api/tables", json=TABLE).json()["id"]
            cookie = f"ludotheque={visitor.cookies['ludotheque']}"
        address = f"{doors.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"

        @contextmanager
        def follow(host, **headers):
            headers |= {"x-forwarded-for": host}
            with dial(address, origin=doors.url, additional_headers=headers) as one:
                yield json.loads(one.recv())

        with ExitStack() as stack:

            def told(host, **headers):
                message = stack.enter_context(follow(host, **headers))
                return message["type"], message.get("message")

            assert told("203.0.113.7", cookie=cookie) == ("welcome", None)
            assert told("203.0.113.8", cookie=cookie) == ("welcome", None)
            assert told("203.0.113.7", cookie=cookie) == (
                "refused", "you are already watching 2 tables",
            )  # fmt: skip
            assert told("203.0.113.7") == ("welcome", None)
            assert told("203.0.113.7") == ("welcome", None)
            assert told("203.0.113.7") == (
                "refused", "3 connections are already open from your address",
            )  # fmt: skip
            assert told("203.0.113.8") == ("welcome", None)

        def let_in():
            with follow("203.0.113.7", cookie=cookie) as message:
                return message["type"] == "welcome"

        wait_until(let_in)  # as soon as the house has noticed that they are closed


def test_limits_can_be_changed_and_turned_off():
    RateLimits(RATES)
    assert read_rates("") == RATES
    assert read_rates("off") == {}
    changed = read_rates("deed=50/second, table=")
    assert changed["deed"] == "50/second"
    assert "table" not in changed
    for wrong in ("deed=often", "sneeze=1/second"):
        with pytest.raises(BadOption):
            read_rates(wrong)


@pytest.mark.parametrize(
    ("host", "counted_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unix", "unix"),
    ],
)
def test_an_address_is_counted_as_whoever_has_it(host, counted_as):
    assert client_address(HTTPConnection({"type": "http", "client": (host, 1)})) == counted_as


async def hits(rate_limits, number):
    """Return how many of that many requests of one visitor are let in."""
    allowed = 0
    for _ in range(number):
        try:
            await rate_limits.check("request", "visitor")
            allowed += 1
        except TooOften:
            pass
    return allowed


def test_who_was_turned_away_may_come_back_after_the_time_named(monkeypatch):
    clock = [1_000_000.0]
    # Its own clock alone: an event loop in another thread goes by the system's.
    monkeypatch.setattr(limiting, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    rate_limits = RateLimits({"request": "4/minute", "deed": "1/year"})

    async def story():
        assert await hits(rate_limits, 6) == 4
        await rate_limits.check("request", "another")
        await rate_limits.check("deed", "visitor")
        for _ in range(50):
            with pytest.raises(TooOften) as refused:
                await rate_limits.check("request", "visitor")
            assert 1 <= refused.value.seconds <= 60
            clock[0] += refused.value.seconds
            # What was done in the last minute still counts, so at once it is not four again.
            assert 1 <= await hits(rate_limits, 4) < 4
        clock[0] += 120
        assert await hits(rate_limits, 6) == 4

    asyncio.run(story())


def test_a_house_forgets_whom_it_need_not_count(monkeypatch):
    clock = [1_000_000.0]
    # Its own clock alone: an event loop in another thread goes by the system's.
    monkeypatch.setattr(limiting, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    windows, rate = Windows(), parse("4/minute")
    for number in range(5_000):
        clock[0] += 1
        assert windows.hit(rate, (str(number),))
    assert len(windows) <= 1_001


@pytest.fixture
def counts(redis, monkeypatch):
    """Give a Redis in which nobody is counted yet, and which may take its time to answer.

    Whoever has no answer in time counts alone.
    """
    monkeypatch.setattr(limiting, "PATIENCE", PATIENCE)
    with Redis.from_url(redis.url) as client:
        client.flushall()
    return redis


def test_workers_count_together_in_redis_and_by_themselves_without_it(counts):
    rates = {"request": "4/year"}

    async def story():
        one, two = RateLimits(rates, counts.url), RateLimits(rates, counts.url)
        assert await hits(one, 3) + await hits(two, 3) == 4
        counts.stop()
        try:
            # Each counts by itself from now on: generous, but no flood.
            assert await hits(one, 6) == 4
            assert await hits(two, 6) == 4
        finally:
            counts.start()
        for limits in (one, two):
            await limits.close()

    asyncio.run(story())


def test_workers_tell_redis_of_many_at_once_and_still_keep_to_one_limit(counts):
    rates = {"request": "100/year"}

    async def story():
        counters = [RateLimits(rates, counts.url) for _ in range(3)]
        before = asked(counts.url)
        assert [await hits(rate_limits, 40) for rate_limits in counters[:2]] == [40, 40]
        assert asked(counts.url) - before < 20
        assert 15 <= await hits(counters[2], 40) <= 24
        # Whoever comes together is told of as they are counted, not each for all.
        await asyncio.gather(*(counters[0].check("request", "another") for _ in range(90)))
        for rate_limits in counters:
            await rate_limits.close()

    asyncio.run(story())


def test_who_comes_in_a_crowd_keeps_to_the_limit_and_is_let_in_after_a_while(counts):
    async def crowd(rate_limits, people):
        """Return how many of a crowd were let in."""
        tries = (rate_limits.check("request", "class") for _ in range(people))
        refusals = await asyncio.gather(*tries, return_exceptions=True)
        return refusals.count(None)

    async def story():
        rate_limits = RateLimits({"request": "200/year"}, counts.url)
        let_in = [await crowd(rate_limits, 10) for _ in range(40)]
        assert 200 - 200 // SHARE <= sum(let_in) <= 200 + 200 // SHARE
        assert not any(let_in[-10:])
        await rate_limits.close()
        rate_limits = RateLimits({"request": "60/second"}, counts.url)
        await crowd(rate_limits, 120)
        async with asyncio.timeout(PATIENCE):
            while not await crowd(rate_limits, 1):
                pass
        await rate_limits.close()

    asyncio.run(story())


def asked(url):
    """Return how often Redis has been asked to count."""
    with Redis.from_url(url) as client:
        return client.info("commandstats").get("cmdstat_evalsha", {"calls": 0})["calls"]
