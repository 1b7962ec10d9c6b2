"""Endpoints of one's own mistakes: positions from reviewed games, to be played better now."""

from collections.abc import Container, Iterable
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Path, Request, Response

from ludotheque.errors import N_, NoSuchPage
from ludotheque.position import Seen
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import Visitor
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Known,
    TableId,
    TheAnswers,
    TheRateLimits,
    TheReviewing,
    TheRooms,
    TheStore,
    TheThinking,
    in_thread,
)
from ludotheque.server.api.fairness import check_fair
from ludotheque.server.api.puzzles import check_rate, sent
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.room import now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscription import played
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.puzzles import (
    Answered,
    AnswerGiven,
    Asked,
    GivenUp,
    Hinted,
    Look,
    Looked,
)
from ludotheque.store import Store
from ludotheque.store.reviews import Kept
from ludotheque.study.puzzles import mistakes, seen
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.judging import looked
from ludotheque.study.puzzles.mistakes import MOST_REVIEWS, Mistake, mistakes_in
from ludotheque.study.puzzles.own import is_good, thought_good

router = APIRouter(tags=["study"], responses=REFUSALS)

Number = Annotated[int, Path(ge=1, le=1_000_000)]


async def own_mistakes(store: Store, answers: Answers, person_id: str, game: str) -> list[str]:
    """Return where a person has gone wrong, what was not tried since first, then the newest."""
    tried = await in_thread(store.puzzles.tried, person_id, game)
    reviews = await in_thread(store.reviews.of_person, person_id, game, limit=MOST_REVIEWS)
    return await answers.run(_to_ask, reviews, person_id, tried)


def _to_ask(reviews: Iterable[Kept], person_id: str, tried: Container[str]) -> list[str]:
    found = (mistake for kept in reviews for mistake in _listed(kept, person_id))
    return mistakes.to_ask(found, tried)


def _listed(kept: Kept, person_id: str) -> list[Mistake]:
    seats = [seat for seat, who in enumerate(kept.people) if who == person_id]
    return list(mistakes_in(kept.body, kept.table_id, kept.number, seats))


class Own(NamedTuple):
    """A mistake, and who made it."""

    mistake: Mistake
    maker: Visitor


async def _the_mistake(
    answers: TheAnswers,
    table_id: TableId,
    number: Number,
    turn: Number,
    known: Known,
    store: TheStore,
) -> Own:
    """Return a mistake of whoever asks, or raise NoSuchPage; NotAllowed in a rated game."""
    if known is not None:
        kept = await in_thread(store.reviews.of_game, known.id, table_id, number)
        found = [] if kept is None else await answers.run(_listed, kept, known.id)
        for mistake in found:
            if mistake.place.turn == turn:
                await check_fair(store, known.id, mistake.setup.game.slug)
                return Own(mistake, known)
    raise NoSuchPage(N_("there is no such puzzle"))


TheMistake = Annotated[Own, Depends(_the_mistake)]
"""The mistake that an address names, of whoever asks."""


@router.get("/api/me/mistakes/{table_id}/{number}/{turn}", response_model=Asked)
async def one(request: Request, answers: TheAnswers, own: TheMistake) -> Response:
    """Return a mistake of yours as a puzzle: the position before it, and the question."""
    return sent(request, await answers.run(mistakes.asked, own.mistake, words_for(request)))


@router.post("/api/me/mistakes/{table_id}/{number}/{turn}/answer", response_model=Answered)
async def answered(
    request: Request,
    answers: TheAnswers,
    thinking: TheThinking,
    reviewing: TheReviewing,
    rooms: TheRooms,
    own: TheMistake,
    given: AnswerGiven,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> Response:
    """Judge another move in place of a mistake: any that loses less than 3.5 points is right."""
    mistake, maker = own
    await check_rate(request, rate_limits, maker)
    words = words_for(request)
    attempt = Attempt(mistake.puzzle)
    move = await answers.run(attempt.read, given.answer)
    good = is_good(mistake.judged, move)
    if good is None:
        address = client_address(request)
        await rate_limits.check("puzzle-thought", address)
        past = await _past(rooms, answers, mistake, maker.id)
        nodes = reviewing.nodes(mistake.setup.game)
        good = await thinking.answer(
            address, thought_good, mistake.setup, mistake.judged, move, past=past, nodes=nodes
        )
    await _keep(store, maker.id, mistake, solved=good)
    found = await answers.run(mistakes.answered, mistake, move, words, good=good)
    return sent(request, found)


async def _past(rooms: Rooms, answers: Answers, mistake: Mistake, who: str) -> list[Seen]:
    """Return the moves that led to a mistake as its maker saw them, where something is hidden."""
    if mistake.setup.game.read_view is None:
        return []
    place = mistake.place
    game = await played(rooms, answers, place.table_id, who, place.number)
    return await answers.run(mistakes.past_of, game.record, mistake)


async def _keep(store: Store, person_id: str, mistake: Mistake, *, solved: bool) -> None:
    """Keep what came of the first attempt; one's own mistakes never count."""
    game, name = mistake.setup.game.slug, mistake.place.id
    await in_thread(store.puzzles.keep, person_id, game, name, 0, solved=solved, now=now())


async def _helped(
    request: Request, own: TheMistake, store: TheStore, rate_limits: TheRateLimits
) -> Mistake:
    """Return a mistake whose maker asks for help: to find the move is no longer the first try."""
    await check_rate(request, rate_limits, own.maker)
    await _keep(store, own.maker.id, own.mistake, solved=False)
    return own.mistake


Helped = Annotated[Mistake, Depends(_helped)]


@router.post("/api/me/mistakes/{table_id}/{number}/{turn}/hint", response_model=Hinted)
async def hint(request: Request, answers: TheAnswers, mistake: Helped) -> Response:
    """Return with what a better move begins; to find it then no longer counts as the first try."""
    told = await answers.run(seen.begins, mistake.puzzle, words_for(request))
    return sent(request, Hinted(told=told, rating=None))


@router.post("/api/me/mistakes/{table_id}/{number}/{turn}/solution", response_model=GivenUp)
async def solution(request: Request, answers: TheAnswers, mistake: Helped) -> Response:
    """Return what would have been better, and why the move was a mistake."""
    return sent(request, await answers.run(mistakes.given_up, mistake, words_for(request)))


@router.post("/api/me/mistakes/{table_id}/{number}/{turn}/look", response_model=Looked)
async def look(request: Request, answers: TheAnswers, own: TheMistake, wanted: Look) -> Response:
    """Return what would be seen after moves, and why touches are none: by the rules alone."""
    puzzle, words = own.mistake.puzzle, words_for(request)
    found = await answers.run(looked, puzzle, wanted.made, wanted.tries, wanted.touches, words)
    return sent(request, found)
