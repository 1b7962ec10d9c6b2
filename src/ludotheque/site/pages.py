"""Pages of a static site, written by the templates of the served house."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ludotheque.engine.level_names import level_names
from ludotheque.games import AnyGame, shelf
from ludotheque.page.agreed import clocks_offered
from ludotheque.page.books import book
from ludotheque.page.boxes import box
from ludotheque.page.editors import editor_facts
from ludotheque.page.lessons import lesson_data, lesson_of
from ludotheque.page.reactions import REACTIONS
from ludotheque.page.records import replay_data
from ludotheque.page.render import version
from ludotheque.page.studies import study_data
from ludotheque.pictures import has_luck
from ludotheque.rulebook import is_taught, markdown
from ludotheque.study.puzzles import has_puzzles, run, shipped
from ludotheque.study.puzzles.themes import catalogue
from ludotheque.words import Words

WAYS: Final = ("list", "day", "one", "rated", "streak", "own")
"""In which ways puzzles follow each other, each with a page of its own."""
TIMED: Final = {"seconds": run.SECONDS, "misses": run.MISSES}
"""What is told of runs against the clock."""


class Written(NamedTuple):
    """A page: its path in the served house, its template, and the facts on it."""

    path: str
    template: str
    facts: dict[str, Any]


def pages(words: Words) -> Iterator[Written]:
    """Yield every page of the site in one language."""
    games = [box(game, words) for game in shelf().values()]
    levels, clocks = level_names(words), clocks_offered(words)
    shelf_facts = {"games": games, "levels": levels, "clocks": clocks, "edition": version()}
    yield Written("/", "shelf.html", shelf_facts)
    yield Written("/table", "table.html", _table(words))
    yield Written("/replay", "replay.html", {"data": replay_data()})
    titles = {game.slug: game.title for game in games}
    puzzled = [game for game in shelf().values() if has_puzzles(game)]
    offered = [_offered(game, words) for game in puzzled]
    yield Written("/puzzles", "puzzles.html", {"games": offered, **TIMED})
    for game in puzzled:
        for way in WAYS:
            path = f"/puzzles/{game.slug}" if way == "list" else f"/puzzles/{game.slug}/{way}"
            yield Written(path, "puzzle.html", _puzzle(game, way, path, words))
    yield Written("/leading", "leading.html", {})
    yield Written("/me", "games.html", {"games": titles, "levels": levels})
    for game in shelf().values():
        start = editor_facts(game, None, game.settle({}), words)
        yield Written(f"/editor/{game.slug}", "editor.html", start)
        yield Written(f"/study/{game.slug}", "position.html", _study(game, words))
        yield Written(f"/rules/{game.slug}", "rules.html", _rules(game, words))
        if is_taught(game):
            yield Written(f"/learn/{game.slug}", "learn.html", _lesson(game, words))


def _table(words: Words) -> dict[str, Any]:
    """Return what the page of a table says before it is known which table is meant."""
    said = {what: words.say(sentence) for what, sentence in REACTIONS.items()}
    return {"title": "Ludotheque", "data": None, "agreed": [], "reactions": said}


def _rules(game: AnyGame, words: Words) -> dict[str, Any]:
    return {
        "game": game.slug,
        "title": words.say(game.title),
        "book": book(game.slug, words.lang),
        "learnable": is_taught(game),
        "puzzled": has_puzzles(game),
        "editable": game.editing is not None,
    }


def _study(game: AnyGame, words: Words) -> dict[str, Any]:
    return {
        "title": words.say(game.title),
        "game": game.slug,
        "back": None,
        "refused": None,
        "chance": has_luck(game, game.seats[0]),
        "threads": 1,
        "data": study_data(game, None, game.settle({}), words),
    }


def _offered(game: AnyGame, words: Words) -> dict[str, Any]:
    """Return what is told of the puzzles of a game before anyone has tried one."""
    found = shipped(game)
    themes = [
        {"key": key, "name": words.say(theme.name), "count": count}
        for key, theme in catalogue(game).items()
        if (count := sum(key in puzzle.themes for puzzle in found))
    ]
    return {
        "slug": game.slug,
        "title": words.say(game.title),
        "day_state": "",
        "counted": 0,
        "best": 0,
        "total": len(found),
        "themes": themes,
    }


def _puzzle(game: AnyGame, way: str, path: str, words: Words) -> dict[str, Any]:
    """Return what a page of puzzles says; which they are, the house in the browser is asked."""
    return {
        "title": words.say(game.title),
        "way": way,
        "about": None,
        "number": 0,
        **TIMED,
        "from": f"/api/pages{path}",
        "data": None,
    }


def _lesson(game: AnyGame, words: Words) -> dict[str, Any]:
    found = lesson_of(game.slug, words.lang)
    return {
        "title": words.say(game.title),
        "told_in": found.lang,
        "greeting": markdown(found.greeting),
        "prose": [markdown(task.prose) for task in found.tasks],
        "data": lesson_data(game.slug, words.lang),
    }
