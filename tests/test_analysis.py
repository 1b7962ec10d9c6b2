"""Analysis: lines that can be played, scores that hold, limits that are kept."""

from dataclasses import replace
from math import inf, nan
from random import Random

import pytest

from ludotheque.engine import Analyst, Limits, Score, best_lines, kernel
from ludotheque.errors import BadOption, NotAllowed
from ludotheque.games import shelf, take
from ludotheque.position import CHANCE, Seen, play

GAMES = list(shelf().values())
PYTHON_ONLY = [replace(game, slug="unknown") for game in GAMES]
"""The same games, as if the kernel did not know them."""
every_game = pytest.mark.parametrize(
    "game",
    GAMES + PYTHON_ONLY,
    ids=[f"{who}-{game.slug}" for who in ("kernel", "python") for game in GAMES],
)
both_searches = pytest.mark.parametrize("slug", ["tortuga", "unknown"])


def dealt(game):
    position, rng = game.start(), Random(1)
    while position.to_move is CHANCE:
        position = position.after(rng.choices(position.moves(), position.odds())[0])
    return position


@every_game
def test_lines_are_distinct_and_can_be_played(game):
    position, told = dealt(game), []
    lines = best_lines(game, position, depth=2, lines=3, progress=told.append)
    assert [step[0].depth for step in told] == [1, 2]
    assert told[-1] == lines
    assert len({line.moves[0] for line in lines}) == 3
    for line in lines:
        at = position
        for move in line.moves:
            at = play(at, game.move(move, at))


@both_searches
@pytest.mark.parametrize(
    ("text", "score", "moves"),
    [
        ("4/5/5S/7/6/5/N3 S", Score.win(1), ("c6-d7",)),
        ("4/5/6/1N1So2/3S2/5/4 S", Score.win(3), ("d4~d6", "d5xf3", "d6-d7")),
    ],
)
def test_a_win_is_told_with_the_number_of_its_moves(slug, text, score, moves):
    game = replace(take("tortuga"), slug=slug)
    (line,) = best_lines(game, game.position(text))
    assert (line.score, line.moves) == (score, moves)


@both_searches
def test_a_loss_is_told_too_and_ends_the_search_by_itself(slug):
    game = replace(take("tortuga"), slug=slug)
    *_, worst = best_lines(game, game.position("4/5/6/1N1So2/3S2/5/4 S"), lines=99)
    assert worst.score == Score.loss(2)
    assert worst.moves[-1] == "d2-d1"


@every_game
def test_limits_are_kept_but_the_first_step_is_always_made(game):
    position = dealt(game)
    (first,) = best_lines(game, position, nodes=1)
    assert first.depth == 1
    (line,) = best_lines(game, position, nodes=300)
    assert first.nodes < line.nodes <= 300
    assert best_lines(game, position, seconds=0)[0].moves == first.moves
    assert best_lines(game, position, nodes=300) == [line]


@every_game
def test_limits_beyond_all_numbers_are_no_limits(game):
    position = dealt(game)
    (first,) = best_lines(game, position, depth=1)
    vast = 10**30
    best, *_ = best_lines(game, position, depth=1, seconds=inf, nodes=vast, lines=vast)
    assert best.moves == first.moves
    assert best_lines(game, position, depth=vast, nodes=1) == [first]
    with pytest.raises(BadOption, match="cannot be nan"):
        best_lines(game, position, seconds=nan)


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
@pytest.mark.parametrize("limits", [{"depth": 6}, {"nodes": 30_000}, {"seconds": 0.1}])
@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_told_last_is_the_result_whatever_ends_it(threads, limits):
    told = []
    game = take("tortuga")
    lines = best_lines(game, game.start(), threads=threads, progress=told.append, **limits)
    assert told[-1] == lines
    assert [step[0].depth for step in told] == sorted(step[0].depth for step in told)


@both_searches
def test_the_best_line_comes_first(slug):
    game = replace(take("tortuga"), slug=slug)
    lines = best_lines(game, game.start(), depth=3, lines=4)
    scores = [line.score for line in lines]
    assert scores == sorted(scores, reverse=True)


