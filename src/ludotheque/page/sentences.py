"""Sentences of the ES modules, by the name under which they ask for them.

There is no text in the modules: a page carries its sentences in the reader's language with it.
"""

from typing import Any, Final

from ludotheque.engine.level_names import NUMBERED
from ludotheque.errors import N_
from ludotheque.match import BEGINS
from ludotheque.words import Words


def C_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_, for what is counted
    """Mark a sentence about a number of things for the catalogues."""
    return one, many


AT_SHELF: Final[dict[str, str]] = {
    "your-turn": N_("Your turn"),
    "others-turn": N_("Not your turn yet"),
    "waits-for-players": N_("Waits for players"),
    "close": N_("Close"),
    "unreachable": N_("The house cannot be reached just now."),
    "refused": N_("The house said no."),
    "player-n": N_("Player {n}"),
    "name-n": NUMBERED,
    "name-guest": N_("{name} (guest)"),
    "guest": N_("guest"),
    "guest-told": N_("A guest: anyone could have said this name"),
    "arrange-title": N_("{game}: who plays?"),
    "who-me": N_("Me"),
    "who-here": N_("Someone here"),
    "who-friend": N_("A friend by link"),
    "who-anyone": N_("Anyone"),
    "who-computer": N_("The computer"),
    "chair-n": N_("Chair {n}"),
    "chair-who": N_("Chair {n}: who plays?"),
    "chair-name": N_("Chair {n}: name"),
    "chair-level": N_("Chair {n}: how strong?"),
    "chair-up": N_("Chair {n}: move up"),
    "chair-down": N_("Chair {n}: move down"),
    "chair-away": N_("Chair {n}: remove"),
    "side-begins": N_("{side}, begins"),
    "your-name": N_("What may the others call you?"),
    "begin": N_("Begin"),
    "open-table": N_("Open the table"),
    "first-to": N_("First to {n} points"),
    "counts": N_("Counts towards the rankings"),
    "from-position": N_("From a position set up by hand"),
    "by-lot": N_("By lot"),
    "me": N_("Me"),
    "computer": N_("The computer"),
    "other-player": N_("The other player"),
    "chair-free": N_("Free chair"),
}
"""What the shelf says, and no more: the first page that anyone opens is a small one."""

