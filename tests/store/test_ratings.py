"""Results kept once, ratings that follow from them, leaderboards."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations

import pytest
from sqlalchemy import select

from ludotheque.games import shelf
from ludotheque.store import Result
from ludotheque.store.database import Database
from ludotheque.store.migrations import migrate
from ludotheque.store.people import new_id
from ludotheque.store.ratings import A_DAY, DAY, MET, MODEL, measured
from ludotheque.store.schema import RATINGS, RESULTS, RIVALS, TABLES


def result(table_id, people=("ana", "ben"), shares=(1.0, 0.0), number=1, game="chess"):
    return Result(table_id, number, game, 99, "mate", shares, people)


def keep(store, one):
    """Keep one result, and return whether it was new."""
    return store.ratings.keep([one]) == [True]


def points(store, who):
    return {rating.game: rating.points for rating in store.ratings.of(who)}


def met(store, table, *people):
    """Let *people* have met as many as it takes, each of them a computer."""
    for who in people:
        for number in range(1, MET + 1):
            keep(store, result(table(), (who, f"level:{number}")))


def test_a_result_is_kept_and_rated_once(store, table):
    kept = result(table())
    assert keep(store, kept)
    after = store.ratings.of("ana")
    assert not keep(store, kept)
    assert not keep(store, replace(kept, shares=(0.0, 1.0)))
    assert store.ratings.of("ana") == after
    assert store.ratings.results([kept.table_id]) == {kept.table_id: [kept]}


def test_the_winner_rises_and_a_tie_of_equals_moves_nobody(store, table):
    keep(store, result(table()))
    keep(store, result(table(), ("cleo", "dov"), (0.5, 0.5)))
    won, lost, tied, other = (store.ratings.of(who)[0] for who in ("ana", "ben", "cleo", "dov"))
    assert won.mu > tied.mu == other.mu == MODEL.rating().mu > lost.mu
    assert (won.games, won.computer) == (1, False)
    assert store.ratings.of("nobody") == []


def test_results_kept_together_are_rated_one_after_another(store, table):
    games = [(("ana", "ben"), "chess"), (("ben", "ana"), "chess"), (("ana", "ben"), "go")]
    for people, game in games:
        keep(store, result(table(), tuple(f"{who} alone" for who in people), game=game))
    together = [result(table(), people, game=game) for people, game in games]
    assert store.ratings.keep([*together, together[0]]) == [True, True, True, False]
    for who in ("ana", "ben"):
        alone = [replace(rating, who=who) for rating in store.ratings.of(f"{who} alone")]
        assert store.ratings.of(who) == alone


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_more_share_is_a_higher_place(store, table, seats):
    people = tuple(f"p{n}" for n in range(seats))
    keep(store, result(table(), people, tuple(n / 10 for n in range(seats))))
    means = [store.ratings.of(who)[0].mu for who in people]
    assert means == sorted(means)
    assert means[0] < means[-1]


def test_a_newcomer_has_900_and_games_differ(store, table):
    keep(store, result(table(), ("ana", "ben"), (0.5, 0.5)))
    (rating,) = store.ratings.of("ana")
    assert replace(rating, mu=25.0, sigma=25 / 3).points == 900
    assert replace(rating, mu=25.0, sigma=5 / 3).points == 1500
    assert replace(rating, mu=-99.0).points == 0
    keep(store, result(table(), ("ana", "ben"), game="go"))
    assert set(points(store, "ana")) == {"chess", "go"}


def test_every_game_of_many_at_once_counts_once(store, table):
    """Each result is told four times, from eight threads; everyone plays everyone."""
    everyone = [f"p{n}" for n in range(5)]
    pairs = [(a, b) for a in everyone for b in everyone if a < b]
    played = [result(table(), pair if n % 2 else pair[::-1]) for n, pair in enumerate(pairs)]
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda one: keep(store, one), played * 4))
    assert sum(kept) == len(played)
    assert [store.ratings.of(who)[0].games for who in everyone] == [4] * 5


@pytest.mark.parametrize(
    "people",
    [("ana", "ana"), ("ana", "ben", "ana"), ("level:1", "level:1")],
)
def test_a_result_that_tells_nothing_is_kept_and_not_rated(store, table, people):
    kept = result(table(), people, (1.0, 0.0, 0.0)[: len(people)])
    assert keep(store, kept)
    assert store.ratings.results([kept.table_id]) == {kept.table_id: [kept]}
    assert all(store.ratings.of(who) == [] for who in people)


def test_an_unrated_result_is_kept(store, table):
    kept = result(table())
    assert keep(store, replace(kept, rated=False))
    assert store.ratings.of("ana") == []
    assert not keep(store, kept), "nor is it rated later"


def test_a_computer_on_several_seats_is_rated_once(store, table):
    people = ("ana", "level:3", "level:3")
    keep(store, result(table(), people, (1.0, 0.0, 0.0)))
    (computer,) = store.ratings.of("level:3")
    assert (computer.games, computer.computer) == (1, True)
    assert MODEL.rating().mu < store.ratings.of("ana")[0].mu


def test_the_ratings_of_computers_cannot_be_farmed(store, table):
    """They are what they were measured to be, whoever loses to them how often."""
    before = measured(1, "chess")
    for number in range(30):
        keep(store, result(table(), (f"guest {number}", "level:1"), (0.0, 1.0)))
    (computer,) = store.ratings.of("level:1")
    assert (computer.mu, computer.sigma) == before
    assert computer.games == 30
    worth = [measured(n, slug) for slug in (*shelf(), "chess") for n in range(1, 9)]
    assert worth == [one for n in range(0, len(worth), 8) for one in sorted(worth[n : n + 8])]


def test_of_a_pair_ten_games_a_day_count(store, table):
    met(store, table, "ana", "ben")
    for number in range(A_DAY + 5):
        keep(store, replace(result(table()), ended=5 * DAY + number))
    assert [store.ratings.of(who)[0].games for who in ("ana", "ben")] == [A_DAY + MET] * 2
    keep(store, replace(result(table()), ended=6 * DAY))
    assert store.ratings.of("ana")[0].games == A_DAY + MET + 1


def test_what_others_have_played_with_two_computers_uses_up_nobodys_games(store, table):
    for number in range(A_DAY + 5):
        keep(store, result(table(), (f"guest {number}", "level:1", "level:2"), (1.0, 0.0, 0.0)))
    assert [store.ratings.of(f"guest {n}")[0].games for n in range(A_DAY + 5)] == [1] * (A_DAY + 5)
    noted = store.database.read(lambda c: {row.who for row in c.execute(select(RIVALS))})
    assert not noted & {"level:1", "level:2"}, "they would have to be read with every game"


def test_who_loses_to_someone_and_has_met_nobody_else_makes_no_rank(store, table):
    """As it was done: thirty guests, each of whom loses once to the same account."""
    ana = store.people.guest(new_id(), "Ana", "en", 1)
    store.people.register(ana.id, "Ana", "password")
    met(store, table, ana.id)
    before = store.ratings.of(ana.id)
    for number in range(30):
        keep(store, result(table(), (ana.id, f"guest {number}")))
    (after,) = store.ratings.of(ana.id)
    assert (after.mu, after.sigma) == (before[0].mu, before[0].sigma)
    assert store.ratings.of("guest 7")[0].mu < MODEL.rating().mu, "newcomers learn their own"


def test_a_newcomer_is_on_no_leaderboard(store, table):
    ana = store.people.guest(new_id(), "Ana", "en", 1)
    store.people.register(ana.id, "Ana", "password")
    for number in range(1, MET + 1):
        assert "Ana" not in [line.shown for line in store.ratings.board("chess")]
        for _ in range(2):  # the same one again is no other
            keep(store, result(table(), (ana.id, f"level:{number}")))
    assert "Ana" in [line.shown for line in store.ratings.board("chess")]


def test_whom_people_have_met_is_known_of_older_houses(empty_url):
    database = Database(empty_url)
    migrate(database, to="5")
    people = json.dumps(["ana", "ben", "level:1"])
    values = {"table_id": "t", "number": 1, "game": "chess", "ended": 9, "reason": "mate"}
    table = {"id": "t", "created": 1, "secret": "", "game": "chess", "status": "over"}
    table |= {"public": True, "seq": 1, "updated": 1, "note": "{}"}
    rating = {"game": "chess", "mu": 25.0, "sigma": 8.0, "games": 1}

    def fill(connection):
        connection.execute(TABLES.insert().values(table))
        connection.execute(RESULTS.insert().values({**values, "shares": "[]", "people": people}))
        for who in ("ana", "ben", "level:1"):
            row = {**rating, "who": who, "computer": who == "level:1"}
            connection.execute(RATINGS.insert().values(row))

    database.write(fill)
    migrate(database)
    found = database.read(lambda c: {tuple(row[1:3]) for row in c.execute(select(RIVALS))})
    met = set(permutations(("ana", "ben", "level:1"), 2))
    assert found == {(who, rival) for who, rival in met if who != "level:1"}
    database.close()


def test_the_leaderboard_has_computers_and_those_who_took_a_name(store, table):
    ana, ben = (store.people.guest(new_id(), name, "en", 1) for name in ("Ana", "Ben"))
    store.people.register(ana.id, "Ana", "password")
    keep(store, result(table(), (ana.id, ben.id, "level:2", "level:1"), (1.0, 0.5, 0.0, 0.0)))
    board = store.ratings.board("chess")
    assert [(line.shown, line.rating.computer, line.bot) for line in board] == [
        ("level:2", True, False),
        ("level:1", True, False),
        ("Ana", False, False),
    ]
    assert store.ratings.board("chess", limit=1) == board[:1]
    assert store.ratings.board("go") == []
