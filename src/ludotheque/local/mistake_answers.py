"""Answers about one's own mistakes, from the games that were reviewed in this browser."""

from ludotheque.errors import N_, NoSuchPage, Unreadable
from ludotheque.local import reviews
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.attempts import keep_own
from ludotheque.local.house import House
from ludotheque.local.routes import route
from ludotheque.local.table_answers import played
from ludotheque.study import nodes_for
from ludotheque.study.puzzles import mistakes, seen
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.judging import looked
from ludotheque.study.puzzles.messages import Hinted
from ludotheque.study.puzzles.mistakes import Mistake
from ludotheque.study.puzzles.own import is_good, thought_good

PLACE = "/api/me/mistakes/{table_id}/{number}/{turn}"


@route("GET", PLACE)
async def one(house: House, asked: Asked) -> Answer:
    """Return a mistake as a puzzle: the position before it, and the question."""
    return answered(mistakes.asked(await _mistake(house, asked), asked.words))


@route("POST", f"{PLACE}/answer")
async def answer(house: House, asked: Asked) -> Answer:
    """Judge another move in place of a mistake: any that loses less than 3.5 points is right."""
    mistake, given = await _mistake(house, asked), asked.body.get("answer")
    if not isinstance(given, str):
        raise Unreadable(N_("the request cannot be read"))
    setup, judged, place = mistake.setup, mistake.judged, mistake.place
    move = Attempt(mistake.puzzle).read(given)
    good = is_good(judged, move)
    if good is None:
        past = []
        if setup.game.read_view is not None:
            game = await played(house, place.table_id, place.number)
            past = mistakes.past_of(game.record, mistake)
        nodes = nodes_for(setup.game)
        good = thought_good(setup, judged, move, past=past, nodes=nodes)
    await keep_own(house, setup.game, place.id, solved=good)
    return answered(mistakes.answered(mistake, move, asked.words, good=good))


@route("POST", f"{PLACE}/hint")
async def hint(house: House, asked: Asked) -> Answer:
    """Return with what a better move begins; to find it then no longer counts as the first try."""
    mistake = await _helped(house, asked)
    return answered(Hinted(told=seen.begins(mistake.puzzle, asked.words), rating=None))


@route("POST", f"{PLACE}/solution")
async def solution(house: House, asked: Asked) -> Answer:
    """Return what would have been better, and why the move was a mistake."""
    return answered(mistakes.given_up(await _helped(house, asked), asked.words))


@route("POST", f"{PLACE}/look")
async def look(house: House, asked: Asked) -> Answer:
    """Return what would be seen after moves, and why touches are none: by the rules alone."""
    mistake = await _mistake(house, asked)
    made, tries, touches = (asked.body.get(name, []) for name in ("made", "tries", "touches"))
    return answered(looked(mistake.puzzle, made, tries, touches, asked.words))


async def _mistake(house: House, asked: Asked) -> Mistake:
    """Return the mistake that an address names, or raise NoSuchPage."""
    table_id, number, turn = (asked.parts[name] for name in ("table_id", "number", "turn"))
    kept = await reviews.find(house.notes, table_id, int(number)) if number.isdecimal() else None
    for mistake in () if kept is None else kept.mistakes:
        if str(mistake.place.turn) == turn:
            return mistake
    raise NoSuchPage(N_("there is no such puzzle"))


async def _helped(house: House, asked: Asked) -> Mistake:
    """Return a mistake whose maker asks for help: to find the move is no longer the first try."""
    mistake = await _mistake(house, asked)
    await keep_own(house, mistake.setup.game, mistake.place.id, solved=False)
    return mistake
