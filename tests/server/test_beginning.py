"""Who begins at a table of a served house: as was said, then as the game's rules have it."""

from contextlib import ExitStack

import pytest

from rounds import asking, everyone_moves
from server.doors import open_doors


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as doors:
        yield doors


@pytest.fixture
def company(doors):
    """Return what brings people of these names together."""
    with ExitStack() as leaving:
        yield lambda *names: Company(
            {name: leaving.enter_context(doors.visitor()) for name in names}
        )


class Company:
    """People at one table, each with a browser of their own."""

    def __init__(self, visitors):
        self.visitors = visitors
        for name, visitor in visitors.items():
            visitor.patch("/api/me", json={"name": name})
        self.deeds = 0

    def open(self, game, chairs=None, **terms):
        """Open a table, as the first of them, and let the others sit down in order."""
        owner, *others = self.visitors
        wish = {"game": game, "chairs": chairs or ["me", *["open"] * len(others)], **terms}
        answer = self.visitors[owner].post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        for name in others:
            self.do(name, "sit")
        return self

    def resign(self, name):
        """Give up, once everyone has moved."""
        everyone_moves(self.id, *map(asking, self.visitors.values()))
        self.do(name, "resign")

    def do(self, name, deed, **more):
        self.deeds += 1
        body = {"type": deed, "id": f"d{self.deeds}", **more}
        answer = self.visitors[name].post(f"/api/tables/{self.id}/deeds", json=body)
        assert answer.status_code == 200, answer.text

    @property
    def seen(self):
        visitor = next(iter(self.visitors.values()))
        return visitor.get(f"/api/tables/{self.id}").json()["table"]

    def again(self):
        """Play on; return who was told to begin, why, and who does begin."""
        told = self.seen["begins"]
        for name in self.visitors:
            self.do(name, "again")
        table = self.seen
        assert table["begins"] is None, "a game is being played"
        names = [chair["name"] for chair in table["chairs"]]
        return names[told["chair"]], told["why"], names[table["seating"][0]]

    def record(self, number):
        visitor = next(iter(self.visitors.values()))
        where = f"/api/tables/{self.id}/record.json"
        return visitor.get(where, params={"number": number}).json()


@pytest.mark.parametrize("first_to", [1, 2])
def test_3_start_the_loser_begins_every_next_game(company, first_to):
    table = company("Ana", "Ben").open("hops", first_to=first_to, beginner=1)
    losers = ["Ana", "Ana", "Ben", "Ana", "Ben", "Ben"]
    for loser in losers:
        table.resign(loser)
        assert table.again() == (loser, "lost", loser)
    firsts = [table.record(number)["setup"]["seats"][0] for number in range(1, len(losers) + 2)]
    assert firsts == ["Ben", *losers], "who begins has the first seat in the record"


def test_3_start_after_a_draw_whoever_did_not_begin_begins(company):
    table = company("Ana", "Ben").open("hops", beginner=0)
    for beginner in ("Ben", "Ana"):
        table.do("Ana", "offer-draw")
        table.do("Ben", "answer-draw", agree=True)
        assert table.again() == (beginner, "drawn", beginner)


def test_3_start_the_loser_begins_against_the_computer_too(company):
    table = company("Ana").open("hops", ["me", {"level": 1}], beginner=1)
    for _ in range(3):
        table.resign("Ana")
        assert table.again() == ("Ana", "lost", "Ana")


def test_1_who_starts_the_sides_alternate(company):
    table = company("Ana", "Ben").open("tortuga", beginner=0)
    for loser, beginner in (("Ana", "Ben"), ("Ana", "Ana"), ("Ben", "Ben")):
        table.resign(loser)
        assert table.again() == (beginner, "sides", beginner)


def test_2_set_up_the_owner_says_who_begins_then_the_next_seat(company):
    table = company("Ana", "Ben", "Cleo").open("race", beginner=1)
    assert table.seen["seating"] == [1, 2, 0]
    for loser, beginner in (("Ben", "Cleo"), ("Ben", "Ana"), ("Cleo", "Ben")):
        table.resign(loser)
        assert table.again() == (beginner, "next", beginner)


def test_who_waits_for_others_is_told_who_will_begin(doors):
    with doors.visitor() as visitor:
        for said, begins in (
            ({"beginner": 2}, {"chair": 2, "why": "said"}),
            ({"beginner": None}, {"chair": None, "why": "lot"}),
            ({}, {"chair": None, "why": "lot"}),
        ):
            wish = {"game": "race", "chairs": ["me", "open", "open"], **said}
            table = visitor.post("/api/tables", json=wish).json()["id"]
            assert visitor.get(f"/api/tables/{table}").json()["table"]["begins"] == begins


@pytest.mark.parametrize(
    ("beginner", "status", "code"),
    [
        (2, 422, "seats/number"),
        (-1, 422, "request/invalid"),
        (99, 422, "request/invalid"),
        ("me", 422, "request/invalid"),
        (1.5, 422, "request/invalid"),
        (True, 422, "request/invalid"),
    ],
)
def test_a_beginner_who_cannot_be_is_refused(doors, beginner, status, code):
    with doors.visitor() as visitor:
        wish = {"game": "hops", "chairs": ["me", "open"], "beginner": beginner}
        answer = visitor.post("/api/tables", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
