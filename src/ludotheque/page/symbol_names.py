"""Accessible names of pieces, by the symbol that shows them."""

from typing import Final

from ludotheque.draw import SYMBOLS
from ludotheque.errors import N_, Phrase
from ludotheque.words import Words

_TINTS: Final = {
    "red": Phrase(N_("red")),
    "blue": Phrase(N_("blue")),
    "green": Phrase(N_("green")),
    "yellow": Phrase(N_("yellow")),
    "purple": Phrase(N_("purple")),
    "black": Phrase(N_("black")),
    "ivory": Phrase(N_("ivory")),
    "rainbow": Phrase(N_("rainbow")),
    "last": Phrase(N_("last-turtle")),
}
_KINDS: Final = {
    "turtle": N_("turtle ({tint})"),
    "racer": N_("turtle ({tint})"),
    "tile": N_("turtle tile ({tint})"),
    "disc": N_("disc ({tint})"),
    "card": N_("card ({tint}, {look})"),
    "die": N_("die ({tint}) showing {look}"),
}
"""By the kind of a symbol, with its colour and its look."""
_WHOLE: Final = {
    "turtle/belly": N_("turtle on its back"),
    "card/back": N_("card face down"),
    "tile/back": N_("tile face down"),
}


def symbol_names(words: Words) -> dict[str, str]:
    """Return the name of every symbol of the house in one language."""
    return {symbol: _named(symbol, words) for symbol in SYMBOLS}


def _named(symbol: str, words: Words) -> str:
    if symbol in _WHOLE:
        return words.say(_WHOLE[symbol])
    kind, tint, *look = symbol.split("/")
    return words.say(_KINDS[kind], tint=_TINTS[tint], look="".join(look))
