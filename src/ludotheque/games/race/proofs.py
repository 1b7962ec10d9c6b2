"""Claims about the turtle race checked by playing: rules, belief and counting, nothing else.

Every fact in a sentence is found anew here, in another way than `claims` found it: the plays are
made by the rules in an imagined deal, of which only the track is looked at, as everyone sees it.
"""

from collections.abc import Mapping
from operator import mul
from typing import Any, Final

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.race.cards import COLOURS, FACE_DOWN
from ludotheque.games.race.colours import THE_TURTLES
from ludotheque.games.race.notation import read_play
from ludotheque.games.race.price_proofs import PRICE_CHECKS, Check
from ludotheque.games.race.replays import Replay, is_card
from ludotheque.games.race.rules import read_move
from ludotheque.games.race.verdicts import MUCH_HELP, SENTENCES, SOMEONES, SURELY
from ludotheque.games.telling import named


def _won(replay: Replay, _: str, __: Mapping[str, Any]) -> bool:
    return replay.first(replay.better) == replay.own


def _won_behind(replay: Replay, _: str, __: Mapping[str, Any]) -> bool:
    end = replay.world.after(read_move(replay.best, replay.world)).outcome()
    sure = FACE_DOWN not in replay.view.tiles
    behind = replay.first(replay.better) != replay.own
    return sure and behind and end is not None and end.shares[replay.seat] == 1


