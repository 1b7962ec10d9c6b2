"""Who begins at a table: the first game, and every one after it, however many make a series."""

import json

import pytest

from ludotheque.errors import BadSeats
from ludotheque.games import take
from ludotheque.match import beginner_after, drawn_by_lot, read_clock
from ludotheque.position import Outcome
from ludotheque.tables import (
    Chair,
    Deed,
    Host,
    Sitter,
    Terms,
    act_text,
    follow,
    read_act,
)
from ludotheque.tables.shown import table_seen
from ludotheque.tables.table import Beginning

HOST = Host("7" * 64)
AT = 1_700_000_000_000
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve")
EVERY_LENGTH = pytest.mark.parametrize("first_to", [1, 2, 5])


class Evening:
    """A table that is played at, and everything that was done there."""

    def __init__(self, slug, seats=2, beginner=None, chairs=None, **terms):
        game = take(slug)
        people = [Chair(Sitter(name, name)) for name in NAMES[:seats]]
        opened = HOST.open(
            Deed(NAMES[0], AT),
            Terms(game=game, options=game.settle({}), **terms),
            people if chairs is None else chairs,
            beginner,
        )
        self.steps = [opened]

    @property
    def table(self):
        return self.steps[-1].after

    def do(self, deed, name, *more, **how):
        self.steps.append(deed(self.table, Deed(name, self.table.now + 1), *more, **how))

    @property
    def beginner(self):
        """Who sits at the first seat of the present game."""
        return self.table.sitter(0).who

    @property
    def people(self):
        return sorted({c.sitter.who for c in self.table.chairs if not c.sitter.computer})

    def round(self):
        """Let everyone move."""
        while not self.table.match.all_moved:
            table, at = self.table, self.table.now + 1
            move, sitter = str(table.match.position.moves()[0]), table.sitter(table.match.to_move)
            self.steps.append(
                HOST.move_for_computer(table, at, move, table.turn)
                if sitter.computer
                else HOST.play(table, Deed(sitter.who, at), move, table.turn, seat=None)
            )

    def resign(self, name):
        self.round()
        self.do(HOST.resign, name, seat=None)

    def draw(self):
        first, *others = self.people
        self.do(HOST.offer_draw, first, seat=None)
        for name in others:
            self.do(HOST.answer_draw, name, agree=True, seat=None)

    def again(self):
        for name in self.people:
            self.do(HOST.again, name)

    def after(self, ending, *who):
        """Return who begins once the game has ended so, having been told as much before."""
        ending(*who)
        begins = self.table.begins
        self.again()
        assert self.table.seating[0] == begins.chair
        assert refolded(self.steps) == self.table
        return self.beginner, begins.why


def refolded(steps):
    """Return the table that the log's own text gives."""
    table = None
    for step in steps:
        table = follow(table, read_act(step.act.seq, step.act.at, act_text(step.act)))
    return table


# What follows from a game.


@pytest.mark.parametrize(
    ("slug", "outcome", "follows"),
    [
        ("hops", Outcome.win(2, 0, reason="test"), (1, "lost")),
        ("hops", Outcome.win(2, 1, reason="test"), (0, "lost")),
        ("hops", Outcome.draw(2, "test"), (1, "drawn")),
        ("tortuga", Outcome.win(2, 0, reason="test"), (1, "sides")),
        ("tortuga", Outcome.win(2, 1, reason="test"), (1, "sides")),
        ("tortuga", Outcome.draw(2, "test"), (1, "sides")),
        ("race", Outcome.win(2, 1, reason="test"), (1, "next")),
        ("race", Outcome.win(5, 3, reason="test"), (1, "next")),
        ("race", Outcome.win(4, 0, 2, reason="test"), (1, "next")),
    ],
)
def test_who_begins_follows_from_the_game_before(slug, outcome, follows):
    assert beginner_after(take(slug), outcome) == follows


# At a table.


@EVERY_LENGTH
def test_3_start_the_loser_begins_the_next_game_at_the_same_table(first_to):
    evening = Evening("hops", beginner=0, first_to=first_to)
    assert evening.beginner == "Ana"
    for loser in ("Ana", "Ana", "Ben", "Ben", "Ben", "Ana", "Ben"):
        assert evening.after(evening.resign, loser) == (loser, "lost")


@EVERY_LENGTH
def test_3_start_after_a_draw_whoever_did_not_begin_begins(first_to):
    evening = Evening("hops", beginner=1, first_to=first_to)
    assert evening.after(evening.draw) == ("Ana", "drawn")
    assert evening.after(evening.draw) == ("Ben", "drawn")
    assert evening.after(evening.resign, "Ben") == ("Ben", "lost")
    assert evening.after(evening.draw) == ("Ana", "drawn")


def test_3_start_who_loses_on_time_begins_the_next_game():
    evening = Evening("hops", beginner=0, clock=read_clock("1m"))
    for _ in range(3):
        evening.round()
        evening.steps.append(HOST.flag(evening.table, evening.table.due + 1))
        evening.again()
        assert evening.beginner == "Ana"


def test_3_start_the_computer_begins_after_it_has_lost_and_not_before():
    chairs = [Chair(Sitter("Ana", "Ana")), Chair(Sitter.level(1))]
    evening = Evening("hops", chairs=chairs, beginner=1)
    assert evening.beginner == "level:1"
    for _ in range(3):
        assert evening.after(evening.resign, "Ana") == ("Ana", "lost")


