"""Matches and tournaments: many games between players, in parallel, and what their results say."""

from ludotheque.arena.contest import Contest, Form
from ludotheque.arena.folder import Folder, kept_seed
from ludotheque.arena.game import Fault, Fixture, Played
from ludotheque.arena.held import MatchResult, match
from ludotheque.arena.ratings import Rating
from ludotheque.arena.score import Score
from ludotheque.arena.standings import Standings
from ludotheque.arena.statistics import Elo, Finding, Sprt, Standing, Verdict
from ludotheque.arena.workers import cores

__all__ = [
    "Contest",
    "Elo",
    "Fault",
    "Finding",
    "Fixture",
    "Folder",
    "Form",
    "MatchResult",
    "Played",
    "Rating",
    "Score",
    "Sprt",
    "Standing",
    "Standings",
    "Verdict",
    "cores",
    "kept_seed",
    "match",
]
