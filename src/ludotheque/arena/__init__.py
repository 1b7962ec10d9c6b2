"""Who is stronger: many games between players, in parallel, and what their results say."""

from ludotheque.arena.contest import Contest, Played
from ludotheque.arena.score import Score
from ludotheque.arena.statistics import Elo, Finding, Sprt, Standing, Verdict
from ludotheque.arena.workers import cores

__all__ = [
    "Contest",
    "Elo",
    "Finding",
    "Played",
    "Score",
    "Sprt",
    "Standing",
    "Verdict",
    "cores",
]
