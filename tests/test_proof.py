"""Proofs: what is proved is so, by the kernel and by Python alike, for every option."""

import threading
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.engine.proof import OutOfBudget, PlainProver, prover
from ludotheque.errors import NotAllowed
from ludotheque.games import shelf, take
from ludotheque.position import CHANCE, Open, Outcome
from strewn import strewn
from test_twins import tables, wander

GAMES = [game for game in shelf().values() if kernel.has_prover(game)]
every_prover = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
ENOUGH = 10**9
DICE = 10
"""How many positions of dice are looked through: Python takes half a second for each."""


@cache
def naive(position, seat, plies):
    """Return what a proof finds, by nothing but the definition."""
    if (end := position.outcome()) is not None:
        return end.shares[seat] == 1
    if plies == 0:
        return False
    enough = any if position.to_move == seat else all
    return enough(naive(position.after(move), seat, plies - 1) for move in position.moves())


def dice(rng, number):
    """Return a position of Hops with few dice, of which few are below six: soon looked through."""
    game = take("hops")
    kinds = [options for _, options in tables(game)]
    cells = rng.sample([(row, column) for row in range(4) for column in range(4)], 5)
    values = [rng.choice((5, 6)), rng.choice((4, 5)), 6, rng.choice((5, 6)), 5]
    shown = {c: f"{'rb'[at % 2]}{v}" for at, (c, v) in enumerate(zip(cells, values, strict=True))}
    rows = ("".join(shown.get((row, column), ".") for column in range(7)) for row in range(7))
    options = kinds[number % len(kinds)]
    return game.position(f"{'/'.join(rows)} {rng.choice('rb')}", **options)


def small(game, rng, count=DICE):
    """Yield positions that Python can look through, and to how many plies; *count* with dice."""
    if game.slug == "hops":
        yield from ((dice(rng, number), 3) for number in range(count))
        yield game.position("......./r6....../.b5...../......./......./......./....... b"), 3
    else:
        late = (p for p, _ in wander(game, rng, 2_000) if len(p.moves()) < 8)
        yield from ((position, 4) for position in islice(late, 60))
        yield from ((position, 3) for position, _ in strewn(rng, 40))


@every_prover
def test_kernel_and_python_prove_what_the_definition_says(game):
    found = set()
    for position, most in small(game, Random(5)):
        for seat in range(2):
            fast, plain = prover(game, nodes=ENOUGH), PlainProver(ENOUGH, ())
            for plies in range(most + 1):
                said = naive(position, seat, plies)
                assert fast.forced(position, seat, plies) is said, (str(position), seat, plies)
                assert plain.forced(position, seat, plies) is said, (str(position), seat, plies)
                found.add((plies, said))
    assert {(plies, said) for plies in range(4) for said in (True, False)} <= found


@every_prover
def test_moves_and_lines_follow_from_the_definition(game):
    lengths = set()
    for position, most in small(game, Random(5), 3):
        if position.outcome() is not None:
            continue
        own, foe = position.to_move, 1 - position.to_move
        after = {str(move): position.after(move) for move in position.moves()}
        for proves in (prover(game, nodes=ENOUGH), PlainProver(ENOUGH, ())):
            winning = [text for text, child in after.items() if naive(child, own, most - 1)]
            assert list(proves.winning(position, most)) == winning
            held = [text for text, child in after.items() if not naive(child, foe, most - 1)]
            assert list(proves.holding(position, most)) == held
            assert proves.forced(position, foe, most) is naive(position, foe, most)
            shortest = next((n for n in range(most + 1) if naive(position, own, n)), None)
            assert proves.shortest(position, own, most) == shortest
            line, now = proves.line(position, own, most), position
            assert len(line) == (shortest or 0)
            for left, text in zip(range(len(line), 0, -1), line, strict=True):
                now = now.after(game.move(text, now))
                assert naive(now, own, left - 1)
                assert left == 1 or not naive(now, own, left - 2)
            lengths.add(len(line))
    assert {0, 1, 3} <= lengths


def test_1_end_a_position_met_twice_before_is_won_by_nobody():
    game = take("tortuga")
    position = game.position("4/5/6/1N1So2/3S2/5/4 S")
    between = position.after(game.move("d4~d6", position))
    for times, won in enumerate((True, True, False)):
        proves = prover(game, nodes=ENOUGH, past=[between] * times)
        assert proves.wins(position, 3) is won
    assert PlainProver(ENOUGH, [between]).wins(position, 3) is False


def test_1_end_who_cannot_move_has_lost():
    game = take("tortuga")
    position = game.position("4/5/1S4/2SN3/6/5/4 S")  # c2-c3 leaves North no way
    stuck = [m for m in position.moves() if position.after(m).outcome() is not None]
    assert {str(move) for move in stuck} <= set(prover(game, nodes=ENOUGH).winning(position, 1))


@every_prover
def test_a_budget_that_is_spent_leaves_the_question_open(game):
    position = strife(game)
    with pytest.raises(OutOfBudget):
        prover(game, nodes=500).wins(position, 61)
    with pytest.raises(OutOfBudget):
        prover(game, nodes=500).holding(position.after(position.moves()[0]), 61)
    proves = prover(game, nodes=100)
    with pytest.raises(OutOfBudget):
        proves.winning(position, 61)
    assert proves.nodes <= 0


@every_prover
def test_a_proof_can_be_stopped_from_another_thread(game):
    proves, ended = prover(game, nodes=10**15), []

    def ask():
        with pytest.raises(OutOfBudget):
            proves.forced(strife(game), 0, 60)
        ended.append(True)

    asking = threading.Thread(target=ask)
    asking.start()
    while asking.is_alive():
        proves.stop()
        asking.join(0.01)
    assert ended


def strife(game):
    """Return a position from which no proof to sixty plies ends while anyone waits."""
    if game.slug == "hops":
        return game.position(
            "r5.b1.r5.b1/......./b1.....r5/......./r5.....b1/......./b1.r5.b1.r5 r"
        )
    return game.start()


@dataclass(frozen=True)
class Coin(Open):
    """Who is to move counts up by one or by a coin's throw; who comes to ten has won."""

    count: int
    to_move: object = 0
    seats = 2

    def moves(self):
        return () if self.outcome() else (1, 2) if self.to_move is CHANCE else ("on", "throw")

    def after(self, move):
        return (
            Coin(self.count, CHANCE)
            if move == "throw"
            else Coin(self.count + (move == "on" or move), 0)
        )

    def outcome(self):
        return Outcome.win(2, 0, reason="ten") if self.count >= 10 else None


def test_where_chance_moves_every_lot_must_win():
    proves = PlainProver(ENOUGH, ())
    assert proves.winning(Coin(9), 1) == ("on",)
    assert proves.winning(Coin(9), 2) == ("on", "throw")
    assert proves.winning(Coin(8), 2) == ("on",), "a throw may bring one only"


def test_what_is_hidden_is_not_proved():
    race = take("race").position("./././././././gbyp/r/. 1 rg r+|g+ -")
    with pytest.raises(NotAllowed, match="hidden"):
        prover(take("race"), nodes=100).wins(race, 1)


def test_a_position_in_which_nobody_moves_is_refused():
    game = take("tortuga")
    over = game.position("4/5/6/6S/6/5/4 N")
    with pytest.raises(NotAllowed, match="over"):
        prover(game, nodes=100).wins(over, 3)
    with pytest.raises(NotAllowed, match="chance"):
        prover(take("race"), nodes=100).wins(take("race").start(), 3)
