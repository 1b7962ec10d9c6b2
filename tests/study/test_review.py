"""Reviews: what holds of every game, and what is told of some that are known by heart."""

from dataclasses import replace
from random import Random

import pytest
from uneven import played

from ludotheque.engine import Score, kernel, player
from ludotheque.engine.proof import prover
from ludotheque.errors import BadRecord, NotAllowed
from ludotheque.games import shelf, take
from ludotheque.match import Record, redacted, replay
from ludotheque.study import Label, review, reviewing
from tables import REFEREE, SEED, begin, play, play_on

TORTUGA, HOPS, RACE = take("tortuga"), take("hops"), take("race")
GAMES = list(shelf().values())
PYTHON_ONLY = [replace(game, slug="unknown") for game in GAMES]
NO_ESTIMATE = replace(TORTUGA, slug="unknown", estimate=None)
FEW = 400
"""Nodes a move: enough to judge by, and soon done."""
PROVED = 7
"""The plies in which a search proves anew what a review calls certain."""
every_game = pytest.mark.parametrize(
    "game",
    [*GAMES, *PYTHON_ONLY, NO_ESTIMATE],
    ids=[f"{who}-{game.slug}" for who in ("kernel", "python") for game in GAMES] + ["guessing"],
)
with_kernel = pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")


def kept(match):
    return Record.of(match, SEED)


def between(game, *players, **terms):
    """Return the record of a game between computers, always the same."""
    match = REFEREE.begin(game, players, began=0, **terms)
    thinkers = [player(name, game, Random(f"{seat}")) for seat, name in enumerate(players)]
    while isinstance(seat := match.to_move, int):
        move = thinkers[seat].choose(match.seen_by(seat), match.past(seat))
        match = play(match, str(move))
    return kept(match)


@every_game
def test_every_move_of_every_game_is_judged(game):
    match = play_on(begin(game, game.seats[-1]), Random(3), 6)
    match = match if match.outcome else REFEREE.resign(match, 0, match.now)
    found = review(kept(match), nodes=FEW if kernel.has_twin(game) else 40)
    made = [(n, ply) for n, ply in enumerate(match.plies) if isinstance(ply.mover, int)]
    assert [move.number for move in found.moves] == [number for number, _ in made]
    assert [move.turn for move in found.moves] == list(range(1, len(made) + 1))
    assert [move.move for move in found.moves] == [str(ply.move) for _, ply in made]
    assert found.complete
    for move in found.moves:
        assert move.seat == match.plies[move.number].mover
        assert move.before == str(match.positions[move.number].seen_by(move.seat))
        assert move.reached <= move.value
        assert move.loss == pytest.approx(move.value.share - move.reached.share)
        assert move.best == (move.reached >= move.value) == (move.lines[0].moves[0] == move.move)
        assert move.lines[0].score == move.value
    for seat, accuracy in enumerate(found.accuracies):
        moved = any(ply.mover == seat for _, ply in made)
        assert (accuracy is not None) == moved
        assert accuracy is None or 0 <= accuracy <= 100


@with_kernel
@pytest.mark.parametrize("game", [TORTUGA, HOPS], ids=["tortuga", "hops"])
def test_what_is_told_of_one_move_never_contradicts_the_next(game):
    record = between(game, "level:4", "level:2")
    found = review(record, nodes=5_000)
    for move, following in zip(found.moves, found.moves[1:], strict=False):
        assert move.seat != following.seat
        left = -following.value
        if left.certain:
            assert move.reached == Score(left.share, left.certain_in + 1)
        else:
            assert move.reached == left
    for point in found.points:
        assert sum(point.shares) == pytest.approx(1)
    assert len(found.points) == len(found.moves) + 1
    assert found.points[-1].shares == record.result.shares
    assert any(move.value.certain for move in found.moves), "it was played to its end"


@with_kernel
def test_a_certain_win_that_is_played_comes_nearer_by_a_move_at_a_time():
    found = review(between(TORTUGA, "level:5", "level:1"), nodes=20_000)
    won = [move for move in found.moves if move.value.certain and move.value.share]
    assert won[-1].value == won[-1].reached == Score.win(1)
    assert all(move.reached.certain_in >= move.value.certain_in for move in won if move.loss == 0)


@with_kernel
@pytest.mark.parametrize(("game", "number"), [(HOPS, 1), (TORTUGA, 8)], ids=["hops", "tortuga"])
def test_whatever_is_called_certain_is_proved(game, number):
    record = played(game, number)
    *_, match = replay(record)
    certain = 0
    for move in review(record, nodes=20_000).moves:
        value, before = move.value, match.positions[move.number]
        if value.certain and value.certain_in <= PROVED:
            winner = move.seat if value.share else 1 - move.seat
            search = prover(game, nodes=3_000_000, past=match.positions[: move.number])
            assert search.forced(before, winner, value.certain_in), (move.turn, str(value))
            certain += 1
    assert certain > 2


