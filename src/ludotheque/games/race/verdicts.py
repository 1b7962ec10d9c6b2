"""Sentences about plays that cost something: what `claims` finds and `proofs` checks."""

from typing import Final

from ludotheque.errors import N_

LIKELY: Final = 0.4
"""How likely someone's turtle is one that is said to be most likely theirs."""
SOMEONES: Final = 0.5
"""How likely a turtle belongs to any of the others that they are said to win by."""
SURELY: Final = 0.85
"""How likely it does that whoever ends the race for it is said to have lost: less is a gamble."""
MUCH_HELP: Final = 0.95
"""The squares by which others' turtles must come further on, each by the chance that it is one."""
SENTENCES: Final = {
    "won": N_("The better play wins at once: {own} is first at the lettuce."),
    "won-behind": N_(
        "The better play wins at once: it ends the race, and the turtles ahead of {own} are"
        " nobody’s."
    ),
    "gamble": N_(
        "The better play ends the race with only {turtle} ahead of {own}, {player}’s own, and wins"
        " if that one is nobody’s: a chance of {percent}%."
    ),
    "ended": N_(
        "The card played ends the race with {turtle} ahead of {own}, and most likely that one is"
        " another’s ({percent}%)."
    ),
    "lost": N_(
        "The card played ends the race and loses it: {count} turtles are ahead of {own}, {player}’s"
        " own, and not all of them can be nobody’s."
    ),
    "home": N_(
        "Of the {unseen} cards that {player} does not see, {count} could take {turtle} straight to"
        " the lettuce after the card played; after the better play, {fewer}."
    ),
    "pushes": N_(
        "The card played moves {turtle} on, which by the cards played so far is more likely"
        " {owner}’s than anyone else’s ({percent}%)."
    ),
    "pushes-open": N_("The card played moves {turtle} on, which is {owner}’s."),
    "carries": N_(
        "The card played carries {turtle} along, which by the cards played so far is more likely"
        " {owner}’s than anyone else’s ({percent}%)."
    ),
    "carries-open": N_("The card played carries {turtle} along, which is {owner}’s."),
    "back": N_(
        "The better play sends {turtle} back, which by the cards played so far is more likely"
        " {owner}’s than anyone else’s ({percent}%)."
    ),
    "back-open": N_("The better play sends {turtle} back, which is {owner}’s."),
    "own-back": N_("The card played takes {own}, {player}’s own, back."),
    "spends": N_(
        "The better play does the same on the track with another card, and keeps this one:"
        " {suit} {sign}."
    ),
    "ride": N_(
        "The better play takes {own}, {player}’s own, along on the back of {turtle} to square"
        " {square}; after the card played it is on {here}."
    ),
    "further": N_(
        "The better play brings {own}, {player}’s own, to square {square}; after the card played it"
        " is on {here}."
    ),
    "under": N_(
        "Both bring {own}, {player}’s own, to square {square}; the better play does it by moving"
        " {turtle}, which carries it, and so does not give away whose it is."
    ),
    "climb": N_(
        "Turtles that carry {own}, {player}’s own, along: {fewer} after the card played, {count}"
        " after the better play."
    ),
    "mounts": N_(
        "The better play takes {own}, {player}’s own, back onto the pile on square {square}: it"
        " rides along whenever a turtle below it moves. Turtles below it there: {count}; after the"
        " card played: {fewer}."
    ),
    "saves": N_(
        "The card played, {suit} {sign}, is spent on another turtle; the better play keeps it, as"
        " it could move {own}, {player}’s own."
    ),
    "helps": N_(
        "The card played takes {turtle} further than the better play does, and that one is probably"
        " someone else’s ({percent}%)."
    ),
    "laden": N_(
        "The card played takes others along on the back of {own}, {player}’s own, which gains"
        " nothing on them ({count}). The better play lets it wait, and keeps the card."
    ),
    "holds": N_(
        "The better play takes {turtle} back, which is probably someone else’s ({percent}%)."
    ),
}
"""What can be said, by kind."""
REMARKS: Final = frozenset({"laden"})
"""What is told only where nothing else is."""
