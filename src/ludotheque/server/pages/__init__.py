"""HTML pages for people, and the files that they are made of."""

from typing import Final

from starlette.routing import BaseRoute

from ludotheque.server.pages import device, files, house, position, puzzles, screen, study, table

ROUTES: Final[tuple[BaseRoute, ...]] = tuple(
    route
    for part in (files, device, house, table, screen, study, position, puzzles)
    for route in part.router.routes
)
