"""What people read is set as printers of its language set it: quotes, apostrophes, spaces.

Prose is every sentence of the catalogues, English and translated, and Markdown outside of code.
What one types keeps the signs of a keyboard: code in Markdown, and in a sentence a command between
straight quotes, such as `pip install 'ludotheque[server]'`.
"""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
CATALOGUES = sorted((ROOT / "src").rglob("*.po"))
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
BOOKS = sorted((ROOT / "src").rglob("*.*.md"))
"""The rulebooks and first games, each with its language before the end of its name."""

TYPED = re.compile(r"'\w+[:\[][^']*'")
"""In a sentence: an argument of a command, quoted for the shell."""

CODE = re.compile(
    r"""^[ ]*(`{3,}).*?^[ ]*\1[ ]*$  # a block
      | (?<!`)`[^`]+`           # a word
      | (?<=\])\([^)]*\)        # where a link leads
      | (?<==)"[^"]*"(?=[^<>]*>)  # what an attribute of a tag is set to
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)

SPOKEN = re.compile(r"^(?:caption|hint|praise): (.*)$", re.MULTILINE)
"""In a block of a rulebook or a first game: what is prose after all."""

BEFORE, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
FAULTS = {
    "en": {
        "a straight quote": r"[\"']",
        "a space before an ellipsis that ends a sentence": r"\s…(?!\s*[\w{`|])",
        "a space before %": r"(?<=[\d}])\s%",
    },
    "fr": {
        "a straight quote": r"[\"']",
        "a space before an ellipsis that ends a sentence": r"\s…(?!\s*[\w{`|])",
        "no space before ; ? or !": r"(?<=[\w})\]»…’])[;?!](?!\w)",
        "another space before ; ? or ! than a narrow no-break one": rf"(?<!«)[^\S{NARROW}][;?!]",
        "no no-break space before a colon": rf"(?<!{BEFORE}):(?=\s|$)",
        "no no-break space behind «": rf"«(?!{BEFORE})",
        "no no-break space before »": rf"(?<!{BEFORE})»",
        "a space before % at which a line may break": rf"(?<=[\d}}])[^\S{BEFORE}{NARROW}]?%",
    },
}
"""By language, what is wrong and what it looks like."""


def faults(text, lang):
    """Yield what is wrong with *text*, with the place."""
    for fault, sign in FAULTS[lang].items():
        for found in re.finditer(sign, text):
            yield f"{fault}: {text[max(0, found.start() - 30) : found.end() + 10]!r}"


def sentences(catalogue):
    """Yield each sentence of a catalogue with its language."""
    with catalogue.open("rb") as stream:
        for message in read_po(stream):
            for lang, said in (("en", message.id), (catalogue.stem, message.string)):
                for text in said if isinstance(said, tuple) else (said,):
                    if message.id:
                        yield TYPED.sub("", text), lang


def prose(markdown):
    """Return a document without its code."""
    return CODE.sub(lambda code: "`" + "\n`".join(SPOKEN.findall(code[0])), markdown)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_the_sentences_of_a_catalogue(file):
    assert not [fault for text, lang in sentences(file) for fault in faults(text, lang)]


@pytest.mark.parametrize(
    "file", [*DOCUMENTS, *BOOKS], ids=lambda file: file.parent.name + file.name
)
def test_the_prose_of_a_document(file):
    lang = file.suffixes[-2].removeprefix(".") if file in BOOKS else "en"
    assert not list(faults(prose(file.read_text(encoding="utf-8")), lang))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", 'there is no game "chess"'),
        ("en", "a player's time"),
        ("en", "Thinking …"),
        ("en", "95 % of the games"),
        ("fr", "l'étagère"),
        ("fr", "Quel jeu ?"),
        ("fr", "Quel jeu?"),
        ("fr", f"Quel jeu{BEFORE}?"),
        ("fr", "Vous avez gagné!"),
        ("fr", "l’un ; l’autre"),
        ("fr", "Règles :"),
        ("fr", "Règles: les voici"),
        ("fr", "{name} : {what}"),
        ("fr", f"le coup « {{move}}{BEFORE}»"),
        ("fr", f"le coup «{BEFORE}{{move}} »"),
        ("fr", "Envoi …"),
        ("fr", "{percent} %"),
        ("fr", "95%"),
    ],
)
def test_what_is_set_wrongly_is_found(lang, text):
    assert list(faults(text, lang))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "level:1 … level:8, a player’s “move”"),
        ("fr", f"level:1 … level:8{NARROW}; «{BEFORE}{{move}}{BEFORE}»{BEFORE}: non{NARROW}!"),
        ("fr", f"«{BEFORE}?{BEFORE}», r-! et search:0.2 sont des notations, 5{BEFORE}% aussi…"),
    ],
)
def test_what_is_set_rightly_is_left_alone(lang, text):
    assert not list(faults(text, lang))
