"""The environments against their aims, against Pgx and against pyspiel, all in one run.

A thousand games side by side on one core, random legal actions, observations and masks included;
the masks of Hops are packed. Rates are per second of CPU time and the best of several rounds, so
that a busy machine matters less. Pgx is measured where jax is installed, on one thread.

With the name of a document, the figures also become the table in it, between two marks: `make
bench-table`, for a machine that has nothing else to do.
"""

import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

# One core for everyone: jax would take them all.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import numpy as np
import pyspiel
from timing import ROUNDS, rate

from ludotheque.engine import kernel, player
from ludotheque.engine.course import weigher
from ludotheque.engine.kernel import Renewal
from ludotheque.games import take
from ludotheque.research.aec import Table
from ludotheque.research.batch import play
from ludotheque.research.gym import Against
from ludotheque.research.open_spiel import PREFIX
from ludotheque.research.terms import terms
from ludotheque.research.vector import Games

try:
    import jax
    import pgx
    from pgx.experimental import auto_reset
except ImportError:
    jax = None

BATCH = 1024
MILLION = 1_000_000
PEER, PGX_PEERS = "breakthrough", ("connect_four", "othello")


GAMES = ("tortuga", "race", "hops")
TABLE = re.compile(r"(<!-- bench/environments.py -->\n).*?(<!-- end -->)", re.DOTALL)


class Figure(NamedTuple):
    """What was measured, how many of it a second, and what was hoped for."""

    what: str
    rate: float
    aim: float = 0.0


def vectors() -> Iterator[Figure]:
    """Yield the rates of the vector environments, through Gymnasium's interface."""
    for slug, seats, aim in (("tortuga", 2, 8), ("race", 4, 8), ("hops", 2, 2)):
        games = Games(slug, BATCH, seats=seats, copy=False, packed=slug == "hops")
        games.reset(seed=1)

        def work(games: Games = games) -> int:
            for _ in range(16):
                games.step(games.sample())
            return 16 * BATCH

        yield Figure(f"{slug}, {BATCH:,} games", rate(work), aim * MILLION)


def agents() -> Iterator[Figure]:
    """Yield the rate of PettingZoo's interface, the actions picked by the kernel beforehand."""
    scout = play(terms(take("tortuga")), 1, renewal=Renewal.NEVER)
    table = Table("tortuga")
    table.reset(seed=1)
    table.np_random = np.random.default_rng(2)
    scout.reset(int(np.random.default_rng(2).integers(1 << 63)))
    actions = []
    while scout.to_move[0] >= 0:
        actions.append(int(scout.sample()[0]))
        scout.step_alone(actions[-1])

    def work() -> int:
        for _ in range(20):
            table.np_random = np.random.default_rng(2)
            table.reset()
            for action in actions:
                table.last()
                table.step(action)
        return 20 * len(actions)

    yield Figure("tortuga, PettingZoo steps", rate(work), 100_000)


def alone() -> Iterator[Figure]:
    """Yield the rates of Gymnasium's interface against the house, and of its thinking alone."""
    for slug in GAMES:
        for opponent, aim in (("random", 20_000 if slug == "tortuga" else 0), ("level:1", 0)):
            env = Against(slug, opponent=opponent)
            env.reset(seed=1)
            env.action_space.seed(1)

            def work(env: Against = env) -> int:
                for _ in range(50):
                    _, _, terminated, truncated, _ = env.step(env.action_space.sample())
                    if terminated or truncated:
                        env.reset()
                return 50

            yield Figure(f"{slug}, Gymnasium steps, {opponent}", rate(work), aim)
        yield Figure(f"{slug}, thoughts of level:1 alone", rate(thinking(slug)))


def thinking(slug: str) -> Callable[[], int]:
    """Return the work of a level that chooses in games of its own, move by move."""
    game, rng = take(slug), random.Random(1)
    seated = player("level:1", game, rng)
    weigh = weigher(seated, game)
    start = game.start()
    course = kernel.new_course(game, str(start), game.settle({}))

    def work() -> int:
        thoughts = 0
        while thoughts < 50:
            if course.to_move is None:
                course.begin(str(start))
            elif course.to_move < 0:
                odds = course.odds()
                course.play(rng.choices(range(len(odds)), odds)[0])
            else:
                course.play(weigh(course).move)
                thoughts += 1
        return thoughts

    return work


