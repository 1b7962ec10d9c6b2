"""HTTP and JSON: everything but the socket of a table."""

from fastapi import APIRouter

from ludotheque.server.api import board, bots, games, me, others, pages, replays, study, tables
from ludotheque.server.api.parts import REFUSALS

router = APIRouter(responses=REFUSALS)
for part in (games, board, tables, me, others, bots, study, replays, pages):
    router.include_router(part.router)
