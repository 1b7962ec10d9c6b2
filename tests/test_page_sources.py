"""The page knows no game: what its modules need to know comes with what they are sent."""

import re
from pathlib import Path

import pytest

from ludotheque.draw import SYMBOLS, THEMES
from ludotheque.draw.boards import SHAPES
from ludotheque.games import shelf
from ludotheque.page.manifest import PAPER
from ludotheque.page.render import STATIC

NOTEBOOK = Path(STATIC).parents[1] / "notebook"
TEMPLATES = sorted((STATIC.parent / "templates").glob("*.html"))
SHEETS = sorted(STATIC.glob("css/*.css"))
MODULES = [*sorted(STATIC.glob("js/**/*.js")), *sorted(NOTEBOOK.glob("*.js"))]
THINGS = {symbol.partition("/")[0] for symbol in SYMBOLS} | set(SHAPES) - {"none", "square"}
"""Kinds of pieces and of places; a square is also what anyone may call a square."""
MOST_LINES = 500
ROOMS = {"lib": 0, "board": 1, "screen": 3, "pages": 4} | dict.fromkeys(
    ["table", "study", "puzzles", "shelf", "brought", "local"], 2
)
"""How high each room of the modules lies."""


def words(text):
    """Return the words of a source, those inside of names too, without a plural's s."""
    return {word.lower().removesuffix("s") for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", text)}


def name(file):
    return file.relative_to(STATIC.parents[1]).as_posix()


@pytest.mark.parametrize("file", [*MODULES, *TEMPLATES, *SHEETS], ids=name)
def test_nothing_on_a_page_names_a_game(file):
    quoted = rf"""["'`/.#=-]({"|".join(shelf())})\b"""
    assert not re.findall(quoted, file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_no_module_names_the_things_of_a_game(file):
    assert not words(file.read_text(encoding="utf-8")) & THINGS


def test_a_module_in_pages_is_the_script_of_a_page():
    asked = "".join(file.read_text(encoding="utf-8") for file in TEMPLATES)
    scripts = {file.stem for file in STATIC.glob("js/pages/*.js")}
    assert scripts == set(re.findall(r"js/pages/(\w+)\.js", asked))


@pytest.mark.parametrize("file", sorted(STATIC.glob("js/*/*.js")), ids=name)
def test_imports_of_modules_point_left(file):
    """A room uses itself and those before it; a page's script uses no other page's."""
    own = file.parent.name
    text = file.read_text(encoding="utf-8")
    ways = re.findall(
        r"""(?:^import .*|^export .*|^\} )from "(\.[^"]*)"|import\("(\.[^"]*)"\)""",
        text,
        re.MULTILINE,
    )
    for way in filter(None, (way for both in ways for way in both)):
        room = (file.parent / way).resolve().parent.name
        if room == own:
            assert own != "pages", way
        elif room != "js":
            assert ROOMS[room] < ROOMS[own], way


def test_every_style_sheet_is_asked_for_by_a_page():
    asked = "".join(file.read_text(encoding="utf-8") for file in TEMPLATES)
    lists = re.findall(r"\{% (?:set sheets =|for sheet in) \[(.*?)\]", asked)
    by_name = re.findall(r'static\("css/(\w+)\.css"\)', asked)
    assert {*by_name, *(sheet for each in lists for sheet in re.findall(r'"(\w+)"', each))} == {
        file.stem for file in SHEETS
    }


@pytest.mark.parametrize("file", SHEETS, ids=name)
def test_a_style_sheet_can_be_read_in_one_go(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_the_colours_of_the_house_are_the_same_wherever_they_are_told():
    """A style sheet cannot say once what holds at night, by the reader's wish or the system's."""
    sheet = (STATIC / "css" / "house.css").read_text(encoding="utf-8")
    light, *dark = (
        dict(re.findall(r"(--[\w-]+): ([^;]+);", block))
        for block in re.findall(r"\{([^{}]*--paper:[^{}]*)\}", sheet)
    )
    assert len(dark) == 2
    assert dark[0] == dark[1]
    base = (STATIC.parent / "templates" / "base.html").read_text(encoding="utf-8")
    told = re.findall(r'"theme-color" content="(#\w+)"', base)
    assert told == [light["--paper"], dark[0]["--paper"]]
    assert (PAPER, THEMES["dark"].ground) == (light["--paper"], dark[0]["--paper"])
