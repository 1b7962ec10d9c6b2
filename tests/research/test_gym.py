"""One agent, as Gymnasium has it: the environment keeps the interface’s promises."""

import pickle
from copy import deepcopy
from types import MappingProxyType

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env

from ludotheque.engine import kernel
from ludotheque.errors import BadOption, BadPosition, IllegalMove
from ludotheque.research.aec import Table
from ludotheque.research.gym import Against, IllegalLoses
from ludotheque.research.vector import Games
from parts import having

every_game = pytest.mark.parametrize("slug", [game.slug for game in having("coding")])


@every_game
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version.*:UserWarning")
def test_gymnasium_approves(slug):
    env = gymnasium.make(f"ludotheque/{slug}-v0", opponent="random", most_moves=20).unwrapped
    check_env(IllegalLoses(env))


@pytest.mark.parametrize("slug", ["race", "tortuga"])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_plays_a_game_against_a_level(slug, seat):
    env = gymnasium.make(
        f"ludotheque/{slug}-v0", opponent="level:1", seat=seat, disable_env_checker=True
    )

    def play(seed):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        told = []
        while not told or not (told[-1][2] or told[-1][3]):
            seen, reward, *ended, info = env.step(env.action_space.sample())
            told.append((seen.tolist(), reward, *ended, info["action_mask"].tolist()))
            assert any(told[-1][4]) != any(ended)
        return told

    told = play(3)
    assert all(reward == 0 for _, reward, *_ in told[:-1])
    assert told[-1][1] in (-1, 1)
    assert play(3) == told


def told_by(env, seed):
    """Return all that is told in a game of actions picked at random."""
    told = [env.reset(seed=seed)]
    env.action_space.seed(seed)
    while len(told) == 1 or not any(told[-1][2:4]):
        told.append(env.step(env.action_space.sample()))
    return [
        [part.tolist() if isinstance(part, np.ndarray) else part for part in parts[:-1]]
        + [parts[-1]["action_mask"].tolist()]
        for parts in told
    ]


@every_game
@pytest.mark.parametrize("opponent", ["random", "level:1"])
def test_opponents_move_alike_in_the_kernel_and_in_python(slug, opponent):
    terms = {"opponent": opponent, "seat": 1, "most_moves": 12}
    fast, slow = (Against(slug, in_python=in_python, **terms) for in_python in (False, True))
    for seed in range(3):
        assert told_by(fast, seed) == told_by(slow, seed)


def test_sb3_contrib_finds_the_masks_through_wrappers():
    env = gymnasium.make("ludotheque/tortuga-v0", opponent="random")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert np.array_equal(masks, info["action_mask"])
    assert masks.sum() == 20


def test_an_agent_begins_from_a_position():
    start = "4/S3N/S1S1NN/S1S2NN/SS2NN/S3N/4 N"
    for in_python in (False, True):
        env = Against("tortuga", opponent="random", seat=1, in_python=in_python)
        env.reset(seed=1)
        before = str(env._episode)
        for wrong, error in (("nothing", BadPosition), (5, BadOption)):
            with pytest.raises(error):
                env.reset(options={"position": wrong})
        with pytest.raises(BadOption, match="no option “start”, only “position”"):
            env.reset(options={"start": "coast"})
        assert str(env._episode) == before
        env.reset(options={"position": start})
        assert str(env._episode) == start
        env.reset(seed=1)
        assert str(env._episode) == before


@pytest.mark.parametrize("opponent", ["random", "level:1", "greedy"])
def test_a_deep_copy_of_an_agents_table_goes_its_own_way(opponent):
    env = Against("race", opponent=opponent, seats=3, render_mode="ansi")
    env.reset(seed=1)
    env.action_space.seed(1)
    other = deepcopy(env)
    before = other.render()
    picked = [env.action_space.sample() for _ in range(2)]
    assert [other.action_space.sample() for _ in range(2)] == picked
    told = env.step(picked[0])
    assert other.render() == before
    for one, like in zip(told, other.step(picked[0]), strict=True):
        assert str(one) == str(like)
    assert env.reset()[0].tolist() == other.reset()[0].tolist()


def test_a_pickle_holds_how_an_environment_was_made():
    coast = {"start": "coast"}
    for env in (
        Games("tortuga", 2, options=coast, packed=True),
        Table("tortuga", options=coast, most_moves=7),
        Against("tortuga", opponent="level:2", seat=1, options=coast),
        Against("tortuga", opponent="random").action_space,
    ):
        other = pickle.loads(pickle.dumps(env))
        if isinstance(env, Discrete):
            assert other == env
        else:
            assert (type(other), other.terms) == (type(env), env.terms)
            begun = [
                made.reset(seed=4)[0].tolist() for made in (env, other) if type(env) is not Table
            ]
            assert begun[:1] == begun[1:]


