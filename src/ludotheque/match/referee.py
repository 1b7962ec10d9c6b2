"""The referee: lets happen what the rules of the table allow, deals, and refuses the rest.

Every act takes a match and gives a new one; the events to write down are those at its end,
`new.events[len(old.events):]`. A refusal raises and changes nothing.

The rulings of the table, where the games' own are silent:
- Resigning and running out of time end the match for everyone: the leaver has nothing, the others
  share the point evenly. A referee that `aborts` lets it end without a result before everyone has
  moved: a game that nobody has played tells nothing about who plays it.
- A seat offers a draw, or asks for a takeback, once between two moves.
- A draw on offer stands until someone declines it or moves instead of answering. All must agree.
- A takeback leads to the moment when the asker was last to move. All others must agree, unless
  nothing on the board has followed the asker's move and everyone has seen everything: in a game
  with secrets, every move tells something. A request stands until someone declines or moves.
- Time used stays used after a takeback. Who takes back without asking pays for the time since.
- An act that comes after the time of the seat to move has run out does not happen: that seat has
  lost, at the moment its time ran out.
- Time never runs backwards: an act dated before the last event counts as made together with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

from ludotheque.errors import N_, MatchOver, NotAllowed, NotYourTurn
from ludotheque.games import AnyGame
from ludotheque.match.clock import Clock
from ludotheque.match.deal import DIGITS, draw, seed_hash
from ludotheque.match.events import (
    Aborted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Drew,
    Event,
    Flagged,
    Moved,
    Reseeded,
    Resigned,
    SeatEvent,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TookBack,
)
from ludotheque.match.match import ABORTED, Match, Request, evolve
from ludotheque.match.setup import LAST_TIME, Setup
from ludotheque.position import CHANCE, Seat

REASONS: Final = MappingProxyType(
    {
        "repetition": N_("the same position has come up too often"),
        "limit": N_("the move limit has been reached"),
        "resigned": N_("a player has resigned"),
        "agreed": N_("the players have agreed on a draw"),
        "time": N_("a player’s time has run out"),
        ABORTED: N_("the game ended before everyone had moved"),
    }
)
"""A sentence for every `Outcome.reason` of a match; a game's `reasons` has those of its rules."""

NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})
LOSSES: Final = (Resigned, Flagged)
DEALS: Final = (Drew, Reseeded)
CHANGES: Final = (Moved, TookBack)
"""Events that are alike to a referee; a union written where it is asked about is made each time."""


