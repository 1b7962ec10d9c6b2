"""A game at one screen: people and computers in any seats, hands hidden from each other."""

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random

from ludotheque.engine import HINTS_BY, Player, level
from ludotheque.errors import N_, BadMove, BadRecord, LudothequeError
from ludotheque.match import Match, Record, Referee
from ludotheque.match.files import refuse_to_overwrite, write_record
from ludotheque.pictures.ending import ending_told
from ludotheque.position import Seat
from ludotheque.terminal import show
from ludotheque.terminal.ask import Desk, Left, number_in
from ludotheque.terminal.pick import Picking

COMMANDS = {
    N_("help"): N_("show this list"),
    N_("rules"): N_("read the rulebook"),
    N_("hint"): N_("hear what the computer would play"),
    N_("undo"): N_("take back the last move made by a person"),
    N_("draw"): N_("offer a draw"),
    N_("resign"): N_("give up the game"),
    N_("position"): N_("show the position as text"),
    N_("save"): N_("keep the record in a file from now on"),
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
        file: Path | None = None,
    ) -> None:
        self._desk = desk
        self._referee = referee
        self._players = players
        """A computer a seat, None where a person sits."""
        self._file = file
        """Where the match is kept after every act, so that whoever leaves loses nothing."""
        self._shown_to: Seat | None = None

    def play(self, match: Match) -> Match:
        """Return the match when it has ended. Raise Left if someone leaves before."""
        self._match = match
        self._game = match.setup.game
        if self._file is not None:
            refuse_to_overwrite(self._file)
            write_record(self._file, Record.of(match, self._referee.seed))
        try:
            return self._play_on()
        finally:
            if self._file is not None:
                self._desk.say("The record is in {file}.", file=self._file)

    def _play_on(self) -> Match:
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

    def _must_hide(self) -> bool:
        """Return whether one person must not see what another does."""
        return len(self._people) > 1 and self._has_secrets()

    def _hand_over(self, seat: Seat) -> None:
        """Hide what the last person saw before the next one looks."""
        if self._shown_to != seat and self._must_hide():
            self._desk.wipe()
            self._desk.say("Pass the screen to {name}.", name=self._name(seat))
            answer = self._desk.ask(self._desk.words.say("Nobody else looking? Press Enter."))
            if self._desk.command(answer, COMMANDS) == "quit":
                raise Left
            self._tell_since_last_turn(seat)
        self._shown_to = seat

    def _tell_since_last_turn(self, seat: Seat) -> None:
        """Repeat what the others have played while this person was not looking."""
        last = self._match.last_turn(seat)
        for ply in self._match.plies[0 if last is None else last + 1 :]:
            if isinstance(ply.mover, int):
                self._desk.say("{name}: {move}", name=self._name(ply.mover), move=ply.move)

    def _show_table(self, seat: Seat) -> Picking:
        scene = self._game.scene(self._match.seen_by(seat), seat, self._match.last_move)
        self._desk.tell("")
        self._desk.tell(show.board(scene))
        self._desk.tell("")
        if self._match.setup.clock is not None:
            times = ((self._name(s), self._match.left(s, now()) or 0) for s in self._match.seats)
            self._desk.tell(
                "   ".join(f"{name} {ms // 60_000}:{ms // 1000 % 60:02}" for name, ms in times)
            )
        self._desk.say("{name} to move.", name=self._name(seat))
        return Picking.from_scene(scene)

    def _show_end(self) -> None:
        outcome = self._match.outcome
        assert outcome is not None  # noqa: S101 - nobody is to move
        self._desk.tell("")
        scene = self._game.scene(self._match.position, None, self._match.last_move)
        self._desk.tell(show.board(scene))
        self._desk.tell("")
        names = [self._name(seat) for seat in self._match.seats]
        told = ending_told(self._game, self._match.position, outcome, names, self._desk.words)
        self._desk.tell(told, style="bold")

    # How a move is made.

    def _computer_moves(self, seat: Seat, player: Player) -> None:
        thinking = self._desk.words.say("{name} is thinking…", name=self._name(seat))
        console = self._desk.console
        with console.status(thinking) if console.is_terminal else nullcontext():
            move = player.choose(
                self._match.seen_by(seat),
                self._match.past(seat),
                self._match.ration(seat, now()),
            )
        self._play(seat, str(move))

    def _person_moves(self, seat: Seat) -> None:
        self._hand_over(seat)
        picking = self._show_table(seat)
        before = self._match
        while self._match is before:
            self._list(picking)
            line = self._desk.ask(">")
            if self._out_of_time():
                return
            if not line:
                picking = self._show_table(seat)
                continue
            if self._obeys(seat, line):
                picking = Picking.from_scene(picking.scene)
                continue
            picking = self._narrow(picking, line)
            if picking.picked:
                self._play(seat, picking.picked)
                picking = Picking.from_scene(picking.scene)
        if self._match.plies != before.plies and self._must_hide():
            self._desk.wipe()

    def _out_of_time(self) -> bool:
        """Let the flag fall if it is time, before anything else that was typed happens."""
        deadline = self._match.deadline
        return (
            deadline is not None
            and now() >= deadline
            and self._act(lambda: self._referee.flag(self._match, now()))
        )

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
        for start in (picking, whole):
            narrowed = start.typed(line)
            if narrowed.choices:
                return narrowed
        if line.isdecimal():
            entries = picking.entries()
            number = number_in(line, len(entries))
            if number:
                return entries[number - 1].narrowed
            self._desk.say("Please type a number from 1 to {most}.", most=len(entries))
            return picking
        return self._read(line, whole)

    def _read(self, line: str, whole: Picking) -> Picking:
        """Return the move that *line* writes in an unusual way, or say why it is none."""
        refusal: LudothequeError | None = None
        for spelling in (line, line.upper(), line.lower()):
            try:
                return whole.typed(str(self._game.move(spelling, self._match.position)))
            except BadMove as unreadable:
                refusal = refusal or unreadable
            except LudothequeError as illegal:
                refusal = illegal
                break
        if refusal is not None:
            self._warn(refusal)
        return whole

    def _warn(self, refusal: LudothequeError) -> None:
        self._desk.tell(self._desk.words.refusal(refusal), style="yellow")

    def _play(self, seat: Seat, move: str) -> None:
        plies = len(self._match.plies)
        self._act(lambda: self._referee.play(self._match, seat, move, now()))
        if len(self._match.plies) > plies:
            self._desk.say("{name}: {move}", name=self._name(seat), move=move)

    def _act(self, act: Callable[[], Match]) -> bool:
        """Let the referee decide; return whether it happened, else say why not."""
        try:
            self._match = act()
        except LudothequeError as refusal:
            self._warn(refusal)
            return False
        self._keep()
        return True

    def _keep(self) -> None:
        """Write the match down if it is to be kept; a full disk does not end the game."""
        if self._file is not None:
            try:
                write_record(self._file, Record.of(self._match, self._referee.seed))
            except BadRecord as refusal:
                self._warn(refusal)

    # What else can be typed.

    def _obeys(self, seat: Seat, line: str) -> bool:
        """Return whether *line* was a command, and do it."""
        name = self._desk.command(line, COMMANDS)
        if name:
            getattr(self, f"_{name}")(seat)
        return bool(name)

    def _help(self, _seat: Seat) -> None:
        self._desk.list_commands(COMMANDS)
        self._desk.say("Type a whole move, or just its beginning to narrow the list.")

    def _rules(self, _seat: Seat) -> None:
        show.rules(self._desk, self._game)

    def _save(self, _seat: Seat) -> None:
        name = self._desk.ask(self._desk.words.say("To which file?"))
        if not name:
            return
        try:
            refuse_to_overwrite(Path(name))
            write_record(Path(name), Record.of(self._match, self._referee.seed))
        except BadRecord as refusal:
            self._warn(refusal)
            return
        self._file = Path(name)
        self._desk.say("The record is in {file}.", file=name)

    def _position(self, seat: Seat) -> None:
        self._desk.tell(str(self._match.seen_by(seat)))

    def _hint(self, seat: Seat) -> None:
        whisperer = level(HINTS_BY, self._game, Random(len(self._match.plies)))
        move = whisperer.choose(
            self._match.seen_by(seat), self._match.past(seat), self._match.ration(seat, now())
        )
        self._desk.say("The computer would play {move}.", move=move)

    def _undo(self, seat: Seat) -> None:
        """Take back the last move that a person made; with secrets, one's own, if all agree."""
        movers = [s for s in self._people if self._match.last_turn(s) is not None]
        if not movers:
            self._desk.say("No person has moved yet.")
            return
        asker = seat if self._has_secrets() else max(movers, key=self._last_turn)
        question = N_("{name}, take back your last move?")
        if asker != seat and not self._agrees(asker, question, computer=False):
            return
        if not self._act(lambda: self._referee.take_back(self._match, asker, now())):
            return
        for other in self._match.seats:
            if self._match.takeback is not None and other != asker:
                agree = self._agrees(
                    other,
                    N_("{name}, may the last move be taken back?"),
                    computer=not self._has_secrets(),
                )
                self._answer(self._referee.answer_takeback, other, agree=agree)

    def _last_turn(self, seat: Seat) -> int:
        turn = self._match.last_turn(seat)
        return -1 if turn is None else turn

    def _draw(self, seat: Seat) -> None:
        if not self._act(lambda: self._referee.offer_draw(self._match, seat, now())):
            return
        for other in self._match.seats:
            if self._match.draw is not None and self._match.outcome is None and other != seat:
                agree = self._agrees(other, N_("{name}, do you agree to a draw?"), computer=False)
                self._answer(self._referee.answer_draw, other, agree=agree)

    def _agrees(self, seat: Seat, question: str, *, computer: bool) -> bool:
        """Return whether a seat agrees: a person is asked, out of sight of another's secrets."""
        if self._players[seat] is not None:
            return computer
        if self._must_hide():
            self._desk.wipe()
            self._shown_to = None
        return self._desk.agrees(self._desk.words.say(question, name=self._name(seat)))

    def _answer(self, answer: Callable[..., Match], seat: Seat, *, agree: bool) -> None:
        if self._act(lambda: answer(self._match, seat, now(), agree=agree)) and not agree:
            self._desk.say("{name} does not agree; the game goes on.", name=self._name(seat))

    def _resign(self, seat: Seat) -> None:
        question = N_("{name}, do you really want to give up?")
        if self._desk.agrees(self._desk.words.say(question, name=self._name(seat))):
            self._act(lambda: self._referee.resign(self._match, seat, now()))

    def _quit(self, _seat: Seat) -> None:
        raise Left
