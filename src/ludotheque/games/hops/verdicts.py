"""The sentences of the claims of Hops, by kind: what `claims` says and `proofs` goes by."""

from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games.hops.board import BLACK, RED

SIDES: Final = {RED: Phrase(N_("Red")), BLACK: Phrase(N_("Black"))}

SAID: Final = {
    "rise": (N_("The die on {cell} could have risen from {low} to {high}: {best}."),),
    "higher": (
        N_("The die on {cell} could have risen from {low} to {high}: {best}."),
        N_("The move that was played raises a die by {count} only."),
    ),
    "lowered": (
        N_("The move turns the die on {cell} down from {high} to {low}; {best} turns none down."),
    ),
    "step": (
        N_("The die on {over} now helps {foe}: a die rises from {low} to {high} by {first}."),
        N_("Before the move no die of {foe} could rise so much, nor could it after {best}."),
    ),
    "room": (
        N_("The move frees {over} for {foe}: a die rises from {low} to {high} by {first}."),
        N_("Before the move no die of {foe} could rise so much, nor could it after {best}."),
    ),
    "lets": (
        N_("A die of {foe} now rises from {low} to {high}: {first}."),
        N_("After {best} no die of {foe} could rise by more than {count}."),
    ),
    "lets-first": (
        N_("A die of {foe} now rises from {low} to {high}: {first}."),
        N_("After {best} no die of {foe} could rise."),
    ),
    "alone": (
        N_(
            "The {value} on {cell} has nothing left to climb by: "
            "no other die shows {value} or {next}."
        ),
        N_("After {best} one does."),
    ),
    "next": (
        N_("{best} prepares a rise: in its line the die on {cell} goes from {low} to {high}."),
        N_("As it was played, no die of {side} can rise by more than {count} after {first}."),
    ),
    "next-first": (
        N_("{best} prepares a rise: in its line the die on {cell} goes from {low} to {high}."),
        N_("As it was played, no die of {side} can rise after {first}."),
    ),
    "ladder": (
        N_(
            "By its own dice alone {side} is now at least {count} changes of value away from six "
            "sixes; after {best} it would be {fewer}."
        ),
    ),
    "pips": (
        N_(
            "After the {plies} moves that follow the dice of {side} show {own} pips in all, "
            "those of {foe} {foes}."
        ),
        N_("As many moves after {best} it is {kept} against {left}."),
    ),
    "climb": (
        N_(
            "After the {plies} moves that follow {side} is, by its own dice alone, at least "
            "{count} changes of value away from six sixes; as many moves after {best}, {fewer}."
        ),
    ),
    "rival": (
        N_(
            "After the {plies} moves that follow {foe} is, by its own dice alone, {count} changes "
            "of value away from six sixes; as many moves after {best}, {more}."
        ),
    ),
}
"""By kind, one or two sentences. A change of value is one die turned up or down by one."""

REMARKS: Final = frozenset({"ladder", "pips", "climb", "rival"})
"""What is told only where nothing is that can be seen at once."""

FAR_AHEAD: Final = 6
"""The most moves of a line after which something is told of it: what comes later is no reason."""
