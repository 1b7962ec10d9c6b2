"""Study endpoints: lines of play, pictures, first games, boards set up by hand."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from ludotheque.games import AnyGame, Options, take
from ludotheque.page.lessons import task_of
from ludotheque.pictures import (
    LinePlayed,
    Picture,
    PreviewSeen,
    ReasonSeen,
    Setting,
    SetUp,
    drawn,
    line_played,
    set_up_by_hand,
    task_preview,
    task_reason,
    tried,
)
from ludotheque.rulebook import Task
from ludotheque.server.api.dependencies import (
    FOR_A_DAY,
    REFUSALS,
    Choices,
    Previewed,
    Slug,
    TheAnswers,
    read_choices,
)
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
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
from ludotheque.server.wire.outgoing import encoded
from ludotheque.words import Words

router = APIRouter(tags=["study"], responses=REFUSALS)

VARY: Final = "Cookie, Accept-Language"
LONGEST_LINE: Final = 40

Text = Annotated[str, Query(min_length=1, max_length=LONGEST_TEXT)]
Moves = Annotated[list[str], Query(max_length=LONGEST_LINE)]
TaskNumber = Annotated[str, Path(pattern=r"^[0-9a-z]{1,4}$")]


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


class SettingBrought(Incoming):
    """A change to a board that is set up by hand; without a position it begins at the start."""

    position: GameText | None = None
    options: Chosen = Field(default_factory=dict)
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None
    empty: bool = False
    """Whether everything is taken away first."""
    puts: Annotated[list[Put], Field(max_length=80)] = Field(default_factory=list)
    turn: Place | None = None

    @property
    def setting(self) -> Setting:
        """The same as a value."""
        puts = tuple((put.spot, put.symbol) for put in self.puts)
        return Setting(self.position, self.options, self.seats, self.empty, puts, self.turn)


@router.get("/api/games/{slug}/line", response_model=LinePlayed)
async def line_of_moves(
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
    told = line_played(game, game.position(text, **options), moves, words)
    headers = {"cache-control": FOR_A_DAY, "vary": VARY}
    return packed(request, encoded(told), "application/json", headers)


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
    drawing = drawn(game, game.position(text, **options), moves, arrows, crossed, title)
    headers = {"cache-control": FOR_A_DAY, "vary": VARY}
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
async def set_up(
    request: Request, answers: TheAnswers, slug: Slug, wanted: SettingBrought
) -> SetUp:
    """Change a board that is set up by hand, and say why it is impossible, if it is."""
    return await answers.run(set_up_by_hand, take(slug), wanted.setting, words_for(request))
