"""Page data about a game, its table and the computers, in the reader's words."""

from typing import Any

from ludotheque.engine import LEVELS, level_text
from ludotheque.engine.level_names import level_names
from ludotheque.games import AnyGame
from ludotheque.match.referee import REASONS
from ludotheque.page.page_data import LateData, LevelNamed, ScreenGame, TableData
from ludotheque.page.symbol_names import seat_symbols, symbol_names
from ludotheque.pictures import aims_of, deals_in_secret
from ludotheque.position import CHANCE
from ludotheque.rulebook import is_taught
from ludotheque.tables import Table
from ludotheque.words import Words


def table_data(
    table_id: str, table: Table, words: Words, late: LateData | None = None
) -> TableData:
    """Return what the modules need to know of a table beside its messages."""
    game = table.terms.game
    options, seats = table.terms.options, len(table.chairs)
    return TableData(
        **_told(game, words),
        id=table_id,
        game=game.slug,
        secrets=deals_in_secret(game, seats, options),
        deals=game.start(seats, **options).to_move is CHANCE,
        fewest=game.seats.start,
        learnable=is_taught(game),
        aims=aims_of(game, seats, options, words),
        levels=levels_told(words),
        names=symbol_names(words),
        seat_symbols=seat_symbols(game),
        late=late,
    )


def screen_game(game: AnyGame, words: Words) -> ScreenGame:
    """Return what the big screen says about a game, at whatever table it is played."""
    return ScreenGame(**_told(game, words), title=words.say(game.title))


def _told(game: AnyGame, words: Words) -> dict[str, Any]:
    """Return the fields of `GameData`, which those of a table and of a screen begin with."""
    return {
        "seat_names": tuple(words.say(name) for name in game.seat_names),
        "seat_edges": game.seat_edges,
        "seat_looks": tuple(words.say(look) for look in game.seat_looks),
        "reasons": {
            reason: words.say(sentence) for reason, sentence in {**REASONS, **game.reasons}.items()
        },
    }


def levels_told(words: Words) -> dict[str, LevelNamed]:
    """Return what the computers are called, by their text."""
    return {
        level_text(number): LevelNamed(number, name, words.say(level.name))
        for number, (name, level) in enumerate(zip(level_names(words), LEVELS, strict=True), 1)
    }
