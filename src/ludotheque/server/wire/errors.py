"""Error responses: every refusal as `{code, message}`, in the reader's language, with its status.

Whoever looks at a page is told the same sentence on a page.
"""

from http import HTTPStatus
from typing import Final, Self

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ludotheque.errors import N_, LudothequeError, NoSuchPage, Unreadable, on_one_line
from ludotheque.page.render import render
from ludotheque.words import SOURCE, Words, languages

LANGUAGE_COOKIE: Final = "lang"
LANGUAGE: Final = "lang"
"""By which a link asks for a language."""
THEME_COOKIE: Final = "theme"
RETRY_STORE: Final = 5
"""The seconds after which to ask again when the database did not answer."""

STATUS: Final = {
    "request/unreadable": 400,
    "text": 400,
    "position/text": 400,
    "move/text": 400,
    "record/text": 400,
    "login/wrong": 401,
    "login/needed": 401,
    "request/origin": 403,
    "table/seat": 403,
    "account/guest": 403,
    "page/unknown": 404,
    "table/unknown": 404,
    "game/unknown": 404,
    "person/unknown": 404,
    "request/method": 405,
    "move/illegal": 409,
    "move/turn": 409,
    "move/stale": 409,
    "match/over": 409,
    "match/refused": 409,
    "table/broken": 409,
    "people/name": 409,
    "games/full": 409,
    "link/used": 410,
    "request/size": 413,
    "request/host": 421,
    "option/unknown": 422,
    "seats/number": 422,
    "request/invalid": 422,
    "limit/rate": 429,
    "error": 500,
    "store/down": 503,
    "house/closing": 503,
    "house/full": 507,
}
"""The status of every code that a request can be refused with."""


class Problem(BaseModel):
    """Why nothing was done."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"code": "move/stale", "message": "the game has moved on: …"}]
        }
    )

    code: str
    """Stable, for programs."""
    message: str
    """One sentence in the reader's language, for people."""


class TooOften(LudothequeError):
    """Something was done too often; `seconds` later it may be done again."""

    code = "limit/rate"

    @classmethod
    def after(cls, seconds: int) -> Self:
        """Return the refusal of what may be asked again in so many *seconds*."""
        return cls(N_("too many requests: try again in {seconds} seconds"), seconds=seconds)

    @property
    def seconds(self) -> int:
        """When to come back."""
        seconds = self.facts["seconds"]
        assert isinstance(seconds, int)  # noqa: S101 - `after` says so
        return seconds


class NoSuchMethod(LudothequeError):
    """What is there cannot be asked that."""

    code = "request/method"


class Invalid(LudothequeError):
    """A request can be read, but something in it cannot be meant."""

    code = "request/invalid"


def words_for(connection: HTTPConnection) -> Words:
    """Return the language that a link or the reader has chosen, or that the browser asks for."""
    cookie = connection.cookies.get(LANGUAGE_COOKIE, "")
    for chosen in (connection.query_params.get(LANGUAGE, ""), cookie):
        if chosen in languages():
            return Words(chosen)
    return Words(_asked_for(connection.headers.get("accept-language", "")))


def theme_of(connection: HTTPConnection) -> str:
    """Return the light in which the reader wants to see a page, as far as the house was told."""
    return connection.cookies.get(THEME_COOKIE, "")


def _asked_for(header: str) -> str:
    """Return the language that an Accept-Language header likes best among ours."""
    wishes: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        tag, _, weight = part.partition(";")
        lang = tag.strip().lower().partition("-")[0]
        try:
            liking = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if lang in languages() and liking > 0:
            wishes.append((liking, lang))
    # Of those liked alike, the first: max() keeps it.
    return max(wishes, key=lambda wish: wish[0])[1] if wishes else SOURCE


def discreet(problem: LudothequeError) -> LudothequeError:
    """Return *problem* as visitors may know it.

    What the database says of itself is for the log.
    """
    if problem.code == "store/down":
        return _StoreAway(N_("the house cannot reach its records: please try again"))
    return problem


def told(connection: HTTPConnection, problem: LudothequeError) -> Response:
    """Return *problem* as an answer."""
    headers = {"content-language": (words := words_for(connection)).lang}
    problem = discreet(problem)
    if isinstance(problem, TooOften):
        headers["retry-after"] = str(problem.seconds)
    if STATUS.get(problem.code) == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["retry-after"] = str(RETRY_STORE)
    if problem.code == "login/needed":
        headers["www-authenticate"] = "Bearer"
    status, message = STATUS.get(problem.code, 400), words.refusal(problem)
    if _is_a_page(connection):
        html = render("problem.html", words, theme=theme_of(connection), problem=message)
        return HTMLResponse(html, status, headers)
    return JSONResponse({"code": problem.code, "message": message}, status, headers)


def _is_a_page(connection: HTTPConnection) -> bool:
    """Return whether a person looks at the answer: to a program every refusal is JSON."""
    wanted = connection.headers.get("accept", "")
    return "text/html" in wanted and not connection.url.path.startswith("/api/")


class _StoreAway(LudothequeError):
    code = "store/down"


async def refused(request: Request, problem: Exception) -> Response:
    """Answer a refusal of the house."""
    assert isinstance(problem, LudothequeError)  # noqa: S101 - registered for these alone
    return told(request, problem)


async def invalid(request: Request, problem: Exception) -> Response:
    """Answer what does not have the shape it must have, naming the first place that is wrong."""
    assert isinstance(problem, RequestValidationError)  # noqa: S101 - registered for these alone
    first = problem.errors()[0]
    if first["type"] == "json_invalid":
        return told(request, Unreadable(N_("the request is not JSON")))
    if first["loc"][:1] == ("path",):
        return told(request, NoSuchPage(N_("there is no such page")))
    place = ".".join(on_one_line(part)[:40] for part in first["loc"][:6])
    return told(request, Invalid(N_("“{place}” is missing, unknown or not valid"), place=place))


async def not_there(request: Request, problem: Exception) -> Response:
    """Answer a request for a page or a method that does not exist."""
    assert isinstance(problem, HTTPException)  # noqa: S101 - registered for these alone
    if problem.status_code == 405:
        answer = told(
            request, NoSuchMethod(N_("this address does not accept that kind of request"))
        )
        answer.headers.update(problem.headers or {})
        return answer
    if problem.status_code == 404:
        return told(request, NoSuchPage(N_("there is no such page")))
    return told(request, Unreadable(N_("the request cannot be read")))


def broken(request: Request) -> Response:
    """Answer when the house itself is at fault, without a word of how."""
    return told(request, LudothequeError(N_("something broke in the house; it has been noted")))
