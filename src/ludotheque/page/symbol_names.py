"""Accessible names of pieces, by the symbol that shows them; and whose pieces they are."""

from ludotheque.draw import SYMBOLS, symbol_name
from ludotheque.games import AnyGame
from ludotheque.words import Words


def symbol_names(words: Words) -> dict[str, str]:
    """Return the name of every symbol of the house in one language."""
    names = ((symbol, *symbol_name(symbol)) for symbol in SYMBOLS)
    return {symbol: words.say(message, **facts) for symbol, message, facts in names}


def seat_symbols(game: AnyGame) -> tuple[tuple[str, ...], ...]:
    """Return the symbols of each seat's pieces, by their look; none where seats look alike."""
    return tuple(
        tuple(symbol for symbol in SYMBOLS if look in symbol.split("/")[1:])
        for look in game.seat_looks
    )
