"""Colours in words: of a card, of a turtle, and where there is little room."""

from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games.race.cards import LAST, RAINBOW

CARDS_OF: Final = {
    "r": Phrase(N_("Red card")),
    "g": Phrase(N_("Green card")),
    "b": Phrase(N_("Blue card")),
    "y": Phrase(N_("Yellow card")),
    "p": Phrase(N_("Purple card")),
    RAINBOW: Phrase(N_("Rainbow card")),
    LAST: Phrase(N_("Last-turtle card")),
}
COLOUR_WORDS: Final = {
    "r": Phrase(N_("red")),
    "g": Phrase(N_("green")),
    "b": Phrase(N_("blue")),
    "y": Phrase(N_("yellow")),
    "p": Phrase(N_("purple")),
    RAINBOW: Phrase(N_("rainbow")),
    LAST: Phrase(N_("last")),
}
"""Of cards and turtles, where there is little room."""
THE_TURTLES: Final = {
    "r": Phrase(N_("the red turtle")),
    "g": Phrase(N_("the green turtle")),
    "b": Phrase(N_("the blue turtle")),
    "y": Phrase(N_("the yellow turtle")),
    "p": Phrase(N_("the purple turtle")),
}
"""As in the middle of a sentence."""
TURTLES: Final = {
    "r": Phrase(N_("red turtle")),
    "g": Phrase(N_("green turtle")),
    "b": Phrase(N_("blue turtle")),
    "y": Phrase(N_("yellow turtle")),
    "p": Phrase(N_("purple turtle")),
}
"""With a word before it that says whose."""
