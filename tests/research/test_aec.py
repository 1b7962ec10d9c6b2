"""Agents in turn, as PettingZoo has them: the environment keeps the interface’s promises."""

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from ludotheque.errors import BadOption, IllegalMove
from ludotheque.research.aec import Table
from ludotheque.research.gym import Against
from parts import having

every_game = pytest.mark.parametrize("slug", [game.slug for game in having("coding")])
both_ways = pytest.mark.parametrize("in_python", [False, True], ids=["kernel", "python"])


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
