"""Pages of puzzles: what there is to solve, and the board on which it is solved."""

from datetime import UTC, date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from ludotheque.errors import N_, NoSuchPage
from ludotheque.games import AnyGame, shelf, take
from ludotheque.page.page_data import Way
from ludotheque.page.puzzles import puzzle_data
from ludotheque.server.access.identity import Visitor
from ludotheque.server.api.dependencies import Known, Slug, TheAnswers, TheStore, in_thread
from ludotheque.server.api.mistakes import own_mistakes
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.store import Store, Tried
from ludotheque.study.puzzles import run, shipped
from ludotheque.study.puzzles.choosing import number_of, of_the_day, puzzles_of
from ludotheque.study.puzzles.judging import puzzle_of
from ludotheque.study.puzzles.themes import catalogue
from ludotheque.words import Words

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
async def puzzles_page(request: Request, known: Known, store: TheStore) -> Response:
    """Show what there is to solve: the puzzles of the day, themes, runs, one's own mistakes."""
    words = words_for(request)
    games = [game for game in shelf().values() if await in_thread(shipped, game)]
    return page(
        request,
        "puzzles.html",
        known,
        games=[await in_thread(_offered, game, store, known, words) for game in games],
        seconds=run.SECONDS,
        misses=run.MISSES,
    )


def _offered(game: AnyGame, store: Store, known: Visitor | None, words: Words) -> dict[str, Any]:
    """Return what the page tells of the puzzles of a game."""
    tried: dict[str, Tried] = {}
    points = counted = best = 0
    if known is not None:
        tried = store.puzzles.tried(known.id, game.slug)
        solver = store.puzzles.solver(known.id, game.slug)
        points, counted = solver.points, solver.puzzles
        streak = store.streaks.find(known.id, game.slug)
        best = 0 if streak is None else streak.best
    found, day = shipped(game), of_the_day(_today(), game)
    ids = {puzzle.id for puzzle in found}
    return {
        "slug": game.slug,
        "title": words.say(game.title),
        "day": day.id,
        "day_state": _state(tried.get(day.id)),
        "total": len(found),
        "solved": sum(bool(each.solved) for each in tried.values() if each.puzzle in ids),
        "points": points,
        "counted": counted,
        "best": best,
        "themes": [
            {"key": key, "name": words.say(theme.name), "count": count}
            for key, theme in catalogue(game).items()
            if (count := sum(key in puzzle.themes for puzzle in found))
        ],
    }


def _state(tried: Tried | None) -> str:
    if tried is None or tried.solved is None:
        return ""
    return "solved" if tried.solved else "missed"


def _today() -> date:
    return datetime.now(UTC).date()


@router.get("/puzzles/{slug}")
async def list_page(
    request: Request,
    slug: Slug,
    known: Known,
    store: TheStore,
    theme: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """Show the puzzles of a game one after another, all of them or those of a theme."""
    game = take(slug)
    found = await in_thread(puzzles_of, game, theme)
    tried = {} if known is None else await in_thread(store.puzzles.tried, known.id, game.slug)
    named = None if theme is None else words_for(request).say(catalogue(game)[theme].name)
    ids = [puzzle.id for puzzle in found]
    done = [one for one in ids if one in tried and tried[one].solved is not None]
    return _page(request, known, game, "list", ids=ids, tried=done, about=named)


@router.get("/puzzles/{slug}/day")
async def day_page(request: Request, slug: Slug, known: Known) -> Response:
    """Show the puzzle of the day."""
    game = take(slug)
    puzzle = await in_thread(of_the_day, _today(), game)
    return _page(request, known, game, "day", ids=[puzzle.id])


@router.get("/puzzles/{slug}/rated")
async def rated_page(request: Request, slug: Slug, known: Known) -> Response:
    """Show puzzles that count, chosen by the house."""
    return _page(request, known, await in_thread(_puzzled, slug), "rated")


@router.get("/puzzles/{slug}/streak")
async def streak_page(request: Request, slug: Slug, known: Known, store: TheStore) -> Response:
    """Show a run against the clock."""
    game = await in_thread(_puzzled, slug)
    streak = None if known is None else await in_thread(store.streaks.find, known.id, game.slug)
    best = 0 if streak is None else streak.best
    return _page(request, known, game, "streak", best=best)


@router.get("/puzzles/{slug}/own")
async def own_page(
    request: Request, answers: TheAnswers, slug: Slug, known: Known, store: TheStore
) -> Response:
    """Show one's own mistakes as puzzles."""
    game = take(slug)
    found = None if known is None else await own_mistakes(store, answers, known.id, game.slug)
    return _page(request, known, game, "own", ids=found)


@router.get("/puzzles/{slug}/{puzzle_id}")
async def puzzle_page(
    request: Request,
    slug: Slug,
    puzzle_id: Annotated[str, Path(pattern=r"^[0-9a-f]{8}$")],
    known: Known,
) -> Response:
    """Show a certain puzzle."""
    game = take(slug)
    puzzle = await in_thread(puzzle_of, game, puzzle_id)
    number = number_of(puzzle, shipped(game))
    return _page(request, known, game, "one", ids=[puzzle.id], number=number)


def _puzzled(slug: str) -> AnyGame:
    game = take(slug)
    if not shipped(game):
        raise NoSuchPage(N_("there are no puzzles of this game yet"))
    return game


def _page(
    request: Request,
    known: Visitor | None,
    game: AnyGame,
    way: Way,
    *,
    ids: list[str] | None = None,
    tried: list[str] | None = None,
    about: str | None = None,
    best: int = 0,
    number: int = 0,
) -> Response:
    words = words_for(request)
    return page(
        request,
        "puzzle.html",
        known,
        title=words.say(game.title),
        way=way,
        about=about,
        number=number,
        seconds=run.SECONDS,
        misses=run.MISSES,
        data=puzzle_data(game, way, words, ids or (), tried=tried or (), best=best),
    )
