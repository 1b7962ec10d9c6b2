"""Study endpoints: lines of play, pictures, first games, boards set up by hand."""

from functools import cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from ludotheque.draw import svg
from ludotheque.errors import N_, BadPosition, LudothequeError
from ludotheque.games import AnyGame, Options, take
from ludotheque.pictures import (
    Picture,
    PreviewSeen,
    ReasonSeen,
    edited,
    emptied,
    line,
    seats_in,
    setup_picture,
    task_preview,
    task_reason,
    tried,
)
from ludotheque.position import Position
from ludotheque.rulebook import Lesson, Task, lesson
from ludotheque.scene import spots_in
from ludotheque.server.api.dependencies import (
    Choices,
    Previewed,
    Slug,
    TheAnswers,
    read_choices,
)
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import NoSuchPage, words_for
from ludotheque.server.wire.messages import (
    LONGEST_TEXT,
    MOST_SEATS,
    MOST_TOUCHES,
    GameText,
    Incoming,
    Place,
    Touch,
)
from ludotheque.server.wire.models import Chosen, Outgoing, Word
from ludotheque.words import Words

router = APIRouter(tags=["study"])

DAY: Final = "private, max-age=86400"
VARY: Final = "Cookie, Accept-Language"
LONGEST_LINE: Final = 40
UNSAID: Final = "…"
"""In place of the text of a position that is refused."""

Text = Annotated[str, Query(min_length=1, max_length=LONGEST_TEXT)]
Moves = Annotated[list[str], Query(max_length=LONGEST_LINE)]
TaskNumber = Annotated[str, Path(pattern=r"^[0-9a-z]{1,4}$")]


class LinePlayed(Outgoing):
    """A position, and how it goes on."""

    seats: int
    to_move: int | None
    """Whose turn it is at the end; null if it is chance's, or nobody's."""
    position: str
    """The text of the last position."""
    over: bool
    refused: str | None
    """Why the next move cannot be made, if the line ends early."""
    pictures: list[Picture]
    """Of the first position, and after each move that can be made."""


class Tried(Outgoing):
    """What an exercise says about a move."""

    right: bool
    message: str
    picture: Picture
    """After the move, as the learner sees it."""


class TaskPreviews(Outgoing):
    """The pictures after moves that could be made."""

    pictures: list[PreviewSeen]


class Put(Incoming):
    """Something put on a place; null takes away what lies on top."""

    spot: Word
    symbol: Word | None


class Setting(Incoming):
    """A change to a board that is set up by hand; without a position it begins at the start."""

    position: GameText | None = None
    options: Chosen = Field(default_factory=dict)
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None
    empty: bool = False
    """Whether everything is taken away first."""
    puts: Annotated[list[Put], Field(max_length=80)] = Field(default_factory=list)
    turn: Place | None = None


class SetUp(Outgoing):
    """A board that is being set up by hand."""

    position: str
    seats: int | None
    picture: Picture | None
    """Null where the text describes nothing at all."""
    problem: str | None = None
    """Why the position is impossible in the game; null if it is possible."""
    to_move: int | None = None
    over: bool = False


@cache
def lesson_of(slug: str, lang: str) -> Lesson:
    """Return the first game of a game, or raise NoSuchPage."""
    found = lesson(take(slug), lang)
    if found is None:
        raise NoSuchPage(N_("there is no such page"))
    return found


def task_of(slug: str, lang: str, number: str) -> Task:
    """Return a task of a first game, or raise NoSuchPage."""
    for task in lesson_of(slug, lang).tasks:
        if task.number == number:
            return task
    raise NoSuchPage(N_("there is no such page"))


