"""Results kept once, ratings that follow from them, leaderboards."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from ludotheque.store import Result
from ludotheque.store.people import new_id
from ludotheque.store.ratings import MODEL


def result(table_id, people=("ana", "ben"), shares=(1.0, 0.0), number=1, game="chess"):
    return Result(table_id, number, game, 99, "mate", shares, people)


def keep(store, one):
    """Keep one result, and return whether it was new."""
    return store.ratings.keep([one]) == [True]


def points(store, who):
    return {rating.game: rating.points for rating in store.ratings.of(who)}


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
    assert computer.mu < MODEL.rating().mu < store.ratings.of("ana")[0].mu


def test_the_leaderboard_has_computers_and_those_who_took_a_name(store, table):
    ana, ben = (store.people.guest(new_id(), name, "en", 1) for name in ("Ana", "Ben"))
    store.people.register(ana.id, "Ana", "password")
    keep(store, result(table(), (ana.id, ben.id, "level:2"), (1.0, 0.5, 0.0)))
    board = store.ratings.board("chess")
    assert [(line.shown, line.rating.computer, line.bot) for line in board] == [
        ("Ana", False, False),
        ("level:2", True, False),
    ]
    assert store.ratings.board("chess", limit=1) == board[:1]
    assert store.ratings.board("go") == []
