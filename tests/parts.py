"""What a game may have beside its rules, and which games have it.

A game is playable with its rules, notation, scene and a rulebook in English. Every other part is
switched on by being there: its tests are run for the games that have it, and for no others. The
games of `AT_HOME` have them all.
"""

from pathlib import Path

from ludotheque.engine import kernel
from ludotheque.games import shelf, take
from ludotheque.rulebook import lesson
from ludotheque.words import SOURCE, languages

AT_HOME = ("hops", "race", "tortuga")
GOLDEN = Path(__file__).parent / "golden"
OTHERS = languages()[1:]
"""The languages of the house but for English."""


def translated(game, lang):
    """Return whether the folder has a catalogue and a rulebook in that language."""
    return lang == SOURCE or all(
        (game.folder / file).is_file() for file in (f"{lang}.po", f"rules.{lang}.md")
    )


PARTS = {
    "telling": lambda game: game.tell is not None,
    "reasons": lambda game: game.why is not None,
    "aim": lambda game: game.aim is not None,
    "editing": lambda game: game.editing is not None,
    "first game": lambda game: lesson(game, SOURCE) is not None,
    "estimate": lambda game: game.estimate is not None,
    "coding": lambda game: game.coding is not None,
    "kernel": kernel.has_twin,
    "language": lambda game: any(translated(game, lang) for lang in OTHERS),
    "credits": lambda game: bool(game.credits),
    "wording": lambda game: bool(game.wording),
    "rulings": lambda game: (game.folder / "tests").is_dir(),
    "golden games": lambda game: any(
        file.stem.partition("-")[0] == game.slug for file in GOLDEN.glob("*.txt")
    ),
}
"""By name: whether a game has the part."""


def having(part):
    """Return the games on the shelf that have that part."""
    return [game for game in shelf().values() if PARTS[part](game)]


def at_home():
    """Return the games that have every part."""
    return [take(slug) for slug in AT_HOME]


def books(games):
    """Return the games, each with every language that its rulebook is written in."""
    return [(game, lang) for game in games for lang in languages() if translated(game, lang)]


def named(value):
    """Return how a game is called in the name of a test; whatever else as it is."""
    return getattr(value, "slug", None)