SENTENCES: Final[dict[str, str]] = {
    **AT_SHELF,
    # One's own place.
    "saved": N_("Saved."),
    "revoke": N_("Revoke"),
    # The table.
    "turn-of": N_("{name} to move"),
    "thinking": N_("{name} is thinking…"),
    "unlinked": N_("Connection lost. Trying again…"),
    "unlinked-for-good": N_("This table can no longer be reached."),
    "onward-waits": N_("This game waits for you at the house."),
    "onward-here": N_("Go on with a copy of it on this device"),
    "onward-clock": N_("This game is at the house, where its clock runs on."),
    "onward-hidden": N_("What is hidden in it only the house knows."),
    "onward-others": N_("This game waits at the house, where the others are."),
    "onward-anew": N_("Play another one on this device"),
    "waiting": N_("Waiting for players"),
    "game-over": N_("The game is over"),
    "put-away": N_("This table has been put away"),
    "clock-waits": N_("This clock starts with the first move."),
    "sending": N_("Sending your move…"),
    "touch-again": N_("Touch it again to play it."),
    "play-held": N_("Play"),
    "peek": N_("Peek"),
    "first-piece": N_("Touch a piece that glows, then a place; or drag it there."),
    "first-place": N_("Touch what glows."),
    "first-held": N_("Touch what you want to play, or drag it to the board."),
    "which-piece": N_("{what}: for which piece?"),
    "which-way": N_("{place}: what shall it be?"),
    "so-far": N_("So far: {way}"),
    "question-of": N_("{what} ({n} of {all})"),
    "plan-lifted": N_("Not your turn yet. Touch where the piece on {from} is to go next."),
    "plan-laid": N_(
        "Planned: {from} to {to}, if it is possible then. Touch it again to take it back."
    ),
    "plan-let-go": N_("The plan is taken back."),
    "plan-impossible": N_("What you planned, {from} to {to}, is not possible now."),
    "lies-there": N_("{place}: {what}"),
    "nothing": N_("empty"),
    # What is only heard.
    "possible": N_("Possible: {places}"),
    "playable": N_("Can be played"),
    "board-bare": N_("Nothing lies on the board."),
    "own-none": N_("Nothing here is yours."),
    "own-onlooker": N_("You are watching: nothing here is yours."),
    "tells": N_("{name}: {what}"),
    "hidden-move": N_("hidden"),
    "why": N_("Why?"),
    "looking-back": N_("Move {n} of {all}"),
    "hurry": N_("Tap or Esc to skip ahead"),
    "round-again": N_("The last round"),
    "pass-to": N_("Pass the screen to {name}"),
    "sure-resign": N_("Do you want to give this game up?"),
    "sure-leave": N_("Do you want to leave this game for good?"),
    "hint-is": N_("You could try this: {what}"),
    "offers-draw": N_("{name} offers a draw."),
    "offers-draw-you": N_("You have offered a draw: wait for the answer, or play on."),
    "decline-draw": N_("{name} declines the draw: the game goes on."),
    "decline-draw-you": N_("You have declined the draw: the game goes on."),
    "asks-takeback": N_("{name} would like to take the last move back."),
    "asks-takeback-you": N_("You have asked to take your move back: wait for the answer."),
    "decline-takeback": N_("{name} does not agree to that: the move stays."),
    "decline-takeback-you": N_("You have not agreed to that: the move stays."),
    "takeback": N_("{name} has taken the last move back."),
    "takeback-you": N_("You have taken your last move back."),
    "agree": N_("Agree"),
    "decline": N_("Decline"),
    "name-has-left": N_("{name} has left."),
    "name-is-away": N_("{name} has not been seen for a while."),
    "let-computer": N_("Let the computer play on"),
    "claim": N_("Claim the win"),
    "has-left": N_("has left"),
    "is-away": N_("away"),
    "points": N_("Points in this series"),
    "chair-invited": N_("For whoever has the link"),
    "you": N_("you"),
    "edge-above": N_("above"),
    "edge-below": N_("below"),
    "begins": N_("begins"),
    "lot-begins": N_("A lot decides who begins."),
    "seat-computer": N_("Add a computer"),
    "sit-down": N_("Sit down"),
    "start-now": N_("Start now"),
    "leave-table": N_("Get up"),
    "copied": N_("Link copied."),
    "ended-draw": N_("A draw"),
    "ended-aborted": N_("Nobody has won"),
    "ended-won": N_("You have won!"),
    "ended-resigned": N_("{name} has resigned"),
    "ended-resigned-you": N_("You have resigned"),
    "ended-time": N_("{name} has run out of time"),
    "ended-time-you": N_("You have run out of time"),
    "ruled-won": N_("{winner} wins: {reason}."),
    "ruled-you": N_("You win: {reason}."),
    "ruled-shared": N_("{winners} share the win: {reason}."),
    "ruled-draw": N_("A draw: {reason}."),
    "ruled-aborted": N_("Nobody has won: {reason}."),
    "begins-lost": BEGINS["lost"],
    "begins-lost-you": N_("You lost, so you begin the next game."),
    "begins-drawn": BEGINS["drawn"],
    "begins-drawn-you": N_("A draw: you did not begin it, so you begin the next game."),
    "begins-sides": BEGINS["sides"],
    "begins-sides-you": N_("You swap sides, so you begin the next game."),
    "begins-next": BEGINS["next"],
    "begins-next-you": N_("Next in turn: you begin the next game."),
    "begins-aborted": BEGINS["aborted"],
    "begins-aborted-you": N_("You begin again."),
    "winner": N_("Winner"),
    "nobody": N_("nobody"),
    "again": N_("Play again"),
    "again-next": N_("Next game"),
    "easier": N_("Gentler: {name}"),
    "stronger": N_("Stronger: {name}"),
    "learn-it": N_("Learn it in a first game"),
    "again-waiting": N_("Waiting for the others…"),
    "series-over": N_("The series is over."),
    "deal-wrong": N_("The seed is not the one that was published before the deal!"),
    # Learning and looking back.
    "play-move": N_("Play {move}"),
    "try-forbidden": N_("Try {move}, which is not allowed"),
    "task-next": N_("Next exercise"),
    "lesson-end": N_("Finish"),
    "task-open": N_("Exercise {n}"),
    "task-solved": N_("Exercise {n}, solved"),
    "record-too-long": N_("it is longer than any game"),
    "record-refused": N_("This record cannot be shown: {reason}"),
    "link-broken": N_("the link is broken"),
    "record-file": N_("Save the record"),
    "not-over": N_("Not played to the end"),
    "not-over-review": N_("It can be reviewed once it is over."),
    "reseeded": N_(
        "The house went on from a back-up: what is still to be drawn in this game comes from a new"
        " seed."
    ),
    "position-given": N_(
        "The game began from a position set up by hand: what lay there was not drawn."
    ),
    "moves-verified": N_("Every move has been checked against the rules."),
    "the-start": N_("The start of the game"),
    "share-title": N_("Share this position"),
    "share-picture": N_("The position"),
    "share-link": N_("Link"),
    "share-text": N_("Text"),
    "share-svg": N_("Picture (SVG)"),
    "share-png": N_("Picture (PNG)"),
    "share-hidden": N_("Part of this position is hidden from you, so only its text can be shared."),
    "copy": N_("Copy"),
    "text-copied": N_("Copied"),
    "study-start": N_("Touch what glows: here you play for everyone."),
    "setup-possible": N_("A possible position: {name} to move."),
    "setup-over": N_("A possible position: the game is over."),
    "setup-chance": N_("A possible position: the deal comes next."),
    "turn-of-nobody": N_("nobody"),
    "thinking-about-it": N_("Thinking…"),
    "chance-of": N_("{percent}%"),
    "wins-surely": N_("wins in {n}"),
    "loses-surely": N_("loses in {n}"),
}
"""One sentence a name, with `{facts}` in it."""

