"""Answers about puzzles: each is asked, judged, and told what it was about."""

from ludotheque.errors import N_, NotAllowed, Unreadable
from ludotheque.games import take
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.attempts import keep, offer
from ludotheque.local.house import House
from ludotheque.local.routes import route
from ludotheque.study.puzzles import Puzzle, seen
from ludotheque.study.puzzles.attempt import Attempt
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


@route("POST", "/api/games/{slug}/puzzles/rated")
async def offered(house: House, asked: Asked) -> Answer:
    """Return the puzzle that counts next: it stays the same until it is answered."""
    return answered(await offer(house, take(asked.parts["slug"])))


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
async def answer(house: House, asked: Asked) -> Answer:
    """Judge an answer: the first that is wrong counts, and so does the last that is right."""
    attempt, given = _attempt(asked), asked.body.get("answer")
    if not isinstance(given, str):
        raise Unreadable(N_("the request cannot be read"))
    if not leads(attempt):
        # Whoever guesses what comes before has answered wrongly, too.
        await keep(house, attempt.puzzle, solved=False)
        raise NotAllowed(N_("these moves do not lead to the solution"))
    move = attempt.read(given)
    verdict = attempt.answer(move)
    rating = None
    if not verdict.right or verdict.next.solved:
        rating = await keep(house, attempt.puzzle, solved=verdict.right)
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
            rating=rating,
            unkept=None,
        )
    )


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/hint")
async def hint(house: House, asked: Asked) -> Answer:
    """Return what a puzzle is about; it no longer counts as solved."""
    puzzle = _puzzle(asked)
    rating = await keep(house, puzzle, solved=False)
    return answered(Hinted(told=seen.hinted(puzzle, asked.words), rating=rating))


@route("POST", "/api/games/{slug}/puzzles/{puzzle_id}/solution")
async def solution(house: House, asked: Asked) -> Answer:
    """Give a puzzle up, and return its solution; unless it was solved before, it counts as lost."""
    puzzle = _puzzle(asked)
    rating = await keep(house, puzzle, solved=False)
    return answered(GivenUp(solution=seen.solved(puzzle, asked.words), claims=(), rating=rating))


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


def _puzzle(asked: Asked) -> Puzzle:
    return puzzle_of(take(asked.parts["slug"]), asked.parts["puzzle_id"])


def _attempt(asked: Asked) -> Attempt:
    return Attempt(_puzzle(asked), tuple(asked.body.get("made", ())))
