"""Answers about games without a table: boards, lines, pictures, first games, records brought."""

from ludotheque.errors import N_, Unreadable
from ludotheque.games import take
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.house import House
from ludotheque.local.routes import route
from ludotheque.match import whole
from ludotheque.page.lessons import task_of
from ludotheque.page.records import check_length, read_record, replaying_told
from ludotheque.pictures import (
    Setting,
    drawing_of,
    drawn,
    line_played,
    moment,
    set_up_by_hand,
    task_preview,
    task_reason,
    tried,
)
from ludotheque.rulebook import Task
from ludotheque.tables.played import Played


@route("GET", "/api/games/{slug}/board")
async def board(_house: House, asked: Asked) -> Answer:
    """Return the board of a game as it lies before a seat."""
    game, hand = take(asked.parts["slug"]), asked.one("hand") != "false"
    seats, seat = asked.number("seats"), asked.number("seat")
    return answered(drawing_of(game, seats, asked.options, seat, asked.words, hand=hand))


@route("GET", "/api/games/{slug}/line")
async def line(_house: House, asked: Asked) -> Answer:
    """Return the pictures of a position and of a line that is played from it."""
    game = take(asked.parts["slug"])
    start = game.position(asked.position, **asked.options)
    return answered(line_played(game, start, asked.all("move"), asked.words))


@route("GET", "/api/games/{slug}/picture.svg")
async def picture(_house: House, asked: Asked) -> Answer:
    """Return a position as a picture."""
    game = take(asked.parts["slug"])
    start, title = game.position(asked.position, **asked.options), asked.words.say(game.title)
    shown = drawn(game, start, asked.all("move"), asked.all("arrow"), asked.all("crossed"), title)
    return Answer(shown, "image/svg+xml")


@route("POST", "/api/games/{slug}/moment")
async def moment_of_line(_house: House, asked: Asked) -> Answer:
    """Return where a line leads to from a position, with what whoever is to move can do there."""
    game, body = take(asked.parts["slug"]), asked.body
    start = game.position(body["position"], **body.get("options", {}))
    moves, tries = body.get("moves", []), body.get("tries", [])
    reached = moment(game, start, moves, asked.words, tries=tries, viewer=body.get("viewer"))
    return answered(reached)


@route("POST", "/api/games/{slug}/setup")
async def set_up(_house: House, asked: Asked) -> Answer:
    """Change a board that is set up by hand, and say why it is impossible, if it is."""
    body = asked.body
    setting = Setting(
        position=body.get("position"),
        options=body.get("options", {}),
        seats=body.get("seats"),
        empty=body.get("empty", False),
        puts=tuple((put["spot"], put["symbol"]) for put in body.get("puts", [])),
        turn=body.get("turn"),
    )
    return answered(set_up_by_hand(take(asked.parts["slug"]), setting, asked.words))


@route("GET", "/api/games/{slug}/lesson/{number}")
async def try_task(_house: House, asked: Asked) -> Answer:
    """Return whether a move solves an exercise of the first game, and what it leads to."""
    task, move = _task(asked), asked.one("move")
    if move is None:
        raise Unreadable(N_("the request cannot be read"))
    right, shown = tried(take(asked.parts["slug"]), task, move, asked.words)
    message = task.praise if right else task.hint
    return answered({"right": right, "message": message, "picture": shown})


@route("GET", "/api/games/{slug}/lesson/{number}/preview")
async def task_previews(_house: House, asked: Asked) -> Answer:
    """Return what the learner would see after each of these moves."""
    game, task = take(asked.parts["slug"]), _task(asked)
    shown = [task_preview(game, task, text, asked.words) for text in asked.all("move")]
    return answered({"pictures": shown})


@route("GET", "/api/games/{slug}/lesson/{number}/why")
async def task_why(_house: House, asked: Asked) -> Answer:
    """Return why what the learner has touched, the last of it in vain, is no move."""
    game, touches = take(asked.parts["slug"]), asked.all("touch")
    return answered(task_reason(game, _task(asked), touches, asked.words))


@route("POST", "/api/replay")
async def replay_brought(_house: House, asked: Asked) -> Answer:
    """Check a record that someone brings, and return its pictures."""
    record = read_record(str(asked.body.get("record", "")))
    check_length(record)
    return answered(whole(replaying_told(Played(record, None, {}), asked.words)))


def _task(asked: Asked) -> Task:
    return task_of(asked.parts["slug"], asked.words.lang, asked.parts["number"])
