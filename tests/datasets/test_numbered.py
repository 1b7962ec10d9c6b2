"""Self-play in the kernel: the same games as in Python, to the byte, and who plays them there."""

from random import Random

import numpy as np
import pytest

from ludotheque.datasets import Plan
from ludotheque.datasets.numbered import play_by_numbers
from ludotheque.datasets.play import play, play_by_rules
from ludotheque.datasets.shards import arrays_of
from ludotheque.engine import kernel, player
from ludotheque.engine.course import CHANCE, weigher
from ludotheque.games import take

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)


def seated(terms, number):
    """Return new players for a game."""
    seeds = [terms.secret(f"thought/{number}/{seat}") for seat in range(terms.seats)]
    return [player(terms.player, terms.taken, Random(seed)) for seed in seeds]


@pytest.mark.parametrize(
    ("game", "who", "games", "seats", "options"),
    [
        ("tortuga", "random", 12, 2, {"start": "coast"}),
        ("tortuga", "level:1", 8, 2, {}),
        ("tortuga", "level:3", 8, 2, {"chain": "longest"}),
        ("tortuga", "level:2", 8, 2, {"capture": "anywhere", "goal": "camp"}),
        ("hops", "random", 1, 2, {"start": "edges"}),  # it lasts until the limit
        ("hops", "level:3", 1, 2, {"to_and_fro": "immediate"}),
        ("hops", "level:2", 1, 2, {}),
        ("race", "random", 6, 5, {"start": "loose"}),
        ("race", "level:1", 6, 2, {}),
        ("race", "level:5", 2, 3, {"tiles": "open"}),
    ],
)
def test_the_kernel_and_the_rules_in_python_make_the_same_files(game, who, games, seats, options):
    terms = Plan(
        game=game,
        player=who,
        games=games,
        seats=seats,
        options=options,
        wander=0.2,
        seed="b5" * 32,
    )
    by_kernel, by_rules = [], []
    for number in range(games):
        weighers = [weigher(thinker, terms.taken) for thinker in seated(terms, number)]
        by_kernel.append(play_by_numbers(terms, number, weighers))
        by_rules.append(play_by_rules(terms, number, seated(terms, number)))
        assert play(terms, number) == by_kernel[-1]
    assert sum(len(one.rows) for one in by_kernel) > 20
    ours, theirs = arrays_of(terms, by_kernel), arrays_of(terms, by_rules)
    for name, array in theirs.items():
        assert array.dtype == ours[name].dtype
        np.testing.assert_array_equal(ours[name], array, err_msg=name)


@pytest.mark.parametrize("game", ["tortuga", "hops", "race"])
def test_who_has_no_clock_plays_by_numbers_where_there_is_a_kernel(game):
    def numbered(text):
        return weigher(player(text, take(game), Random(1)), take(game)) is not None

    assert [numbered(f"level:{number}") for number in range(1, 9)] == [True] * 7 + [False]
    assert numbered("random")
    assert not numbered("search:0.1")
    assert not numbered("greedy")


def test_a_position_is_known_again_when_it_comes_up_again():
    hops = take("hops")
    course = kernel.new_course(hops, str(hops.start()), hops.settle({}))
    met = []
    for text in ("A1-B2", "A3-B3", "B2-A1", "B3-A3") * 2:
        course.play([course.text(number) for number in range(course.count())].index(text))
        met.append(course.times_met())
    assert met == [1, 1, 1, 2, 2, 2, 2, 3]
    course.begin(str(hops.start()))
    assert course.times_met() == 1


def test_chance_has_odds_and_nobody_else_has():
    race = take("race")
    start = race.start(3)
    course = kernel.new_course(race, str(start), race.settle({}))
    while course.to_move == CHANCE:
        assert course.odds() == list(start.odds())
        course.play(course.count() - 1)
        start = start.after(start.moves()[-1])
    assert course.to_move == start.to_move == 0
    assert course.odds() == []


def test_a_move_that_there_is_not_is_refused():
    tortuga = take("tortuga")
    course = kernel.new_course(tortuga, str(tortuga.start()), tortuga.settle({}))
    for number in (-1, course.count()):
        for ask in (course.text, course.play, lambda wrong: course.rows([(wrong, 1.0)], 0)):
            with pytest.raises(IndexError):
                ask(number)
    with pytest.raises(ValueError, match="column"):
        course.begin("nonsense")
    assert course.count() == len(tortuga.start().moves())
    assert course.to_move == 0
