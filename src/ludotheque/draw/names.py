"""Names of symbols: what each is called aloud, as sentences for the catalogues."""

from collections.abc import Mapping
from typing import Final

from ludotheque.errors import N_, Phrase

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


def symbol_name(symbol: str) -> tuple[str, Mapping[str, object]]:
    """Return the name of a symbol: a template and its facts, for `Words.say`."""
    if symbol in _WHOLE:
        return _WHOLE[symbol], {}
    kind, tint, *look = symbol.split("/")
    # A hyphen is not read aloud.
    told = "".join(look).replace("-", "\N{MINUS SIGN}")
    return _KINDS[kind], {"tint": _TINTS[tint], "look": told}
