"""Answers about puzzles: each is asked, judged, and told what it was about; none is rated here."""

from datetime import UTC, datetime

from ludotheque.errors import N_, NotAllowed, Unreadable
from ludotheque.games import AnyGame, take
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.house import House
from ludotheque.local.routes import route
from ludotheque.page.symbol_names import symbol_names
from ludotheque.study.puzzles import Puzzle, seen
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.choosing import of_the_day, puzzles_of
from ludotheque.study.puzzles.judging import asked as puzzle_asked
from ludotheque.study.puzzles.judging import (
    explained,
    judged,
    leads,
    looked,
    puzzle_drawn,
    puzzle_of,
)
from ludotheque.study.puzzles.messages import Answered, Explained, GivenUp, Hinted
from ludotheque.words import Words


@route("GET", "/api/games/{slug}/puzzles/{puzzle_id}")
async def one(_house: House, asked: Asked) -> Answer:
    """Return a puzzle: the position, what can be touched, and the question."""
    return answered(puzzle_asked(_puzzle(asked), asked.words))


@route("GET", "/api/games/{slug}/puzzles/{puzzle_id}/picture.svg")
async def picture(_house: House, asked: Asked) -> Answer:
    """Return a puzzle as a picture, as whoever is asked sees it."""
    puzzle = _puzzle(asked)
    return Answer(puzzle_drawn(puzzle, asked.words.say(puzzle.taken.title)), "image/svg+xml")


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/answer")
async def answer(_house: House, asked: Asked) -> Answer:
    """Judge an answer."""
    attempt, given = _attempt(asked), asked.body.get("answer")
    if not isinstance(given, str):
        raise Unreadable(N_("the request cannot be read"))
    if not leads(attempt):
        raise NotAllowed(N_("these moves do not lead to the solution"))
    move = attempt.read(given)
    verdict = attempt.answer(move)
    told, pictures, solution = judged(attempt, move, verdict, asked.words)
    return answered(
        Answered(
            right=verdict.right,
            solved=verdict.next.solved,
            made=verdict.next.made,
            told=told,
            pictures=pictures,
            refuted=None if verdict.right else seen.refuted(attempt, move, asked.words),
            solution=solution,
            claims=(),
            rating=None,
        )
    )


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/hint")
async def hint(_house: House, asked: Asked) -> Answer:
    """Return what a puzzle is about."""
    return answered(Hinted(told=seen.hinted(_puzzle(asked), asked.words), rating=None))


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/solution")
async def solution(_house: House, asked: Asked) -> Answer:
    """Give a puzzle up, and return its solution."""
    found = seen.solved(_puzzle(asked), asked.words)
    return answered(GivenUp(solution=found, claims=(), rating=None))


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/why")
async def why(_house: House, asked: Asked) -> Answer:
    """Return what a wrong answer gave away, for whoever knows the solution."""
    attempt = _attempt(asked)
    if tuple(asked.body.get("solution", ())) != attempt.puzzle.line or not leads(attempt):
        raise NotAllowed(N_("this is told once the puzzle is solved"))
    claims = explained(attempt, str(asked.body.get("answer", "")), asked.words)
    return answered(Explained(claims=claims))


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/look")
async def look(_house: House, asked: Asked) -> Answer:
    """Return what would be seen after moves, and why touches are none: by the rules alone."""
    made, tries, touches = (asked.body.get(name, []) for name in ("made", "tries", "touches"))
    return answered(looked(_puzzle(asked), made, tries, touches, asked.words))


@route("GET", "/api/pages/puzzles/{slug}")
async def list_page(_house: House, asked: Asked) -> Answer:
    """Return which puzzles the page of a game asks: all of them, or those of a theme."""
    game = take(asked.parts["slug"])
    found = puzzles_of(game, asked.one("theme"))
    return answered(puzzle_data(game, "list", found, asked.words))


@route("GET", "/api/pages/puzzles/{slug}/day")
async def day_page(house: House, asked: Asked) -> Answer:
    """Return the puzzle of the day for its page."""
    game = take(asked.parts["slug"])
    today = datetime.fromtimestamp(house.now() / 1000, UTC).date()
    return answered(puzzle_data(game, "day", (of_the_day(today, game),), asked.words))


def puzzle_data(
    game: AnyGame, way: str, puzzles: tuple[Puzzle, ...], words: Words
) -> dict[str, object]:
    """Return what the page of puzzles needs to know of them."""
    return {
        "game": game.slug,
        "way": way,
        "ids": [puzzle.id for puzzle in puzzles],
        "tried": [],
        "best": 0,
        "symbols": symbol_names(words),
    }


def _puzzle(asked: Asked) -> Puzzle:
    return puzzle_of(take(asked.parts["slug"]), asked.parts["puzzle_id"])


def _attempt(asked: Asked) -> Attempt:
    return Attempt(_puzzle(asked), tuple(asked.body.get("made", ())))
