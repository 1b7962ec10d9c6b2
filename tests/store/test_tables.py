"""Lists of tables, what is due, leases and presence."""

from concurrent.futures import ThreadPoolExecutor

from kept import kept
from ludotheque.store import Sign, Summary
from ludotheque.store.database import Database
from ludotheque.store.tables import Tables


def summary(status="open", *, public=True, due=None, sitters=()):
    return Summary(status=status, public=public, due=due, note="{}", sitters=sitters)


def ids(page):
    return [entry.id for entry in page.entries]


def test_lists_hold_public_tables_of_their_status_the_youngest_first(store, table):
    table("old", at=1, summary=summary())
    table("new", at=2, summary=summary())
    table("secret", summary=summary(public=False))
    table("played", summary=summary("playing"))
    assert ids(store.tables.public("open")) == ["new", "old"]
    assert ids(store.tables.public("playing")) == ["played"]


def test_tables_at_rest_are_left_out_unless_something_is_due(store, table):
    table("resting", at=1, summary=summary("playing"))
    table("due", at=1, summary=summary("playing", due=9))
    table("lively", at=5, summary=summary("playing"))
    assert sorted(ids(store.tables.public("playing", lively=5))) == ["due", "lively"]
    assert sorted(ids(store.tables.public("playing", lively=6))) == ["due"]


def test_pages_hold_every_table_once(store, table):
    names = [table(at=n // 3, summary=summary(sitters=("ana",))) for n in range(11)]
    table(summary=summary(sitters=("ben",), public=False))
    for listed in (
        lambda after: store.tables.public("open", after=after, limit=4),
        lambda after: store.tables.of_person("ana", after=after, limit=4),
    ):
        seen, after = [], None
        while True:
            page = listed(after)
            seen += ids(page)
            if (after := page.next) is None:
                break
            assert len(page.entries) == 4
        assert sorted(seen) == sorted(names)
    assert listed("nonsense").entries == ()


def test_heads_tell_how_far_tables_have_come(store, table):
    first, second = table(), table()
    assert store.tables.heads([first, second, "nowhere"]) == {first: 1, second: 1}
    assert store.tables.heads([]) == {}


def test_what_is_due_is_found_in_order_unless_someone_sees_to_it(store, table):
    table("later", summary=summary(due=30))
    table("first", summary=summary(due=10))
    table("second", summary=summary(due=20))
    table("never", summary=summary())
    due = lambda now: [entry.id for entry in store.tables.due(now)]  # noqa: E731 - said thrice
    assert due(9) == []
    assert due(20) == ["first", "second"]
    assert store.tables.take_lease("first", 1, "worker", now=20, until=25)
    assert due(24) == ["second"]
    assert due(25) == ["first", "second"], "the worker has not come back"


def test_due_is_set_only_where_nothing_has_followed(store, table):
    name = table(summary=summary(due=10))
    assert not store.tables.set_due(name, 2, None)
    assert kept(store, name).due == 10
    assert store.tables.set_due(name, 1, None)
    assert kept(store, name).due is None


def test_of_many_tables_those_are_not_due_at_which_nothing_has_followed(store, table):
    names = [table(summary=summary(due=10)) for _ in range(3)]
    store.tables.not_due([(names[0], 1), (names[1], 2)])
    assert [kept(store, name).due for name in names] == [None, 10, 10]


def test_a_lease_is_one_workers_until_it_ends_or_is_released(store, table):
    tables, name = store.tables, table()
    assert tables.take_lease(name, 1, "one", now=0, until=10)
    assert not tables.take_lease(name, 1, "two", now=9, until=99)
    assert tables.take_lease(name, 1, "one", now=9, until=20), "renewed"
    assert not tables.take_lease(name, 1, "two", now=19, until=99)
    assert not tables.release_lease(name, "two")
    assert tables.release_lease(name, "one")
    assert tables.take_lease(name, 1, "two", now=11, until=30)
    assert tables.take_lease(name, 1, "one", now=30, until=40), "it had ended"
    assert not tables.release_lease(name, "two")
    assert not tables.take_lease("nowhere", 1, "one", now=0, until=10)
    assert not tables.take_lease(name, 0, "two", now=41, until=50), "the table has gone on"


def test_of_workers_who_want_a_lease_at_once_one_gets_it(url, table):
    names = [table() for _ in range(5)]
    workers = [Tables(Database(url)) for _ in range(6)]

    def take(number):
        return [
            workers[number].take_lease(name, 1, f"w{number}", now=0, until=10) for name in names
        ]

    with ThreadPoolExecutor(6) as pool:
        taken = list(pool.map(take, range(6)))
    assert [sum(won) for won in zip(*taken, strict=True)] == [1] * 5
    for worker in workers:
        worker._database.close()


def test_presence_is_the_last_sign_that_someone_gave(store, table):
    name = table()
    store.tables.seen([(name, "ana"), (name, "ben"), (name, "ana"), ("other", "ana")], 10)
    store.tables.seen([(name, "ana")], 20)
    store.tables.seen([(name, "ana")], 15, here=False)
    store.tables.seen([], 30)
    store.tables.seen([("elsewhere", "ana")], 40)
    signs = {(name, "ana"): Sign(20, here=False), (name, "ben"): Sign(10, here=True)}
    assert store.tables.presence([name]) == signs
    assert store.tables.presence([name, "other"]) == {
        **signs,
        ("other", "ana"): Sign(10, here=True),
    }
    assert store.tables.presence([]) == {}
    # Clocks of machines differ: whoever writes last is right.
    store.tables.seen([(name, "ana")], 12)
    assert store.tables.presence([name])[name, "ana"] == Sign(20, here=True)
