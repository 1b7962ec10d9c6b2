"""HTML pages for people, and the files that they are made of."""

from fastapi import APIRouter

from ludotheque.server.pages import device, files, house, position, puzzles, screen, study, table

router = APIRouter(include_in_schema=False)
for part in (files, device, house, table, screen, study, position, puzzles):
    router.include_router(part.router)
