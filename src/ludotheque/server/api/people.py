"""Endpoints about other people: profiles and leaderboards."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from ludotheque.engine import level_of
from ludotheque.engine.level_names import level_names
from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.games import take
from ludotheque.server.api.dependencies import REFUSALS, TheStore, in_thread
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import Leaderboard, Profile, Ranked, RatingSeen
from ludotheque.store import Ranked as RankedHere
from ludotheque.tables import clean_label

router = APIRouter(tags=["people"], responses=REFUSALS)


class NoSuchPerson(LudothequeError):
    """Nobody goes by that name; guests cannot be looked up."""

    code = "person/unknown"


@router.get("/api/people/{name}")
async def profile(
    name: Annotated[str, Path(min_length=1, max_length=100)], store: TheStore
) -> Profile:
    """Return what everyone may know about a person who has taken a name."""
    try:
        person = await in_thread(store.people.named, clean_label(name))
    except NotAllowed:
        person = None
    if person is None:
        raise NoSuchPerson(N_("nobody here goes by the name “{name}”"), name=name)
    ratings = await in_thread(store.ratings.of, person.id)
    return Profile(
        name=person.shown,
        bot=person.bot,
        since=person.created,
        ratings=[RatingSeen(game=r.game, rating=r.points, games=r.games) for r in ratings],
    )


@router.get("/api/leaderboard/{game}")
async def leaderboard(
    request: Request,
    game: Annotated[str, Path(min_length=1, max_length=40)],
    store: TheStore,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Leaderboard:
    """Return the strongest at a game: people who have taken a name, and the computers."""
    slug = take(game).slug
    board = await in_thread(store.ratings.board, slug, limit=limit)
    names = level_names(words_for(request))
    return Leaderboard(
        game=slug, lines=[_ranked(rank, line, names) for rank, line in enumerate(board, 1)]
    )


def _ranked(rank: int, line: RankedHere, names: Sequence[str]) -> Ranked:
    """Return a line of the leaderboard; the computers are called by the *names* of their levels."""
    level = level_of(line.rating.who)
    return Ranked(
        rank=rank,
        name=line.shown if level is None else names[level - 1],
        computer=line.rating.computer,
        bot=line.bot,
        rating=line.rating.points,
        games=line.rating.games,
    )
