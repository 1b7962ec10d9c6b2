"""Puzzle endpoints: a puzzle is asked, each answer is judged, and what it was about is told after.

No answer of the house holds more of a solution than whoever asks has found, or has given up for.
"""

from contextlib import suppress
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response

from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import Visitor
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.api.dependencies import (
    FOR_A_DAY,
    REFUSALS,
    Anyone,
    Slug,
    Someone,
    TheAnswers,
    TheRateLimits,
    TheStore,
    TheThinking,
    in_thread,
)
from ludotheque.server.live.room import now
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import TooOften, words_for
from ludotheque.server.wire.outgoing import encoded
from ludotheque.server.wire.puzzles import (
    Answered,
    AnswerGiven,
    Asked,
    Explained,
    GivenUp,
    Hinted,
    Look,
    Looked,
    Offered,
    RatingMoved,
    Wondering,
)
from ludotheque.store import Store
from ludotheque.study.puzzles import Puzzle, seen
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.choosing import fitting
from ludotheque.study.puzzles.judging import (
    asked,
    by_id,
    explained,
    judged,
    leads,
    looked,
    puzzle_drawn,
    puzzle_of,
)

router = APIRouter(tags=["study"], responses=REFUSALS)

VARY: Final = "Cookie, Accept-Language, Authorization"

UNKEPT: Final = N_("The house takes no new guests just now: answers are judged, and not kept.")
"""What is said to who is new where nothing can be kept of them."""

PuzzleId = Annotated[str, Path(pattern=r"^[0-9a-f]{8}$", description="Of a puzzle.")]


async def _the_puzzle(slug: Slug, puzzle_id: PuzzleId) -> Puzzle:
    # Those of a game are read from their file when the first of them is asked for.
    return await in_thread(puzzle_of, take(slug), puzzle_id)


ThePuzzle = Annotated[Puzzle, Depends(_the_puzzle)]
"""The puzzle that an address names."""


def sent(request: Request, value: object, **headers: str) -> Response:
    """Return an answer of typed values."""
    return packed(request, encoded(value), "application/json", {"vary": VARY, **headers})


async def check_rate(request: Request, rate_limits: RateLimits, someone: Visitor | None) -> None:
    """Raise TooOften if somebody, or their address, answers more puzzles than anyone can."""
    if someone is not None:
        await rate_limits.check("puzzle", someone.id)
    await rate_limits.check("puzzle-address", client_address(request))


@router.post("/api/games/{slug}/puzzles/rated", response_model=Offered)
async def offered(
    request: Request, slug: Slug, someone: Someone, store: TheStore, rate_limits: TheRateLimits
) -> Response:
    """Return the puzzle that counts next for you: it stays the same until you have answered it."""
    await check_rate(request, rate_limits, someone)
    return sent(request, await in_thread(_offer, store, take(slug), someone.id))


def _offer(store: Store, game: AnyGame, person_id: str) -> Offered:
    while True:
        solver = store.puzzles.solver(person_id, game.slug)
        tried = store.puzzles.tried(person_id, game.slug)
        waits = next((each.puzzle for each in tried.values() if each.solved is None), None)
        if waits is not None and waits not in by_id(game.slug):
            # What is no longer shipped cannot be answered any more.
            store.puzzles.withdraw(person_id, game.slug, waits)
            waits = None
        chosen = fitting(game, solver.points, tried, f"{person_id} {len(tried)}")
        if waits is None and chosen is not None:
            waits = store.puzzles.offer(person_id, game.slug, chosen.id, now())
            if waits is None:  # Another request of theirs has tried it meanwhile.
                continue
        return Offered(id=waits, points=solver.points, puzzles=solver.puzzles)


@router.get("/api/games/{slug}/puzzles/{puzzle_id}", response_model=Asked)
async def one(request: Request, answers: TheAnswers, puzzle: ThePuzzle) -> Response:
    """Return a puzzle: the position, what can be touched, and the question."""
    return sent(request, await answers.run(asked, puzzle, words_for(request)))