@with_kernel
@pytest.mark.parametrize("slug", ["tortuga", "unknown"])
def test_a_win_that_was_missed_and_one_that_was_allowed_are_told_with_their_lines(slug):
    game = replace(TORTUGA, slug=slug)
    start = "4/5/6/1N1So2/3S2/5/4 S"
    match = play(begin(game, start=start), "e4-e5", "d2-d1")
    found = review(kept(match), nodes=3_000)
    slip, last = found.moves
    assert (slip.value, slip.reached) == (Score.win(3), Score.loss(2))
    assert slip.label is Label.BLUNDER
    assert slip.lines[0].moves == ("d4~d6", "d5xf3", "d6-d7")
    told = {claim.kind: claim for claim in slip.claims}
    assert told["allows-win"].line == ("d2-d1",)
    assert not told["allows-win"].instead
    assert told["misses-win"].line == slip.lines[0].moves
    assert told["misses-win"].instead
    assert (last.value, last.reached, last.best) == (Score.win(1), Score.win(1), True)
    assert found.turning_points == (0,)
    assert found.accuracies == (pytest.approx(0.5, abs=0.5), 100)


def test_nothing_but_the_line_of_play_is_looked_at():
    match = play(begin(TORTUGA), "d2-d3", "d6-d5")
    match = REFEREE.answer_takeback(
        REFEREE.take_back(match, 0, match.now), 1, match.now, agree=True
    )
    found = review(kept(play(match, "c2-c3")), nodes=FEW)
    assert [move.move for move in found.moves] == ["c2-c3"]
    assert found.result is None


def test_how_a_game_was_given_up_changes_no_judgement():
    moves = "d2-d3", "d6-d5"
    match = play(begin(TORTUGA), *moves)
    resigned = REFEREE.resign(match, 0, match.now)
    drawn = REFEREE.answer_draw(REFEREE.offer_draw(match, 0, match.now), 1, match.now, agree=True)
    unfinished, given_up, agreed = (review(kept(m), nodes=FEW) for m in (match, resigned, drawn))
    assert unfinished.moves == given_up.moves == agreed.moves
    assert unfinished.points == given_up.points == agreed.points
    assert given_up.result.reason == "resigned"


def test_a_move_without_a_choice_loses_nothing_and_is_not_called_the_only_one():
    match = play(begin(TORTUGA, start="4/5/5S/7/6/5/N3 N"), "g1-f1")
    found = review(kept(match), nodes=FEW)
    assert len(match.positions[0].moves()) == 1
    (move,) = found.moves
    assert (move.loss, move.best, move.only) == (0, True, False)
    assert move.value == move.reached == Score.loss(2)


def test_what_cannot_be_reviewed_is_refused_in_a_sentence():
    with pytest.raises(NotAllowed, match="nobody has moved"):
        review(kept(begin(TORTUGA)))
    race = play_on(begin(RACE, 3), Random(1), 2)
    with pytest.raises(NotAllowed, match="secrets"):
        review(kept(race))
    with pytest.raises(BadRecord, match="redacted"):
        review(redacted(kept(race), 0))


def test_it_comes_from_the_end_backwards_and_can_be_given_up_at_any_step():
    record = kept(play_on(begin(TORTUGA), Random(1), 8))
    steps = list(reviewing(record, nodes=FEW))
    assert [len(known.moves) for known in steps] == list(range(9))
    assert all(known.moves[-1].turn == 8 for known in steps[1:])
    assert not any(known.complete for known in steps)
    begun = reviewing(record, nodes=FEW)
    next(begun)
    begun.close()


def test_the_same_record_gives_the_same_review():
    for game in (TORTUGA, RACE):
        match = play_on(begin(game), Random(2), 8)
        record = kept(match if match.outcome else REFEREE.resign(match, 0, match.now))
        assert review(record, nodes=FEW) == review(record, nodes=FEW)


def test_a_record_reviews_itself():
    record = kept(play(begin(TORTUGA), "d2-d3"))
    assert record.review(nodes=FEW) == review(record, nodes=FEW)


def test_what_is_hidden_from_a_seat_has_no_part_in_what_its_moves_are_worth():
    """The others hold other cards and are other turtles; what the first seat saw is the same."""
    worlds = (
        "./rgbyp/./././././././. 1 rbg r+,g-,b+,*+,^+|y+,y-,b-,p+,r-|p++,g+,g+,b+,*- -",
        "./rgbyp/./././././././. 1 rpy r+,g-,b+,*+,^+|y+,p++,g+,g+,b+|p+,y-,b-,r-,*- -",
    )
    judged = []
    for world in worlds:
        match = play(begin(RACE, 3, start=world), "r+", "y+", "*-:b")
        second = match.position.moves()
        match = REFEREE.resign(match, 1, match.now)
        assert second
        found = review(kept(match), nodes=3_000)
        judged.append([move for move in found.moves if move.seat == 0])
    assert judged[0] == judged[1]
    assert judged[0][0].lines
