"""The environments against their aims, against Pgx and against pyspiel, all in one run.

A thousand games side by side on one core, random legal actions, observations and masks included;
the masks of Hops are packed. Rates are per second of CPU time and the best of several rounds, so
that a busy machine matters little. Pgx is measured where jax is installed, on one thread.
"""

import os
import random
from collections.abc import Iterator
from typing import NamedTuple

# One core for everyone: jax would take them all.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import numpy as np
import pyspiel
from timing import rate

from ludotheque.engine import kernel
from ludotheque.games import take
from ludotheque.research.aec import Table
from ludotheque.research.batch import play
from ludotheque.research.episode import terms
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


class Figure(NamedTuple):
    """What was measured, how many actions a second, and what was hoped for."""

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
    scout = play(terms(take("tortuga")), 1, restarting=False)
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
    """Print each figure, and each of ours beside the peers."""
    if not kernel.BUILT:
        raise SystemExit("bench/environments.py: this house is built without its kernel")
    print(f"{'what':<34}{'actions/s':>14}{'aim':>14}{'ratio':>8}")
    figures = []
    for part in (vectors, agents, spiel, jaxed):
        for figure in part():
            figures.append(figure)
            line = f"{figure.what:<34}{figure.rate:>14,.0f}"
            if figure.aim:
                line += f"{figure.aim:>14,.0f}{figure.rate / figure.aim:>8.2f}"
            print(line, flush=True)
    ours = [figure for figure in figures if figure.aim >= MILLION]
    for peer, wanted in (("pyspiel", 40), ("pgx", 4)):
        best = max((f.rate for f in figures if f.what.startswith(peer)), default=0)
        for figure in ours if best else ():
            print(f"{figure.what}: {figure.rate / best:.1f} times {peer} (wanted {wanted})")
    for slug in ("tortuga", "race", "hops"):
        batch = kernel.new_batch(take(slug), 1, 2, {}, moves=1, drawn=False, restarting=True)
        print(f"{slug}: {type(batch).BYTES_EACH} bytes an environment beside what it shows")


if __name__ == "__main__":
    main()
