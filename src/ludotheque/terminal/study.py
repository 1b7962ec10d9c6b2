"""The analysis board at one screen: moves for all sides, variations, notes, and the best lines."""

from pathlib import Path
from typing import Final

from ludotheque.engine import Limits, a_moment
from ludotheque.engine.analysis import Progress
from ludotheque.errors import N_, BadMove, LudothequeError, NotAllowed
from ludotheque.match.files import refuse_to_overwrite, write_record
from ludotheque.match.notes import LONGEST_COMMENT, MOST_MARKS, SIGNS
from ludotheque.pictures import has_secrets
from ludotheque.pictures.ending import ending_told
from ludotheque.position import Seat
from ludotheque.scene import Scene
from ludotheque.study import AnalysisBoard
from ludotheque.terminal import show
from ludotheque.terminal.analysis import show_thought
from ludotheque.terminal.ask import SHORT, Desk, Left, number_in
from ludotheque.terminal.pick import Picking
from ludotheque.terminal.tree import moment_told, settled, since_move, tree_rows

COMMANDS: Final = {
    N_("help"): N_("show this list"),
    N_("back"): N_("go back a move"),
    N_("other"): N_("go to what else was played or tried here, one after another"),
    N_("start"): N_("go to the start"),
    N_("end"): N_("go to the end of the line"),
    N_("tree"): N_("show all moves and variations"),
    N_("moves"): N_("list the moves there are"),
    N_("look"): N_("let the computer look longer, for so many seconds; Ctrl-C stops it"),
    N_("lines"): N_("show that many of the best lines at every moment, or 0"),
    N_("sign"): N_("give the last move a sign, as chess players do; without one, take it away"),
    N_("comment"): N_("say something of this moment; without words, take it away"),
    N_("mark"): N_("ring a place, or draw an arrow through several; without one, take all away"),
    N_("promote"): N_("put this variation before the others"),
    N_("remove"): N_("take the last move away, and all that follows it"),
    N_("restore"): N_("bring back what was taken away last"),
    N_("seat"): N_("show what the seat of that number knows; without one, everything"),
    N_("position"): N_("show the position as text"),
    N_("save"): N_("keep all of it in a file"),
    N_("quit"): N_("leave the board"),
}
"""What can be typed instead of a move, in English or in the reader's language; what a command is
about follows it on the line."""
KEYS: Final = SHORT | {"b": "back", "o": "other", "t": "tree"}
MOST_LINES: Final = 5
PATIENCE: Final = 10
"""The seconds of a look."""
MOST_SECONDS: Final = 3_600
FEW_MOVES: Final = 8
"""As many moves of a line are shown."""