REVIEWS: Final[dict[str, str]] = {
    "review-begin": N_("Review this game"),
    "review-again": N_("Begin again"),
    "review-begins": N_("The last moves are looked at first…"),
    "review-comes": N_("Looking at one move after another, from the end…"),
    "review-stopped": N_("Stopped: {n} of {all} moves were looked at."),
    "review-refused": N_("This game cannot be reviewed: {reason}"),
    "review-none": N_("No mistakes: a game well played by everyone!"),
    "review-start": N_("The start of the game."),
    "review-step": N_("Step from mistake to mistake by the buttons with “!”."),
    "review-not-yet": N_("This move has not been looked at yet."),
    "review-unseen": N_("This move was not looked at."),
    "expects": N_("{name} {percent}%"),
    "from-to": N_("{from} → {to}"),
    "better": N_("{move} was better."),
    "answered": N_("The best answer was {move}."),
    "curve-0": N_("unbroken line"),
    "curve-1": N_("dashed line"),
    "curve-2": N_("dotted line"),
    "curve-3": N_("line of dashes and dots"),
    "curve-4": N_("finely dotted line"),
    "luck-0": N_("start"),
    "luck-1": N_("deal"),
    "luck-2": N_("draws"),
    "luck-3": N_("own choices"),
    "luck-4": N_("others"),
    "play-line": N_("Play this line on the board"),
    "line-move": N_("In this line ({n} of {all}): {what}"),
}
"""What is said on the page of a replay alone."""

