"""Accessible names of pieces, by the symbol that shows them."""

from ludotheque.draw import SYMBOLS, symbol_name
from ludotheque.words import Words


def symbol_names(words: Words) -> dict[str, str]:
    """Return the name of every symbol of the house in one language."""
    names = ((symbol, *symbol_name(symbol)) for symbol in SYMBOLS)
    return {symbol: words.say(message, **facts) for symbol, message, facts in names}
