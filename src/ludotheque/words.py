"""Every sentence of the house in the reader's language.

English stands in the code; each other language is a gettext catalogue: `locale/fr.po` for the
house, `games/<game>/fr.po` for the words that a game brings along. `make messages` gathers
new sentences.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable

from ludotheque.catalogue import translations
from ludotheque.errors import N_, BadOption, LudothequeError, Phrase, on_one_line
from ludotheque.games import shelf

SOURCE = "en"
"""The language of the code."""
FEW_DECIMALS = 2
"""As many has a number at most of which it is not said how many it is to have."""


class Words:
    """A language to speak in."""

    def __init__(self, lang: str) -> None:
        if lang not in languages():
            raise BadOption(
                N_("the house does not speak “{lang}”; it speaks: {languages}"),
                lang=lang,
                languages=", ".join(languages()),
            )
        self.lang = lang
        self._catalogue = _catalogue(lang)

    def say(self, message: str, **facts: object) -> str:
        """Return *message* in this language, with the facts in place of their `{names}`."""
        told = {name: self._told(fact) for name, fact in facts.items()}
        return self._catalogue.gettext(message).format(**told)

    def _told(self, fact: object) -> str:
        if isinstance(fact, LudothequeError):
            return self.refusal(fact)
        return self._catalogue.gettext(fact) if isinstance(fact, Phrase) else on_one_line(fact)

    def count(self, one: str, many: str, n: int, **facts: object) -> str:
        """Return the sentence for *n* things, by the plural rules of this language."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **facts)

    def number(self, value: float, decimals: int | None = None) -> str:
        """Return *value* with so many *decimals*, by default as few as tell it, for people.

        Its decimal sign is that of this language; its thousands stand together.
        """
        text = f"{value:z.{FEW_DECIMALS if decimals is None else decimals}f}"
        whole, _, rest = text.partition(".")
        if decimals is None:
            rest = rest.rstrip("0")
        return self.say("{whole}.{decimals}", whole=whole, decimals=rest) if rest else whole

    def percent(self, share: float) -> str:
        """Return a *share* of one in percent, with a decimal."""
        return self.say("{percent}%", percent=self.number(100 * share, 1))

    def grouped(self, count: int) -> str:
        """Return a *count* of many digits by threes, parted as this language does."""
        told, *groups = f"{count:,}".split(",")
        for group in groups:
            told = self.say("{thousands},{group}", thousands=told, group=group)
        return told

    def template(self, message: str) -> str:
        """Return *message* in this language with its `{names}`, for a page to fill in."""
        return self._catalogue.gettext(message)

    def templates(self, one: str, many: str) -> list[str]:
        """Return the sentences for 0, 1 and 2 things, with their `{names}`; beyond it is as for 2.

        So it is in every language that the house means to speak.
        """
        return [self._catalogue.ngettext(one, many, n) for n in range(3)]

    def refusal(self, error: LudothequeError) -> str:
        """Return what was refused, and why, in one line."""
        why = self.why(error)
        return self.say(error.frame, text=error.facts["text"], why=why) if error.framed else why

    def why(self, error: LudothequeError) -> str:
        """Return why something was refused, without the text that is quoted before it."""
        if not error.facts:
            return self.template(error.message)  # As `LudothequeError.__str__` takes it.
        return self.say(error.message, **error.facts)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that the house speaks, the code's own first."""
    found = (file.name.removesuffix(".po") for file in _house().iterdir() if _is_catalogue(file))
    return (SOURCE, *sorted(found))


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, or the code's own."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(name, "").split(":"):
            lang = wish.split(".")[0].split("_")[0].lower()
            if lang in languages():
                return lang
        if environment.get(name):  # The first variable that says anything decides.
            return SOURCE
    return SOURCE


def catalogues(lang: str) -> Iterator[Traversable]:
    """Yield the catalogue files of *lang*: the house's, then each game's that has one."""
    for folder in (_house(), *(game.folder for game in shelf().values())):
        file = folder / f"{lang}.po"
        if file.is_file():
            yield file


def _house() -> Traversable:
    return resources.files(__package__) / "locale"


def _is_catalogue(file: Traversable) -> bool:
    return file.name.endswith(".po")


@cache
def _catalogue(lang: str) -> NullTranslations:
    if lang == SOURCE:
        return NullTranslations()
    return translations(file.read_text(encoding="utf-8") for file in catalogues(lang))
