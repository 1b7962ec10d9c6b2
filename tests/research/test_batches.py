"""The kernel's batches do what the ones in Python do, seed for seed, for every option."""

import os
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from ludotheque.engine import kernel
from ludotheque.engine.kernel import Renewal
from ludotheque.errors import IllegalMove
from ludotheque.games import shelf, take
from ludotheque.position import CHANCE
from ludotheque.research.batch import NOBODY, KernelBatch, PythonBatch, legal_in, play, unpacked
from ludotheque.research.terms import terms
from strewn import CHOICES, board
from wandering import tables

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

ACTIONS = int(os.environ.get("LUDOTHEQUE_FUZZ", "1600"))
"""How many actions of each game are compared; `make fuzz` asks for a million."""
GAMES = [game for game in shelf().values() if kernel.has_batch(game)]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def pair(game, size, **wishes):
    """Return a batch in the kernel and its like in Python."""
    renewal = wishes.pop("renewal", Renewal.AT_ONCE)
    agreed = terms(game, **wishes)
    return (
        KernelBatch(agreed, size, renewal=renewal),
        PythonBatch(agreed, size, renewal=renewal),
    )


def assert_alike(fast, slow):
    for name in ("observations", "rewards", "earned", "terminated", "truncated", "to_move"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    for number in range(fast.size):
        assert np.array_equal(legal_in(fast, number), slow.masks[number])
    ended = slow.terminated | slow.truncated
    assert np.array_equal(fast.final_observations[ended], slow.final_observations[ended])


@every_game
def test_the_kernel_agrees_with_the_rules_at_every_table(game):
    kinds = list(tables(game))
    size = 4
    for number, (seats, options) in enumerate(kinds):
        fast, slow = pair(game, size, seats=seats, options=options)
        for batch in (fast, slow):
            batch.reset(number + 7)
        assert_alike(fast, slow)
        ended = 0
        for _ in range(max(60, ACTIONS // size // len(kinds))):
            actions = fast.sample().copy()
            assert np.array_equal(actions, slow.sample())
            fast.step(actions)
            slow.step(actions)
            assert_alike(fast, slow)
            ended += int(slow.terminated.sum())
            seat = int(actions[0]) % seats
            assert np.array_equal(fast.observe(0, seat), slow.observe(0, seat))
            if not slow._games[0].begun:
                assert fast.text(0) == slow.text(0)
        assert ended or game.slug == "hops"


def named(batch):
    """Return the names of the legal actions of the only game."""
    name, seat = batch.terms.coding.name, int(batch.to_move[0])
    return {name(action, seat) for action in np.flatnonzero(legal_in(batch, 0)).tolist()}


@pytest.mark.parametrize("options", CHOICES, ids=lambda options: " ".join(options.values()))
def test_1_5_a_chain_that_begins_on_a_neutral_must_still_be_able_to_hop_a_foe(options):
    # From d3 a friend, a neutral and, after another neutral, a foe can be hopped.
    for batch in pair(take("tortuga"), 1, options=options, renewal=Renewal.NEVER):
        batch.reset(1, ["4/5/2o3/So1S3/1No3/3N1/SN2 S"])
        assert named(batch) == {"d1 on", "d1 on ~", "g1 on"}
        cycle(batch, ["d1 on ~"], times=1)
        assert named(batch) == {"d3 right", "d3 right ~"}
        cycle(batch, ["d3 right"], times=1)
        assert named(batch) == {"f3 on"}
        cycle(batch, ["f3 on"], times=1)
        assert batch.text(0) == "4/5/2o3/1N1S3/1NS3/3oS/SN2 N"


@pytest.mark.parametrize("options", CHOICES, ids=lambda options: " ".join(options.values()))
def test_1_5_the_kernel_agrees_with_the_rules_where_a_capture_may_begin_on_a_neutral(options):
    rng, game, size = Random(15), take("tortuga"), 16
    for seed in range(max(4, ACTIONS // size // 32)):
        fast, slow = pair(game, size, options=options)
        texts = [board(rng) for _ in range(size)]
        for batch in (fast, slow):
            batch.reset(seed, texts)
        for _ in range(8):
            assert_alike(fast, slow)
            actions = fast.sample().copy()
            fast.step(actions)
            slow.step(actions)


@every_game
def test_games_end_where_they_are_to_be_broken_off(game):
    fast, slow = pair(game, 3, most_moves=5, renewal=Renewal.NEVER)
    while (slow.to_move != NOBODY).all():
        actions = fast.sample().copy()
        fast.step(actions)
        slow.step(actions)
        assert_alike(fast, slow)
    broken_off = [episode.moves == 5 for episode in slow._games]
    assert fast.truncated.tolist() == broken_off
    assert any(broken_off)
    assert not fast.rewards.any()


def cycle(batch, names, times):
    """Act by the names of actions, over and over, in the only game."""
    coding = batch.terms.coding
    for _ in range(times):
        for name in names:
            seat = int(batch.to_move[0])
            numbers = {coding.name(a, seat): a for a in np.flatnonzero(legal_in(batch, 0)).tolist()}
            batch.step_alone(numbers[name])
            if batch.terminated[0]:
                return


def test_a_third_occurrence_is_a_draw():
    to_and_fro = ["A1>B1=1", "A3>B3=1", "B1>A1=1", "B3>A3=1"]
    for batch in pair(take("hops"), 1, renewal=Renewal.NEVER):
        cycle(batch, to_and_fro, times=1)
        cycle(batch, to_and_fro[:3], times=1)
        assert not batch.terminated[0]
        cycle(batch, to_and_fro[3:], times=1)
        assert batch.terminated[0]
        assert not batch.rewards.any()


def test_a_third_occurrence_counts_for_the_other_side_too():
    for batch in pair(take("hops"), 1, renewal=Renewal.NEVER):
        # The position after the first move comes up again after four, and again after eight.
        cycle(batch, ["A1>B1=1"], times=1)
        around = ["A3>B3=1", "B1>B2=1", "B3>A3=1", "B2>B1=1"]
        cycle(batch, around, times=1)
        cycle(batch, around[:3], times=1)
        assert not batch.terminated[0]
        cycle(batch, around[3:], times=1)
        assert batch.terminated[0]


def test_a_third_occurrence_counts_though_like_dice_have_changed_places():
    walk = ["A1>B1=1", "G5>F4=1", "A5>B4=1", "F4>G5=1", "B4>B3=1", "G5>F4=1", "B1>A2=1", "F4>G5=1"]
    swap = ["A2>B2=1", "G5>F5=1", "B3>A2=1", "F5>F4=1", "B2>B3=1", "F4>G5=1"]
    for batch in pair(take("hops"), 1, renewal=Renewal.NEVER):
        # Where the seventh move leads, each swap leads again one move before its end.
        cycle(batch, walk + swap + swap[:4], times=1)
        assert not batch.terminated[0]
        cycle(batch, swap[4:], times=1)
        assert batch.terminated[0]
        assert batch.to_move[0] == NOBODY


def test_a_third_occurrence_counts_where_black_has_begun():
    start = str(take("hops").start()).replace(" r", " b")
    around = ["A3>B3=1", "A5>B5=1", "B3>A3=1", "B5>A5=1"]
    for batch in pair(take("hops"), 1, renewal=Renewal.NEVER):
        batch.reset(1, [start])
        cycle(batch, around + around[:3], times=1)
        assert not batch.terminated[0]
        cycle(batch, around[3:], times=1)
        assert batch.terminated[0]


def test_a_long_game_of_hops_is_drawn_by_its_limit():
    fast, slow = pair(take("hops"), 2)
    drawn = np.zeros(2, bool)
    for ply in range(400):
        assert not drawn.all(), ply
        actions = fast.sample()
        fast.step(actions)
        drawn |= fast.terminated
    assert drawn.all()
    assert slow.terms.drawn


@every_game
def test_what_has_ended_stays_unless_it_is_to_begin_anew(game):
    for batch in pair(game, 1, most_moves=40, renewal=Renewal.NEVER):
        while not batch.terminated[0] and not batch.truncated[0]:
            batch.step_alone(int(batch.sample()[0]))
        assert batch.to_move[0] == NOBODY
        assert not legal_in(batch, 0).any()
        assert batch.sample().tolist() == [-1]
        with pytest.raises(IllegalMove):
            batch.step_alone(0)


@every_game
def test_what_has_ended_may_begin_anew_in_the_next_step(game):
    fast, slow = pair(game, 3, most_moves=4, renewal=Renewal.NEXT_STEP)
    waited = 0
    for step in range(30):
        actions = fast.sample().copy()
        assert np.array_equal(actions, slow.sample())
        waiting = slow.to_move == NOBODY
        assert np.array_equal(actions == -1, waiting)
        actions[waiting] = step  # Whatever it is, it is not taken.
        fast.step(actions)
        slow.step(actions)
        assert_alike(fast, slow)
        assert not (slow.to_move[waiting] == NOBODY).any()
        assert not slow.rewards[waiting].any()
        waited += int(waiting.sum())
    assert waited


@every_game
def test_the_same_seed_gives_the_same_games_and_another_others(game):
    def played(seed, size):
        batch = play(terms(game), size)
        batch.reset(seed)
        for _ in range(40):
            batch.step(batch.sample())
        return [batch.text(number) for number in range(3)]

    assert played(1, 8) == played(1, 3)  # neither does their number matter
    assert played(1, 8) != played(2, 8)


@every_game
def test_picks_do_not_change_what_chance_deals(game):
    one, other = (play(terms(game), 2) for _ in range(2))
    actions = one.sample().copy()
    for _ in range(3):
        other.sample()
    one.step(actions)
    other.step(actions)
    assert one.text(1) == other.text(1)


@every_game
def test_an_illegal_action_changes_nothing_anywhere(game):
    for batch in pair(game, 3):
        batch.reset(5)
        actions = batch.sample().copy()
        before = [batch.text(number) for number in range(3)]
        illegal = int(np.flatnonzero(~legal_in(batch, 2))[0])
        name = batch.terms.coding.name(illegal, int(batch.to_move[2]))
        for wrong, told in (
            (illegal, name),
            (-1, "actions go from 0 to"),
            (1 << 40, "actions go from 0 to"),
        ):
            actions[2] = wrong
            with pytest.raises(IllegalMove) as refused:
                batch.step(actions)
            assert told in str(refused.value)
        assert [batch.text(number) for number in range(3)] == before


@every_game
def test_a_copy_goes_its_own_way(game):
    for batch in pair(game, 2):
        batch.reset(9)
        for _ in range(7):
            batch.step(batch.sample())
        other = deepcopy(batch)
        text, seen = batch.text(0), batch.observations.copy()
        actions = [other.sample().copy()]
        other.step(actions[0])
        assert (batch.text(0), batch.observations.tolist()) == (text, seen.tolist())
        assert np.array_equal(batch.sample(), actions[0])
        batch.step(actions[0])
        assert_same(batch, other)


def assert_same(one, other):
    assert one.text(1) == other.text(1)
    assert np.array_equal(one.masks, other.masks)
    assert np.array_equal(one.observations, other.observations)


@every_game
def test_what_two_worlds_share_for_a_seat_the_kernel_shows_alike(game):
    batch = play(terms(game, game.seats[-1]), 16)
    batch.reset(3)
    for _ in range(25):
        batch.step(batch.sample())
        for number in (0, 9):
            seat = int(batch.to_move[number])
            position = game.position(batch.text(number), **batch.terms.options)
            if position.to_move in (None, CHANCE) or not isinstance(position.to_move, int):
                continue
            if len(batch.terms.coding.shape) > 1:
                continue  # nothing is hidden there
            view = position.seen_by(seat)
            expected = batch.terms.coding.observe(view, seat, ())
            assert batch.observations[number].tobytes() == bytes(expected)


def test_masks_of_bits_are_those_of_booleans():
    fast, slow = pair(take("hops"), 5)
    fast.step(fast.sample())
    slow.step(slow.sample())
    assert fast.masks.shape == (5, 1808)
    assert np.array_equal(unpacked(fast.masks, 14_406), slow.masks)


@every_game
def test_an_environment_takes_less_than_a_kilobyte(game):
    assert type(play(terms(game), 1)._kernel).BYTES_EACH <= 1024


def test_the_kernel_refuses_what_cannot_be():
    game = take("race")
    agreed = terms(game)
    for size, seats, moves in ((0, 2, 9), (1, 6, 9), (1, 1, 9), (1, 2, 0), (1, 2, 401)):
        with pytest.raises(ValueError, match="expected a number"):
            kernel.new_batch(
                game, size, seats, agreed.options, moves=moves, drawn=False, renewal=Renewal.AT_ONCE
            )
    batch = KernelBatch(agreed, 2, renewal=Renewal.AT_ONCE)
    with pytest.raises(ValueError, match="one action each"):
        batch.step(np.zeros(3, np.int64))
    for wrong in (np.zeros(2), np.zeros(2, np.int32), np.zeros((2, 1), np.int64), [0, 0]):
        with pytest.raises(TypeError):
            batch.step(wrong)
    with pytest.raises(ValueError, match="more environments than one"):
        batch.step_alone(0)