def test_secrets_are_left_out_in_python_too():
    race = replace(take("race"), slug="unknown")
    assert race.estimate is not None
    mine = "./rgbyp/./././././././. 1 r{} r+,g-,b+,*+,^+|{} -"
    worlds = (mine.format("b", "y+,y+,y+"), mine.format("g", "p++,p+,b-"))
    told = [best_lines(race, race.position(world), nodes=400) for world in worlds]
    assert told[0] == told[1]


@every_game
def test_an_analyst_without_limits_stops_when_told_to(game):
    position, told = dealt(game), []
    analyst = Analyst(game)

    def tell(lines):
        told.append(lines)
        if len(told) == 2:
            analyst.stop()

    view = position.seen_by(position.to_move)
    assert analyst.lines(view, limits=Limits(), progress=tell) == told[-1]
    assert len(told) >= 2


@every_game
def test_an_analyst_told_to_stop_beforehand_still_makes_the_first_step(game):
    position = dealt(game)
    analyst = Analyst(game)
    analyst.stop()
    (line,) = analyst.lines(position.seen_by(position.to_move), limits=Limits())
    assert line.moves[0] in map(str, position.moves())


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
def test_1_end_an_analyst_knows_what_has_come_up_before():
    game = take("tortuga")
    position = game.position("4/5/6/1N1So2/3S2/5/4 S")
    repeated = play(position, game.move("d4~d6", position))
    twice = [Seen(repeated.to_move, repeated.moves()[0], repeated)] * 2
    (line,) = Analyst(game).lines(position, twice, limits=Limits(depth=6))
    assert (line.score, line.moves[0]) == (Score(0.5), "d4~d6"), "without its past it wins"


def test_where_nobody_can_choose_nothing_is_analysed():
    with pytest.raises(NotAllowed, match="it is chance’s turn"):
        best_lines(take("race"), take("race").start(), depth=1)
    tortuga = take("tortuga")
    with pytest.raises(NotAllowed, match="already over"):
        best_lines(tortuga, tortuga.position("4/5/6/6S/6/5/4 N"), depth=1)


SMALL = take("race").of_sizes({"squares": 5})


def test_a_position_of_a_smaller_game_is_analysed_as_that_game():
    position = SMALL.position("rgb/y/p/./. 1 rg r+,r+,r+,r+,g+|g+ -")
    (line,) = best_lines(SMALL, position, nodes=10)
    assert line.moves[0] in map(str, position.moves())


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
def test_a_position_of_a_smaller_game_is_not_analysed_as_the_printed_one():
    position = SMALL.position("rgb/y/p/./. 1 rg r+,r+,r+,r+,g+|g+ -")
    with pytest.raises(NotAllowed, match="as it is printed, and “rgb/y"):
        best_lines(take("race"), position, nodes=10)


@pytest.mark.parametrize("slug", ["race", "unknown"])
def test_who_studies_may_know_what_no_seat_knows_and_must_say_so(slug):
    """A turtle stands before the lettuce: to the mover it may be anyone's, and in truth it is."""
    race = replace(take("race"), slug=slug)
    hands = "g+,y+,r+,y+,p+|b+,r-,y-,p-,g-"
    theirs, another = (
        race.position(f"gryp/./././././././b/. 1 g{tile} {hands} -") for tile in "br"
    )
    limits = Limits(nodes=2_000)
    seen = [Analyst(race).lines(at.seen_by(0), limits=limits) for at in (theirs, another)]
    assert seen[0] == seen[1]
    known = [
        Analyst(race).lines(at, limits=limits, whole=True)[0].score.share
        for at in (theirs, another)
    ]
    assert known[0] < 0.1 < known[1]


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
def test_who_plays_is_not_given_the_whole_by_mistake():
    race = take("race")
    with pytest.raises(ValueError, match="not for the viewer to see"):
        Analyst(race).lines(dealt(race), limits=Limits(nodes=10))
