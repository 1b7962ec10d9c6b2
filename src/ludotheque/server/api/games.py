"""Endpoint of the shelf: games, options and levels."""

from fastapi import APIRouter, Request

from ludotheque.engine import LEVELS
from ludotheque.games import AnyGame, shelf
from ludotheque.server.api.dependencies import REFUSALS
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import GameOnTheShelf, GameOption, LevelOnTheShelf, Shelf
from ludotheque.words import Words

router = APIRouter(tags=["games"], responses=REFUSALS)


@router.get("/api/games")
async def games(request: Request) -> Shelf:
    """Return the games on the shelf and the computer's levels, in the reader's language."""
    words = words_for(request)
    return Shelf(
        games=[_shown(game, words) for game in shelf().values()],
        levels=[
            LevelOnTheShelf(level=number, name=words.say(level.name))
            for number, level in enumerate(LEVELS, 1)
        ],
    )


def _shown(game: AnyGame, words: Words) -> GameOnTheShelf:
    return GameOnTheShelf(
        slug=game.slug,
        title=words.say(game.title),
        tagline=words.say(game.tagline),
        seats=list(game.seats),
        seat_names=[words.say(name) for name in game.seat_names],
        minutes=list(game.minutes),
        options=[
            GameOption(name=name, values=list(values)) for name, values in game.options.items()
        ],
    )