@dataclass(frozen=True)
class Referee:
    """Whoever holds the seed of a match and so can deal."""

    seed: str
    """Secret until the end, see `ludotheque.match.deal`."""
    later: tuple[str, ...] = ()
    """The seeds that took its place, in order."""
    aborts: bool = False
    """Whether a match that ends before everyone has moved has no result."""

    def __post_init__(self) -> None:
        for seed in (self.seed, *self.later):
            if not DIGITS.fullmatch(seed):
                raise NotAllowed(N_("the seed “{seed}” is not 64 digits from 0 to f"), seed=seed)

    @cached_property
    def _published(self) -> tuple[str, ...]:
        return tuple(map(seed_hash, (self.seed, *self.later)))

    def begin(
        self,
        game: AnyGame,
        players: Sequence[str],
        *,
        began: int,
        options: Mapping[str, str] = NO_OPTIONS,
        start: str | None = None,
        clock: Clock | None = None,
        move_limit: int | None = None,
    ) -> Match:
        """Return a match that waits for its first move; the limit is the game's unless given."""
        setup = Setup(
            game=game,
            options=game.settle(options),
            players=tuple(players),
            start=start,
            clock=clock,
            move_limit=game.move_limit if move_limit is None else move_limit,
            began=began,
            seed_hash=seed_hash(self.seed),
        )
        return self.deal(Match.start(setup))

    def deal(self, match: Match) -> Match:
        """Return the match after all that chance has to do now."""
        told = (match.setup.seed_hash, *(reseed.seed_hash for reseed in match.reseeded))
        if told != self._published:
            raise NotAllowed(N_("this is not the seed whose hash was published"))
        while match.to_move is CHANCE:
            seed = (self.seed, *self.later)[match.seed_for(match.draws)]
            move = draw(seed, match.draws, match.position)
            match = admit(match, Drew(match.now, str(move)))
        return match

    def play(self, match: Match, seat: Seat, move: str, at: int) -> Match:
        """Make the move for *seat*, and the moves of chance that follow from it."""
        return self.deal(self._act(match, Moved(at, seat, move)))

    def resign(self, match: Match, seat: Seat, at: int) -> Match:
        """Give up for *seat*, whoever is to move."""
        return self._act(match, Resigned(at, seat))

    def offer_draw(self, match: Match, seat: Seat, at: int) -> Match:
        """Offer everyone a draw, whoever is to move."""
        return self._act(match, DrawOffered(at, seat))

    def answer_draw(self, match: Match, seat: Seat, at: int, *, agree: bool) -> Match:
        """Answer the offer of another seat."""
        return self._act(match, DrawAgreed(at, seat) if agree else DrawDeclined(at, seat))

    def take_back(self, match: Match, seat: Seat, at: int) -> Match:
        """Take back the last move of *seat*, at once if it may, else ask the others."""
        kept = match.last_turn(seat)
        if kept is not None:
            alone = TookBack(max(at, match.now), seat, kept)
            if _may_alone(match, alone):
                return self._act(match, alone)
        return self._act(match, TakebackAsked(at, seat))

    def answer_takeback(self, match: Match, seat: Seat, at: int, *, agree: bool) -> Match:
        """Answer what another seat asked for; the last to agree takes the match back."""
        match = self._act(match, TakebackAgreed(at, seat) if agree else TakebackDeclined(at, seat))
        return match if match.granted is None else admit(match, match.granted)

    def flag(self, match: Match, at: int) -> Match:
        """End the match if the seat to move is out of time."""
        _check_running(match)
        overdue = _overdue(match, at)
        if overdue is None:
            raise NotAllowed(N_("nobody is out of time"))
        return admit(match, self._ending(match, overdue))

    def _act(self, match: Match, event: SeatEvent) -> Match:
        """Let *event* happen now, or what time has brought about before it."""
        if event.at < match.now:
            event = replace(event, at=match.now)
        return admit(match, self._ending(match, _overdue(match, event.at) or event))

    def _ending(self, match: Match, event: SeatEvent) -> SeatEvent:
        """Return *event*, or what it amounts to if it ends a match that not all have played."""
        early = self.aborts and isinstance(event, LOSSES) and not match.all_moved
        return Aborted(event.at, event.seat) if early else event


def admit(match: Match, event: Event) -> Match:
    """Return the match after *event* if it may happen, else raise and say why.

    Whether it is the seat's turn comes before whether the move is legal: who is not to move learns
    nothing about the position.
    """
    _check_running(match)
    if not match.now <= event.at <= LAST_TIME:
        raise NotAllowed(
            N_("the time {time} is before {last}, the last one noted, or after the year 9999"),
            time=event.at,
            last=match.now,
        )
    if isinstance(event, DEALS):
        _check_deal(match, event)
    else:
        _check_seat(match, event)
    return evolve(match, event)


def _check_running(match: Match) -> None:
    if match.outcome is not None:
        raise MatchOver(N_("the match is over"))


def _check_deal(match: Match, event: Drew | Reseeded) -> None:
    if isinstance(event, Drew) and match.to_move is not CHANCE:
        raise NotYourTurn(N_("it is not chance’s turn"))
    if event.at != match.now:
        raise NotAllowed(N_("chance takes no time: expected {time}"), time=match.now)


