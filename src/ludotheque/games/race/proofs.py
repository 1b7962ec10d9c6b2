"""Claims about the turtle race checked by playing: rules, belief and counting, nothing else.

Every fact in a sentence is found anew here, in another way than `claims` found it: the plays are
made by the rules in an imagined deal, of which only the track is looked at, as everyone sees it.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from operator import mul
from random import Random
from typing import Any, Final

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.race.cards import CARDS, COLOURS, DECK, FACE_DOWN
from ludotheque.games.race.colours import COLOUR_WORDS, THE_TURTLES
from ludotheque.games.race.notation import Play, read_play
from ludotheque.games.race.rules import Race, RaceView, read_move
from ludotheque.games.race.verdicts import LIKELY, MUCH_HELP, SENTENCES, SOMEONES, SURELY
from ludotheque.games.telling import named

LAST_SQUARE: Final = 9

Places = Mapping[str, tuple[int, int]]
"""By turtle: its square and its height in the pile."""


class _Replay:
    """A slip played out both ways."""

    def __init__(self, slip: Slip) -> None:
        self.view: RaceView = slip.before
        self.slip = slip
        world = self.view.imagined(Random(0))
        self.world = world
        assert self.view.turn is not None  # noqa: S101 - whose slip it was
        self.seat = self.view.turn
        self.own: str = self.view.tiles[self.seat]
        self.played = str(slip.move)
        self.best = slip.best[0]
        self.before = places(world)
        self.now = places(world.after(slip.move))
        self.better = places(world.after(read_move(self.best, world)))

    def ahead(self, where: Places, turtle: str) -> set[str]:
        """Return the turtles ahead of *turtle*: further on, or lower in its pile."""
        square, height = where[turtle]
        level = square == 0 and self.view.variant.start == "loose"
        return {
            other
            for other, (at, on) in where.items()
            if at > square or (at == square and on < height and not level)
        }

    def below(self, where: Places) -> set[str]:
        """Return the turtles below the player's own in its pile."""
        square = where[self.own][0]
        return {other for other in self.ahead(where, self.own) if where[other][0] == square}

    def first(self, where: Places) -> str | None:
        """Return the turtle that has reached the lettuce first, None before the end."""
        home = [turtle for turtle, (square, _) in where.items() if square == LAST_SQUARE]
        return next((turtle for turtle in home if not self.ahead(where, turtle)), None)

    def chances(self, turtle: str) -> dict[int, float]:
        """Return by seat how likely others play *turtle*."""
        number = list(COLOURS).index(turtle)
        known = {seat: tile for seat, tile in enumerate(self.view.tiles) if tile != FACE_DOWN}
        return {
            seat: float(known[seat] == turtle) if seat in known else each[number]
            for seat, each in enumerate(self.slip.belief)
            if seat != self.seat
        }

    def is_most_likely(self, turtle: str, seat: int) -> bool:
        """Return whether *seat* plays *turtle* more likely than anyone else, or nobody."""
        chances = self.chances(turtle)
        others = [chance for other, chance in chances.items() if other != seat]
        nobody = 1 - sum(chances.values())
        return chances[seat] >= LIKELY and chances[seat] > max([nobody, *others])

    def home(self, play: str, turtle: str) -> int:
        """Return how many unseen cards could take *turtle* to the lettuce after a play.

        Each is tried by the rules, in a hand of its own.
        """
        after = self.world.after(read_move(play, self.world))
        takes = [card for card in self.unseen() if self._takes_home(_with(after, card), turtle)]
        return sum(self.unseen()[card] for card in takes)

    def _takes_home(self, given: Race, turtle: str) -> bool:
        """Return whether the one card of a hand can take *turtle* itself to the lettuce, first."""
        return any(
            isinstance(move, Play)
            and move.turtle == turtle
            and self.first(places(given.after(move))) == turtle
            for move in given.moves()
        )

    def unseen(self) -> Counter[str]:
        """Return the cards that the player sees nowhere."""
        left = Counter(dict(zip(CARDS, DECK, strict=True)))
        left.subtract({CARDS[card]: n for card, n in enumerate(self.view.discards)})
        left.subtract(Counter(CARDS[card] for card in self.view.hands[self.seat]))
        return left


def places(position: Race) -> Places:
    """Return where the turtles stand."""
    return {
        turtle: (square, height)
        for square, pile in enumerate(position.track)
        for height, turtle in enumerate(pile)
    }


