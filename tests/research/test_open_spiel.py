"""The games in OpenSpiel pass its own tests, and tell no player what it may not know."""

import pickle
import subprocess
import sys
from random import Random

import pyspiel
import pytest

from ludotheque.engine import kernel
from ludotheque.errors import BadPosition
from ludotheque.games import take
from ludotheque.position import CHANCE
from ludotheque.research.kernel_episode import KernelEpisode
from ludotheque.research.open_spiel import PREFIX
from parts import having
from waiting import PATIENCE


@pytest.mark.parametrize("slug", [game.slug for game in having("coding")])
def test_openspiel_approves(slug):
    game = pyspiel.load_game(PREFIX + slug, {"most_moves": 12})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_options_and_players_are_parameters():
    game = pyspiel.load_game("python_ludotheque_race(players=4,start=loose,tiles=open)")
    assert game.num_players() == 4
    assert str(game.new_initial_state()).startswith("rgbyp/")
    coast = pyspiel.load_game("python_ludotheque_tortuga(start=coast)")
    assert str(coast.new_initial_state()) == str(take("tortuga").start(start="coast"))
    assert coast.num_distinct_actions() == 222


def play(game, rng, actions):
    """Return a state some way into a random game."""
    state = game.new_initial_state()
    while actions > 0 and not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions -= 1
    return state


def test_a_whole_game_returns_what_was_won():
    for slug in ("tortuga", "race"):
        state = play(pyspiel.load_game(PREFIX + slug), Random(1), 10_000)
        assert sorted(state.returns()) == [-1, 1]
        outcome = state.episode.position.outcome()
        assert outcome.shares[state.returns().index(1)] == 1


def test_a_chain_is_several_actions_of_one_player():
    game = pyspiel.load_game("python_ludotheque_tortuga")
    rng, chains = Random(2), 0
    for _game in range(5):
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            action = rng.choice(state.legal_actions())
            assert state.action_to_string(player, action)
            state.apply_action(action)
            if not state.is_terminal() and state.episode.begun:
                chains += 1
                assert state.current_player() == player
    assert chains


def test_chance_is_explicit_and_fair():
    state = pyspiel.load_game("python_ludotheque_race").new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 120
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)


def test_a_player_remembers_what_it_has_witnessed_and_no_more():
    game = pyspiel.load_game("python_ludotheque_race(players=3)")
    rng = Random(4)
    differing = 0
    for actions in range(1, 25, 2):
        state = play(game, rng, actions)
        if state.is_terminal():
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, rng.random)
            told = state.information_state_string(player)
            assert other.information_state_string(player) == told
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            differing += str(other) != str(state)
            if other.episode.position.to_move is not CHANCE:
                play_on(other, rng)
    assert differing


def play_on(state, rng):
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def test_what_others_draw_is_not_remembered():
    game = pyspiel.load_game("python_ludotheque_race")
    state = play(game, Random(6), 9)
    mine, yours = (state.information_state_string(player) for player in range(2))
    assert mine != yours
    # One tile and five cards to begin with, and one for each card played; one is yet to be dealt.
    assert mine.count("#") == 6 + 4
    assert yours.count("#") == 6 + 4


def test_lengths_are_those_of_the_longest_game():
    game = pyspiel.load_game("python_ludotheque_race(players=3,most_moves=4)")
    longest = 0
    for seed in range(5):
        state, dealt, acted = game.new_initial_state(), 0, 0
        rng = Random(seed)
        while not state.is_terminal():
            dealt += state.is_chance_node()
            acted += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        longest = max(longest, acted)
        assert acted == game.max_game_length()
        # An order, three tiles, fifteen cards, and one for every move.
        assert dealt == game.max_chance_nodes_in_history() == 1 + 3 + 15 + 4
        assert len(state.history()) <= game.max_history_length()
    assert longest == 4
    assert pyspiel.load_game("python_ludotheque_hops").max_chance_nodes_in_history() == 0
    assert pyspiel.load_game("python_ludotheque_hops").max_game_length() == 400


