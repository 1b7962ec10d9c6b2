"""The sentences of Tortuga's claims, by kind: what `claims` says and `proofs` goes by."""

from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games.ledger import sentences
from ludotheque.games.tortuga.board import NORTH, SOUTH

SIDES: Final = {SOUTH: Phrase(N_("South")), NORTH: Phrase(N_("North"))}

ONE: Final = {
    "lost-hopped": N_(
        "{foe} can now hop over {cells}: {first}. "
        "Once the hops are over, {side} has lost a turtle on balance."
    ),
    "lost-taken": N_(
        "Neutral turtles that {foe} can now win: {cells}, by {first}. "
        "Whatever {side} answers, it has lost a turtle on balance."
    ),
    "lost-bait": N_(
        "After {first}, {side} must hop, and loses a turtle on balance. "
        "For example: {reply}, {then}."
    ),
    "lost-zugzwang": N_(
        "After {first}, every move costs {side} a turtle on balance. For example: {reply}, {then}."
    ),
    "missed-hopped": N_(
        "{first} hops over {cells}. Once the hops are over, {side} has gained a turtle on balance."
    ),
    "missed-taken": N_(
        "Neutral turtles that {first} wins: {cells}. "
        "Whatever {foe} answers, {side} has gained a turtle on balance."
    ),
    "missed-bait": N_(
        "After {first}, {foe} must hop, and {side} gains a turtle on balance. "
        "For example: {reply}, {then}."
    ),
    "missed-zugzwang": N_(
        "After {first}, every move of {foe} gains {side} a turtle on balance. "
        "For example: {reply}, {then}."
    ),
}
"""Of one turtle lost, or not won: of what each side has more or less than before the move."""

MANY: Final = {
    "lost-hopped": N_(
        "{foe} can now hop over {cells}: {first}. "
        "Once the hops are over, {side} has lost {count} turtles on balance."
    ),
    "lost-taken": N_(
        "Neutral turtles that {foe} can now win: {cells}, by {first}. "
        "Whatever {side} answers, it has lost {count} turtles on balance."
    ),
    "lost-bait": N_(
        "After {first}, {side} must hop, and loses {count} turtles on balance. "
        "For example: {reply}, {then}."
    ),
    "lost-zugzwang": N_(
        "After {first}, every move costs {side} {count} turtles on balance. "
        "For example: {reply}, {then}."
    ),
    "missed-hopped": N_(
        "{first} hops over {cells}. "
        "Once the hops are over, {side} has gained {count} turtles on balance."
    ),
    "missed-taken": N_(
        "Neutral turtles that {first} wins: {cells}. "
        "Whatever {foe} answers, {side} has gained {count} turtles on balance."
    ),
    "missed-bait": N_(
        "After {first}, {foe} must hop, and {side} gains {count} turtles on balance. "
        "For example: {reply}, {then}."
    ),
    "missed-zugzwang": N_(
        "After {first}, every move of {foe} gains {side} {count} turtles on balance. "
        "For example: {reply}, {then}."
    ),
}
"""Of several."""

ARRIVALS: Final = {
    "allowed-arrives": N_("{foe} can now go to {goal} at once: {first}."),
    "allowed-decoy": N_(
        "After {first}, {side} must hop, and then {foe} gets through to {goal}: {reply}, {then}."
    ),
    "allowed-runner": N_(
        "The turtle on {cell} now runs to {goal} in {count} moves, and nobody can stop it: "
        "{first}, {then}."
    ),
    "allowed-cornered": N_(
        "After {first}, every move of {side} lets {foe} through to {goal}: {reply}, {then}."
    ),
    "forgone-arrives": N_("{side} could go to {goal} at once: {first}."),
    "forgone-decoy": N_(
        "After {first}, {foe} must hop, and then {side} gets through to {goal}: {reply}, {then}."
    ),
    "forgone-runner": N_(
        "The turtle on {cell} could run to {goal} in {count} moves, and nobody could stop it: "
        "{first}, {then}."
    ),
    "forgone-cornered": N_(
        "After {first}, every move of {foe} lets {side} through to {goal}: {reply}, {then}."
    ),
}
"""Of ways to the goal: the opponent's after the move, the mover's by the better one."""

