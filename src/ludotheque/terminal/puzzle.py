"""Puzzles at one screen: the board, a question, an answer, and what it was about."""

from collections.abc import Iterable

from ludotheque.errors import N_, LudothequeError, Phrase
from ludotheque.games import Told
from ludotheque.study.puzzles import Puzzle, Task, shipped
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.choosing import number_of
from ludotheque.study.puzzles.seen import claimed, falls_short, refuted
from ludotheque.study.puzzles.themes import catalogue
from ludotheque.study.puzzles.told import explained, named, question
from ludotheque.terminal import show
from ludotheque.terminal.ask import SHORT, Desk, Left

COMMANDS = {
    N_("help"): N_("show this list"),
    N_("hint"): N_("hear what the puzzle is about"),
    N_("moves"): N_("list the moves there are"),
    N_("solution"): N_("give up and see the solution"),
    N_("next"): N_("go on to another puzzle"),
    N_("quit"): N_("leave the puzzles"),
}
"""What can be typed instead of an answer, in English or in the reader's language."""
KEYS = SHORT | {"n": "next"}


def solve(desk: Desk, puzzles: Iterable[Puzzle]) -> None:
    """Ask one puzzle after another until the person leaves or there are no more: Left."""
    asked = right = 0
    try:
        for puzzle in puzzles:
            asked += 1
            right += _Solving(desk, puzzle).run()
            if desk.ask(desk.words.say("Enter: another puzzle, q: quit")).casefold() == "q":
                return
    finally:
        if asked:
            desk.say("{right} of {asked} solved at the first attempt.", right=right, asked=asked)


class _Solving:
    """One puzzle, until it is solved or given up."""

    def __init__(self, desk: Desk, puzzle: Puzzle) -> None:
        self._desk = desk
        self._puzzle = puzzle
        self._game = puzzle.taken
        self._attempt = Attempt(puzzle)
        self._clean = True
        self._wrong_answers: list[tuple[Attempt, str]] = []

    def run(self) -> bool:
        """Return whether it was solved without a wrong answer, and without being shown."""
        desk, puzzle = self._desk, self._puzzle
        among = shipped(self._game)
        desk.tell("")
        desk.tell(
            desk.words.say(
                "{game}, puzzle {number} of {total} ({id}), difficulty {difficulty}",
                game=desk.words.say(self._game.title),
                number=number_of(puzzle, among) if puzzle in among else "-",
                total=len(among),
                id=puzzle.id,
                difficulty=puzzle.difficulty,
            ),
            style="bold",
        )
        self._show_plays()
        self._show()
        self._tell(question(puzzle))
        while not self._attempt.solved:
            line = desk.ask(desk.words.say("Your answer, or help:"))
            if not line:
                continue
            command = desk.command(line, COMMANDS, KEYS)
            if command == "quit":
                raise Left
            if command == "next":
                self._clean = False
                break
            if command:
                getattr(self, f"_{command}")()
            else:
                self._answer(line)
        for told in explained(puzzle) if self._attempt.solved else ():
            self._tell(told)
        if self._attempt.solved and (rest := self._attempt.onward()):
            line = " ".join((*puzzle.line, *rest))
            self._desk.say("The solution, defended as long as can be: {line}", line=line)
        if self._attempt.solved:
            self._explain_wrong()
        return self._clean

    def _answer(self, line: str) -> None:
        called = {
            self._named(answer.text).casefold(): answer.text for answer in self._puzzle.answers
        }
        try:
            move = self._attempt.read(called.get(line.casefold(), line))
        except LudothequeError as refusal:
            self._desk.tell(self._desk.words.refusal(refusal), style="yellow")
            return
        verdict = self._attempt.answer(move)
        if not verdict.right:
            self._wrong(move)
            return
        self._attempt = verdict.next
        self._desk.tell(self._desk.words.say("Right: {move}.", move=self._named(move)), "green")
        for reply in verdict.reply:
            self._desk.say("The other side plays {move}. And now?", move=reply)
            self._show()
        if self._attempt.solved:
            self._show_end()

    def _wrong(self, move: str) -> None:
        self._clean = False
        self._desk.tell(self._desk.words.say("No, not {move}.", move=self._named(move)), "yellow")
        if (self._attempt, move) not in self._wrong_answers:
            self._wrong_answers.append((self._attempt, move))
        words = self._desk.words
        if (why := refuted(self._attempt, move, words)) is not None:
            line = why.moves if self._puzzle.task is Task.HOLD else ()
            self._desk.tell(" ".join((why.told, *line)))
        elif short := falls_short(self._attempt, move, words):
            self._desk.tell(short)

    def _explain_wrong(self) -> None:
        """Print what each wrong answer gave away, where something of it is proved."""
        for attempt, move in self._wrong_answers:
            for claim in claimed(attempt, move, self._desk.words):
                self._desk.say("{name}: {what}", name=self._named(move), what=claim.told)

    def _solution(self) -> None:
        self._clean = False
        rest = self._puzzle.line[len(self._attempt.made) :]
        told = " ".join(str(self._named(move)) for move in rest)
        self._desk.say("The solution: {line}", line=told)
        self._attempt = self._attempt.given_up()
        self._show_end()

    def _hint(self) -> None:
        self._clean = False
        names = [
            self._desk.words.say(theme.name)
            for key, theme in catalogue(self._game).items()
            if key in self._puzzle.themes
        ]
        self._desk.tell(", ".join(names))

    def _help(self) -> None:
        self._desk.list_commands(COMMANDS)

    def _moves(self) -> None:
        if self._puzzle.task is Task.SECRET:
            self._desk.tell("  ".join(self._named_secret(a.text) for a in self._puzzle.answers))
        else:
            self._desk.tell("  ".join(str(move) for move in self._attempt.now.moves()))

    def _show(self) -> None:
        scene = self._game.scene(self._attempt.now, self._puzzle.seat, None)
        self._desk.tell("")
        self._desk.tell(show.board(scene))
        self._desk.tell("")

    def _show_plays(self) -> None:
        """List what was played, where the answer follows from it."""
        for play in self._puzzle.plays:
            seat = show.seat_name(self._game, play.seat, self._desk.words)
            self._desk.tell(f"  {play.before}  {seat}: {play.move}")

    def _show_end(self) -> None:
        """Show where the solution leads, or the chance of every answer."""
        if not self._puzzle.answers:
            self._show()
            return
        for text, least, most in self._puzzle.answers:
            ends = (least,) if most - least < 1e-6 else (least, most)
            chance = " … ".join(self._desk.words.percent(end) for end in ends)
            self._desk.tell(f"  {self._named(text):<8} {chance}")

    def _named(self, answer: str) -> str:
        called = named(self._game, self._puzzle, answer)
        return self._desk.words.say(called) if isinstance(called, Phrase) else called

    def _named_secret(self, answer: str) -> str:
        return f"{answer} ({self._named(answer)})"

    def _tell(self, told: Told) -> None:
        self._desk.explain(self._desk.words.say(told.message, **told.facts), 0)
