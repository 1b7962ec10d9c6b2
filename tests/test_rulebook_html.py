"""A rulebook as its page has it: safe under a strict policy, every rule and figure in place."""

from collections import Counter
from html.parser import HTMLParser

import pytest

from ludotheque.games import shelf
from ludotheque.games.options import read_options
from ludotheque.page.books import Pictured, book
from ludotheque.rulebook import markdown, rulebook
from parts import books, named

every_book = pytest.mark.parametrize(("game", "lang"), books(shelf().values()), ids=named)
VOID = {"br", "hr", "img"}


def page_of(slug, lang):
    """Return the prose of a game's book, as its page has it."""
    found = book(slug, lang)
    prose = (part for part in found.parts if not isinstance(part, Pictured))
    return "".join((found.opening, *prose))


class Reader(HTMLParser):
    """Gathers tags with their attributes and the text, and checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.text = ""
        self.open = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@every_book
def test_nothing_in_it_needs_inline_script_or_style(game, lang):
    for tag, attrs in Reader(page_of(game.slug, lang)).tags:
        assert tag not in {"script", "style", "iframe", "object", "foreignobject"}
        assert not [name for name in attrs if name == "style" or name.startswith("on")]
        assert attrs.get("href", "#").startswith("#")


@every_book
def test_every_id_is_there_once(game, lang):
    page = Reader(page_of(game.slug, lang))
    ids = Counter(attrs["id"] for _, attrs in page.tags if "id" in attrs)
    assert set(ids.values()) <= {1}


@every_book
def test_every_rule_is_a_paragraph_that_can_be_linked_to(game, lang):
    page = page_of(game.slug, lang)
    prose = "\n".join(part for part in rulebook(game, lang).parts if isinstance(part, str))
    numbers = [line[2:5] for line in prose.splitlines() if line[:2] == "**" and line[2].isdigit()]
    for number in numbers:
        assert page.count(f'<p id="rule-{number}"><strong>{number}</strong> <em>') == 1
    assert page.count('id="rule-') == len(numbers)


@every_book
def test_every_figure_has_its_pictures_and_what_a_page_needs_to_play_it(game, lang):
    shown = [part for part in book(game.slug, lang).parts if isinstance(part, Pictured)]
    assert [each.figure for each in shown] == list(rulebook(game, lang).figures)
    for each in shown:
        assert (each.result is not None) is each.figure.result
        assert read_options(each.options.replace(":", "=").split()) == each.figure.options


@every_book
def test_no_word_of_the_book_is_lost(game, lang):
    text = Reader(page_of(game.slug, lang)).text
    for part in rulebook(game, lang).parts:
        if isinstance(part, str):
            plain = Reader(markdown(part)).text
            assert plain in text
            words = "".join(mark for mark in part if mark.isalnum())
            assert words == "".join(mark for mark in plain if mark.isalnum())


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        'Hello <img src="x" onerror="alert(1)">',
        "[press](javascript:alert(1))",
        "![look](data:text/html;base64,PHNjcmlwdD4=)",
        '<div style="color:red">red</div>',
        "| a |\n|:-:|\n| b |",
    ],
)
def test_html_in_markdown_is_shown_and_not_obeyed(text):
    tags = Reader(markdown(text)).tags
    assert tags == [("p", {})]
