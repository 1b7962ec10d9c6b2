"""Impersonation, as it was tried from outside: exact names, look-alikes, invisible letters."""

import pytest
from sqlalchemy import update

from ludotheque.store import open_store
from ludotheque.store.database import Database
from ludotheque.store.migrations import migrate
from ludotheque.store.schema import PEOPLE
from ludotheque.tables import skeleton
from server.doors import open_doors

PASSWORD = "three dull green turtles"  # noqa: S105 - the tests' own
TAKEN = (409, "people/name")


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as doors:
        yield doors


@pytest.fixture(scope="module")
def ines(doors):
    """Return someone who has an account."""
    with doors.visitor() as ines:
        assert register(ines, "Ines Holm").status_code == 200
        yield ines


def register(visitor, name):
    return visitor.post("/api/me/password", json={"name": name, "password": PASSWORD})


def refused(answer):
    return answer.status_code, answer.json()["code"]


def opened(visitor, chairs):
    return visitor.post("/api/tables", json={"game": "hops", "chairs": chairs, "rated": False})


def chairs(visitor, table):
    return visitor.get(f"/api/tables/{table}").json()["table"]["chairs"]


LOOKS = ["Ines Holm", "INES HOLM", "lnes Holm", "Ines  H0lm", "Ines.Holm", "1nes Holrn"]


@pytest.mark.usefixtures("ines")
@pytest.mark.parametrize("name", LOOKS)
def test_nobody_else_bears_a_name_that_looks_like_an_accounts(doors, name):
    with doors.visitor() as other:
        assert refused(other.patch("/api/me", json={"name": name})) == TAKEN
        assert refused(register(other, name)) == TAKEN
        chair = opened(other, ["me", {"person": name}])
        assert refused(chair) == TAKEN
        assert "please choose another" in chair.json()["message"]


@pytest.mark.parametrize(
    "name", ["Ines\ufe0f Holm", "In\u17b5es Holm", "In\N{CYRILLIC SMALL LETTER IE}s Holm"]
)
def test_nothing_invisible_and_no_second_alphabet_comes_in(doors, name):
    with doors.visitor() as other:
        for answer in (
            other.patch("/api/me", json={"name": name}),
            register(other, name),
            opened(other, ["me", {"person": name}]),
        ):
            assert refused(answer) == (409, "match/refused")


def test_a_guest_whose_name_someone_has_taken_since_sits_down_under_another(doors):
    with doors.visitor() as guest, doors.visitor() as owner, doors.visitor() as host:
        guest.patch("/api/me", json={"name": "Bea Later"})
        table = opened(host, ["me", "open"]).json()["id"]
        register(owner, "Bea Later")
        sit = {"type": "sit", "id": "1"}
        assert refused(guest.post(f"/api/tables/{table}/deeds", json=sit)) == TAKEN
        assert refused(opened(guest, ["me", {"level": 1}])) == TAKEN
        guest.patch("/api/me", json={"name": "Bea Sooner"})
        assert guest.post(f"/api/tables/{table}/deeds", json=sit).status_code == 200


def test_guests_are_marked_on_chairs_and_in_lists_and_accounts_are_not(doors, ines):
    table = opened(ines, ["me", {"person": "Karl Here"}, "open"][:2]).json()["id"]
    assert [chair["guest"] for chair in chairs(ines, table)] == [False, True]
    with doors.visitor() as guest:
        table = opened(guest, ["me", "open"]).json()["id"]
        assert [chair["guest"] for chair in chairs(guest, table)] == [True, False]
        listed = guest.get("/api/tables").json()["tables"]
        note = next(entry["note"] for entry in listed if entry["id"] == table)
        assert [chair["guest"] for chair in note["chairs"]] == [True, False]
        assert "(guest)" in guest.get("/me").text


def test_an_account_may_sit_on_a_chair_by_its_own_name_and_two_of_it_are_numbered(ines):
    table = opened(ines, ["me", {"person": "ines holm"}]).json()["id"]
    assert [chair["name"] for chair in chairs(ines, table)] == ["Ines Holm (1)", "ines holm (2)"]


def test_a_name_of_a_computer_or_of_the_houses_guests_is_nobodys(doors):
    with doors.visitor() as visitor:
        assert refused(visitor.patch("/api/me", json={"name": "Level 3"})) == TAKEN
        assert refused(opened(visitor, ["me", {"person": "Hatchling"}])) == TAKEN
        assert refused(register(visitor, "Guest 1234")) == TAKEN


def test_accounts_from_before_that_look_alike_keep_their_names_and_come_in(tmp_path):
    url = f"sqlite:///{tmp_path / 'house.db'}"
    database = Database(url)
    migrate(database, to="4")
    old = {"password": None, "epoch": 0, "lang": "en", "recovery_hash": None, "bot": False}
    names = ["Ian", "lan", "Zo\u2764e"]
    with_old = [
        {**old, "id": f"p{n}", "name": name.casefold(), "shown": name, "created": n}
        for n, name in enumerate(names)
    ]
    columns = [PEOPLE.c[name] for name in with_old[0]]
    statement = PEOPLE.insert().values({c.name: None for c in columns})
    database.write(lambda c: [c.execute(statement.values(row)) for row in with_old])
    database.close()
    store = open_store(url)
    try:
        found = [store.people.find(f"p{n}").shown for n in range(3)]
        assert found == names
        assert store.people.alike("1an").id == "p0"
        assert store.people.change("p1", shown="LAN").shown == "LAN"
        hashed = store.people._hasher.hash(PASSWORD)
        change = update(PEOPLE).where(PEOPLE.c.id == "p2").values(password=hashed)
        store.database.write(lambda c: c.execute(change))
        assert store.people.check("ZO\u2764e", PASSWORD).id == "p2"
        assert skeleton("Ian") == skeleton("lan")
    finally:
        store.database.close()