_FIRST: Final = {
    "turtles": N_(
        "After the {plies} moves that follow, {side} and {foe} have {own} and {foes} turtles; "
        "as many moves after {best}, {kept} and {left}."
    ),
    "near": N_(
        "Turtles of {foe} within two steps of {corner} after the {plies} moves that follow: "
        "{count}; as many moves after {best}: {fewer}."
    ),
    "room": N_(
        "{side} comes to have less room. Free steps after the {plies} moves that follow: {count}; "
        "as many moves after {best}: {more}."
    ),
}
_THEN: Final = {
    "near": N_(
        "Turtles of {foe} within two steps of {corner} by then: {count}; "
        "in the line of {best}: {fewer}."
    ),
    "room": N_("Free steps of {side} by then: {count}; in the line of {best}: {more}."),
    "hops": N_(
        "Moves at which {side} must hop on the way there: {count}; in the line of {best}: {fewer}."
    ),
}

LINES: Final = {
    "guard": (
        N_("In the line that follows, the guard leaves {corner}: {leaving}."),
        N_("In the line of {best}, it stays."),
    ),
    "turtles-near": (_FIRST["turtles"], _THEN["near"]),
    "turtles-room": (_FIRST["turtles"], _THEN["room"]),
    "turtles-hops": (_FIRST["turtles"], _THEN["hops"]),
    "near-room": (_FIRST["near"], _THEN["room"]),
    "room-hops": (_FIRST["room"], _THEN["hops"]),
}
"""Of what was seen to come: the best line against the move and the better line, equally far."""

FAR_AHEAD: Final = 8
"""The most moves of a line after which something is told of it: what comes later is no reason."""

MEASURES: Final = {
    "turtles": Phrase(N_("Turtles")),
    "front": Phrase(N_("Turtles within two steps of their goal")),
    "guard": Phrase(N_("Turtles in the corner that they guard")),
    "edge": Phrase(N_("Turtles on the outer columns, a and g, where fewer are better")),
    "neutral": Phrase(N_("Neutral turtles in one’s own half of the board, where fewer are better")),
    "reach": Phrase(N_("Neutral turtles that can be hopped over")),
}
"""Parts of the evaluation that a reader can count."""
FEWER: Final = frozenset({"edge", "neutral"})
"""Of these it is good to have fewer."""
WEIGHED: Final = sentences(MEASURES)
"""Of what the ends of both lines are worth."""

MANY_TURTLES: Final = 2
"""Behind by so many turtles, a reader asks why another thing is told."""
NEAR: Final = 2
"""The steps from its goal at which a turtle is near it."""

PLACES: Final = {
    "unguarded": N_(
        "The guard leaves {corner}, and in the line that follows {foe} arrives there: {last}."
    ),
    "team": N_("The same hop is better if the turtle on {cells} joins {team}: {best}."),
    "answered": N_(
        "{foe} can answer {first} and hop over {cells}. After {best}, it has no foe to hop over."
    ),
}
"""Of what the move itself does."""

KINDS: Final = frozenset({*ONE, *ARRIVALS, *LINES, *PLACES}) | frozenset(WEIGHED)
"""All that is told."""

REMARKS: Final = frozenset({*LINES, "answered"}) | frozenset(WEIGHED)
"""What is told only where nothing is that somebody can force."""

EXACT: Final = frozenset({"team"})
"""What tells the better move from the one that was played."""

TALLIES: Final = frozenset({*LINES} - {"guard"}) | frozenset(WEIGHED)
"""What counts turtles, room and hops, some moves on."""
