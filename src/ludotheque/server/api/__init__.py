"""HTTP and JSON: everything but the socket of a table."""

from typing import Final

from starlette.routing import BaseRoute

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
ROUTES: Final[tuple[BaseRoute, ...]] = tuple(
    route
    for part in (games, board, tables, me, brought, people, bots, *STUDY, health)
    for route in part.router.routes
)
