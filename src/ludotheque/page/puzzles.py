"""Pages of puzzles: what is told of those that are asked."""

from collections.abc import Iterable

from ludotheque.games import AnyGame
from ludotheque.page.page_data import PuzzleData, Way
from ludotheque.page.symbol_names import symbol_names
from ludotheque.words import Words


def puzzle_data(
    game: AnyGame,
    way: Way,
    words: Words,
    ids: Iterable[str] = (),
    *,
    tried: Iterable[str] = (),
    best: int = 0,
    about: str | None = None,
) -> PuzzleData:
    """Return what the modules need to know of the puzzles that are asked in some *way*."""
    return PuzzleData(
        game=game.slug,
        way=way,
        ids=tuple(ids),
        tried=tuple(tried),
        best=best,
        about=about,
        symbols=symbol_names(words),
    )
