"""What modules of several pages are told of a game and of the computers, in the reader's words."""

from dataclasses import asdict
from typing import Any

from ludotheque.engine import LEVELS
from ludotheque.games import AnyGame
from ludotheque.match.referee import REASONS
from ludotheque.page.player_names import level_names
from ludotheque.page.symbol_names import seat_symbols, symbol_names
from ludotheque.pictures import aims_of, deals_in_secret
from ludotheque.position import CHANCE
from ludotheque.rulebook import is_taught
from ludotheque.tables import Table
from ludotheque.words import Words


def game_told(game: AnyGame, words: Words) -> dict[str, Any]:
    """Return the seats of *game*, by name, place and look, and a sentence for each of its ends."""
    return {
        "seatNames": [words.say(name) for name in game.seat_names],
        "seatEdges": game.seat_edges,
        "seatLooks": [words.say(look) for look in game.seat_looks],
        "reasons": {
            reason: words.say(sentence) for reason, sentence in {**REASONS, **game.reasons}.items()
        },
    }


def computers_told(words: Words) -> dict[str, dict[str, str]]:
    """Return what the computers are called, with their number and without."""
    return {
        "levels": {f"level:{number}": name for number, name in enumerate(level_names(words), 1)},
        "shortLevels": {
            f"level:{number}": words.say(level.name) for number, level in enumerate(LEVELS, 1)
        },
    }


def table_told(table: Table, words: Words) -> dict[str, Any]:
    """Return what the modules need to know of a table beside its messages."""
    game = table.terms.game
    options, seats = table.terms.options, len(table.chairs)
    return {
        "game": game.slug,
        "secrets": deals_in_secret(game, seats, options),
        "deals": game.start(seats, **options).to_move is CHANCE,
        "fewest": game.seats.start,
        "learnable": is_taught(game),
        "aims": [asdict(aim) for aim in aims_of(game, seats, options, words)],
        **game_told(game, words),
        **computers_told(words),
        "names": symbol_names(words),
        "seatSymbols": seat_symbols(game),
    }
