"""Template rendering, in the reader's language and light."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any, Final

from babel import Locale
from jinja2 import Environment, PackageLoader, StrictUndefined

from ludotheque.games import shelf
from ludotheque.page.sentences import spoken
from ludotheque.words import Words, languages

STATIC: Final = Path(str(resources.files(__name__.rpartition(".")[0]))) / "static"
"""The folder of all that is served as it is."""


@dataclass(frozen=True, slots=True)
class Local:
    """What a page says where the house is in the browser, on a static site."""

    root: str
    """The way from the page to the top of the site."""
    pages: str
    """The way from the page to those of its language."""
    policy: str
    """What the page may load, as a Content-Security-Policy."""
    facts: Mapping[str, Any]
    """What the modules need to know: where the files are that the house is made of."""
    house: str | None = None
    """The address of a served house, where people from elsewhere can meet."""
    served: bool = False
    """Whether that house offers these pages itself, to devices that keep them."""


THEMES: Final = ("system", "light", "dark")
"""The lights that a page can be read in; the first is as the device has it."""


def _fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """Return the fields of a value as a script has them; those within are asked for in turn."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


_TEMPLATES: Final = Environment(
    loader=PackageLoader("ludotheque.page"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
# Facts keep their order in scripts: the first value of an option is its default.
# What modules are to know are values, such as those of `page_data`.
_TEMPLATES.policies["json.dumps_kwargs"] = {"default": _fields}


def render(
    template: str,
    words: Words,
    *,
    theme: str = THEMES[0],
    me: str | None = None,
    account: bool = False,
    here: str = "/",
    local: Local | None = None,
    device: bool = False,
    **facts: Any,  # noqa: ANN401 - whatever a template shows
) -> str:
    """Return the page that *template* makes of *facts*; whatever is text in them is escaped.

    *me* is the name of the reader, if the house knows them, and *account* whether it has a
    password; *here* its address, with its query; *local* what a page of a static site knows beside;
    *device* says that devices can keep the house for when there is no network.
    """
    return _TEMPLATES.get_template(template).render(
        facts,
        words=words,
        say=words.say,
        count=words.count,
        lang=words.lang,
        language_names=language_names(),
        credited=credited(words),
        spoken=partial(spoken, words),
        static=static,
        theme=theme if theme in THEMES else THEMES[0],
        me=me,
        account=account,
        here=here,
        local=local,
        device=device,
    )


def static(path: str) -> str:
    """Return the address of a static file; it changes with anything in the folder."""
    return f"/static/{version()}/{path}"


@cache
def version() -> str:
    """Return a short name for the present state of the static files.

    Modules import each other by relative addresses, so all of them change their address together.
    """
    digest = sha256()
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(f"{file.relative_to(STATIC)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def credited(words: Words) -> list[tuple[str, str]]:
    """Return the title and the credits of every game that has any, for the foot of each page."""
    return [
        (words.say(game.title), words.say(game.credits))
        for game in shelf().values()
        if game.credits
    ]


@cache
def language_names() -> tuple[tuple[str, str], ...]:
    """Return the languages of the house, each with what it calls itself."""
    return tuple(
        (code, (Locale.parse(code).get_display_name() or code).capitalize()) for code in languages()
    )