STUDIES: Final[dict[str, str]] = {
    "variation": N_("Variation: {move}"),
    "by-lot": N_("By lot"),
    "at-start": N_("At the start"),
    "at-move": N_("Move {n}"),
    "at-variation": N_("Move {n}, choice {k} of {all}"),
    "sign-brilliant": N_("Brilliant"),
    "sign-good": N_("Good"),
    "sign-interesting": N_("Interesting"),
    "sign-doubtful": N_("Doubtful"),
    "sign-mistake": N_("Mistake"),
    "sign-blunder": N_("Blunder"),
    "sign-none": N_("No sign"),
    "marking-how": N_(
        "Touch a place twice to ring it, or two places for an arrow; again to remove."
    ),
    "marking-from": N_("{place}: touch it again for a ring, or another place for an arrow."),
    "marked": N_("Marked: {places}"),
    "unmarked": N_("No longer marked: {places}"),
    "known-by": N_("What {name} knows"),
    "known-others": N_(
        "What {name} holds is not known here: to play on, choose to know everything."
    ),
    "engine-figures": N_("Depth {depth} · {nodes} looked at · {speed} a second"),
    "engine-best": N_("Best: {move}, {score}"),
    "engine-stop": N_("Stop"),
    "engine-again": N_("Look again"),
    "engine-over": N_("The game is over here."),
    "record-gone": N_("this tab has no record any more"),
    "keep-title": N_("Save this analysis"),
    "keep-told": N_(
        "The game, its variations and your notes, as a record that can be opened again."
    ),
    "keep-too-long": N_("It is too long for a link: save it as a file and pass that on."),
    "keep-json": N_("File (JSON)"),
    "keep-text": N_("File (text)"),
}
"""What is said on a board to study on alone."""
PUZZLES: Final[dict[str, str]] = {
    "play-line": REVIEWS["play-line"],
    "line-move": REVIEWS["line-move"],
    "puzzle-number": N_("Puzzle {n} of {all}"),
    "puzzle-difficulty": N_("difficulty {n}"),
    "puzzle-rating": N_("Your rating: {points}"),
    "puzzle-unrated": N_("Your first rated puzzle"),
    "puzzle-moved": N_("Your rating: {points} ({change}) · the puzzle’s: {n}"),
    "puzzle-all-tried": N_(
        "You have tried every puzzle of this game. More come with the next version of the house."
    ),
    "puzzle-own": N_("Mistake {n} of {all}"),
    "puzzle-solution": N_("The solution: {answer}"),
    "puzzle-given-up": N_("The answer is {answer}."),
    "puzzle-reply": N_("The reply: {what}"),
    "puzzle-right": N_("Solved!"),
    "puzzle-missed": N_("Not that one: on to the next."),
    "puzzle-misses": N_("{n} of {all} mistakes"),
    "puzzle-record": N_("Your best run so far!"),
    "puzzle-best": N_("Your best run: {n}"),
    "puzzle-look": N_("Look at puzzle {n} again"),
    "puzzles-rating": N_("Rating {points}"),
    "puzzles-best": N_("Best: {n}"),
    "puzzles-solved": N_("{n} of {all} solved"),
    "puzzles-day-tried": N_("Tried"),
}
"""What is said on the pages of puzzles alone."""

DEVICE: Final[dict[str, str]] = {
    "device-coming": N_("The house is being fetched."),
    "device-amount": N_("{n} of {all} MB"),
    "device-kept": N_("The house is on this device."),
    "device-failed": N_(
        "The house could not be fetched, or this device has no room for it. What came is kept: try"
        " again."
    ),
    "device-forgotten": N_("The house is no longer on this device."),
}
"""What is said where the house is kept on a device."""

BRINGING: Final[dict[str, str]] = {
    "bring-progress": N_("{n} of {all} games"),
    "bring-none": N_("There is no game in it that is over."),
    "bring-broken": N_("this file cannot be opened"),
    "bring-too-many": N_("there are more than {most} files in it"),
    "bring-stopped": N_("You have stopped it."),
    "bring-busy": N_("The house has too much to do just now."),
    "bring-full": N_(
        "There is no more room for your games: forget some there or, as a guest, choose a password."
    ),
    "bring-house-full": N_("The house is full just now."),
    "bring-account": N_("There you are {name}."),
    "bring-guest": N_(
        "There you are {name}, a guest whom only this device knows. If you have a password there,"
        " log in first: what a guest has brought stays with the guest."
    ),
    "bring-nobody": N_(
        "There nobody knows you yet: you will be a new guest. If you have a password there, log in"
        " first: what a guest has brought stays with the guest."
    ),
    "bring-door": N_("Your place there"),
    "bring-look": N_("Nothing has been sent yet: see who you are there, and then press again."),
    "device-bring": N_("Look at them, and take them into this house"),
    "device-shut": N_("They can be opened once this house offers itself to devices again."),
    "device-about": N_("About the house on this device"),
    "bring-forget-sure": N_("Forget this game? Nothing brings it back."),
}
"""What is said where games are brought from elsewhere."""