@router.get("/api/games/{slug}/line", response_model=LinePlayed)
async def line_played(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    position: Text,
    option: Choices = [],  # noqa: B006 - FastAPI copies it
    move: Moves = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Return the pictures of a position and of a line that is played from it."""
    words = words_for(request)
    return await answers.run(
        _line, request, take(slug), position, read_choices(option), move, words
    )


def _line(
    request: Request, game: AnyGame, text: str, options: Options, moves: list[str], words: Words
) -> Response:
    played = line(game, game.position(text, **options), moves, words)
    end = played.end
    told = LinePlayed(
        seats=end.seats,
        to_move=_seat(end),
        position=str(end),
        over=end.outcome() is not None,
        refused=played.refused,
        pictures=played.pictures,
    )
    body = told.model_dump_json().encode()
    return packed(request, body, "application/json", {"cache-control": DAY, "vary": VARY})


def _seat(position: Position[Any]) -> int | None:
    return position.to_move if isinstance(position.to_move, int) else None


@router.get(
    "/api/games/{slug}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def picture(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    position: Text,
    option: Choices = [],  # noqa: B006 - FastAPI copies it
    move: Moves = [],  # noqa: B006 - FastAPI copies it
    arrow: Moves = [],  # noqa: B006 - FastAPI copies it
    crossed: Moves = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Return a position after *move* as a picture, with arrows and crossed-out arrows."""
    game, options = take(slug), read_choices(option)
    title = words_for(request).say(game.title)
    return await answers.run(_drawn, request, game, position, options, move, arrow, crossed, title)


def _drawn(
    request: Request,
    game: AnyGame,
    text: str,
    options: Options,
    moves: list[str],
    arrows: list[str],
    crossed: list[str],
    title: str,
) -> Response:
    position, last = game.position(text, **options), None
    for made in moves:
        last = game.move(made, position)
        position = position.after(last)
    scene = game.scene(position, None, last)
    drawing = svg(
        scene,
        arrows=[spots_in(made, scene.board) for made in arrows],
        forbidden=[spots_in(made, scene.board) for made in crossed],
        title=title,
    )
    headers = {"cache-control": DAY, "vary": VARY}
    return packed(request, drawing.encode(), "image/svg+xml", headers)


@router.get("/api/games/{slug}/lesson/{number}")
async def try_task(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    number: TaskNumber,
    move: Annotated[str, Query(min_length=1, max_length=200)],
) -> Tried:
    """Return whether a move solves an exercise of the first game, and what it leads to."""
    words = words_for(request)
    task = task_of(slug, words.lang, number)
    right, shown = await answers.run(tried, take(slug), task, move, words)
    return Tried(
        right=right,
        message=task.praise if right else task.hint,
        picture=shown,
    )


@router.get("/api/games/{slug}/lesson/{number}/preview")
async def task_previews(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    number: TaskNumber,
    move: Previewed,
) -> TaskPreviews:
    """Return what the learner would see after each of these moves."""
    words = words_for(request)
    task = task_of(slug, words.lang, number)
    shown = await answers.run(_previews, take(slug), task, move, words)
    return TaskPreviews(pictures=shown)


def _previews(game: AnyGame, task: Task, moves: list[str], words: Words) -> list[PreviewSeen]:
    return [task_preview(game, task, text, words) for text in moves]


@router.get("/api/games/{slug}/lesson/{number}/why")
async def task_why(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    number: TaskNumber,
    touch: Annotated[list[Touch], Query(min_length=1, max_length=MOST_TOUCHES)],
) -> ReasonSeen:
    """Return why what the learner has touched, the last of it in vain, is no move."""
    words = words_for(request)
    task = task_of(slug, words.lang, number)
    return await answers.run(task_reason, take(slug), task, touch, words)


@router.post("/api/games/{slug}/setup")
async def set_up(request: Request, answers: TheAnswers, slug: Slug, setting: Setting) -> SetUp:
    """Change a board that is set up by hand, and say why it is impossible, if it is."""
    return await answers.run(set_up_by_hand, take(slug), setting, words_for(request))


def set_up_by_hand(game: AnyGame, setting: Setting, words: Words) -> SetUp:
    """Return the board of *setting* after its changes."""
    options = setting.options
    text = setting.position or str(game.start(setting.seats, **options))
    try:
        if setting.empty:
            text = emptied(game, text, options)
        puts = [(put.spot, put.symbol) for put in setting.puts]
        text = edited(game, text, options, puts, setting.turn)
        seats = seats_in(game, text, options)
        shown = setup_picture(game, text, seats, options)
    except BadPosition as refusal:
        return SetUp(position=text, seats=None, picture=None, problem=_briefly(refusal, words))
    found = SetUp(position=text, seats=seats, picture=shown)
    try:
        position = game.position(text, **options)
    except BadPosition as refusal:
        return found.model_copy(update={"problem": _briefly(refusal, words)})
    over = position.outcome() is not None
    return found.model_copy(update={"to_move": _seat(position), "over": over})


def _briefly(refusal: LudothequeError, words: Words) -> str:
    """Return why, without the text that it begins with: everyone has that before their eyes."""
    whole = words.say(refusal.message, **{**refusal.facts, "text": UNSAID})
    before, said, why = whole.partition(UNSAID)
    reason = why.lstrip("”» \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}:") if said else before
    return reason[:1].upper() + reason[1:]
