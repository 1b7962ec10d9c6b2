"""Many games side by side: the environment keeps the promises of Gymnasium’s vectors."""

import pickle
import subprocess
import sys
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation

from ludotheque.errors import BadOption, BadSeats, IllegalMove, LudothequeError
from ludotheque.research.aec import Table
from ludotheque.research.gym import Against
from ludotheque.research.vector import Games
from parts import having

every_game = pytest.mark.parametrize("slug", [game.slug for game in having("coding")])
both_ways = pytest.mark.parametrize("in_python", [False, True], ids=["kernel", "python"])


@every_game
@both_ways
def test_arrays_are_of_their_spaces_and_add_up(slug, in_python):
    games = Games(slug, 4, in_python=in_python)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = games.reset(seed=1)
    ended = 0
    for _ in range(30 if in_python else 300):
        assert seen in games.observation_space
        assert seen[0] in games.single_observation_space
        assert info["action_mask"].shape == (4, games.single_action_space.n)
        actions = games.sample()
        assert actions in games.action_space
        assert info["action_mask"][np.arange(4), actions].all()
        acted = info["to_move"]
        seen, rewards, terminated, truncated, info = games.step(actions)
        assert np.array_equal(rewards, info["rewards"][np.arange(4), acted])
        assert np.allclose(info["rewards"].sum(axis=1), 0)
        over = terminated | truncated
        if over.any():
            assert np.array_equal(info["_final_obs"], over)
            assert info["final_obs"] in games.observation_space
        else:
            assert "final_obs" not in info
        ended += over.sum()
    assert ended or in_python or slug == "hops"


def test_nothing_is_copied_unless_it_is_asked_for():
    games = Games("tortuga", 3, copy=False)
    seen, info = games.reset(seed=1)
    before = seen.copy()
    again, *_, later = games.step(games.sample())
    assert np.shares_memory(seen, again)
    assert np.shares_memory(info["action_mask"], later["action_mask"])
    assert not np.array_equal(before, seen)
    with pytest.raises(ValueError, match="read-only"):
        seen[0] = 1
    kept = Games("tortuga", 3)
    seen, _ = kept.reset(seed=1)
    kept.step(kept.sample())
    assert np.array_equal(seen, before)


@every_game
def test_masks_may_be_packed(slug):
    plain, packed = Games(slug, 2), Games(slug, 2, packed=True)
    mask = plain.reset(seed=4)[1]["action_mask"]
    bits = packed.reset(seed=4)[1]["action_mask"]
    assert bits.shape[1] % 8 == 0
    unpacked = np.unpackbits(bits, axis=1, count=mask.shape[1], bitorder="little")
    assert np.array_equal(unpacked, mask)


def test_games_follow_from_the_seed():
    games = Games("race", 2, seats=3)

    def deal(seed):
        return games.reset(seed=seed)[0].tolist()

    first, drawn = deal(5), deal(None)
    assert (deal(5), deal(None)) == (first, drawn)
    assert deal(6) != first


def test_a_seed_may_have_any_number_of_bits():
    fast, slow = (Games("race", 2, in_python=in_python) for in_python in (False, True))
    (seen, _), (like, _) = (games.reset(seed=5 + (1 << 70)) for games in (fast, slow))
    assert np.array_equal(seen, like)


def test_wrong_shapes_types_and_actions_are_refused_before_anything_happens():
    games = Games("tortuga", 2, render_mode="ansi")
    games.reset(seed=1)
    before = games.render()
    legal = games.sample()
    for wrong in (legal[:1], legal[None], legal.astype(float), [None, 1], legal > 3, ["1", "2"]):
        with pytest.raises(BadOption, match="expected 2 whole numbers, one action per game"):
            games.step(wrong)
    words = r"game 1: action 0 \(a1 on\) is not legal here; the legal ones are: "
    with pytest.raises(IllegalMove, match=words):
        games.step(np.array([legal[0], 0]))
    assert games.render() == before
    games.step(legal.astype(np.uint8).tolist())
    assert games.render() != before


