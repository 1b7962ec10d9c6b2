"""A game at one screen: people and computers in any seats, hands hidden from each other."""

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from random import Random

from ludotheque.engine import Player, level
from ludotheque.errors import N_, LudothequeError
from ludotheque.match import Match, Referee
from ludotheque.position import Seat
from ludotheque.terminal import show
from ludotheque.terminal.ask import Desk, Left
from ludotheque.terminal.pick import Picking
from ludotheque.terminal.replay import last_move

HINT_LEVEL = 6
"""Who whispers: strong enough to help, quick enough not to bore."""

COMMANDS = {
    N_("help"): N_("show this list"),
    N_("moves"): N_("list the legal moves from the beginning"),
    N_("hint"): N_("hear what the computer would play"),
    N_("undo"): N_("take back the last move made by a person"),
    N_("draw"): N_("offer a draw"),
    N_("resign"): N_("give up the game"),
    N_("position"): N_("show the position as text"),
    N_("quit"): N_("leave the table"),
}
"""What can be typed instead of a move, in English or in the language of the table."""


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Session:
    """One match, from its first move to its end or until someone leaves."""

    def __init__(
        self,
        desk: Desk,
        referee: Referee,
        players: Sequence[Player | None],
        keep: Callable[[Match], None],
    ) -> None:
        self._desk = desk
        self._referee = referee
        self._players = players
        """A computer a seat, None where a person sits."""
        self._keep = keep
        """Called after every act with the match so far: whoever saves it loses nothing."""
        self._shown_to: Seat | None = None

    def play(self, match: Match) -> Match:
        """Return the match when it has ended. Raise Left if someone leaves before."""
        self._match = match
        self._game = match.setup.game
        self._keep(match)
        while isinstance(seat := self._match.to_move, int):
            player = self._players[seat]
            if player is None:
                self._person_moves(seat)
            else:
                self._computer_moves(seat, player)
        self._show_end()
        return self._match

    # What the table looks like.

    def _name(self, seat: Seat) -> str:
        seat_name = show.seat_name(self._game, seat, self._desk.words)
        name = self._match.setup.players[seat]
        return seat_name if name == seat_name else f"{name} · {seat_name}"

    @property
    def _people(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self._players) if player is None]

    def _has_secrets(self) -> bool:
        position = self._match.position
        return any(position.seen_by(seat) != position for seat in self._match.seats)

    def _hand_over(self, seat: Seat) -> None:
        """Hide what the last person saw before the next one looks."""
        if len(self._people) > 1 and self._shown_to != seat and self._has_secrets():
            self._desk.wipe()
            self._desk.say("Pass the screen to {name}.", name=self._name(seat))
            self._desk.ask(self._desk.words.say("Nobody else looking? Press Enter."))
            self._tell_since_last_turn(seat)
        self._shown_to = seat

    def _tell_since_last_turn(self, seat: Seat) -> None:
        """Repeat what the others have played while this person was not looking."""
        last = self._match.last_turn(seat)
        for ply in self._match.plies[0 if last is None else last + 1 :]:
            if isinstance(ply.mover, int):
                self._desk.say("{name}: {move}", name=self._name(ply.mover), move=ply.move)

    def _show_table(self, seat: Seat) -> Picking:
        scene = self._game.scene(self._match.seen_by(seat), seat, last_move(self._match))
        self._desk.tell("")
        self._desk.tell(show.board(scene))
        self._desk.tell("")
        turn = self._desk.words.say("{name} to move.", name=self._name(seat))
        left = self._match.left(seat, now())
        self._desk.tell(turn if left is None else f"{turn} {left // 60_000}:{left // 1000 % 60:02}")
        return Picking.from_scene(scene)

    def _show_end(self) -> None:
        outcome = self._match.outcome
        assert outcome is not None  # noqa: S101 - nobody is to move
        self._desk.tell("")
        scene = self._game.scene(self._match.position, None, last_move(self._match))
        self._desk.tell(show.board(scene))
        self._desk.tell("")
        names = [self._name(seat) for seat in self._match.seats]
        self._desk.tell(show.ending(self._game, outcome, names, self._desk.words), style="bold")

    # How a move is made.

    def _computer_moves(self, seat: Seat, player: Player) -> None:
        thinking = self._desk.words.say("{name} is thinking …", name=self._name(seat))
        console = self._desk.console
        with console.status(thinking) if console.is_terminal else nullcontext():
            move = player.choose(self._match.seen_by(seat))
        self._play(seat, str(move))

    def _person_moves(self, seat: Seat) -> None:
        self._hand_over(seat)
        picking = self._show_table(seat)
        before = self._match
        while self._match is before:
            self._list(picking)
            line = self._desk.ask(">")
            if self._obeys(seat, line):
                picking = Picking.from_scene(picking.scene)
                continue
            picking = self._narrow(picking, line)
            if picking.picked:
                self._play(seat, picking.picked)
                picking = Picking.from_scene(picking.scene)
        if self._match.plies != before.plies and self._has_secrets() and len(self._people) > 1:
            self._desk.wipe()

    def _list(self, picking: Picking) -> None:
        """Print the numbered list: moves, or what to touch next and how many moves it leaves."""
        words = self._desk.words
        for number, entry in enumerate(picking.entries(), 1):
            count = len(entry.narrowed.moves)
            more = "" if count == 1 else "  " + words.count("({n} move)", "({n} moves)", count)
            self._desk.tell(f"{number:>3}  {entry.label}{more}")
        self._desk.say("Type a number, a move, or help.")

    def _narrow(self, picking: Picking, line: str) -> Picking:
        """Return what *line* leaves of the list; where it fits nothing, say why and begin anew."""
        whole = Picking.from_scene(picking.scene)
        entries = picking.entries()
        if not line:
            return whole
        if line.isdecimal() and 1 <= int(line) <= len(entries):
            return entries[int(line) - 1].narrowed
        for start in (picking, whole):
            narrowed = start.typed(line)
            if narrowed.choices:
                return narrowed
        # Not the usual way to write any legal move: another way to write one, or a reason why not.
        try:
            move = self._game.move(line, self._match.position)
            return whole.typed(str(move))
        except LudothequeError as refusal:
            self._desk.tell(self._desk.words.refusal(refusal), style="yellow")
            return whole

    def _play(self, seat: Seat, move: str) -> None:
        if self._act(lambda: self._referee.play(self._match, seat, move, now())):
            self._desk.say("{name}: {move}", name=self._name(seat), move=move)

    def _act(self, act: Callable[[], Match]) -> bool:
        """Let the referee decide; return whether it happened, else say why not."""
        try:
            self._match = act()
        except LudothequeError as refusal:
            self._desk.tell(self._desk.words.refusal(refusal), style="yellow")
            return False
        self._keep(self._match)
        return True

    # What else can be typed.

    def _obeys(self, seat: Seat, line: str) -> bool:
        """Return whether *line* was a command, and do it."""
        for name in COMMANDS:
            if line.casefold() in (name, self._desk.words.say(name).casefold()):
                getattr(self, f"_{name}")(seat)
                return True
        return False

    def _help(self, _seat: Seat) -> None:
        say = self._desk.words.say
        for name, meaning in COMMANDS.items():
            self._desk.tell(f"  {say(name):<12}{say(meaning)}")
        self._desk.say("A move can be typed in full, or by its beginning to narrow the list.")

    def _moves(self, _seat: Seat) -> None:
        """Show the list again: that is what follows any command."""

    def _position(self, seat: Seat) -> None:
        self._desk.tell(str(self._match.seen_by(seat)))

    def _hint(self, seat: Seat) -> None:
        whisperer = level(HINT_LEVEL, self._game, Random(len(self._match.plies)))
        move = whisperer.choose(self._match.seen_by(seat))
        self._desk.say("The computer would play {move}.", move=move)

    def _undo(self, _seat: Seat) -> None:
        movers = [ply.mover for ply in self._match.plies if ply.mover in self._people]
        if not movers:
            self._desk.say("No person has moved yet.")
            return
        asker = movers[-1]
        assert isinstance(asker, int)  # noqa: S101 - people sit in seats
        if not self._act(lambda: self._referee.take_back(self._match, asker, now())):
            return
        question = N_("{name}, may the last move be taken back?")
        for other in self._match.seats:
            if self._match.takeback is not None and other != asker:
                agree = self._players[other] is not None or self._asks(other, question)
                self._answer(self._referee.answer_takeback, other, agree=agree)

    def _draw(self, seat: Seat) -> None:
        if not self._act(lambda: self._referee.offer_draw(self._match, seat, now())):
            return
        for other in self._match.seats:
            if self._match.draw is not None and self._match.outcome is None and other != seat:
                agree = self._players[other] is None and self._asks(
                    other, N_("{name}, do you agree to a draw?")
                )
                self._answer(self._referee.answer_draw, other, agree=agree)
        if self._match.outcome is None:
            self._desk.say("The draw is declined; the game goes on.")

    def _asks(self, seat: Seat, question: str) -> bool:
        return self._desk.agrees(self._desk.words.say(question, name=self._name(seat)))

    def _answer(self, answer: Callable[..., Match], seat: Seat, *, agree: bool) -> None:
        self._act(lambda: answer(self._match, seat, now(), agree=agree))

    def _resign(self, seat: Seat) -> None:
        if self._asks(seat, N_("{name}, do you really give up?")):
            self._act(lambda: self._referee.resign(self._match, seat, now()))

    def _quit(self, _seat: Seat) -> None:
        raise Left