def _gamble(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    chance = 1 - sum(replay.chances(turtle).values())
    return (
        replay.first(replay.now) is None
        and replay.first(replay.better) == turtle
        and replay.ahead(replay.better, replay.own) == {turtle}
        and chance > 1 - SURELY
        and bool(facts["percent"] == told(chance))
    )


def _ended(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    chance = sum(replay.chances(turtle).values())
    return (
        replay.first(replay.now) == turtle != replay.own
        and chance >= SURELY
        and bool(facts["percent"] == told(chance))
    )


def _lost(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    ahead = replay.ahead(replay.now, replay.own)
    nobodys = len(COLOURS) - replay.view.seats
    return replay.first(replay.now) == turtle and nobodys < len(ahead) == facts["count"]


def _home(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    someones = sum(replay.chances(turtle).values()) >= SOMEONES
    goes_on = replay.goes_on
    return (
        someones
        and goes_on
        and any(replay.world.pile)
        and facts["unseen"] == replay.unseen().total()
        and facts["count"] == replay.home(replay.played, turtle)
        and facts["fewer"] == replay.home(replay.best, turtle) < facts["count"]
    )


def _is_theirs(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    seats = [seat for seat in range(replay.view.seats) if facts["owner"] == named(seat)]
    if not seats:
        return False
    (owner,) = seats
    if replay.view.tiles[owner] != FACE_DOWN:
        return replay.view.tiles[owner] == turtle and "percent" not in facts
    chance = replay.chances(turtle)[owner]
    return replay.is_most_likely(turtle, owner) and facts["percent"] == told(chance)


def _pushes(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    moves_on = replay.now[turtle][0] > max(replay.before[turtle][0], replay.better[turtle][0])
    stays = replay.now[replay.own][0] == replay.before[replay.own][0]
    named_so = turtle == replay.slip.move.turtle
    return moves_on and stays and named_so and _is_theirs(replay, turtle, facts)


def _carries(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    carried = turtle != replay.slip.move.turtle
    moves_on = replay.now[turtle][0] > max(replay.before[turtle][0], replay.better[turtle][0])
    return carried and moves_on and _is_theirs(replay, turtle, facts)


def _back(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    sent = replay.better[turtle][0] < min(replay.before[turtle][0], replay.now[turtle][0])
    return sent and turtle != replay.own and _is_theirs(replay, turtle, facts)


def _own_back(replay: Replay, _: str, __: Mapping[str, Any]) -> bool:
    own = replay.own
    return replay.now[own][0] < min(replay.before[own][0], replay.better[own][0])


def _spends(replay: Replay, _: str, facts: Mapping[str, Any]) -> bool:
    same = replay.now == replay.better
    return same and _is_spent(replay, facts)


def _is_spent(replay: Replay, facts: Mapping[str, Any]) -> bool:
    """Return whether the card that is named was played, and not by the better play."""
    card, other = (text.partition(":")[0].rstrip("!") for text in (replay.played, replay.best))
    return card != other and is_card(facts, replay.played)


def _ride(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    before, better = replay.before, replay.better
    own = replay.own
    carried = before[turtle][0] == before[own][0] and before[turtle][1] < before[own][1]
    together = better[turtle][0] == better[own][0] > before[own][0]
    return turtle != own and carried and together and _squares(replay, facts)


def _further(replay: Replay, _: str, facts: Mapping[str, Any]) -> bool:
    return _squares(replay, facts)


def _squares(replay: Replay, facts: Mapping[str, Any]) -> bool:
    found = (replay.better[replay.own][0], replay.now[replay.own][0])
    return found == (facts["square"], facts["here"]) and found[0] > found[1]


def _under(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    own, before = replay.own, replay.before
    squares = {where[own][0] for where in (replay.now, replay.better)}
    forward = squares == {facts["square"]} and facts["square"] > before[own][0]
    below = before[turtle][0] == before[own][0] and before[turtle][1] < before[own][1]
    pointed = replay.slip.move.turtle == own != read_play(replay.best).turtle
    return forward and below and pointed and replay.better[turtle][0] == facts["square"]


def _climb(replay: Replay, _: str, facts: Mapping[str, Any]) -> bool:
    goes_on = replay.goes_on
    backs = [len(replay.below(where)) for where in (replay.better, replay.now)]
    return goes_on and backs == [facts["count"], facts["fewer"]] and backs[0] > backs[1]


def _mounts(replay: Replay, _: str, facts: Mapping[str, Any]) -> bool:
    own = replay.own
    goes_on = replay.first(replay.now) is None
    now, better = (len(replay.below(where)) for where in (replay.now, replay.better))
    itself = read_play(replay.best).turtle == own
    return (
        goes_on
        and itself
        and facts["square"]
        == replay.better[own][0]
        < min(replay.before[own][0], replay.now[own][0])
        and (facts["count"], facts["fewer"]) == (better, now)
        and better - now > 1
    )


def _saves(replay: Replay, _: str, facts: Mapping[str, Any]) -> bool:
    spent, spared = (text.partition(":")[0].rstrip("!") for text in (replay.played, replay.best))
    squares = [square for square, _ in replay.better.values()]
    last = replay.better[replay.own][0] == min(squares)
    can = spent[0] in {replay.own, "*"} or (spent[0] == "^" and last)
    never = spared[0] not in {replay.own, "*", "^"}
    stays = replay.better[replay.own][0] == replay.before[replay.own][0]
    another = replay.now[replay.own][0] == replay.before[replay.own][0]
    return another and can and "+" in spent and never and stays and _is_spent(replay, facts)


def _helps(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    return replay.now[turtle][0] > replay.before[turtle][0] and _is_help(replay, turtle, facts)


def _holds(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    return replay.better[turtle][0] < replay.before[turtle][0] and _is_help(replay, turtle, facts)


def _is_help(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    """Return whether others' turtles have gained on the player's own by the play, that one too.

    Each of the others is asked of each turtle, and how far apart it is after the two plays.
    """
    likely = {
        other: sum(replay.chances(other).values()) for other in COLOURS if other != replay.own
    }
    apart = [replay.now[other][0] - replay.better[other][0] for other in likely]
    ours = replay.now[replay.own][0] - replay.better[replay.own][0]
    goes_on = replay.goes_on
    return (
        goes_on
        and turtle in likely
        and replay.now[turtle][0] - replay.better[turtle][0] > max(0, ours)
        and sum(map(mul, likely.values(), apart)) >= MUCH_HELP + max(0, ours)
        and likely[turtle] >= SOMEONES
        and bool(facts["percent"] == told(likely[turtle]))
    )


CHECKS: Final[Mapping[str, Check]] = {
    "won": _won,
    "won-behind": _won_behind,
    "gamble": _gamble,
    "ended": _ended,
    "lost": _lost,
    "home": _home,
    "pushes": _pushes,
    "pushes-open": _pushes,
    "carries": _carries,
    "carries-open": _carries,
    "back": _back,
    "back-open": _back,
    "own-back": _own_back,
    "spends": _spends,
    "ride": _ride,
    "further": _further,
    "under": _under,
    "climb": _climb,
    "mounts": _mounts,
    "saves": _saves,
    "helps": _helps,
    "holds": _holds,
    **PRICE_CHECKS,
}
"""How each kind of claim is checked: with the turtle it is about, and its facts."""


def told(chance: float) -> int:
    """Return a chance as sentences tell it, in per cent."""
    return round(100 * chance)


def prove(slip: Slip, claim: Claim) -> bool:
    """Return whether *claim* is true of *slip*, whoever found it."""
    replay = Replay(slip)
    (sentence,) = claim.told
    facts = sentence.facts
    turtle = next((one for one, phrase in THE_TURTLES.items() if phrase == facts["turtle"]), "")
    return (
        claim.kind in CHECKS
        and sentence.message == SENTENCES[claim.kind]
        and turtle != ""
        and facts["own"] == THE_TURTLES[replay.own]
        and facts["player"] == named(replay.seat)
        and claim.line == (replay.best,)
        and claim.instead
        and claim.spots == (str(replay.before[turtle][0]),)
        and CHECKS[claim.kind](replay, turtle, facts)
    )
