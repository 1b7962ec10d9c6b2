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
MORE: Final = 2
"""How many cards or backs more make a difference worth telling."""
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
        "The card played moves on {turtle}, which by the cards played so far is more likely"
        " {owner}’s than anyone else’s ({percent}%)."
    ),
    "pushes-open": N_("The card played moves on {turtle}, which is {owner}’s."),
    "carries": N_(
        "The card played carries along {turtle}, which by the cards played so far is more likely"
        " {owner}’s than anyone else’s ({percent}%)."
    ),
    "carries-open": N_("The card played carries along {turtle}, which is {owner}’s."),
    "back": N_(
        "The better play sends back {turtle}, which by the cards played so far is more likely"
        " {owner}’s than anyone else’s ({percent}%)."
    ),
    "back-open": N_("The better play sends back {turtle}, which is {owner}’s."),
    "own-back": N_("The card played takes {own}, {player}’s own, back."),
    "spends": N_(
        "The better play does the same on the track with another card, and keeps this one:"
        " {suit} {sign}."
    ),
    "ride": N_(
        "The better play takes {own}, {player}’s own, along on the back of {turtle} to square"
        " {square}; after the card played, it is on {here}."
    ),
    "further": N_(
        "The better play brings {own}, {player}’s own, to square {square}; after the card played,"
        " it is on {here}."
    ),
    "under": N_(
        "Both bring {own}, {player}’s own, to square {square}; the better play does it by moving"
        " {turtle}, which is below it, and so does not give away whose {own} is."
    ),
    "climb": N_(
        "Turtles under {own}, {player}’s own, that carry it: {fewer} after the card played, {count}"
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
        "The card played leaves {turtle} further on than the better play does, and that one is"
        " probably someone else’s ({percent}%)."
    ),
    "holds": N_(
        "The better play sends back {turtle}, which is probably someone else’s ({percent}%)."
    ),
    "twin": N_(
        "Another card, {suit} {sign}, does the same on the track and loses less than half as much:"
        " what costs most is that the card played is gone."
    ),
    "along": N_(
        "After the card played, {own}, {player}’s own, is on square {here}; after the better play,"
        " on {square}. But that has a price. Other turtles that are also further on than after the"
        " better play: {count}. Cards left in hand that can move {own} on: {fewer} instead of"
        " {more}."
    ),
    "alights": N_(
        "After the card played, {own}, {player}’s own, is on square {here}; after the better play,"
        " on {square}. But that has a price. Turtles that carry {own} from below: {fewer} instead"
        " of {count}."
    ),
    "alights-spent": N_(
        "After the card played, {own}, {player}’s own, is on square {here}; after the better play,"
        " on {square}. But that has a price. Turtles that carry {own} from below: {fewer} instead"
        " of {count}. Cards left in hand that can move {own} on: {left} instead of {kept}."
    ),
    "spent": N_(
        "After the card played, {own}, {player}’s own, is no further on than after the better play."
        " Cards left in hand that can move it on: {fewer} instead of {more}."
    ),
}
"""What can be said, by kind."""
REMARKS: Final = frozenset({"twin", "along", "alights", "alights-spent", "spent"})
"""What is told only where nothing else is."""
