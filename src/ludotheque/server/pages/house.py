"""Pages beside the tables: the shelf, one's own place, the others."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from babel.dates import format_date
from fastapi import APIRouter, Path, Request, Response

from ludotheque.engine.level_names import level_names
from ludotheque.games import shelf, take
from ludotheque.match.match import ABORTED
from ludotheque.page.agreed import clocks_offered
from ludotheque.page.boxes import box
from ludotheque.page.player_names import chair_names
from ludotheque.page.render import version
from ludotheque.page.sentences import COUNTED
from ludotheque.server.api.brought import brought_games
from ludotheque.server.api.dependencies import Known, Slug, TheStore, in_thread
from ludotheque.server.api.me import my_tables
from ludotheque.server.api.people import leaderboard, profile
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.models import BroughtListed, TableListed
from ludotheque.store import Rating, Result
from ludotheque.study.puzzles.rating import Solver
from ludotheque.words import Words

router = APIRouter(include_in_schema=False)

MOST_TABLES: Final = 50
"""As many does one's own place show."""


@router.get("/")
async def shelf_page(request: Request, known: Known) -> Response:
    """Show the games, and who is playing."""
    words = words_for(request)
    return page(
        request,
        "shelf.html",
        known,
        games=[box(game, words) for game in shelf().values()],
        levels=level_names(words),
        clocks=clocks_offered(words),
        edition=version(),
    )


@router.get("/me")
async def own_page(request: Request, known: Known, store: TheStore) -> Response:
    """Show one's own place: name, password, programs, games, strength."""
    words = words_for(request)
    listed = await my_tables(request, known, store, limit=MOST_TABLES)
    ratings = [] if known is None else await in_thread(store.ratings.of, known.id)
    solvers = [] if known is None else await in_thread(store.puzzles.of, known.id)
    brought = await brought_games(known, store)
    sat_at = [table.id for table in listed.tables]
    results = await in_thread(store.ratings.results, sat_at)
    return page(
        request,
        "me.html",
        known,
        bot=known is not None and known.person.bot,
        tables=[
            _sat_at(table, known.id, results[table.id], words)
            for table in listed.tables
            if known is not None
        ],
        brought=[_brought(game, words) for game in brought.games],
        ratings=_strengths(ratings, words),
        solvers=_solvers(solvers, words),
    )


@router.get("/recover")
async def recovery_page(request: Request, known: Known) -> Response:
    """Let whoever follows a recovery link choose a new password."""
    return page(request, "recover.html", known)


@router.get("/people/{name}")
async def person_page(
    request: Request,
    name: Annotated[str, Path(min_length=1, max_length=100)],
    known: Known,
    store: TheStore,
) -> Response:
    """Show what everyone may know of a person."""
    person = await profile(name, store)
    since = datetime.fromtimestamp(person.since / 1000, UTC)
    return page(
        request,
        "people.html",
        known,
        person=person,
        since=format_date(since, "long", locale=words_for(request).lang),
        titles=_titles(request),
    )


@router.get("/best/{slug}")
async def best_page(request: Request, slug: Slug, known: Known, store: TheStore) -> Response:
    """Show the strongest at a game."""
    board = await leaderboard(request, take(slug).slug, store, limit=50)
    return page(
        request,
        "leaderboard.html",
        known,
        game=board.game,
        lines=board.lines,
        titles=_titles(request),
    )


def _sat_at(table: TableListed, me: str, results: Sequence[Result], words: Words) -> dict[str, Any]:
    """Return what one's own place shows of a table, and of every game that was played there."""
    return {
        "id": table.id,
        "title": words.say(take(table.game).title),
        "status": table.status,
        "day": _day(table.updated, words),
        "people": chair_names(table.note.chairs, words),
        "games": [
            {"number": result.number, "day": _day(result.ended, words), **_ended(result, me, words)}
            for result in results
        ],
    }


def _ended(result: Result, me: str, words: Words) -> dict[str, str]:
    """Return how a game ended for *me*: in a word, and its kind."""
    mine = [seat for seat, who in enumerate(result.people) if who == me]
    best = max(result.shares)
    if result.reason == ABORTED:
        return {"kind": "", "told": words.say("Nobody has won")}
    if min(result.shares) == best:
        return {"kind": "drawn", "told": words.say("Draw")}
    if len(mine) != 1:
        return {"kind": "", "told": words.say("Played to the end")}
    if result.shares[mine[0]] == best:
        return {"kind": "won", "told": words.say("Won")}
    return {"kind": "lost", "told": words.say("Lost")}


def _brought(game: BroughtListed, words: Words) -> dict[str, Any]:
    """Return what one's own place shows of a game that was brought; whose it was nobody says."""
    best = max(game.shares)
    winners = [name for name, share in zip(game.players, game.shares, strict=True) if share == best]
    if game.reason == ABORTED:
        told = words.say("Nobody has won")
    elif len(winners) == len(game.players):
        told = words.say("Draw")
    else:
        told = words.count(*COUNTED["ended-won-by"], len(winners), names=", ".join(winners))
    title, day = words.say(take(game.game).title), _day(game.ended, words)
    return {"id": game.id, "title": title, "players": game.players, "day": day, "told": told}


def _day(at: int, words: Words) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "medium", locale=words.lang)


def _titles(request: Request) -> dict[str, str]:
    words = words_for(request)
    return {slug: words.say(game.title) for slug, game in shelf().items()}


def _strengths(ratings: list[Rating], words: Words) -> list[dict[str, Any]]:
    return [
        {
            "game": words.say(take(r.game).title),
            "slug": r.game,
            "points": r.points,
            "games": r.games,
        }
        for r in ratings
    ]


def _solvers(solvers: list[Solver], words: Words) -> list[dict[str, Any]]:
    return [
        {
            "game": words.say(take(each.game).title),
            "slug": each.game,
            "points": each.points,
            "puzzles": each.puzzles,
        }
        for each in solvers
    ]
