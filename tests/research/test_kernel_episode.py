"""One game in the kernel is the same as one in Python, action for action and deal for deal."""

import pickle
from copy import deepcopy
from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.errors import IllegalMove
from ludotheque.games import shelf, take
from ludotheque.position import CHANCE
from ludotheque.research.kernel_episode import KernelEpisode, episode
from ludotheque.research.lots import Lots
from ludotheque.research.python_episode import PythonEpisode
from ludotheque.research.terms import terms
from wandering import tables

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

GAMES = [game for game in shelf().values() if kernel.has_course(game)]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def assert_alike(fast, slow):
    assert (fast.dealing, fast.ending, fast.moves) == (slow.dealing, slow.ending, slow.moves)
    assert (fast.seat, fast.legal, fast.begun) == (slow.seat, slow.legal, slow.begun)
    assert str(fast) == str(slow)
    assert fast.last == slow.last
    if slow.dealing:
        assert list(fast.odds()) == list(slow.odds())
        assert fast.witnesses() == slow.witnesses()
        assert fast.deal_name(0) == slow.deal_name(0)
    for seat in range(slow.terms.seats):
        assert bytes(fast.observe(seat)) == bytes(slow.observe(seat))


def go_on(rng, *episodes):
    """Act or deal at random, the same in all of them."""
    first = episodes[0]
    if first.dealing:
        number = rng.randrange(len(first.odds()))
        names = {episode.deal(number) for episode in episodes}
        assert len(names) == 1
    else:
        action = rng.choice(first.legal)
        for episode in episodes:
            episode.act(action)


@every_game
@pytest.mark.parametrize("explicit", [True, False], ids=["dealt", "by lot"])
def test_the_kernel_agrees_with_the_rules_at_every_table(game, explicit):
    rng, kinds = Random(17), list(tables(game))
    for seats, options in kinds:
        agreed = terms(game, seats, options)
        fast, slow = (
            kind(agreed, None if explicit else Lots(3)) for kind in (KernelEpisode, PythonEpisode)
        )
        for _ in range(max(40, 400 // len(kinds))):
            assert_alike(fast, slow)
            if slow.ending:
                break
            go_on(rng, slow, fast)


@every_game
def test_a_game_is_broken_off_or_drawn_where_its_terms_say(game):
    for moves in (3, game.coding.most_moves):
        agreed = terms(game, most_moves=moves)
        rng = Random(5)
        fast, slow = KernelEpisode(agreed, Lots(1)), PythonEpisode(agreed, Lots(1))
        for _ in range(12):
            if slow.ending is None:
                go_on(rng, slow, fast)
        assert_alike(fast, slow)
        assert (slow.ending is not None) == (moves == 3)


def test_a_third_occurrence_is_a_draw():
    agreed = terms(take("hops"))
    fast, slow = KernelEpisode(agreed, None), PythonEpisode(agreed, None)
    numbers = {agreed.coding.name(action, 0): action for action in range(agreed.coding.actions)}
    for name in ("A1>B1=1", "A3>B3=1", "B1>A1=1", "B3>A3=1") * 2:
        assert slow.ending is None
        fast.act(numbers[name])
        slow.act(numbers[name])
    assert_alike(fast, slow)
    assert fast.ending.outcome.reason == "repetition"


@every_game
def test_a_copy_and_a_pickle_go_their_own_way(game):
    rng = Random(9)
    one = KernelEpisode(terms(game), None)
    for _ in range(17):  # A race is dealt by thirteen; in the other games nothing has ended yet.
        go_on(rng, one)
    before = str(one)
    for other in (one.copy(), deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert_alike(one, other)
        go_on(rng, other)
        assert str(other) != before == str(one)


@every_game
def test_what_a_seat_cannot_tell_from_the_truth_is_put_in_its_place(game):
    rng = Random(4)
    for in_python in (False, True):
        one = episode(terms(game, game.seats[-1]), Lots(2), in_python=in_python)
        for _ in range(5):
            go_on(rng, one)
        seat, view = one.seat, one.position.seen_by(one.seat)
        known = (one.seat, one.legal, one.begun, one.moves, one.last)
        one.imagine(seat, rng)
        for like in (one, pickle.loads(pickle.dumps(one))):
            assert like.position.seen_by(seat) == view
            assert (like.seat, like.legal, like.begun, like.moves, like.last) == known


def test_amid_a_deal_a_world_is_imagined_too():
    race = take("race")
    fast, slow = (episode(terms(race, 3), None, in_python=in_python) for in_python in (False, True))
    rng = Random(8)
    for _ in range(9):  # The order, three tiles, and some of fifteen cards.
        go_on(rng, slow, fast)
    views = [slow.position.seen_by(seat) for seat in range(3)]
    for one in (fast, slow):
        one.imagine(1, Random(6))
        assert one.dealing
        assert one.position.seen_by(1) == views[1]
        assert one.position.seen_by(0) != views[0]
    assert_alike(fast, slow)
    while slow.dealing:
        go_on(rng, slow, fast)
    assert_alike(fast, slow)


def test_illegal_actions_are_refused_and_change_nothing():
    one = KernelEpisode(terms(take("tortuga")), None)
    before = str(one)
    for wrong, told in ((0, "the legal ones are: 4"), (-1, "from 0 to 221"), (1 << 80, "0 to 221")):
        with pytest.raises(IllegalMove, match=told):
            one.act(wrong)
    assert str(one) == before
    dealing = KernelEpisode(terms(take("race")), None)
    with pytest.raises(IllegalMove, match="nobody’s turn"):
        dealing.act(0)
    assert dealing.position.to_move is CHANCE
    with pytest.raises(ValueError, match="something to deal"):
        dealing.course.observe(0)
    with pytest.raises(IndexError):
        one.course.observe(2)


def test_what_has_ended_takes_no_more_actions():
    one = KernelEpisode(terms(take("tortuga"), most_moves=1), None)
    one.act(one.legal[0])
    assert one.ending is not None
    assert one.legal == []
    with pytest.raises(IllegalMove):
        one.act(16)
