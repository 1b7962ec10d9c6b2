"""Puzzle endpoints: a puzzle is asked, each answer is judged, and what it was about is told after.

No answer of the house holds more of a solution than whoever asks has found, or has given up for.
"""

from contextlib import suppress
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response

from ludotheque.draw import svg
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.pictures import Picture, reason_of
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import Visitor
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.api.dependencies import (
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
from ludotheque.server.wire.errors import NoSuchPage, TooOften, words_for
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
from ludotheque.study.puzzles import Puzzle, Task, seen, shipped
from ludotheque.study.puzzles.attempt import Attempt, Verdict
from ludotheque.study.puzzles.choosing import fitting
from ludotheque.words import Words

router = APIRouter(tags=["study"])

DAY: Final = "private, max-age=86400"
VARY: Final = "Cookie, Accept-Language, Authorization"

PuzzleId = Annotated[str, Path(pattern=r"^[0-9a-f]{8}$", description="Of a puzzle.")]


@cache
def _by_id(slug: str) -> dict[str, tuple[int, Puzzle]]:
    """Return the puzzles of a game with their numbers, by their ids."""
    return {puzzle.id: (n, puzzle) for n, puzzle in enumerate(shipped(take(slug)), 1)}


def puzzle_of(game: AnyGame, puzzle_id: str) -> Puzzle:
    """Return a puzzle by its id, or raise NoSuchPage."""
    found = _by_id(game.slug).get(puzzle_id)
    if found is None:
        raise NoSuchPage(N_("there is no such puzzle"))
    return found[1]


async def _the_puzzle(slug: Slug, puzzle_id: PuzzleId) -> Puzzle:
    # Those of a game are read from their file when the first of them is asked for.
    return await in_thread(puzzle_of, take(slug), puzzle_id)


ThePuzzle = Annotated[Puzzle, Depends(_the_puzzle)]
"""The puzzle that an address names."""


def asked(puzzle: Puzzle, words: Words) -> Asked:
    """Return *puzzle* as it is asked."""
    number, _ = _by_id(puzzle.game)[puzzle.id]
    return Asked(
        id=puzzle.id,
        number=number,
        total=len(shipped(puzzle.taken)),
        difficulty=puzzle.difficulty,
        puzzle=seen.asked(Attempt(puzzle), words),
    )


def sent(request: Request, value: object, **headers: str) -> Response:
    """Return an answer of typed values."""
    return packed(request, encoded(value), "application/json", {"vary": VARY, **headers})


async def check_rate(request: Request, rate_limits: RateLimits, someone: Visitor) -> None:
    """Raise TooOften if somebody, or their address, answers more puzzles than anyone can."""
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
        if waits is not None and waits not in _by_id(game.slug):
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
    drawing = await answers.run(_drawn, puzzle, words_for(request).say(puzzle.taken.title))
    headers = {"cache-control": DAY, "vary": VARY}
    return packed(request, drawing.encode(), "image/svg+xml", headers)


def _drawn(puzzle: Puzzle, title: str) -> str:
    scene = puzzle.taken.scene(puzzle.view(), puzzle.seat, None)
    return svg(scene, title=title)


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/answer", response_model=Answered)
async def answered(
    request: Request,
    answers: TheAnswers,
    thinking: TheThinking,
    puzzle: ThePuzzle,
    given: AnswerGiven,
    someone: Someone,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> Response:
    """Judge an answer: the first that is wrong counts, and so does the last that is right."""
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
    found = await answers.run(_answered, attempt, move, verdict, words)
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
        ),
    )


def leads(attempt: Attempt) -> bool:
    """Return whether the moves of an attempt are those of the solution, and a move is asked for."""
    made, line = attempt.made, attempt.puzzle.line
    return len(made) < len(line) and len(made) % 2 == 0 and line[: len(made)] == made


async def kept(
    store: Store, someone: Visitor, puzzle: Puzzle, *, solved: bool
) -> RatingMoved | None:
    """Keep what came of an attempt, and return what that has changed."""
    moved = await in_thread(
        store.puzzles.keep,
        someone.id,
        puzzle.game,
        puzzle.id,
        puzzle.difficulty,
        solved=solved,
        now=now(),
    )
    if moved is None:
        return None
    return RatingMoved(before=moved.before, after=moved.after, puzzle=moved.puzzle)


def _answered(
    attempt: Attempt, move: str, verdict: Verdict, words: Words
) -> tuple[str, tuple[Picture, ...], seen.SolutionSeen | None]:
    """Return what is said of an answer, what is shown of it, and the solution if it is solved."""
    puzzle = attempt.puzzle
    pictures = shown_after(attempt, move, verdict, words)
    if not verdict.right:
        return _regretted(attempt, move, words), pictures, None
    if verdict.next.solved:
        return words.say("Solved!"), pictures, seen.solved(puzzle, words)
    return words.say("Right. And now?"), pictures, None


def _regretted(attempt: Attempt, move: str, words: Words) -> str:
    """Return that it is not that, kindly, and how good it is where that is known."""
    name = (
        seen.called(attempt.puzzle, move, words)
        if attempt.puzzle.task is Task.SECRET
        else seen.called_now(attempt, move, words)
    )
    told = words.say("Not {move}: try again.", move=name)
    return " ".join(filter(None, (told, seen.falls_short(attempt, move, words))))


def shown_after(attempt: Attempt, move: str, verdict: Verdict, words: Words) -> tuple[Picture, ...]:
    """Return the pictures after an answer and after the reply to it."""
    if attempt.puzzle.task is Task.SECRET:
        return ()
    after = seen.after(attempt, move, words)
    pictures = () if after is None else (after,)
    return (*pictures, seen.now(verdict.next, words)) if verdict.reply else pictures


async def _helped(
    request: Request,
    puzzle: ThePuzzle,
    someone: Someone,
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
    found = await thinking.answer(address, _why, attempt, wondering.answer, words)
    return sent(request, Explained(claims=found))


def _why(attempt: Attempt, answer: str, words: Words) -> tuple[seen.LineShown, ...]:
    move = attempt.read(answer)
    return () if move == attempt.wanted else seen.claimed(attempt, move, words)


@router.post("/api/games/{slug}/puzzles/{puzzle_id}/look", response_model=Looked)
async def look(request: Request, answers: TheAnswers, puzzle: ThePuzzle, wanted: Look) -> Response:
    """Return what would be seen after moves, and why touches are none: by the rules alone."""
    return sent(request, await answers.run(looked, puzzle, wanted, words_for(request)))


def looked(puzzle: Puzzle, wanted: Look, words: Words) -> Looked:
    """Return the same of a *puzzle*; whether *wanted* is right has no part in it."""
    attempt = Attempt(puzzle, tuple(wanted.made))
    reason = None
    if wanted.touches:
        reason = reason_of(puzzle.taken, attempt.now, puzzle.seat, wanted.touches, words)
    previews = tuple(seen.after(attempt, text, words) for text in wanted.tries)
    return Looked(previews=previews, reason=reason)
