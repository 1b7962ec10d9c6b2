"""Reviews are kept a game each, by which engine they were made, and go with their table."""

from sqlalchemy import func, select

from ludotheque.store import Keeping, Summary
from ludotheque.store.schema import REVIEWS
from ludotheque.store.tidy import DAY

KEEPING = Keeping(guests=30, tables=20)


def test_a_review_is_found_by_game_and_edition(store, table):
    name = table()
    store.reviews.keep(name, 1, "v1", "first", 5)
    store.reviews.keep(name, 2, "v1", "second", 6)
    assert store.reviews.find(name, 1, "v1") == "first"
    assert store.reviews.find(name, 2, "v1") == "second"
    assert store.reviews.find(name, 1, "v2") is None
    assert store.reviews.find(name, 3, "v1") is None


def test_another_edition_takes_the_place_of_the_one_before(store, table):
    name = table()
    store.reviews.keep(name, 1, "v1", "old", 5)
    store.reviews.keep(name, 1, "v2", "new", 6)
    assert (store.reviews.find(name, 1, "v1"), store.reviews.find(name, 1, "v2")) == (None, "new")


def test_of_a_table_that_has_gone_nothing_is_kept(store):
    store.reviews.keep("gone", 1, "v1", "text", 5)
    assert store.reviews.find("gone", 1, "v1") is None


def test_a_table_that_is_swept_takes_its_reviews_along(store, table):
    name = table("swept", at=DAY, summary=Summary("closed", True, None, "{}"))
    store.reviews.keep(name, 1, "v1", "text", DAY)
    assert store.tidy.sweep(100 * DAY, KEEPING).tables == 1
    kept = select(func.count()).select_from(REVIEWS)
    assert store.database.read(lambda c: c.execute(kept).scalar()) == 0


def test_who_plays_where_is_known(store, table):
    for name, status in (("on", "playing"), ("over", "over"), ("open", "open")):
        table(name, summary=Summary(status, True, None, "{}", sitters=("ana",)))
    assert [listed.id for listed in store.tables.playing("ana")] == ["on"]
    assert store.tables.playing("ben") == []
