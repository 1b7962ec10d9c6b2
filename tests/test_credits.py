"""Who thought of a game and who published it is named wherever the game is shown."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from ludotheque.games import shelf
from ludotheque.rulebook import rulebook
from ludotheque.terminal import show
from ludotheque.terminal.ask import Desk
from ludotheque.terminal.evening import shelf_table
from ludotheque.words import Words, languages
from parts import at_home, books, having, named

README = Path(__file__).parent.parent / "README.md"
credited = pytest.mark.parametrize(("game", "lang"), books(having("credits")), ids=named)


def in_one_line(text):
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


def said(game, lang):
    return in_one_line(Words(lang).say(game.credits))


def wide():
    """Return a terminal that breaks no line."""
    return Console(file=StringIO(), width=400)


@pytest.mark.parametrize(
    ("slug", "facts"),
    [
        ("tortuga", "Vincent Everaert/Gigamic/2007"),
        ("race", "Jeux de NIM/Reiner Knizia/Schildkrötenrennen/2004"),
        ("hops", "M. Gerchambeau/Habourdin International/1983"),
    ],
)
@pytest.mark.parametrize("lang", languages())
def test_the_names_and_years_that_the_booklets_give(slug, lang, facts):
    assert all(fact in said(shelf()[slug], lang) for fact in facts.split("/"))


def test_where_the_booklet_names_no_author_the_name_is_said_to_come_from_elsewhere():
    race = shelf()["race"]
    assert "names no author. Elsewhere" in said(race, "en")
    assert "ne nomme pas d’auteur. Ailleurs" in said(race, "fr")


@credited
def test_credits_are_sentences_and_every_language_says_them_itself(game, lang):
    assert game.credits.endswith(".")
    assert lang == "en" or said(game, lang) != said(game, "en")


@credited
def test_a_rulebook_names_them_below_its_title_before_the_first_chapter(game, lang):
    opening, _, _ = in_one_line(rulebook(game, lang).parts[0]).partition(" ## ")
    assert opening.endswith(f"*{said(game, lang)}*")


@credited
def test_the_terminal_prints_them_in_the_rules_and_on_the_shelf(game, lang):
    desk = Desk(wide(), Words(lang))
    show.rules(desk, game)
    assert said(game, lang) in in_one_line(desk.console.file.getvalue())
    console = wide()
    console.print(shelf_table(Words(lang)))
    assert said(game, lang) in in_one_line(console.file.getvalue())


@pytest.mark.parametrize("game", at_home(), ids=named)
def test_the_readme_names_them_in_the_same_words(game):
    assert f"**{game.title}**: {game.credits}" in in_one_line(README.read_text(encoding="utf-8"))
