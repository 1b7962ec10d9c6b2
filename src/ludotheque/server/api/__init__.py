"""HTTP and JSON: everything but the socket of a table."""

from fastapi import APIRouter

from ludotheque.server.api import (
    board,
    bots,
    games,
    health,
    me,
    moments,
    people,
    replays,
    reviews,
    study,
    tables,
)
from ludotheque.server.api.dependencies import REFUSALS

router = APIRouter(responses=REFUSALS)
for part in (games, board, tables, me, people, bots, study, moments, replays, reviews, health):
    router.include_router(part.router)