@router.get(
    "/api/games/{slug}/puzzles/{puzzle_id}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def picture(request: Request, answers: TheAnswers, puzzle: ThePuzzle) -> Response:
    """Return a puzzle as a picture, as whoever is asked sees it."""
    drawing = await answers.run(puzzle_drawn, puzzle, words_for(request).say(puzzle.taken.title))
    headers = {"cache-control": FOR_A_DAY, "vary": VARY}
    return packed(request, drawing.encode(), "image/svg+xml", headers)


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/answer", response_model=Answered)
async def answered(
    request: Request,
    answers: TheAnswers,
    thinking: TheThinking,
    puzzle: ThePuzzle,
    given: AnswerGiven,
    someone: Anyone,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> Response:
    """Judge an answer: the first that is wrong counts, and so does the last that is right.

    Of who is new to a house that takes no guests just now, nothing is kept.
    """
    await check_rate(request, rate_limits, someone)
    words = words_for(request)
    attempt = Attempt(puzzle, tuple(given.made))
    if not leads(attempt):
        # Whoever guesses what comes before has answered wrongly, too.
        await kept(store, someone, puzzle, solved=False)
        raise NotAllowed(N_("these moves do not lead to the solution"))
    move = await answers.run(attempt.read, given.answer)
    verdict = attempt.answer(move)
    rating, why = None, None
    if not verdict.right:
        rating = await kept(store, someone, puzzle, solved=False)
        with suppress(TooOften):  # Without a reason the verdict still stands.
            address = client_address(request)
            await rate_limits.check("puzzle-thought", address)
            why = await thinking.answer(address, seen.refuted, attempt, move, words)
    elif verdict.next.solved:
        rating = await kept(store, someone, puzzle, solved=True)
    found = await answers.run(judged, attempt, move, verdict, words)
    return sent(
        request,
        Answered(
            right=verdict.right,
            solved=verdict.next.solved,
            made=verdict.next.made,
            told=found[0],
            pictures=found[1],
            refuted=why,
            solution=found[2],
            claims=(),
            rating=rating,
            unkept=words.say(UNKEPT) if someone is None else None,
        ),
    )


async def kept(
    store: Store, someone: Visitor | None, puzzle: Puzzle, *, solved: bool
) -> RatingMoved | None:
    """Keep what came of an attempt of somebody, and return what that has changed."""
    if someone is None:
        return None
    return await in_thread(
        store.puzzles.keep,
        someone.id,
        puzzle.game,
        puzzle.id,
        puzzle.difficulty,
        solved=solved,
        now=now(),
    )


async def _helped(
    request: Request,
    puzzle: ThePuzzle,
    someone: Anyone,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> RatingMoved | None:
    """Count a puzzle as lost for whoever asks for help, and return what that has changed."""
    await check_rate(request, rate_limits, someone)
    return await kept(store, someone, puzzle, solved=False)


Helped = Annotated[RatingMoved | None, Depends(_helped)]


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/hint", response_model=Hinted)
async def hint(request: Request, puzzle: ThePuzzle, rating: Helped) -> Response:
    """Return what a puzzle is about; it no longer counts as solved."""
    return sent(request, Hinted(told=seen.hinted(puzzle, words_for(request)), rating=rating))


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/solution", response_model=GivenUp)
async def solution(
    request: Request, answers: TheAnswers, puzzle: ThePuzzle, rating: Helped
) -> Response:
    """Give a puzzle up, and return its solution; unless it was solved before, it counts as lost."""
    found = await answers.run(seen.solved, puzzle, words_for(request))
    return sent(request, GivenUp(solution=found, claims=(), rating=rating))


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/why", response_model=Explained)
async def why(
    request: Request,
    thinking: TheThinking,
    puzzle: ThePuzzle,
    wondering: Wondering,
    rate_limits: TheRateLimits,
) -> Response:
    """Return what a wrong answer gave away, for whoever knows the solution."""
    address, words = client_address(request), words_for(request)
    await rate_limits.check("puzzle-thought", address)
    attempt = Attempt(puzzle, tuple(wondering.made))
    if tuple(wondering.solution) != puzzle.line or not leads(attempt):
        raise NotAllowed(N_("this is told once the puzzle is solved"))
    found = await thinking.answer(address, explained, attempt, wondering.answer, words)
    return sent(request, Explained(claims=found))


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/look", response_model=Looked)
async def look(request: Request, answers: TheAnswers, puzzle: ThePuzzle, wanted: Look) -> Response:
    """Return what would be seen after moves, and why touches are none: by the rules alone."""
    return sent(
        request,
        await answers.run(
            looked, puzzle, wanted.made, wanted.tries, wanted.touches, words_for(request)
        ),
    )
