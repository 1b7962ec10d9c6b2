"""Guests, names, passwords, recovery links and tokens."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from ludotheque.errors import NotAllowed
from ludotheque.store import NameTaken, Pass, People, open_store
from ludotheque.store.people import hashed, new_id
from ludotheque.store.schema import PEOPLE, TOKENS

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def store(store):
    """Hash passwords in no time."""
    return replace(store, people=People(store.database, QUICK))


def rows(store, table):
    return store.database.read(lambda c: [dict(r) for r in c.execute(select(table)).mappings()])


def test_a_guest_is_found_again_and_nobody_else(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    other = store.people.guest(new_id(), "Ana", "en", 8, bot=True)
    assert store.people.find(guest.id) == guest
    assert store.people.find(other.id) == other
    assert (guest.shown, guest.name, guest.epoch, guest.lang, guest.bot) == (
        "Ana", None, 0, "fr", False,
    )  # fmt: skip
    assert store.people.find("nobody") is None
    assert store.people.named("Ana") is None, "a guest has not taken the name"
    assert len(guest.id) >= 22


def test_the_guest_is_the_account(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    person = store.people.register(guest.id, "Ána", "correct horse")
    assert (person.id, person.created, person.shown, person.name) == (guest.id, 7, "Ána", "ána")
    assert store.people.named("ÁNA") == person
    with pytest.raises(NotAllowed, match="only a guest"):
        store.people.register(guest.id, "Bea", "another")
    assert store.people.named("Bea") is None


def test_a_name_that_looks_the_same_is_taken_and_the_guest_unchanged(store):
    ana, other = (store.people.guest(new_id(), name, "en", 1) for name in ("A", "B"))
    store.people.register(ana.id, "Straße", "one")
    for same in ("STRASSE", "".join(chr(ord(letter) + 0xFEE0) for letter in "strasse")):
        with pytest.raises(NameTaken, match="looks like it"):
            store.people.register(other.id, same, "two")
    assert store.people.find(other.id) == other


def test_of_two_who_want_a_name_at_once_one_gets_it(store):
    guests = [store.people.guest(new_id(), "A", "en", 1) for _ in range(4)]

    def take(guest):
        try:
            return store.people.register(guest.id, "Ana", "password")
        except NameTaken:
            return None

    with ThreadPoolExecutor(4) as pool:
        assert sum(got is not None for got in pool.map(take, guests)) == 1


def test_a_password_opens_its_own_name_only(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    store.people.register(guest.id, "Ana", "correct horse")
    assert store.people.check("aNA", "correct horse").id == guest.id
    assert store.people.check("Ana", "wrong horse") is None
    assert store.people.check("Nobody", "correct horse") is None
    assert rows(store, PEOPLE)[0]["password"].startswith("$argon2id$")


def test_a_house_hashes_at_full_strength(url):
    store = open_store(url)
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    store.people.register(guest.id, "Ana", "correct horse")
    full = PasswordHasher()
    assert (
        f"$m={full.memory_cost},t={full.time_cost},p={full.parallelism}$"
        in (rows(store, PEOPLE)[0]["password"])
    )
    assert full.memory_cost >= 64 * 1024
    asyncio.run(store.close())


def test_an_unknown_name_costs_as_much_as_a_wrong_password(store, monkeypatch):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    store.people.register(guest.id, "Ana", "correct horse")
    store.people.check("Nobody", "first of all")
    verified = []
    verify = PasswordHasher.verify

    def counted(self, kept, password):
        verified.append(kept.split("$")[:4])
        return verify(self, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    store.people.check("Ana", "wrong")
    store.people.check("Nobody", "wrong")
    assert len(verified) == 2
    assert verified[0] == verified[1], "the same parameters, and so the same time"


def test_a_password_of_an_older_strength_is_hashed_anew(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    store.people.register(guest.id, "Ana", "correct horse")
    weak = rows(store, PEOPLE)[0]["password"]
    stronger = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    store = replace(store, people=People(store.database, stronger))
    assert store.people.check("Ana", "correct horse")
    assert rows(store, PEOPLE)[0]["password"] != weak
    assert store.people.check("Ana", "correct horse")


def test_sessions_end_by_epoch(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    assert store.people.end_sessions(guest.id).epoch == 1
    assert store.people.change_password(guest.id, "new") is None, "a guest has no password"
    store.people.register(guest.id, "Ana", "old")
    assert store.people.find(guest.id).epoch == 2, "the guest's sessions are not the account's"
    assert store.people.change_password(guest.id, "new").epoch == 3
    assert store.people.check("Ana", "old") is None
    assert store.people.check("Ana", "new").epoch == 3
    assert store.people.end_sessions("nobody") is None


def test_a_session_is_good_until_it_ends_and_others_stay(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    here, there = (Pass(guest.id, 0, key) for key in ("here", "there"))
    expected = Pass("not-made-yet", 0, "soon")
    assert store.people.by_session(here) == (guest, False)
    assert store.people.by_session(expected) == (None, False)
    store.people.end_session(here, 10)
    store.people.end_session(here, 11)
    assert store.people.by_session(here) == (None, True)
    assert store.people.by_session(there) == (guest, False)
    assert store.people.ended([here, there]) == {here}
    store.people.end_sessions(guest.id)
    assert store.people.by_session(there) == (None, True)
    assert store.people.ended([here, there]) == {here, there}
    assert store.people.ended([]) == set()


def test_an_ended_session_never_comes_back(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    copied, later = Pass(guest.id, 0, "copied"), 10 * 365 * 24 * 3_600_000
    store.people.end_session(copied, 10)
    store.people.end_session(Pass(guest.id, 0, "another"), later)
    assert store.people.by_session(copied) == (None, True)


def test_one_who_is_made_twice_at_once_is_one(store):
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda n: store.people.guest("same", f"Guest {n}", "en", n), range(8)))
    assert len({person.shown for person in made}) == len(rows(store, PEOPLE)) == 1


def test_a_recovery_link_works_once_and_is_kept_as_a_hash(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    first, second = (store.people.make_recovery(guest.id) for _ in range(2))
    assert rows(store, PEOPLE)[0]["recovery_hash"] == hashed(second) != second
    assert store.people.recover(first, "new") is None, "the newer link ended it"
    with ThreadPoolExecutor(4) as pool:
        used = list(pool.map(store.people.recover, [second] * 4, ["new"] * 4))
    assert sum(person is not None for person in used) == 1
    assert store.people.recover(second, "new") is None
    assert store.people.make_recovery("nobody") is None
    assert rows(store, PEOPLE)[0]["password"] is None, "a guest stays one"


def test_tokens_outlive_a_new_password_unless_asked_and_no_recovery(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    other = store.people.guest(new_id(), "Ben", "fr", 7)
    store.people.register(guest.id, "Ana", "old")
    others = store.people.make_token(other.id, "another's", 9)

    def left(change):
        token = store.people.make_token(guest.id, "mine", 9)
        by = Pass(guest.id, store.people.find(guest.id).epoch, hashed(token), by_token=True)
        assert store.people.ended([by]) == set()
        assert change() is not None
        assert store.people.ended([by]) == (set() if store.people.by_token(token) else {by})
        return store.people.by_token(token) is not None

    assert left(lambda: store.people.change_password(guest.id, "new"))
    assert not left(lambda: store.people.change_password(guest.id, "new", end_tokens=True))
    link = store.people.make_recovery(guest.id)
    assert not left(lambda: store.people.recover(link, "newest"))
    assert store.people.check("Ana", "newest") is not None
    assert store.people.by_token(others) == other


def test_a_bots_token_is_found_until_it_is_revoked(store):
    bot = store.people.guest(new_id(), "Robot", "en", 7, bot=True)
    other = store.people.guest(new_id(), "Other", "en", 7)
    token = store.people.make_token(bot.id, "at home", 9)
    assert store.people.by_token(token) == bot
    assert store.people.by_token("guess") is None
    (listed,) = store.people.tokens(bot.id)
    assert (listed.label, listed.created) == ("at home", 9)
    assert token not in str(rows(store, TOKENS))
    assert not store.people.revoke(other.id, listed.id), "only its owner may"
    assert store.people.by_token(token) == bot
    assert store.people.revoke(bot.id, listed.id)
    assert store.people.by_token(token) is None
    assert store.people.tokens(bot.id) == []


def test_what_may_change_changes(store):
    guest = store.people.guest(new_id(), "Ana", "fr", 7)
    changed = store.people.change(guest.id, shown="Bea", lang="en", bot=True)
    assert (changed.shown, changed.lang, changed.bot) == ("Bea", "en", True)
    assert store.people.change(guest.id) == changed
    store.people.register(guest.id, "Cleo", "password")
    assert store.people.change(guest.id, shown="Dov").shown == "Cleo", "shown by the name taken"
    assert store.people.change(guest.id, shown="CLEO").shown == "CLEO"
    assert store.people.change("nobody", lang="en") is None