def test_a_game_begins_from_a_position():
    text = "./rg/./b/./yp/./././. 1 gp r+,^++|b- r++,y-,*-"
    game = pyspiel.load_game("python_ludotheque_race", {"position": text, "most_moves": 9})
    assert game.max_chance_nodes_in_history() == 9
    assert game.max_chance_outcomes() == 120
    for again in (game, pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        state = again.new_initial_state()
        assert str(state) == text
        assert str(state.clone()) == text
        state.apply_action(state.legal_actions()[0])
        _, like = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(again, state))
        assert str(like) == str(state) != text
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    for wrong in ("nothing", "./././././././r/gby/p 1 yb b+,b-,y+,y+,*+|p- r++,g++"):
        with pytest.raises(BadPosition):
            pyspiel.load_game("python_ludotheque_race", {"position": wrong})


TINY = (
    "python_ludotheque_race(start=loose,turtles=3,squares=3,hand=1,far=0,on=1,back=0,"
    "rainbow_on=1,rainbow_back=0,last_on=0,last_far=0,most_moves=4)"
)
"""Three squares, a card each, and four in all: 2,302 histories, none longer than four moves."""


def test_a_small_race_is_solved():
    """Counterfactual regret falls, and with it what a best response could win, counted exactly."""
    game = pyspiel.load_game(TINY)
    assert game.max_chance_nodes_in_history() == 2 + 2 + 4
    solver = pyspiel.CFRPlusSolver(game)
    assert pyspiel.exploitability(game, solver.average_policy()) == pytest.approx(0.5)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.01


def test_sizes_are_parameters():
    full = pyspiel.load_game("python_ludotheque_race")
    assert full.get_parameters()["turtles"] == 5
    assert isinstance(full.new_initial_state().episode, KernelEpisode) == kernel.BUILT
    small = pyspiel.load_game("python_ludotheque_race(turtles=3,squares=5,hand=2)")
    assert str(small.new_initial_state()) == "???/./././. ? ?? ?,?|?,? -"
    pyspiel.random_sim_test(small, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", [game.slug for game in having("coding")])
def test_whoever_asks_from_python_is_told_what_openspiel_tells(slug):
    """Players, whoever is to act, chance, nobody: the short way and the long way agree."""
    rng, game = Random(3), pyspiel.load_game(f"python_ludotheque_{slug}(most_moves=6)")
    state, whose = game.new_initial_state(), set()
    while True:
        whose.add(state.current_player())
        long_way = pyspiel.State.legal_actions
        assert state.legal_actions() == long_way(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == long_way(state, player)
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    assert {0, 1, pyspiel.PlayerId.TERMINAL} <= whose


def test_a_program_that_also_plays_ends_without_a_word():
    """OpenSpiel holds what it was given beyond the end of Python: nobody is told of leaks."""
    program = (
        "import ludotheque as lu, ludotheque.research.open_spiel\n"
        "with lu.engine('level:3', 'tortuga') as engine: engine.play(lu.Board('tortuga'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "leak" not in done.stderr


def test_a_clone_goes_its_own_way():
    state = play(pyspiel.load_game("python_ludotheque_tortuga"), Random(1), 7)
    other, before = state.clone(), str(state)
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)
    assert len(state.history()) == 7


def test_in_an_imagined_world_nobody_else_remembers_the_real_one():
    state = pyspiel.load_game("python_ludotheque_race").new_initial_state()
    rng = Random(4)
    while state.is_chance_node() or state.move_number() < 20:
        state.apply_action(rng.choice(state.legal_actions()))
    imagined = state.resample_from_infostate(0, rng.random)
    assert imagined.information_state_string(0) == state.information_state_string(0)
    kept = state.information_state_string(1).split()[1:]
    assert imagined.information_state_string(1).split()[1:] != kept
    assert str(imagined.episode.position.seen_by(1)) in imagined.information_state_string(1)
