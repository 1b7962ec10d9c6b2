"""The host of a table: decides what may happen at it, and what follows from it.

Every deed returns a `Step`: the act to be written down and the table as it is once it is written.
Nothing has happened before that; a refusal raises, and changes nothing.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from ludotheque.errors import N_, NotAllowed, Stale
from ludotheque.match import Match, Referee, admit, seed_hash
from ludotheque.match.events import Reseeded
from ludotheque.position import Seat
from ludotheque.tables.checks import (
    check_beginner,
    check_dealt,
    check_open,
    check_owner,
    check_there,
    own_chairs,
    own_seat,
    running,
)
from ludotheque.tables.events import (
    Began,
    Closed,
    Left,
    Opened,
    Reacted,
    Reaction,
    Removed,
    Renewed,
    Replaced,
    Sat,
    Stood,
    WantsMore,
)
from ludotheque.tables.lag import forgiven
from ludotheque.tables.seeds import referee_of, secret_of, seed_of
from ludotheque.tables.step import Deed, Draft, Step
from ludotheque.tables.table import Table, opened
from ludotheque.tables.terms import Chair, Sitter, Terms

MOST_REACTIONS: Final = 3
"""How often a chair may react between two moves."""


@dataclass(frozen=True)
class Host:
    """Whoever holds the secret of a table and so can deal at it."""

    secret: str
    """64 digits; the seed of every game and the key of every chair come from it."""

    # Sitting down and getting up.

    def open(
        self, deed: Deed, terms: Terms, chairs: Sequence[Chair], beginner: int | None = None
    ) -> Step:
        """Open a table, at which computers and the person who opens it may sit already.

        Whoever sits on the chair *beginner* when the first game begins, begins it; without one, or
        if that chair is taken away before, a lot decides. From a position with secrets in it only
        the owner plays, with computers and those at the same screen: nobody else would know what
        they were dealt by whom.
        """
        if deed.by is None:
            raise NotAllowed(N_("only a person can open a table"))
        terms.check_seats(len(chairs))
        if beginner is not None:
            check_beginner(len(chairs), beginner)
        event = Opened(terms, deed.by, tuple(chairs), beginner)
        draft = Draft(opened(event), deed)
        draft.events.append(event)
        if all(chair.sitter is not None and chair.sitter.computer for chair in chairs):
            raise NotAllowed(N_("a table needs a chair for a person"))
        if terms.deals:
            for sitter in (chair.sitter for chair in chairs):
                check_dealt(sitter is not None and (sitter.computer or sitter.who == deed.by))
        return self._begun_if_full(draft)

    def key_of(self, chair: int) -> str:
        """Return the key that lets someone sit on an invited chair."""
        return sha256(f"{self.secret}/chair/{chair}".encode()).hexdigest()[:20]

    def sit(
        self, table: Table, deed: Deed, sitter: Sitter, chair: int | None = None, key: str = ""
    ) -> Step:
        """Let *sitter*, who wishes it, sit down.

        On *chair*, else on the one that *key* opens, else on the first free one.
        """
        check_open(table)
        check_dealt(not table.terms.deals)
        if deed.by is None or table.chairs_of(deed.by):
            raise NotAllowed(N_("you are already sitting at this table"))
        fitting = [
            number
            for number in (table.free if chair is None else (chair,))
            if number in table.free
            and (not table.chairs[number].invited or _same(key, self.key_of(number)))
        ]
        if not fitting:
            raise NotAllowed(N_("there is no free chair for you at this table"))
        fitting.sort(key=lambda number: not table.chairs[number].invited)
        draft = Draft(table, deed)
        draft.add(Sat(fitting[0], sitter))
        return self._begun_if_full(draft)

    def seat_computer(self, table: Table, deed: Deed, chair: int, level: int) -> Step:
        """Let the computer sit on a free chair, as the owner wishes."""
        check_open(table)
        check_owner(table, deed)
        if chair not in table.free:
            raise NotAllowed(N_("chair {chair} is not free"), chair=chair + 1)
        draft = Draft(table, deed)
        draft.add(Sat(chair, Sitter.level(level)))
        return self._begun_if_full(draft)

    def start(self, table: Table, deed: Deed) -> Step:
        """Begin with those who are there, as the owner wishes; free chairs are taken away."""
        check_open(table)
        check_owner(table, deed)
        table.terms.check_seats(len(table.chairs) - len(table.free))
        draft = Draft(table, deed)
        for chair in reversed(table.free):
            draft.add(Removed(chair))
        return self._begun_if_full(draft)

    def leave(self, table: Table, deed: Deed) -> Step:
        """Get up before the game, or leave it for good; with the last person the table closes.

        The last to leave gives up the game: once all have moved, nobody escapes a result by
        getting up.
        """
        check_there(table)
        chairs = own_chairs(table, deed)
        draft = Draft(table, deed)
        staying = [
            chair
            for number, chair in enumerate(table.chairs)
            if number not in chairs and number not in table.gone
            if chair.sitter is not None and not chair.sitter.computer
        ]
        if table.playing and table.match is not None and not staying:
            seat = table.seating.index(chairs[0])
            draft.reach(self._referee(table).resign(table.match, seat, draft.at))
        for chair in chairs:
            draft.add(Stood(chair) if table.match is None else Left(chair))
        if not staying or (table.match is None and deed.by == table.owner):
            draft.add(Closed())
        return draft.step()

    def close(self, table: Table, deed: Deed) -> Step:
        """Put the table away: before the first game, as the owner wishes, or unattended."""
        check_there(table)
        if deed.by is not None:
            check_owner(table, deed)
        if table.playing:
            raise NotAllowed(N_("a game is being played: leave it or resign"))
        draft = Draft(table, deed)
        draft.add(Closed())
        return draft.step()

    def abandon(self, table: Table, at: int, limit: int) -> Step:
        """End a game that not everyone has begun and nobody has touched since *limit*.

        It has no result, and the table is put away with it.
        """
        match = running(table)
        if match.all_moved or table.now >= limit:
            raise NotAllowed(N_("a game is being played: leave it or resign"))
        draft = Draft(table, Deed(None, at))
        seat = match.to_move
        draft.reach(
            self._referee(table).resign(match, seat if isinstance(seat, int) else 0, draft.at)
        )
        draft.add(Closed())
        return draft.step()

    # Games.

    def play(
        self, table: Table, deed: Deed, move: str, turn: int, *, seat: Seat | None, lag: int = 0
    ) -> Step:
        """Make a move at the *turn* that the mover has seen, and all that chance then does.

        Up to *lag* milliseconds that the network took are not charged, as far as the bank goes.
        """
        match = running(table)
        seat = own_seat(table, deed, seat)
        if turn != table.turn:
            raise Stale(
                N_("the game has moved on: this move was for turn {turn}, it is now turn {now}"),
                turn=turn,
                now=table.turn,
            )
        draft = Draft(table, deed)
        free = 0
        if table.terms.clock is not None:
            free = forgiven(lag, table.bank[seat], draft.at - match.now)
        referee = self._referee(table)
        draft.reach(referee.play(match, seat, move, draft.at - free))
        return draft.step(free if draft.table.turn != table.turn else 0)

    def resign(self, table: Table, deed: Deed, *, seat: Seat | None) -> Step:
        """Give up."""
        return self._in_match(
            table, deed, seat, lambda referee, match, own, at: referee.resign(match, own, at)
        )

    def offer_draw(self, table: Table, deed: Deed, *, seat: Seat | None) -> Step:
        """Offer everyone a draw; computers decline."""
        step = self._in_match(
            table, deed, seat, lambda referee, match, own, at: referee.offer_draw(match, own, at)
        )
        return self._computers_answer(table, step, draw=True)

    def answer_draw(self, table: Table, deed: Deed, *, agree: bool, seat: Seat | None) -> Step:
        """Answer the draw on offer."""
        return self._in_match(
            table,
            deed,
            seat,
            lambda referee, match, own, at: referee.answer_draw(match, own, at, agree=agree),
        )

    def take_back(self, table: Table, deed: Deed, *, seat: Seat | None) -> Step:
        """Take back one's last move, or ask to; computers agree where nothing is at stake."""
        step = self._in_match(
            table, deed, seat, lambda referee, match, own, at: referee.take_back(match, own, at)
        )
        return self._computers_answer(table, step, draw=False)

    def answer_takeback(self, table: Table, deed: Deed, *, agree: bool, seat: Seat | None) -> Step:
        """Answer the takeback asked for."""
        return self._in_match(
            table,
            deed,
            seat,
            lambda referee, match, own, at: referee.answer_takeback(match, own, at, agree=agree),
        )

    def flag(self, table: Table, at: int) -> Step:
        """End the game of whoever is out of time."""
        draft = Draft(table, Deed(None, at))
        draft.reach(self._referee(table).flag(running(table), draft.at))
        return draft.step()

    def move_for_computer(self, table: Table, at: int, move: str, turn: int) -> Step:
        """Make the move that a computer has chosen at *turn*."""
        seat = table.computer_to_move
        if seat is None or turn != table.turn:
            raise Stale(N_("it is no longer a computer’s turn here"))
        draft = Draft(table, Deed(None, at))
        draft.reach(self._referee(table).play(running(table), seat, move, draft.at))
        return draft.step()

    def again(self, table: Table, deed: Deed) -> Step:
        """Want to play on; once everyone does, the next game begins."""
        check_there(table)
        if table.match is None or table.playing:
            raise NotAllowed(N_("the game is not over yet"))
        draft = Draft(table, deed)
        for chair in own_chairs(table, deed):
            draft.add(WantsMore(chair))
        waiting = [
            number
            for number, chair in enumerate(table.chairs)
            if chair.sitter is not None and not chair.sitter.computer
            if number not in draft.table.more
        ]
        if not waiting:
            self._begin(draft)
        return draft.step()

    def react(self, table: Table, deed: Deed, what: Reaction, *, seat: Seat | None) -> Step:
        """Say one of the few things that can be said, to the other people at the table."""
        check_there(table)
        if table.match is None:
            raise NotAllowed(N_("the game has not begun yet"))
        chair = table.seating[own_seat(table, deed, seat)]
        sitters = [other.sitter for other in table.chairs if other.sitter is not None]
        if all(sitter.computer or sitter.who == deed.by for sitter in sitters):
            raise NotAllowed(N_("there is nobody else here to hear it"))
        if table.reacted.count(chair) >= MOST_REACTIONS:
            raise NotAllowed(N_("that is enough until the next move"))
        draft = Draft(table, deed)
        draft.add(Reacted(chair, what))
        return draft.step()

    # When someone has left for good.

    def replace(self, table: Table, deed: Deed, chair: int, level: int, *, away: bool) -> Step:
        """Let the computer finish the game on a chair whose sitter has gone.

        *away* says that they have not been seen for long, whether or not they said good-bye.
        """
        running(table)
        self._check_deserted(table, deed, chair, away=away)
        draft = Draft(table, deed)
        draft.add(Replaced(chair, Sitter.level(level)))
        return draft.step()

    def claim(self, table: Table, deed: Deed, *, away: bool) -> Step:
        """Win the game, once both have moved, at a table of two whose other sitter has gone."""
        match = running(table)
        if len(table.chairs) != 2:
            raise NotAllowed(N_("a win can only be claimed at a table of two"))
        chair = next((c for c in (0, 1) if c not in own_chairs(table, deed)), 0)
        self._check_deserted(table, deed, chair, away=away)
        draft = Draft(table, deed)
        seat = table.seating.index(chair)
        draft.reach(self._referee(table).resign(match, seat, draft.at))
        return draft.step()

    def _check_deserted(self, table: Table, deed: Deed, chair: int, *, away: bool) -> None:
        own = own_chairs(table, deed)
        sitter = table.chairs[chair].sitter if chair in range(len(table.chairs)) else None
        if chair in own or sitter is None or sitter.computer:
            raise NotAllowed(N_("nobody has left chair {chair}"), chair=chair + 1)
        if chair not in table.gone and not away:
            raise NotAllowed(
                N_("{name} may still come back: wait a little longer"), name=sitter.name
            )

    # What follows by itself.

    def _referee(self, table: Table) -> Referee:
        """Return the referee of the present game, whose seeds are revealed at its end."""
        return referee_of(self.secret, table.renewals, table.number)

    def seeds_of(self, table: Table) -> tuple[str, ...]:
        """Return the seeds of the present game in order: secret until it is over.

        There is one, and another for each time that the house went on from a back-up during it.
        """
        referee = self._referee(table)
        return (referee.seed, *referee.later)

    def renew(self, table: Table, at: int, secret: str) -> Step:
        """Go on from a back-up: draw what is still to be drawn from another *secret*.

        What the house has played since the back-up was made, and so revealed, is not known here.
        """
        check_there(table)
        draft = Draft(table, Deed(None, at))
        draft.add(Renewed(secret))
        if table.match is not None and table.playing:
            told = seed_hash(seed_of(secret, table.number))
            draft.reach(admit(table.match, Reseeded(table.match.now, told)))
        return draft.step()

    def _begun_if_full(self, draft: Draft) -> Step:
        if not draft.table.free:
            self._begin(draft)
        return draft.step()

    def _begin(self, draft: Draft) -> None:
        table = draft.table
        number = table.number + 1
        drawn = table.match is None and table.beginner is None
        secret = secret_of(self.secret, table.renewals, number)
        lot = sha256(f"{secret}/lot/{number}".encode()).hexdigest() if drawn else None
        draft.add(Began(draft.deed.at, seed_hash(seed_of(secret, number)), lot))
        match = draft.table.match
        assert match is not None  # noqa: S101 - it has just begun
        draft.reach(self._referee(draft.table).deal(match))

    def _in_match(
        self,
        table: Table,
        deed: Deed,
        seat: Seat | None,
        act: Callable[[Referee, Match, Seat, int], Match],
    ) -> Step:
        match = running(table)
        own = own_seat(table, deed, seat)
        draft = Draft(table, deed)
        draft.reach(act(self._referee(table), match, own, draft.at))
        return draft.step()

    def _computers_answer(self, before: Table, step: Step, *, draw: bool) -> Step:
        """Let the computers answer what a person has just asked, within the same act."""
        match = step.after.match
        draft = Draft(before, Deed(step.act.by, step.act.at, step.act.key, step.act.deed))
        referee = self._referee(before)
        for seat in range(len(before.seating)):
            asked = match and (match.draw if draw else match.takeback)
            if match is None or match.outcome or not asked or not before.sitter(seat).computer:
                continue
            match = (
                referee.answer_draw(match, seat, match.now, agree=False)
                if draw
                else referee.answer_takeback(match, seat, match.now, agree=not before.rated)
            )
        if match is not None:
            draft.reach(match)
        return draft.step(step.act.lag)


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())