class Studying:
    """An analysis at a *desk*, until the person leaves.

    With a *viewer* the board shows what that seat knows, and the computer goes by no more than who
    is to move knows. At every moment that many *lines* of the computer's come by themselves. What
    came from a *file* is kept there again.
    """

    def __init__(
        self,
        desk: Desk,
        board: AnalysisBoard,
        *,
        viewer: Seat | None,
        lines: int,
        file: Path | None = None,
    ) -> None:
        self._desk = desk
        self._board = board
        self._game = board.game
        self._viewer: Seat | None = None
        self._shown_lines = lines
        self._kept = board.tree
        self._file = file
        if viewer is not None:
            self._look_from(viewer)

    def run(self) -> None:
        """Show the board and do what is typed; raise Left when the person leaves."""
        self._show()
        while True:
            line = self._asked()
            try:
                self._obey(line)
            except LudothequeError as refusal:
                self._desk.tell(self._desk.words.refusal(refusal), style="yellow")

    def _asked(self) -> str:
        """Return what is typed next; whoever leaves by Ctrl-C is asked about what is not kept."""
        try:
            return self._desk.ask(self._desk.words.say("Enter: next, b: back, a move, or help:"))
        except Left as left:
            # It may have been meant for a look that had just ended.
            if left.exit_code and not self._may_leave():
                return self._asked()
            raise

    def _may_leave(self) -> bool:
        if self._board.tree == self._kept:
            return True
        return self._desk.agrees(self._desk.words.say("Leave without saving?"))

    def _obey(self, line: str) -> None:
        """Go on, do what a command says, or make a move."""
        word, _, rest = line.partition(" ")
        number = number_in(line, len(self._board.at.onward))
        if not line:
            self._show_if(self._board.forward(), N_("There is nothing further on."))
        elif command := self._desk.command(word, COMMANDS, KEYS):
            getattr(self, f"_{command}")(rest.strip())
        elif number:
            self._board.forward(number - 1)
            self._show()
        else:
            self._play(line)

    # What is shown.

    def _show(self) -> None:
        """Print the board, what led here, what follows, and the best lines."""
        desk, moment = self._desk, self._board.at
        desk.tell("")
        desk.tell(show.board(self._scene()))
        desk.tell("")
        desk.tell(moment_told(moment) or desk.words.say("The start."), style="bold")
        known = self._viewer in (None, moment.position.to_move)
        # What another seat does next tells what it holds.
        for number, onward in enumerate(moment.onward if known else (), 1):
            desk.tell(f"{number:>3}  {moment_told(settled(onward))}")
        outcome = self._board.outcome()
        if outcome is not None:
            names = self._board.players
            told = ending_told(self._game, moment.position, outcome, names, desk.words)
            desk.tell(told, style="bold")
        if moment.position.to_move is None:
            return
        desk.tell(show.turn(self._game, moment.position.to_move, desk.words))
        if self._shown_lines and known:
            self._think(Limits(nodes=a_moment(self._game)), self._shown_lines)

    def _show_if(self, changed: bool, otherwise: str) -> None:
        if changed:
            self._show()
        else:
            self._desk.say(otherwise)

    def _scene(self) -> Scene:
        """Return what lies there, as far as the viewer knows it."""
        moment, viewer = self._board.at, self._viewer
        view = moment.position if viewer is None else moment.position.seen_by(viewer)
        made = moment.made
        return self._game.scene(view, viewer, None if made is None else made.move)

    def _think(self, limits: Limits, lines: int) -> None:
        """Print the best lines as they grow."""

        def think(progress: Progress) -> None:
            self._board.lines(
                limits, lines=lines, everything=self._viewer is None, progress=progress
            )

        show_thought(self._desk, think, whole=False, longest=FEW_MOVES)

    # Moves.

    def _to_move(self) -> Seat:
        """Return the seat to move; raise NotAllowed unless the viewer knows its choices."""
        seat = self._board.at.position.to_move
        if not isinstance(seat, int):
            raise NotAllowed(N_("the game is over here"))
        if self._viewer not in (None, seat):
            raise NotAllowed(
                N_("another seat is to move, and its choices are hidden from this one")
            )
        return seat

    def _picking(self) -> Picking:
        """Return the moves there are."""
        seat, position = self._to_move(), self._board.at.position
        return Picking.from_scene(self._game.scene(position.seen_by(seat), seat, None))

    def _play(self, line: str) -> None:
        """Make the move that is typed; list the moves that begin so, if there are several."""
        narrowed = self._picking().typed(line)
        if len(narrowed.moves) > 1:
            self._list(narrowed)
            return
        self._board.play(narrowed.picked or self._read(line))
        self._show()

    def _read(self, line: str) -> str:
        """Return the move that *line* writes in an unusual way, or the line as it is."""
        for spelling in (line, line.upper(), line.lower()):
            try:
                return str(self._game.move(spelling, self._board.at.position))
            except BadMove:
                continue
        return line

    def _list(self, picking: Picking) -> None:
        for entry in picking.entries():
            count = len(entry.narrowed.moves)
            more = self._desk.words.count("({n} move)", "({n} moves)", count) if count > 1 else ""
            self._desk.tell(f"     {entry.label}  {more}".rstrip())

    # Commands, each with what follows it on the line.

    def _help(self, _rest: str) -> None:
        self._desk.list_commands(COMMANDS)
        self._desk.say("Type a move, its beginning, or the number of one that is shown.")

    def _back(self, _rest: str) -> None:
        self._show_if(self._board.back(), N_("This is the start."))

    def _other(self, _rest: str) -> None:
        self._show_if(self._board.beside(), N_("There is nothing else here."))

    def _start(self, _rest: str) -> None:
        self._show_if(self._board.to_start(), N_("This is the start."))

    def _end(self, _rest: str) -> None:
        self._show_if(self._board.to_end(), N_("There is nothing further on."))

    def _tree(self, _rest: str) -> None:
        for row in tree_rows(self._board):
            self._desk.tell(row)
        if not self._board.start.onward:
            self._desk.say("No move has been made yet.")

    def _moves(self, _rest: str) -> None:
        self._list(self._picking())

    def _look(self, rest: str) -> None:
        self._to_move()
        seconds = self._number(rest, MOST_SECONDS) if rest else PATIENCE
        self._think(Limits(seconds=seconds), max(1, self._shown_lines))

    def _lines(self, rest: str) -> None:
        self._shown_lines = self._number(rest, MOST_LINES, least=0)
        self._show()

    def _number(self, text: str, most: int, least: int = 1) -> int:
        number = number_in(text, most)
        if number is None or number < least:
            raise NotAllowed(N_("expected a number from {least} to {most}"), least=least, most=most)
        return number

    def _sign(self, rest: str) -> None:
        if rest and rest not in SIGNS:
            raise NotAllowed(
                N_("“{text}” is none of the signs {signs}"), text=rest, signs=" ".join(SIGNS)
            )
        made = self._board.at.made
        if made is None:
            raise NotAllowed(N_("no move has been made yet"))
        made.sign = rest
        self._show_said()

    def _comment(self, rest: str) -> None:
        said = " ".join(rest.split())
        if len(said) > LONGEST_COMMENT:
            raise NotAllowed(N_("a comment has at most {most} characters"), most=LONGEST_COMMENT)
        for moment in () if said else since_move(self._board.at):
            moment.comment = ""
        self._board.at.comment = said
        self._show_said()

    def _mark(self, rest: str) -> None:
        moment, places = self._board.at, rest.split()
        spots = {spot.id.casefold(): spot.id for spot in self._scene().board.spots}
        for place in places:
            if place.casefold() not in spots:
                raise NotAllowed(N_("there is no place “{place}” on this board"), place=place)
        if sum(map(len, moment.marks)) + len(places) > MOST_MARKS:
            raise NotAllowed(N_("marks name at most {most} places at a moment"), most=MOST_MARKS)
        for each in () if places else since_move(moment):
            each.marks = ()
        if places:
            moment.marks = (*moment.marks, tuple(spots[place.casefold()] for place in places))
        self._show_said()

    def _show_said(self) -> None:
        moment = self._board.at
        self._desk.tell(moment_told(moment) or self._desk.words.say("The start."), style="bold")

    def _promote(self, _rest: str) -> None:
        self._show_if(self._board.promote(), N_("This is no variation, or it comes first already."))

    def _remove(self, _rest: str) -> None:
        self._show_if(self._board.remove(), N_("What was played stays."))

    def _restore(self, _rest: str) -> None:
        self._show_if(self._board.restore(), N_("Nothing was taken away."))

    def _seat(self, rest: str) -> None:
        if rest:
            self._look_from(self._number(rest, self._board.at.position.seats) - 1)
        else:
            self._viewer = None
        self._show()

    def _look_from(self, seat: Seat) -> None:
        """Show from now on what *seat* knows; raise NotAllowed where that is no less than all."""
        if not has_secrets(self._board.at.position):
            raise NotAllowed(N_("nothing is hidden here"))
        if seat >= self._board.at.position.seats:
            raise NotAllowed(N_("nobody sits at seat {seat} here"), seat=seat + 1)
        self._viewer = seat

    def _position(self, _rest: str) -> None:
        position, viewer = self._board.at.position, self._viewer
        self._desk.tell(str(position if viewer is None else position.seen_by(viewer)))

    def _save(self, rest: str) -> None:
        name = rest or self._file or self._desk.ask(self._desk.words.say("To which file?"))
        if not name:
            return
        file, tree = Path(name), self._board.tree
        if file != self._file:
            refuse_to_overwrite(file)
        write_record(file, self._board.record())
        self._file, self._kept = file, tree
        self._desk.say("The record is in {file}.", file=file)

    def _quit(self, _rest: str) -> None:
        if self._may_leave():
            raise Left
