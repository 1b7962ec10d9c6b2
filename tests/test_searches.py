"""The kernel's look ahead: budgets, order, repetition, and wins that hold against every defence."""

import threading
from operator import mul
from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.games import shelf, take
from ludotheque.position import Seen
from strewn import strewn
from test_twins import wander

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

GAMES = [game for game in shelf().values() if kernel.has_thinker(game)]
LONGEST_PROOF = {"hops": 2, "tortuga": 3}
"""The plies that Python can look through soon enough."""
every_thinker = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def thought(game, position, past=(), **limits):
    """Return what a search with an empty memory finds."""
    options = position.variant._asdict()
    history = [kernel.twin(game, str(seen.before), options) for seen in past]
    return kernel.think(kernel.new_search(game), game, position, history, **limits)


@every_thinker
@pytest.mark.parametrize("nodes", [1_000, 12_345])
def test_a_node_budget_is_spent_to_the_last_and_repeats(game, nodes):
    lines = thought(game, game.start(), nodes=nodes, lines=1)
    assert lines[0][2] == nodes
    assert thought(game, game.start(), nodes=nodes, lines=1) == lines


@every_thinker
@pytest.mark.parametrize("times", [1, 65_535])  # after so many, eras are counted anew
def test_a_search_that_has_forgotten_is_as_good_as_new(game, times):
    search = kernel.new_search(game)
    lines = kernel.think(search, game, game.start(), depth=5, lines=2)
    kernel.think(search, game, game.start().after(game.start().moves()[3]), depth=5)
    for _ in range(times):
        search.forget()
    assert kernel.think(search, game, game.start(), depth=5, lines=2) == lines


@every_thinker
@pytest.mark.parametrize("threads", [1, 2])
def test_each_depth_is_told_once_in_order_up_to_the_limit(game, threads):
    told = []
    lines = thought(game, game.start(), depth=5, lines=3, threads=threads, progress=told.append)
    assert [{line[1] for line in step} for step in told] == [{1}, {2}, {3}, {4}, {5}]
    assert [line[1] for line in lines] == [5, 5, 5]
    nodes = [step[0][2] for step in told]
    assert nodes == sorted(set(nodes))
    assert nodes[-1] <= lines[0][2]


@every_thinker
def test_lines_are_distinct_and_the_better_comes_first(game):
    rng = Random(3)
    for position, _ in wander(game, rng, 60):
        count = len(position.moves())
        lines = thought(game, position, depth=3, lines=5) if count else []
        assert len({line[3][0] for line in lines}) == len(lines) == min(5, count)
        scores = [line[0] for line in lines]
        assert scores == sorted(scores, reverse=True)


@every_thinker
@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_without_limits_can_be_stopped_from_outside(game, threads):
    search, found = kernel.new_search(game), []
    thinking = threading.Thread(
        target=lambda: found.extend(kernel.think(search, game, game.start(), threads=threads))
    )
    thinking.start()
    while thinking.is_alive():
        search.stop()
        thinking.join(0.01)
    assert found[0][3][0] in {str(move) for move in game.start().moves()}


def test_an_error_in_what_listens_ends_the_search_and_is_raised():
    def listen(_):
        raise ZeroDivisionError

    game = take("tortuga")
    with pytest.raises(ZeroDivisionError):
        thought(game, game.start(), progress=listen)


@pytest.mark.parametrize("plies", [1, 2])
def test_1_end_what_the_game_has_seen_twice_is_a_draw_the_third_time(plies):
    game = take("tortuga")
    position = repeated = game.position("4/5/6/1N1So2/3S2/5/4 S")
    (line,) = thought(game, position, depth=6)
    assert (line[0], line[3]) == (kernel.MATE - 3, ["d4~d6", "d5xf3", "d6-d7"])
    for text in line[3][:plies]:
        repeated = repeated.after(game.move(text, repeated))
    once = [Seen(repeated.to_move, repeated.moves()[0], repeated)]
    assert thought(game, position, once, depth=6)[0][0] == kernel.MATE - 3
    (best,) = thought(game, position, once * 2, depth=6)
    assert (best[0], best[3][0]) == (0, "d4~d6"), "every other move loses"


def wins_within(position, plies):
    """Return whether the mover wins by that many plies whatever is played against it."""
    seat = position.to_move
    after = [position.after(move) for move in position.moves()] if plies > 0 else []
    return any(
        end.shares[seat] == 1 for child in after if (end := child.outcome()) is not None
    ) or any(plies > 2 and loses_within(child, plies - 1) for child in after)


def loses_within(position, plies):
    """Return whether the mover has lost by that many plies whatever it plays."""
    if (end := position.outcome()) is not None:
        return end.shares[position.seats - 1 - position.turn] == 0
    return plies > 1 and all(
        wins_within(position.after(move), plies - 1) for move in position.moves()
    )


def dice(rng):
    """Return a position of Hops in which a side is about to win."""
    cells = rng.sample(range(49), 12)
    values = {cell: f"r{6 if at else 5}" for at, cell in enumerate(cells[:6])}
    values |= {cell: f"b{6 if at > 1 else 5}" for at, cell in enumerate(cells[6:])}
    rows = ("".join(values.get(row * 7 + at, ".") for at in range(7)) for row in range(7))
    return take("hops").position(f"{'/'.join(rows)} {rng.choice('rb')}")


def endings(game, rng):
    """Yield positions in which somebody is near the end, for a while."""
    if game.slug == "hops":
        yield from (dice(rng) for _ in range(12))
    else:
        yield from (position for position, _ in wander(game, rng, 400))
        yield from (position for position, _ in strewn(rng, 100))


@every_thinker
def test_a_win_in_n_holds_against_every_defence_and_none_is_sooner(game):
    shown, longest = set(), LONGEST_PROOF[game.slug]
    for position in endings(game, Random(21)):
        if position.outcome() is not None:
            continue
        score, _, _, moves = thought(game, position, depth=3)[0]
        if abs(score) < kernel.DECISIVE:
            continue
        plies = kernel.MATE - abs(score)
        assert len(moves) == plies
        if plies > longest:  # Captures are followed beyond the depth.
            continue
        assert (plies % 2 == 1) == (score > 0)
        holds = wins_within if score > 0 else loses_within
        assert holds(position, plies), (str(position), score)
        assert not holds(position, plies - 2), (str(position), score)
        shown.add(plies)
    assert shown == set(range(1, longest + 1))


@every_thinker
def test_a_score_is_its_features_weighed(game):
    # The search reckons it faster, in another way than the fit does.
    kind = type(kernel.new_search(game))
    weights = kind.weights()
    for position, options in wander(game, Random(8), 2_000):
        if position.outcome() is None:
            twin = kernel.twin(game, str(position), options)
            features = kind.features(twin)
            assert kind.evaluate(twin) == sum(map(mul, features, weights))
            assert len(features) == len(weights)