@EVERY_LENGTH
def test_1_who_starts_the_sides_alternate_whatever_the_end(first_to):
    evening = Evening("tortuga", beginner=0, first_to=first_to)
    assert evening.after(evening.resign, "Ana") == ("Ben", "sides")
    assert evening.after(evening.resign, "Ana") == ("Ana", "sides")
    assert evening.after(evening.draw) == ("Ben", "sides")
    assert evening.after(evening.draw) == ("Ana", "sides")
    assert evening.after(evening.resign, "Ben") == ("Ben", "sides")


@EVERY_LENGTH
def test_2_set_up_in_further_games_the_next_seat_begins(first_to):
    evening = Evening("race", 3, beginner=1, first_to=first_to)
    assert evening.beginner == "Ben"
    for loser, beginner in (("Ana", "Cleo"), ("Cleo", "Ana"), ("Cleo", "Ben"), ("Ben", "Cleo")):
        assert evening.after(evening.resign, loser) == (beginner, "next")


# The first game.


@pytest.mark.parametrize("chair", range(4))
def test_2_set_up_the_table_says_who_is_the_youngest(chair):
    evening = Evening("race", 4, beginner=chair)
    assert evening.table.seating == tuple((chair + seat) % 4 for seat in range(4))
    assert evening.table.match.setup.players[0] == NAMES[chair]
    assert refolded(evening.steps) == evening.table


def test_where_nobody_says_who_begins_a_lot_decides():
    evening = Evening("tortuga")
    began = next(event for event in evening.steps[0].act.events if event.word == "begin")
    assert evening.table.seating[0] == drawn_by_lot(began.lot, 2)


def waiting(beginner, chairs=5):
    """Return a table of the race that Ana has opened, where others are to come."""
    places = [Chair(Sitter("Ana", "Ana")), *[Chair()] * (chairs - 1)]
    return Evening("race", chairs=places, beginner=beginner)


def test_before_the_first_game_everyone_is_told_who_begins():
    assert table_seen(waiting(2).table, HOST, None, None, AT).begins == Beginning(2, "said")
    assert waiting(None).table.begins == Beginning(None, "lot")
    evening = Evening("hops", beginner=0)
    assert evening.table.begins is None, "a game is being played"
    evening.resign("Ana")
    assert evening.table.begins == Beginning(0, "lost")
    evening.do(HOST.leave, "Ana")
    evening.do(HOST.leave, "Ben")
    assert evening.table.begins is None, "there is no next game at a table put away"


def test_whoever_sits_on_the_chair_begins_also_when_it_has_moved_up():
    evening = waiting(3)
    for name, chair in (("Dan", 3), ("Eve", 4)):
        evening.do(HOST.sit, name, Sitter(name, name), chair)
    evening.do(HOST.start, "Ana")
    assert [chair.sitter.who for chair in evening.table.chairs] == ["Ana", "Dan", "Eve"]
    assert evening.beginner == "Dan"
    assert refolded(evening.steps) == evening.table


def test_a_lot_decides_where_the_chair_that_was_to_begin_is_taken_away():
    evening = waiting(1)
    for name, chair in (("Dan", 3), ("Eve", 4)):
        evening.do(HOST.sit, name, Sitter(name, name), chair)
    evening.do(HOST.start, "Ana")
    began = next(event for event in evening.steps[-1].act.events if event.word == "begin")
    assert evening.table.seating[0] == drawn_by_lot(began.lot, 3)
    assert refolded(evening.steps) == evening.table


def test_a_beginner_who_cannot_be_is_refused():
    for chair in (-1, 2, 15):
        with pytest.raises(BadSeats, match=f"chair {chair + 1} cannot begin: the table has 2"):
            Evening("hops", beginner=chair)


@pytest.mark.parametrize("beginner", [0, 1])
def test_who_begins_from_a_position_sits_where_it_is_to_move(beginner):
    middle = "4/S4/2oNN1/SNN3N/1SS2N/S3N/1oSS"
    for seat, side in enumerate("SN"):
        evening = Evening("tortuga", beginner=beginner, start=f"{middle} {side}", rated=False)
        assert evening.table.match.to_move == seat
        assert evening.table.seating[seat] == beginner
        assert refolded(evening.steps) == evening.table


def test_where_a_position_says_who_begins_nobody_is_told_otherwise():
    start = {"start": "4/S4/2oNN1/SNN3N/1SS2N/S3N/1oSS N", "rated": False}
    evening = Evening("tortuga", **start)
    evening.resign("Ana")
    assert evening.table.begins is None


# Logs that were written before.


def as_before(step, lot):
    """Return an act as an older house wrote it: no beginner was said, every series has a lot."""
    body = json.loads(act_text(step.act))
    for event in body["events"]:
        event.pop("beginner", None)
        if event["type"] == "begin":
            event["lot"] = lot
    return read_act(step.act.seq, step.act.at, json.dumps(body))


def lot_for(chair):
    """Return the seed of a lot that falls on *chair* of two."""
    return next(seed for n in range(64) if drawn_by_lot(seed := f"{n:064x}", 2) == chair)


@pytest.mark.parametrize("chair", [0, 1])
def test_an_old_log_is_folded_by_its_lots_and_the_next_game_follows_from_the_last(chair):
    evening = Evening("hops")
    evening.resign("Ana")
    evening.again()
    table = None
    for step in evening.steps:
        table = follow(table, as_before(step, lot_for(chair)))
    assert (table.number, table.seating[0]) == (2, chair)
    evening.steps = [step._replace(after=table) for step in evening.steps[-1:]]
    evening.resign("Ben")
    evening.again()
    assert evening.beginner == "Ben"
