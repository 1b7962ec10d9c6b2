"""Contests to be held in this process."""

from ludotheque.arena import Contest, run
from ludotheque.games import take

SEED = "5eed" * 16


def contest(*players, slug="tortuga", games=2, **terms):
    return Contest(game=take(slug), players=players, games=games, **{"seed": SEED, **terms})


def here(work, tasks):
    """Do the work in this process."""
    return ((number, work(task)) for number, task in enumerate(tasks))


def held(terms, folder=None):
    return list(run.games(terms, here, folder))