LOCAL: Final[dict[str, str]] = {
    "link-broken": SENTENCES["link-broken"],
    "local-waking": N_("Setting the house up in your browser…"),
    "local-broken": N_(
        "The house could not be set up in this browser. The rules can be read all the same."
    ),
    "local-old": N_(
        "There is a newer edition of the house: load this page again when it suits you."
    ),
    "reload": N_("Load again"),
    "local-not-over": N_("Not over yet"),
    "local-replay": N_("Replay"),
    "local-replay-n": N_("Replay game {number}"),
    "local-forget": N_("Forget"),
    "local-forget-sure": N_("Forget this table and all its games? Nothing brings them back."),
    "local-exporting": N_("Gathering the records…"),
}
"""What is said where the house is in the browser."""

COUNTED: Final[dict[str, tuple[str, str]]] = {
    "and-more": C_("{names} and {n} more", "{names} and {n} more"),
    "wants-again": C_("{names} would like to play again.", "{names} would like to play again."),
    "ended-won-by": C_("{names} has won", "{names} share the win"),
    "deal-checked": C_(
        "{n} draw was repeated from the seed whose hash, {hash}…, had been published: the deal"
        " was honest.",
        "{n} draws were repeated from the seed whose hash, {hash}…, had been published: the deal"
        " was honest.",
    ),
    "deal-verified": C_(
        "Every move has been checked, and {n} draw was repeated from the seed.",
        "Every move has been checked, and all {n} draws were repeated from the seed.",
    ),
}
"""Sentences about a number `{n}` of things: for one, and for many."""

COUNTED_REVIEWS: Final[dict[str, tuple[str, str]]] = {
    "review-ahead": C_("{n} review comes before yours.", "{n} reviews come before yours."),
    "review-found": C_(
        "{n} move could have been better.",
        "{n} moves could have been better.",
    ),
}
"""The same, on the page of a replay alone."""

COUNTED_PUZZLES: Final[dict[str, tuple[str, str]]] = {
    "puzzle-seconds": C_("{n} second left", "{n} seconds left"),
    "puzzle-run": C_("{n} puzzle solved", "{n} puzzles solved"),
}
"""The same, on the pages of puzzles alone."""


COUNTED_BRINGING: Final[dict[str, tuple[str, str]]] = {
    "bring-kept": C_("{n} game is among yours now.", "{n} games are among yours now."),
    "bring-known": C_("{n} game was there already.", "{n} games were there already."),
    "bring-not": C_("{n} was not taken:", "{n} were not taken:"),
    "bring-unsent": C_(
        "{n} game has not been brought, and is still where it was.",
        "{n} games have not been brought, and are still where they were.",
    ),
    "bring-wait": C_(
        "The house asks for patience: it goes on in {n} second.",
        "The house asks for patience: it goes on in {n} seconds.",
    ),
    "device-games": C_(
        "There is {n} table with games of yours on this device.",
        "There are {n} tables with games of yours on this device.",
    ),
}
"""The same, where games are brought from elsewhere."""

COUNTED_STUDIES: Final[dict[str, tuple[str, str]]] = {
    "engine-ahead": C_("{n} position comes before yours.", "{n} positions come before yours."),
}
"""The same, on a board to study on alone."""


def spoken(
    words: Words,
    *,
    shelf: bool = False,
    reviews: bool = False,
    studies: bool = False,
    puzzles: bool = False,
    local: bool = False,
    device: bool = False,
    bringing: bool = False,
) -> dict[str, Any]:
    """Return every sentence in one language, for JSON; counted ones for 0, 1 and 2 or more.

    With *shelf*, those of the shelf alone; with *reviews*, *studies*, *puzzles*, *local*,
    *device* or *bringing*, those of these as well.
    """
    said, counted = (AT_SHELF, {}) if shelf else (dict(SENTENCES), dict(COUNTED))
    if reviews:
        said, counted = said | REVIEWS, counted | COUNTED_REVIEWS
    if studies:
        said, counted = said | STUDIES, counted | COUNTED_STUDIES
    if local:
        said = said | LOCAL
    if device:
        said = said | DEVICE
    if bringing:
        said, counted = said | BRINGING, counted | COUNTED_BRINGING
    if puzzles:
        said, counted = said | PUZZLES, counted | COUNTED_PUZZLES
    return {
        "lang": words.lang,
        "say": {name: words.template(sentence) for name, sentence in said.items()},
        "count": {name: words.templates(*forms) for name, forms in counted.items()},
    }