def states() -> Iterator[Figure]:
    """Yield how often a second a state is cloned, and asked for its moves and given one."""
    for slug in GAMES:
        met = met_in(pyspiel.load_game(PREFIX + slug), 400)

        def cloned(met: list[Any] = met) -> list[Any]:
            return [state.clone() for state in met]

        def moved(clones: list[Any]) -> None:
            for state in clones:
                actions = state.legal_actions()
                state.apply_action(actions[len(actions) // 2])

        yield Figure(f"{slug}, OpenSpiel clones", best(list, lambda _: cloned(), 400), 1e6 / 60)
        yield Figure(f"{slug}, OpenSpiel legal and apply", best(cloned, moved, 400), 1e6 / 20)


def met_in(game: Any, count: int) -> list[Any]:  # noqa: ANN401 - OpenSpiel has no types
    """Return states of random games in which a player is to act."""
    rng, found = random.Random(1983), []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                found.append(state.clone())
                state.apply_action(rng.choice(state.legal_actions()))
    return found[:count]


def best(prepare: Callable[[], Any], work: Callable[[Any], object], count: int) -> float:
    """Return how often a second *work* does its *count*, at best; preparing takes no time."""
    spent = []
    for _ in range(4 * ROUNDS):
        prepared = prepare()
        began = time.process_time()
        work(prepared)
        spent.append(time.process_time() - began)
    return count / min(spent)


def spiel() -> Iterator[Figure]:
    """Yield the rate of the peer in C++, driven from Python, with its observation tensors."""
    game, rnd = pyspiel.load_game(PEER), random.Random(1983).random

    def work() -> int:
        moves, state = 0, game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            if not state.is_terminal():
                state.observation_tensor()
            moves += 1
        return moves

    yield Figure(f"pyspiel {PEER}", rate(work))


def jaxed() -> Iterator[Figure]:
    """Yield the rates of Pgx: picking by mask, stepping and beginning anew, compiled as one."""
    if jax is None:
        print("Pgx is not measured: jax is not installed")
        return
    for name in PGX_PEERS:
        env = pgx.make(name)
        begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        @jax.jit
        def forward(state, key, step=step):  # noqa: ANN001, ANN202 - jax's
            def once(carry, _):  # noqa: ANN001, ANN202 - jax's
                state, key = carry
                key, picks, chance = jax.random.split(key, 3)
                legal = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
                actions = jax.random.categorical(picks, legal, axis=-1)
                return (step(state, actions, jax.random.split(chance, BATCH)), key), None

            return jax.lax.scan(once, (state, key), None, length=16)[0]

        held = [begin(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

        def work(forward=forward, held=held) -> int:  # noqa: ANN001 - jax's
            held[:] = forward(*held)
            jax.block_until_ready(held[0].observation)
            return 16 * BATCH

        work()
        yield Figure(f"pgx {name}, {BATCH:,} games", rate(work))


def main() -> None:
    """Print each figure, and each of ours beside the peers; write the table where it is asked for.

    Whether there is a place for it is known before anything is measured.
    """
    if not kernel.BUILT:
        raise SystemExit("bench/environments.py: this house is built without its kernel")
    documents = [Path(name) for name in sys.argv[1:]]
    for document in documents:
        if not TABLE.search(document.read_text(encoding="utf-8")):
            raise SystemExit(f"bench/environments.py: {document} has no marks for the table")
    load = os.getloadavg()[0]
    print(f"{'what':<40}{'a second':>14}{'aim':>14}{'ratio':>8}")
    figures = []
    for part in (vectors, agents, alone, states, spiel, jaxed):
        for figure in part():
            figures.append(figure)
            line = f"{figure.what:<40}{figure.rate:>14,.0f}"
            if figure.aim:
                line += f"{figure.aim:>14,.0f}{figure.rate / figure.aim:>8.2f}"
            print(line, flush=True)
    beside_peers(figures)
    for slug in GAMES:
        batch = kernel.new_batch(
            take(slug), 1, 2, {}, moves=1, drawn=False, renewal=Renewal.AT_ONCE
        )
        print(f"{slug}: {type(batch).BYTES_EACH} bytes an environment beside what it shows")
    for document in documents:
        text = document.read_text(encoding="utf-8")
        document.write_text(TABLE.sub(rf"\g<1>{table(figures, load)}\g<2>", text), encoding="utf-8")


def beside_peers(figures: list[Figure]) -> None:
    """Print how many times as fast as the fastest of each kind of peer our games are."""
    ours = [figure for figure in figures if figure.aim >= MILLION]
    for peer, wanted in (("pyspiel", 40), ("pgx", 4)):
        fastest = max((f.rate for f in figures if f.what.startswith(peer)), default=0)
        for figure in ours if fastest else ():
            print(f"{figure.what}: {figure.rate / fastest:.1f} times {peer} (wanted {wanted})")


def table(figures: list[Figure], load: float) -> str:
    """Return the figures in Markdown, with how busy the machine was."""
    rows = [
        f"| {what} | {rate:,.0f} | " + (f"{aim:,.0f} | {rate / aim:.0%} |" if aim else "| |")
        for what, rate, aim in figures
    ]
    where = f"on one of {os.cpu_count()} cores, beside a load of {load:.1f}"
    return "\n".join((f"| {where} | a second | aim | of it |", "|---|--:|--:|--:|", *rows, ""))


if __name__ == "__main__":
    main()
