"""Names of people: an identifier profile after UTS #39, and skeletons, by which look-alikes match.

A name is what it looks like. It is in NFKC form and made of the letters, accents and digits of one
alphabet of today, with a few signs between them; nothing in it is invisible. As UTS #39 allows,
Japanese, Chinese and Korean mix their own scripts, and Latin letters with them.

Two names are taken for each other if they are spelt alike but for capitals (`folded`) or look alike
(`skeleton`). Neither is shown to anyone.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from ludotheque.engine import LEVELS
from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.words import Words, languages

LONGEST_NAME: Final = 24
"""The most characters of a name."""
SIGNS: Final = frozenset(" '’-._·&+")
"""What may stand between letters."""
DIGITS: Final = frozenset("0123456789")
ACCENTS: Final = frozenset(
    chr(code)
    for first, last in (
        (0x300, 0x304), (0x306, 0x30C), (0x30F, 0x311), (0x313, 0x314), (0x31B, 0x31B),
        (0x323, 0x328), (0x32D, 0x32E), (0x330, 0x331), (0x339, 0x339), (0x342, 0x342),
        (0x345, 0x345),
    )
    for code in range(first, last + 1)
)  # fmt: skip
"""Marks that letters of any alphabet may bear, chosen after UTS #39 by hand; none that strikes
a letter through: it would be read as the letter alone."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols, by Unicode's word, of which nothing is seen."""
DOTTED: Final = re.compile("(?<=[ij\u0237])([\u0323-\u0333]*)\u0307+")
"""A dot above a letter that has one: it is drawn in its place, so that nothing more is seen."""
TOGETHER: Final = tuple(
    frozenset({"Latin", "Han", *others})
    for others in (("Hiragana", "Katakana"), ("Bopomofo",), ("Hangul",))
)
"""The scripts that one name may mix."""
ALIKE: Final = "alike"
"""The word in `alphabets.txt` before letters that look like others; the rest are scripts."""
GUESTS: Final = N_("Guest {number}")
"""How the house calls a guest who has not said a name."""
NUMBERED: Final = N_("Level {n} ({name})")
"""How records and terminals called a computer once: nobody else is called so."""


class NameAlike(LudothequeError):
    """A name that others would take for somebody else's."""

    code = "people/name"


def _alphabets() -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of `alphabets.txt`: a word, and what it says of it."""
    for line in files(__package__).joinpath("alphabets.txt").read_text("ascii").splitlines():
        word, *parts = line.split()
        yield word, parts


@cache
def _scripts() -> dict[str, frozenset[str]]:
    """Return the scripts that each letter belongs to."""
    scripts: dict[str, frozenset[str]] = {}
    for word, parts in _alphabets():
        if word not in {ALIKE, "#"}:
            for first, _, last in (part.partition("-") for part in parts):
                for code in range(int(first, 16), int(last or first, 16) + 1):
                    scripts[chr(code)] = scripts.get(chr(code), frozenset()) | {word}
    return scripts


@cache
def _alike() -> dict[int, str]:
    """Return what each letter looks like, for `str.translate`."""
    pairs = (part.partition("=") for word, parts in _alphabets() if word == ALIKE for part in parts)
    return {
        int(one, 16): "".join(chr(int(code, 16)) for code in other.split("+"))
        for one, _, other in pairs
    }


def clean_name(text: str) -> str:
    """Return *text* as a name that can be shown among others, or raise NotAllowed and say why."""
    parts = unicodedata.normalize("NFKC", text).split(" ")
    name = " ".join(part for part in parts if part)
    letters = [one for one in name if one not in SIGNS]
    scripts = _scripts()
    stacked = sum(map(bool, map(unicodedata.combining, name))) > len(name) // 2
    known = all(one in scripts or one in DIGITS or one in ACCENTS for one in letters)
    borne = bool(letters) and not unicodedata.combining(letters[0])
    if not 1 <= len(name) <= LONGEST_NAME or stacked or not known or not borne:
        raise NotAllowed(
            N_(
                "a name has 1 to {most} characters: letters and digits, with spaces, hyphens,"
                " apostrophes or full stops between them"
            ),
            most=LONGEST_NAME,
        )
    if not _is_one_alphabet([scripts[one] for one in letters if one in scripts]):
        raise NotAllowed(N_("please write the name in one alphabet: letters of two are mixed here"))
    return name


def _is_one_alphabet(letters: list[frozenset[str]]) -> bool:
    common = frozenset.intersection(*letters) if letters else None
    return common != frozenset() or any(
        all(its & together for its in letters) for together in TOGETHER
    )


def clean_label(text: str) -> str:
    """Return *text* as a line of 1 to 24 visible characters, or raise NotAllowed.

    So were the names that people took before there was a profile: they keep them.
    """
    label = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    hidden = not label.isprintable() or not BLANK.isdisjoint(label)
    stacked = sum(map(bool, map(unicodedata.combining, label))) > len(label) // 2
    if not 1 <= len(label) <= LONGEST_NAME or hidden or stacked:
        raise NotAllowed(N_("this must have 1 to {most} visible characters"), most=LONGEST_NAME)
    return label


def folded(shown: str) -> str:
    """Return what two names have in common that are spelt alike, but for capitals."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())


@lru_cache(maxsize=4_096)
def skeleton(shown: str) -> str:
    """Return what two names have in common that look alike.

    As in UTS #39, each letter becomes the simplest one that looks like it; then capitals and the
    signs between letters are left out of account.
    """
    seen = unicodedata.normalize("NFKD", shown).translate(_alike())
    seen = DOTTED.sub(r"\1", seen).casefold()
    seen = unicodedata.normalize("NFKD", seen)
    return "".join(one for one in seen if unicodedata.category(one)[0] in "LMN")


def distinct(names: Sequence[str]) -> list[str]:
    """Return *names* with a number, from 1, after each that others of them could be taken for."""
    looks = list(map(skeleton, names))
    return [
        name if looks.count(look) == 1 else f"{name} ({number})"
        for number, (name, look) in enumerate(zip(names, looks, strict=True), 1)
    ]


def check_not_a_level(name: str) -> None:
    """Raise NameAlike if *name* looks like what a computer is called in any language."""
    if skeleton(name) in _levels():
        raise NameAlike(
            N_("“{name}” looks like the name of a computer: please choose another"), name=name
        )


def check_not_a_guest(name: str) -> None:
    """Raise NameAlike if *name* looks like what the house calls its guests in any language."""
    if skeleton(re.sub(r"\d", "", name)) in _guests():
        raise NameAlike(
            N_("the house calls its guests so: please choose a name of your own"), name=name
        )


@cache
def _levels() -> frozenset[str]:
    """Return the skeletons of the computers' names, with their numbers and without."""
    said = {
        called
        for lang in languages()
        for number, level in enumerate(LEVELS, 1)
        for called in (
            Words(lang).say(level.name),
            # Alone it is told by its level, among its like by a number.
            *(f"{Words(lang).say(level.name)} {n}" for n in range(1, len(LEVELS) + 1)),
            Words(lang).say(NUMBERED, n=number, name=""),
            Words(lang).say(NUMBERED, n=number, name=Words(lang).say(level.name)),
        )
    }
    return _looks(said)


@cache
def _guests() -> frozenset[str]:
    """Return the skeletons of what the house calls guests, without their numbers."""
    return _looks({Words(lang).say(GUESTS, number="") for lang in languages()})


def _looks(said: Iterable[str]) -> frozenset[str]:
    """Return the skeletons of what is *said*, in capitals and small letters as well."""
    return frozenset(skeleton(one) for text in said for one in (text, text.upper(), text.lower()))