def _with(position: Race, card: str) -> Race:
    """Return the track of *position* before someone who holds that one card."""
    track = "/".join(pile or "." for pile in position.track)
    options = position.variant._asdict()
    return Race.read(f"{track} 1 rg {card}|b+ -", options)


Check = Callable[[_Replay, str, Mapping[str, Any]], bool]


def _won(replay: _Replay, _: str, __: Mapping[str, Any]) -> bool:
    return replay.first(replay.better) == replay.own


def _won_behind(replay: _Replay, _: str, __: Mapping[str, Any]) -> bool:
    end = replay.world.after(read_move(replay.best, replay.world)).outcome()
    sure = FACE_DOWN not in replay.view.tiles
    behind = replay.first(replay.better) != replay.own
    return sure and behind and end is not None and end.shares[replay.seat] == 1


def _gamble(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    chance = 1 - sum(replay.chances(turtle).values())
    return (
        replay.first(replay.now) is None
        and replay.first(replay.better) == turtle
        and replay.ahead(replay.better, replay.own) == {turtle}
        and chance > 1 - SURELY
        and bool(facts["percent"] == told(chance))
    )


def _ended(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    chance = sum(replay.chances(turtle).values())
    return (
        replay.first(replay.now) == turtle != replay.own
        and chance >= SURELY
        and bool(facts["percent"] == told(chance))
    )


def _lost(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    ahead = replay.ahead(replay.now, replay.own)
    nobodys = len(COLOURS) - replay.view.seats
    return replay.first(replay.now) == turtle and nobodys < len(ahead) == facts["count"]


def _home(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    someones = sum(replay.chances(turtle).values()) >= SOMEONES
    goes_on = replay.first(replay.now) is None and replay.first(replay.better) is None
    return (
        someones
        and goes_on
        and any(replay.world.pile)
        and facts["unseen"] == replay.unseen().total()
        and facts["count"] == replay.home(replay.played, turtle)
        and facts["fewer"] == replay.home(replay.best, turtle) < facts["count"]
    )


def _is_theirs(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    seats = [seat for seat in range(replay.view.seats) if facts["owner"] == named(seat)]
    if not seats:
        return False
    (owner,) = seats
    if replay.view.tiles[owner] != FACE_DOWN:
        return replay.view.tiles[owner] == turtle and "percent" not in facts
    chance = replay.chances(turtle)[owner]
    return replay.is_most_likely(turtle, owner) and facts["percent"] == told(chance)


def _pushes(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    moves_on = replay.now[turtle][0] > max(replay.before[turtle][0], replay.better[turtle][0])
    stays = replay.now[replay.own][0] == replay.before[replay.own][0]
    named_so = turtle == replay.slip.move.turtle
    return moves_on and stays and named_so and _is_theirs(replay, turtle, facts)


def _carries(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    carried = turtle != replay.slip.move.turtle
    moves_on = replay.now[turtle][0] > max(replay.before[turtle][0], replay.better[turtle][0])
    return carried and moves_on and _is_theirs(replay, turtle, facts)


def _back(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    sent = replay.better[turtle][0] < min(replay.before[turtle][0], replay.now[turtle][0])
    return sent and turtle != replay.own and _is_theirs(replay, turtle, facts)


def _own_back(replay: _Replay, _: str, __: Mapping[str, Any]) -> bool:
    own = replay.own
    return replay.now[own][0] < min(replay.before[own][0], replay.better[own][0])


def _spends(replay: _Replay, _: str, facts: Mapping[str, Any]) -> bool:
    same = replay.now == replay.better
    return same and _is_spent(replay, facts)


def _is_spent(replay: _Replay, facts: Mapping[str, Any]) -> bool:
    """Return whether the card that is named was played, and not by the better play."""
    card, other = (text.partition(":")[0].rstrip("!") for text in (replay.played, replay.best))
    sign = card[1:].replace("+", "↑") if card[0] == "^" else card[1:].replace("-", "\N{MINUS SIGN}")
    return card != other and (facts["suit"], facts["sign"]) == (COLOUR_WORDS[card[0]], sign)


def _ride(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    before, better = replay.before, replay.better
    own = replay.own
    carried = before[turtle][0] == before[own][0] and before[turtle][1] < before[own][1]
    together = better[turtle][0] == better[own][0] > before[own][0]
    return turtle != own and carried and together and _squares(replay, facts)


def _further(replay: _Replay, _: str, facts: Mapping[str, Any]) -> bool:
    return _squares(replay, facts)


def _squares(replay: _Replay, facts: Mapping[str, Any]) -> bool:
    found = (replay.better[replay.own][0], replay.now[replay.own][0])
    return found == (facts["square"], facts["here"]) and found[0] > found[1]


def _under(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    own, before = replay.own, replay.before
    squares = {where[own][0] for where in (replay.now, replay.better)}
    forward = squares == {facts["square"]} and facts["square"] > before[own][0]
    below = before[turtle][0] == before[own][0] and before[turtle][1] < before[own][1]
    pointed = replay.slip.move.turtle == own != read_play(replay.best).turtle
    return forward and below and pointed and replay.better[turtle][0] == facts["square"]


def _climb(replay: _Replay, _: str, facts: Mapping[str, Any]) -> bool:
    goes_on = replay.first(replay.now) is None and replay.first(replay.better) is None
    backs = [len(replay.below(where)) for where in (replay.better, replay.now)]
    return goes_on and backs == [facts["count"], facts["fewer"]] and backs[0] > backs[1]


def _mounts(replay: _Replay, _: str, facts: Mapping[str, Any]) -> bool:
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


def _saves(replay: _Replay, _: str, facts: Mapping[str, Any]) -> bool:
    spent, spared = (text.partition(":")[0].rstrip("!") for text in (replay.played, replay.best))
    squares = [square for square, _ in replay.better.values()]
    last = replay.better[replay.own][0] == min(squares)
    can = spent[0] in {replay.own, "*"} or (spent[0] == "^" and last)
    never = spared[0] not in {replay.own, "*", "^"}
    stays = replay.better[replay.own][0] == replay.before[replay.own][0]
    another = replay.slip.move.turtle != replay.own
    return another and can and "+" in spent and never and stays and _is_spent(replay, facts)


def _helps(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    return replay.now[turtle][0] > replay.before[turtle][0] and _is_help(replay, turtle, facts)


def _holds(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    return replay.better[turtle][0] < replay.before[turtle][0] and _is_help(replay, turtle, facts)


def _is_help(replay: _Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    """Return whether others' turtles have gained on the player's own by the play, that one too.

    Each of the others is asked of each turtle, and how far apart it is after the two plays.
    """
    likely = {
        other: sum(replay.chances(other).values()) for other in COLOURS if other != replay.own
    }
    apart = [replay.now[other][0] - replay.better[other][0] for other in likely]
    ours = replay.now[replay.own][0] - replay.better[replay.own][0]
    goes_on = replay.first(replay.now) is None and replay.first(replay.better) is None
    return (
        goes_on
        and turtle in likely
        and replay.now[turtle][0] - replay.better[turtle][0] > max(0, ours)
        and sum(map(mul, likely.values(), apart)) >= MUCH_HELP + max(0, ours)
        and bool(facts["percent"] == told(likely[turtle]))
    )


def _laden(replay: _Replay, _: str, facts: Mapping[str, Any]) -> bool:
    own, goes_on = replay.own, replay.first(replay.now) is None is replay.first(replay.better)
    steps = {turtle: replay.now[turtle][0] - replay.before[turtle][0] for turtle in COLOURS}
    taken = {turtle for turtle, gained in steps.items() if gained} - {own}
    another = replay.played.partition(":")[0] != replay.best.partition(":")[0]
    likely = sum(sum(replay.chances(turtle).values()) for turtle in taken)
    return (
        goes_on
        and another
        and replay.slip.move.turtle == own
        and steps[own] > 0
        and all(steps[turtle] == steps[own] for turtle in taken)
        and replay.better[own][0] == replay.before[own][0]
        and likely >= SOMEONES
        and bool(facts["count"] == len(taken))
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
    "laden": _laden,
    "helps": _helps,
    "holds": _holds,
}
"""How each kind of claim is checked: with the turtle it is about, and its facts."""


def told(chance: float) -> int:
    """Return a chance as sentences tell it, in per cent."""
    return round(100 * chance)


def prove(slip: Slip, claim: Claim) -> bool:
    """Return whether *claim* is true of *slip*, whoever found it."""
    replay = _Replay(slip)
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