def test_a_deep_copy_of_games_goes_its_own_way():
    games = Games("race", 2, render_mode="ansi")
    games.reset(seed=2)
    other = deepcopy(games)
    actions = games.sample()
    before = other.render()
    games.step(actions)
    assert other.render() == before
    other.step(actions)
    assert other.render() == games.render()
    assert np.array_equal(other.action_mask, games.action_mask)


def test_what_cannot_be_played_is_refused():
    with pytest.raises(BadSeats):
        Games("tortuga", 1, seats=3)
    with pytest.raises(BadOption, match="between 1 and 200, not 201"):
        Games("tortuga", 1, most_moves=201)
    for wrong in (
        lambda: Games("tortuga", 0),
        lambda: Games("tortuga", 1.5),
        lambda: Games("tortuga", (1 << 20) + 1),
        lambda: Games("tortuga", 1, render_mode="svg"),
        lambda: Games("tortuga", 1).reset(seed=[1]),
        lambda: Games("tortuga", 1).reset(options={"start": "coast"}),
        lambda: Games("tortuga", 1, options={"start": "moon"}),
        lambda: Games("tortuga", 1, options={"turtles": 3}),
        lambda: Games("race", 1, options={"turtles": "many"}),
        lambda: Games("tortuga", 1, autoreset_mode="Disabled"),
        lambda: Table("tortuga", render_mode="film"),
        lambda: Games("chess", 1),
    ):
        with pytest.raises(LudothequeError):
            wrong()


def test_masks_are_what_spaces_sample_by():
    for packed_by_kernel in ("tortuga", "hops"):
        games = Games(packed_by_kernel, 2)
        _, info = games.reset(seed=1)
        assert info["action_mask"].dtype == np.int8
        for mask in info["action_mask"]:
            assert mask[games.single_action_space.sample(mask)]
        actions = games.action_space.sample(tuple(info["action_mask"]))
        games.step(actions)


@every_game
def test_gymnasium_makes_many_games(slug):
    games = gymnasium.make_vec(f"ludotheque/{slug}-games-v0", num_envs=3, seats=2)
    assert isinstance(games, Games)
    _, info = games.reset(seed=1)
    assert games.step(games.sample())[0] in games.observation_space
    assert info["to_move"].tolist() == [0, 0, 0]


@both_ways
def test_gymnasiums_wrappers_find_games_that_wait_a_step(in_python):
    games = Games("race", 3, most_moves=4, autoreset_mode="NextStep", in_python=in_python)
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    flat = FlattenObservation(games)
    seen, _ = flat.reset(seed=1)
    assert seen.shape == (3, 139)
    broken_off = 0
    for _ in range(10):
        seen, _, terminated, truncated, info = flat.step(games.sample())
        assert seen in flat.observation_space
        assert "final_obs" not in info
        over = terminated | truncated
        assert np.array_equal(info["to_move"] == -2, over)
        assert not info["action_mask"][over].any()
        broken_off += over.sum()
    assert broken_off >= 3


def test_smaller_games_are_played_by_the_same_interfaces():
    sizes = {"turtles": 3, "squares": 4, "hand": "2", "start": "loose"}
    games = Games("race", 3, options=sizes, render_mode="ansi")
    games.reset(seed=1)
    assert games.render()[0].startswith("rgb/././. ")
    for _ in range(30):
        games.step(games.sample())
    assert pickle.loads(pickle.dumps(games)).terms == games.terms
    assert Table("race", options=sizes).terms == games.terms
    env = Against("race", opponent="level:1", options=sizes, most_moves=10)
    env.reset(seed=1)
    while not any(env.step(env.action_space.sample())[2:4]):
        pass


def test_a_missing_package_is_named_with_its_extra():
    program = (
        "import sys; sys.modules['numpy'] = sys.modules['pyspiel'] = None\n"
        "for name in ('vector', 'aec', 'gym', 'open_spiel'):\n"
        "    try: __import__('ludotheque.research.' + name)\n"
        "    except ImportError as error: print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    lines = told.stdout.splitlines()
    assert len(lines) == 4
    assert all("is not installed: pip install 'ludotheque[" in line for line in lines), told.stdout
