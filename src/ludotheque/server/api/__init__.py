"""HTTP and JSON: everything but the socket of a table."""

from typing import Final

from fastapi import APIRouter

from ludotheque.server.api import (
    analyses,
    board,
    bots,
    brought,
    games,
    health,
    me,
    mistakes,
    moments,
    people,
    puzzles,
    replays,
    reviews,
    streaks,
    study,
    tables,
    trees,
)
from ludotheque.server.api.dependencies import REFUSALS

router = APIRouter(responses=REFUSALS)
STUDY: Final = (
    study,
    moments,
    analyses,
    trees,
    replays,
    reviews,
    puzzles,
    streaks,
    mistakes,
)
"""What there is to learn from games."""
for part in (games, board, tables, me, brought, people, bots, *STUDY, health):
    router.include_router(part.router)
