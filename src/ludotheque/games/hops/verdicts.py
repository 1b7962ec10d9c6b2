"""The sentences of the claims of Hops, by kind: what `claims` says and `proofs` goes by."""

from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games.hops.board import BLACK, RED
from ludotheque.games.ledger import sentences

SIDES: Final = {RED: Phrase(N_("Red")), BLACK: Phrase(N_("Black"))}

MEASURES: Final = {
    "rim": Phrase(N_("Dice on the rim, where fewer are better")),
    "rising": Phrase(N_("Dice that a single hop can raise")),
    "hops": Phrase(N_("Hops at hand")),
    "climb": Phrase(N_("Changes of value to go to six sixes, by one’s own dice alone")),
    "company": Phrase(N_("Dice that another one within two cells could raise")),
}
"""Parts of the evaluation that a reader can count."""
FEWER: Final = frozenset({"rim", "climb"})
"""Of these it is good to have fewer."""
_WEIGHED: Final = sentences(MEASURES)
WEIGHED: Final = frozenset(_WEIGHED)
"""What two lines are worth, told by its parts."""

_SAID: Final = {
    "rise": (N_("The die on {cell} could have risen from {low} to {high}: {best}."),),
    "higher": (
        N_("The die on {cell} could have risen from {low} to {high}: {best}."),
        N_("The move that was played raises a die by {count} only."),
    ),
    "step": (
        N_("The die on {over} now helps {foe}: a die rises from {low} to {high} by {first}."),
        N_("Before the move, no die of {foe} could rise so much, nor could any after {best}."),
    ),
    "way": (
        N_("The answer {first} raises the die on {cell} from {low} to {high}."),
        N_("After {best}, a die on {over} would stand in its way, and it could not rise so far."),
    ),
    "room": (
        N_("The move played frees {over} for {foe}: a die rises from {low} to {high} by {first}."),
        N_("Before the move, no die of {foe} could rise so much, nor could any after {best}."),
    ),
    "lets": (
        N_("The answer {first} raises a die of {foe} from {low} to {high}."),
        N_("After {best}, no die of {foe} could rise by more than {count}."),
    ),
    "lets-first": (
        N_("The answer {first} raises a die of {foe} from {low} to {high}."),
        N_("After {best}, no die of {foe} could rise."),
    ),
    "next": (
        N_("{best} prepares a rise: in its line the die on {cell} goes from {low} to {high}."),
        N_("After the move played and {first}, no die of {side} can rise by more than {count}."),
    ),
    "next-first": (
        N_("{best} prepares a rise: in its line the die on {cell} goes from {low} to {high}."),
        N_("After the move played and {first}, no die of {side} can rise."),
    ),
    "nearer": (
        N_(
            "Changes of value that {foe} has to go to six sixes after {first}, by its own dice "
            "alone: {count}."
        ),
        N_("After {best}, it would be {more} at least, whatever {foe} plays."),
    ),
    "chances": (
        N_(
            "Dice able to rise after the move played and {first}: {own} of {side}, {foes} of {foe}."
        ),
        N_("After {best} and {second}, it would be {kept} and {left}."),
    ),
    "hope": (
        N_("After {best} and {second}, the die on {cell} could rise from {low} to {high}: {then}."),
        N_("After the move played and {first}, no die of {side} can rise by more than {count}."),
    ),
    "hope-first": (
        N_("After {best} and {second}, the die on {cell} could rise from {low} to {high}: {then}."),
        N_("After the move played and {first}, no die of {side} can rise."),
    ),
    "again": (
        N_(
            "Were {side} to move again after {best}, the die on {cell} could rise from {low} to "
            "{high}: {then}."
        ),
        N_(
            "Were {side} to move again after the move played, no die of {side} could rise by more "
            "than {count}."
        ),
    ),
    "outlook": (
        N_(
            "Pips by which dice could rise after the two moves that follow, each die by itself: "
            "{own} of {side}, {foes} of {foe}."
        ),
        N_("Two moves after {best}, it would be {kept} and {left}."),
    ),
    "pips": (
        N_(
            "After the {plies} moves that follow, the dice of {side} show {own} pips in all, "
            "those of {foe} {foes}."
        ),
        N_("As many moves after {best}, it is {kept} against {left}."),
    ),
    "climb": (
        N_(
            "Changes of value to go to six sixes after the {plies} moves that follow, each side by "
            "its own dice alone: {own} of {side}, {foes} of {foe}."
        ),
        N_("As many moves after {best}, it would be {kept} and {left}."),
    ),
    "ones": (
        N_(
            "Dice that still show one after the {plies} moves that follow: {own} of {side}, "
            "{foes} of {foe}."
        ),
        N_("As many moves after {best}, it would be {kept} and {left}."),
    ),
    "ready": (
        N_("Dice able to rise after the two moves that follow: {own} of {side}, {foes} of {foe}."),
        N_("Two moves after {best}, it would be {kept} and {left}."),
    ),
}
SAID: Final = _SAID | _WEIGHED
"""By kind, one to three sentences. A change of value is one die turned up or down by one."""

REMARKS: Final = frozenset(
    {
        *("again", "outlook", "chances", "hope", "hope-first"),
        *("pips", "climb", "ones", "ready"),
        *WEIGHED,
    }
)
"""What is told only where nothing is that can be seen at once."""

ANSWERED: Final = 2
"""The moves after the mistake from which on lines are compared: an answer, and a move."""
SOON: Final = 3
"""The moves after the mistake by which what a rise gains is seen: an answer, a move, an answer."""
TWICE: Final = 4
"""The moves after it by which its side has moved twice more."""
FAR: Final = 3
"""The changes of value by which an answer brings the foe nearer to its sixes, or by which the race
to them is worse all along."""
LEAST: Final = 2
"""The least difference between two lines that is a reason: one pip, or one change, is none."""
FAR_AHEAD: Final = 6
"""The most moves of a line after which something is told of it: what comes later is no reason."""
STEADY: Final = 2
"""The moves before what is told at which it is not the other way round."""