class Short(Against):
    """An environment of somebody else's, made in a way of its own."""

    def __init__(self, moves):
        super().__init__("tortuga", opponent="random", options={"start": "coast"}, most_moves=moves)


def test_one_that_is_made_in_another_way_is_made_so_again():
    for other in (pickle.loads(pickle.dumps(Short(7))), deepcopy(Short(moves=7))):
        assert (type(other), other.terms.moves) == (Short, 7)
    table = Table("tortuga", options=MappingProxyType({"start": "coast"}))
    assert pickle.loads(pickle.dumps(table)).terms == table.terms


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
@pytest.mark.parametrize("opponent", ["level:8", "uct:0.01"])
def test_a_copy_has_an_opponent_that_searches_for_itself(opponent):
    env = Against("tortuga", opponent=opponent)
    env.reset(seed=3)
    other = deepcopy(env)
    assert other.legal() == env.legal()
    other.step(other.legal()[0])


def test_an_action_may_be_an_array_of_one_number():
    env = Against("tortuga", opponent="random")
    env.reset(seed=3)
    env.step(np.array(env.legal()[0]))
    with pytest.raises(BadOption, match="an action is a whole number, not float"):
        env.step(1.0)


def test_nobody_acts_for_another_seat_or_in_a_game_that_ends_without_them():
    env = Against("tortuga", opponent="random", seat=1, most_moves=1)
    with pytest.raises(BadOption, match="call reset first"):
        env.step(env.action_space.n - 1)
    with pytest.raises(BadOption, match="the game is over before seat 1 can act"):
        env.reset(seed=3)


@pytest.mark.filterwarnings("ignore:.*(Received the following error|Raising the last|ERROR).*")
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_tables_stand_in_processes_and_refusals_come_back_whole(mode):
    envs = gymnasium.make_vec(
        "ludotheque/tortuga-v0", num_envs=2, vectorization_mode=mode, opponent="random"
    )
    try:
        _, info = envs.reset(seed=1)
        assert info["action_mask"].dtype == np.int8
        envs.action_space.seed(1)
        actions = envs.action_space.sample(tuple(info["action_mask"]))
        seen, *_ = envs.step(actions)
        assert seen in envs.observation_space
        with pytest.raises(IllegalMove, match=r"^action 0 \(a1 on\) is not legal here; the legal"):
            envs.step(np.zeros(2, np.int64))
    finally:
        envs.close(**({"terminate": True} if mode == "async" else {}))


def test_any_player_may_be_the_opponent():
    asked = []

    class Curious:
        def choose(self, view, past):
            asked.append((view, past))
            return view.moves()[0]

    env = Against("race", opponent=Curious(), seats=3, seat=1, render_mode="ansi")
    env.reset(seed=1)
    env.action_space.seed(1)
    env.step(env.action_space.sample())
    assert [view.viewer for view, _ in asked] == [0, 2, 0]
    assert [len(past) for _, past in asked] == [0, 2, 3]
    assert all(seen.before.viewer == view.viewer for view, past in asked for seen in past)
    assert env.render()


def test_an_opponent_may_answer_with_text_and_is_refused_what_is_not_legal():
    class Told:
        text = "d6-d5"

        def choose(self, _view, _past):
            return self.text

    opponent = Told()
    env = Against("tortuga", opponent=opponent)
    env.reset(seed=1)
    env.action_space.seed(1)
    env.step(16)
    opponent.text = "d5-d6"
    with pytest.raises(IllegalMove):
        env.step(env.action_space.sample())


def test_an_agent_is_refused_what_is_not_legal_or_loses_by_it():
    env = Against("tortuga", opponent="random", render_mode="svg")
    env.reset(seed=1)
    before = env.render()
    with pytest.raises(IllegalMove, match=r"action 0 .* the legal ones are"):
        env.step(0)
    with pytest.raises(BadOption, match="whole number"):
        env.step("4")
    assert env.render() == before
    harsh = IllegalLoses(env)
    harsh.reset(seed=1)
    _, reward, terminated, _, info = harsh.step(0)
    assert (reward, terminated) == (-1, True)
    assert "the legal ones are" in info["illegal"]


def test_no_seat_is_left_for_a_person_or_beyond_the_table():
    for wrong in (
        lambda: Against("tortuga", opponent="human"),
        lambda: Against("tortuga", opponent=object()),
        lambda: Against("tortuga", opponent="level:99"),
        lambda: Against("tortuga", seat=2),
        lambda: Against("tortuga", render_mode="film"),
        lambda: Against("tortuga").reset(options={"start": "coast"}),
    ):
        with pytest.raises(BadOption):
            wrong()