def _check_seat(match: Match, event: SeatEvent) -> None:
    """Raise unless it is time for something that *event*'s seat does."""
    if event.seat not in match.seats:
        raise NotAllowed(N_("there is no seat {seat} at this table"), seat=event.seat + 1)
    if match.to_move is CHANCE:
        raise NotYourTurn(N_("it is chance’s turn"))
    if match.granted not in (None, event):
        raise NotAllowed(N_("the takeback that everyone has agreed to comes first"))
    overdue = _overdue(match, event.at)
    if overdue is not None and event not in (overdue, Aborted(overdue.at, overdue.seat)):
        raise NotAllowed(N_("time ran out at {time}"), time=match.deadline)
    if isinstance(event, Moved):
        _check_turn(match, event.seat)
    else:
        _check_kind(match, event)


def _check_turn(match: Match, seat: Seat) -> None:
    if isinstance(match.to_move, int) and seat != match.to_move:
        raise NotYourTurn(
            N_("seat {seat} cannot move: it is seat {to_move}’s turn"),
            seat=seat + 1,
            to_move=match.to_move + 1,
        )


def _check_kind(match: Match, event: SeatEvent) -> None:
    """Raise unless the match is such that *event* makes sense."""
    seat = event.seat
    match event:
        case DrawOffered() | TakebackAsked() if seat in asked(match, type(event)):
            raise NotAllowed(
                N_("seat {seat} has already asked, and nobody has moved since"), seat=seat + 1
            )
        case DrawOffered() if match.draw is not None:
            raise NotAllowed(N_("a draw has already been offered"))
        case DrawAgreed() | DrawDeclined():
            _check_answer(match.draw, seat)
        case TakebackAsked() if match.takeback is not None:
            raise NotAllowed(N_("a takeback has already been asked for"))
        case TakebackAsked() if match.last_turn(seat) is None:
            raise NotAllowed(N_("seat {seat} has no move to take back"), seat=seat + 1)
        case TakebackAgreed() | TakebackDeclined():
            _check_answer(match.takeback, seat)
        case TookBack() if event != match.granted and not _may_alone(match, event):
            raise NotAllowed(N_("seat {seat} cannot take that back without asking"), seat=seat + 1)
        case Aborted() if match.all_moved:
            raise NotAllowed(N_("everyone has moved: this game has a result"))
        case Flagged() if event != _overdue(match, event.at):
            raise NotAllowed(N_("seat {seat} is not out of time"), seat=seat + 1)


def asked(match: Match, what: type[DrawOffered | TakebackAsked]) -> tuple[Seat, ...]:
    """Return the seats that have asked since the last move or takeback: once is enough."""
    if match.events and isinstance(match.events[-1], CHANGES):
        return ()  # as after every move
    seats = set[Seat]()
    for event in reversed(match.events):
        if isinstance(event, CHANGES):
            break
        if isinstance(event, what):
            seats.add(event.seat)
    return tuple(sorted(seats))


def _check_answer(request: Request | None, seat: Seat) -> None:
    if request is None or request.backed_by(seat):
        raise NotAllowed(N_("seat {seat} has nothing to answer"), seat=seat + 1)


def _overdue(match: Match, at: int) -> Flagged | None:
    """Return the loss on time that has come about by *at*, dated when it did."""
    if match.setup.clock is None:
        return None
    seat, deadline = match.to_move, match.deadline
    if not isinstance(seat, int) or deadline is None or at < deadline:
        return None
    return Flagged(deadline, seat)


def _may_alone(match: Match, event: TookBack) -> bool:
    """Return whether the seat may take back its move without asking.

    Nothing has followed the move, it has told nobody anything, and the seat has the time that it
    then pays for.
    """
    if match.last_turn(event.seat) != event.kept or event.kept != len(match.plies) - 1:
        return False
    open_to_all = all(
        position.seen_by(viewer) == position
        for position in match.positions[-2:]
        for viewer in (None, *match.seats)
    )
    return open_to_all and _overdue(evolve(match, event), event.at) is None
