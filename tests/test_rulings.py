"""docs/rulings.md, the code and the rulebooks say the same: one number, one rule."""

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

from ludotheque.engine import kernel
from ludotheque.games import shelf, take
from ludotheque.rulebook import rulebook
from rulings import chapter, chapters, numbers, perft_counts, rows, sections

ROOT = Path(__file__).parent.parent
TITLES = {game.title: game for game in shelf().values()}
CHAPTERS = [(number, TITLES[title]) for number, title in chapters().items()]
every_chapter = pytest.mark.parametrize(
    ("number", "game"), CHAPTERS, ids=[game.slug for _, game in CHAPTERS]
)

NUMBER = re.compile(r"(?<![\w.,:/@±-])[1-9]\.[1-9](?![\w.]|,\d| ?%| times)")
"""A ruling in prose: no part of a longer number or a version, no share, no factor."""
NAMED = re.compile(r"\((\d), ([A-Z]\w+)")
PROSE = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", None)}
"""The tokens of Python in which a number is not a number of the program."""


@cache
def prose(file: Path) -> str:
    """Return the comments and strings of a source; nothing if it cites nothing anywhere."""
    text = file.read_text("utf-8")
    if not NUMBER.search(text) and not NAMED.search(text):
        return ""
    if file.suffix == ".py":
        tokens = tokenize.generate_tokens(StringIO(text).readline)
        return "\n".join(token.string for token in tokens if token.type in PROSE)
    return "\n".join(re.findall("//.*", text)) if file.suffix in {".hpp", ".cpp"} else text


def sources() -> Iterator[Path]:
    """Yield every file that may cite a ruling."""
    for pattern in ("src/**/*.py", "tests/**/*.py", "kernel/**/*.?pp", "src/**/first-game.*.md"):
        yield from ROOT.glob(pattern)


def test_every_ruling_that_is_cited_is_on_the_page():
    known, cited = set(numbers()), set()
    for file in sources():
        in_names = re.findall(r"\bdef test_(\d)_(\d)_", file.read_text("utf-8"))
        found = {*NUMBER.findall(prose(file)), *(f"{one}.{two}" for one, two in in_names)}
        assert found <= known, f"{file.relative_to(ROOT)} cites what is not on the page"
        cited |= found
    assert cited == known, "a ruling that nothing cites is kept by nothing"


def test_every_heading_that_is_cited_is_on_the_page():
    for file in sources():
        for number, name in NAMED.findall(prose(file)):
            assert (number, name) in sections(), file.relative_to(ROOT)


@every_chapter
def test_the_page_and_the_rulebook_number_alike(number, game):
    parts = (part for part in rulebook(game, "en").parts if isinstance(part, str))
    in_book = re.findall(r"^\*\*(\d\.\d)\*\*", "\n".join(parts), re.MULTILINE)
    assert [one for one in numbers() if one.startswith(number)] == in_book


@every_chapter
def test_options_are_told_with_their_codes_and_their_default(number, game):
    text = chapter(number)
    assert sorted(re.findall(r"Option `(\w+)`", text)) == sorted(game.options)
    for default, *others in game.options.values():
        assert f"`{default}`, the default" in text
        assert all(f"`{value}`" in text for value in others)


@pytest.mark.parametrize(("number", "slug"), [("1", "tortuga"), ("3", "hops")])
def test_the_cells_of_each_start_are_where_the_pieces_stand(number, slug):
    game = take(slug)
    told = {value.removesuffix(", the default"): cells for value, *cells in rows(number, "Start")}
    assert list(told) == list(game.options["start"])
    for value, sides in told.items():
        lying = game.editing.lying(str(game.start(start=value)))
        symbols = [{lying[cell] for cell in side.split()} for side in sides]
        assert set(lying) == {cell for side in sides for cell in side.split()}
        assert all(len(kinds) == 1 for kinds in symbols), "a side is of one kind"


@every_chapter
def test_texts_of_positions_are_what_the_games_write(number, game):
    lines = re.findall(r"^    (\S.*)$", sections()[number, "Text"], re.MULTILINE)
    assert lines
    for line in lines:
        text, _, start = line.partition("      start=")
        options = {"start": start} if start else {}
        assert str(game.position(text, **options)) == text
        assert text == str(game.start(**options)) or game.slug == "race", "chance deals first"


@pytest.mark.skipif(not kernel.BUILT, reason="this house is built without its kernel")
@pytest.mark.parametrize(("number", "slug"), [("1", "tortuga"), ("3", "hops")])
def test_the_kernel_counts_what_the_tables_of_perft_say(number, slug):
    game = take(slug)
    for options, counts in perft_counts(number):
        start = kernel.twin_of(game, game.start(**options))
        assert tuple(start.perft(depth) for depth in range(1, len(counts) + 1)) == counts
