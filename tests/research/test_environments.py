"""The environments keep the promises of the interfaces that they offer."""

import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random
from types import MappingProxyType

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from ludotheque.engine import kernel
from ludotheque.errors import BadOption, BadPosition, BadSeats, IllegalMove, LudothequeError
from ludotheque.research.aec import Table
from ludotheque.research.gym import Against, IllegalLoses
from ludotheque.research.vector import Games
from parts import having

every_game = pytest.mark.parametrize("slug", [game.slug for game in having("coding")])
both_ways = pytest.mark.parametrize("in_python", [False, True], ids=["kernel", "python"])


# Many games side by side.


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


# Agents in turn.


@every_game
@both_ways
@pytest.mark.filterwarnings("ignore:.*(Observation|observation|action_mask).*:UserWarning")
def test_pettingzoo_approves(slug, in_python, capsys):
    cycles = 20 if in_python else 200
    api_test(Table(slug, in_python=in_python), num_cycles=cycles)
    assert "Passed" in capsys.readouterr().out


@every_game
def test_the_same_seed_leads_to_the_same_game(slug):
    seed_test(lambda: Table(slug), num_cycles=50)


def play_through(table, actions=None):
    """Play a game, at random or as before; return the actions and what each agent has won."""
    made, won, rng = [], {}, Random(3)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            won[agent] = reward
            assert not seen["action_mask"].any()
            table.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        action = actions[len(made)] if actions else rng.choice(legal)
        made.append(action)
        table.step(action)
    return made, won


@pytest.mark.parametrize("slug", ["race", "tortuga"])
def test_agents_act_in_turn_until_all_know_how_it_ended(slug):
    table, slow = Table(slug), Table(slug, in_python=True)
    table.reset(seed=3)
    slow.reset(seed=3)
    actions, won = play_through(table)
    assert set(won) == set(table.possible_agents)
    assert sum(won.values()) == pytest.approx(0)
    assert max(won.values()) == 1
    assert play_through(slow, actions) == (actions, won)


def test_who_would_have_acted_next_takes_leave_first():
    table = Table("race", seats=3)
    table.reset(seed=3)
    actor = None
    while not any(table.terminations.values()):
        actor = table.agent_selection
        table.step(int(np.flatnonzero(table.observe(actor)["action_mask"])[0]))
    order = table.possible_agents
    assert table.agent_selection == order[(order.index(actor) + 1) % 3]


def test_a_deep_copy_of_a_table_goes_its_own_way():
    for in_python in (False, True):
        table = Table("tortuga", in_python=in_python, render_mode="svg")
        table.reset(seed=1)
        other = deepcopy(table)
        before = other.render()
        action = int(np.flatnonzero(table.observe("player_0")["action_mask"])[0])
        table.step(action)
        assert (other.agent_selection, other.render()) == ("player_0", before)
        other.step(action)
        assert other.render() == table.render() != before
        assert other.agent_selection == table.agent_selection


def test_a_table_shows_itself():
    assert Table("hops").render() is None
    for mode, begin in (("svg", "<svg"), ("ansi", " ")):
        table = Table("hops", render_mode=mode)
        table.reset(seed=1)
        assert table.render().startswith(begin)


def test_all_seats_together_know_everything():
    for slug, in_python in (("race", False), ("tortuga", True)):
        table = Table(slug, in_python=in_python)
        with pytest.raises(BadOption, match="call reset first"):
            table.state()
        table.reset(seed=1)
        for agent in table.agent_iter(9):
            state = table.state()
            assert state in table.state_space
            for seat, other in enumerate(table.possible_agents):
                assert np.array_equal(state[seat], table.observe(other)["observation"])
            table.step(table.action_space(agent).sample(table.observe(agent)["action_mask"]))


def test_people_see_every_step(capsys):
    table = Table("tortuga", render_mode="human")
    table.reset(seed=1)
    first = capsys.readouterr().out
    table.step(16)
    second = capsys.readouterr().out
    assert table.render() is None
    assert "▲d1" in first
    assert first != second != ""
    env = Against("tortuga", opponent="random", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out == first
    env.step(16)
    assert env.render() is None
    assert capsys.readouterr().out not in ("", first)


def test_a_table_that_nobody_sits_at_must_be_reset():
    with pytest.raises(BadOption, match="call reset first"):
        Table("tortuga").step(16)
    with pytest.raises(BadOption, match="call reset first"):
        Table("tortuga").last()


def test_an_illegal_action_at_a_table_raises_or_loses():
    table = Table("tortuga", render_mode="ansi")
    table.reset(seed=1)
    before = table.render()
    with pytest.raises(IllegalMove, match="the legal ones are"):
        table.step(0)
    with pytest.raises(BadOption, match="whole number, not float"):
        table.step(4.0)
    with pytest.raises(IllegalMove, match="actions go from 0 to 221"):
        table.step(1 << 80)
    assert table.render() == before
    harsh = TerminateIllegalWrapper(table, illegal_reward=-1)
    harsh.reset(seed=1)
    harsh.observe(harsh.agent_selection)
    harsh.step(0)
    assert harsh.terminations["player_0"]
    assert harsh.rewards["player_0"] == -1


# One agent.


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
