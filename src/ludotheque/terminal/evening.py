"""Local play: who sits down at one screen, and the games that are played there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from random import Random

from rich.table import Table

from ludotheque.engine import BUILT, HUMAN, LEVELS, level_of, level_text, player
from ludotheque.engine.level_names import computer_names
from ludotheque.errors import N_, BadSeats
from ludotheque.games import AnyGame, shelf
from ludotheque.match import (
    BEGINS,
    Clock,
    Match,
    Referee,
    Series,
    beginner_after,
    drawn_by_lot,
    first_seat_begins,
    new_seed,
    question,
)
from ludotheque.terminal.ask import Desk, Left
from ludotheque.terminal.session import Session, now
from ludotheque.words import Words

FRIENDLY = 3
"""The level that is offered to someone who does not say which."""


@dataclass(frozen=True, kw_only=True)
class Evening:
    """What is going to be played, by whom, and how."""

    game: AnyGame
    sitters: Sequence[str]
    """Who sits down, as `human`, `random` or `level:3`, in the order of play."""
    names: Sequence[str] = ()
    """What they are called; who has no name is called by what they are."""
    options: Mapping[str, str] = field(default_factory=dict)
    clock: Clock | None = None
    move_limit: int | None = None
    start: str | None = None
    first_to: int | None = None
    """The points that win a series; None for a single game."""
    beginner: int | None = 0
    """Who begins the first game, by number in `sitters`; None if a lot decides."""
    seed: str = field(default_factory=new_seed)
    save: Path | None = None

    def play(self, desk: Desk) -> Series:
        """Play to the end of the game or the series, and return how it went."""
        for sitter in self.sitters:
            player(sitter, self.game, Random(0))  # Refuse an unknown player before anyone moves.
        tell_if_slow(desk, self.sitters)
        names = self.called(desk.words)
        first_to = 1 if self.first_to is None else self.first_to
        series = Series(self.game, tuple(names), first_to, self._first(len(names)))
        if self.first_to is None:
            return self._next_game(desk, series)
        while series.winner is None:
            series = self._next_game(desk, series)
            for name, score in zip(names, series.scores, strict=True):
                desk.say("{name}: {score}", name=name, score=desk.words.number(score))
        desk.tell(
            desk.words.say("{name} wins the series.", name=names[series.winner]), style="bold"
        )
        return series

    def _first(self, count: int) -> int:
        """Return who begins the first game, by number in `sitters`."""
        return drawn_by_lot(self._seed("lot"), count) if self.beginner is None else self.beginner

    def _next_game(self, desk: Desk, series: Series) -> Series:
        """Return the series after another game of it."""
        outcome = self._game(desk, series).outcome
        assert outcome is not None  # noqa: S101 - a session ends with the match
        return series.after(outcome)

    def _game(self, desk: Desk, series: Series) -> Match:
        """Play the next game of *series*."""
        number, order = len(series.games), series.seating
        seed = self.seed if self.first_to is None else self._seed(str(number))
        referee = Referee(seed)
        match = referee.begin(
            self.game,
            [series.players[who] for who in order],
            began=now(),
            options=self.options,
            start=self.start,
            clock=self.clock,
            move_limit=self.move_limit,
        )
        if self.first_to is not None:
            _announce(desk, series, match)
        players = [player(self.sitters[who], self.game, Random(f"{seed}/{who}")) for who in order]
        return Session(desk, referee, players, self._file(number)).play(match)

    def _seed(self, purpose: str) -> str:
        """Return a seed for one purpose: a game's is revealed at its end, the master's never."""
        return sha256(f"{self.seed}/{purpose}".encode()).hexdigest()

    def _file(self, number: int) -> Path | None:
        """Return where game *number* is saved: each game of a series in a file of its own."""
        if self.save is None or self.first_to is None:
            return self.save
        return self.save.with_stem(f"{self.save.stem}-{number + 1}")

    def called(self, words: Words) -> list[str]:
        """Return the names of those who sit down, all of them different."""
        self.game.check_seats(len(self.sitters))
        if len(self.names) > len(self.sitters):
            raise BadSeats(
                N_("{names} names, but only {seats} seats"),
                names=len(self.names),
                seats=len(self.sitters),
            )
        given = [*self.names, *[""] * (len(self.sitters) - len(self.names))]
        levels = {
            place: level
            for place, (name, sitter) in enumerate(zip(given, self.sitters, strict=True))
            if not name and (level := level_of(sitter)) is not None
        }
        computers = computer_names(levels, words)
        names = [
            name or computers.get(place) or _title(self.sitters[place], place + 1, words)
            for place, name in enumerate(given)
        ]
        # Two of one name would not be told apart.
        return [
            name if names.count(name) == 1 else f"{name} ({number})"
            for number, name in enumerate(names, 1)
        ]


def _announce(desk: Desk, series: Series, match: Match) -> None:
    """Say who begins *match*, the next game of *series*, and why if it follows from the last."""
    opening = match.setup.opening
    if series.games and first_seat_begins(opening):
        tell_beginner(desk, series)
    seat = opening.to_move if isinstance(opening.to_move, int) else 0
    name = match.setup.players[seat]
    desk.say("Game {n}. {name} begins.", n=len(series.games) + 1, name=name)


def tell_beginner(desk: Desk, series: Series) -> None:
    """Say who begins the game after the last one of *series*, and why."""
    why = beginner_after(series.game, series.games[-1]).why
    desk.say(BEGINS[why], name=series.players[series.beginners[-1]])


def tell_if_slow(desk: Desk, sitters: Sequence[str]) -> None:
    """Say that the computer plays without the kernel, if it plays and does."""
    if not BUILT and any(map(level_of, sitters)):
        desk.say("This house was built without its kernel: the computer plays in pure Python.")


def _title(sitter: str, number: int, words: Words) -> str:
    if sitter == HUMAN:
        return words.say("Player {n}", n=number)
    return words.say("Random") if sitter == "random" else sitter


def shelf_table(words: Words, *, with_options: bool = False) -> Table:
    """Return the games on the shelf, numbered, if asked with what a table may choose."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for number, game in enumerate(shelf().values(), 1):
        least, most = game.seats[0], game.seats[-1]
        players = f"{least}" if least == most else f"{least}-{most}"
        facts = words.say(
            "{players} players, {least} to {most} minutes",
            players=players,
            least=game.minutes[0],
            most=game.minutes[1],
        )
        table.add_row(str(number), game.slug, f"[bold]{words.say(game.title)}[/]", facts)
        table.add_row("", "", words.say(game.tagline), "")
        if game.credits:
            table.add_row("", "", f"[dim]{words.say(game.credits)}[/]", "")
        for name, values in game.options.items() if with_options else ():
            table.add_row("", "", f"[dim]-o {name}={'|'.join(values)}[/]", "")
        table.add_row()
    return table


def welcome(desk: Desk) -> None:
    """Let a passer-by take a game off the shelf, as often as they like."""
    games = list(shelf().values())
    try:
        while True:
            desk.tell("")
            desk.tell(
                desk.words.say("Welcome to ludotheque, the game library that never closes."),
                style="bold",
            )
            desk.tell("")
            desk.console.print(shelf_table(desk.words))
            _play_on(desk, _sit_down(desk, _pick(desk, games)))
            if not desk.agrees(desk.words.say("Another game from the shelf?")):
                return
    finally:
        desk.say("See you next time!")


def _play_on(desk: Desk, evening: Evening) -> None:
    """Play at one table for as long as people like; each game says who begins the next."""
    while True:
        series = evening.play(desk)
        tell_beginner(desk, series)
        if not desk.agrees(desk.words.say("Play again at this table?")):
            return
        evening = replace(evening, beginner=series.beginners[-1], seed=new_seed())


def _sit_down(desk: Desk, game: AnyGame) -> Evening:
    say = desk.words.say
    seats = game.seats[0]
    if len(game.seats) > 1:
        seats = _seats(desk, game)
    people = desk.number(say("How many of them are people at this screen?"), seats, 1)
    sitters = [HUMAN] * people
    if people < seats:
        level = desk.number(
            say("How strong should the computer be, from 1 (gentle) to {most}?", most=len(LEVELS)),
            len(LEVELS),
            FRIENDLY,
        )
        sitters += [level_text(level)] * (seats - people)
    evening = Evening(game=game, sitters=sitters)
    beginner = _who_begins(desk, evening, people)
    desk.say("Type help at any time to see what else you can do.")
    return replace(evening, beginner=beginner)


def _who_begins(desk: Desk, evening: Evening, people: int) -> int | None:
    """Return whom those at the screen name, by number in the sitters; None if a lot decides."""
    say = desk.words.say
    names = evening.called(desk.words)
    asked = question(evening.game, computers=people < len(names))
    if people == 1:
        names = [say("Me"), *(names[1:] if len(names) > 2 else [say("The computer")])]
    for number, name in enumerate([*names, say("By lot")], 1):
        desk.tell(f"{number:>3}  {name}")
    lot = len(names) + 1
    answer = desk.number(say(asked), lot, lot)
    return None if answer == lot else answer - 1


def _pick(desk: Desk, games: Sequence[AnyGame]) -> AnyGame:
    """Return the game of the number or the name that the person types."""
    while True:
        answer = desk.ask(desk.words.say("Which game?") + " [1]").casefold() or "1"
        if answer in ("q", "quit", desk.words.say("quit")):
            raise Left
        for number, game in enumerate(games, 1):
            if answer in (str(number), game.slug, desk.words.say(game.title).casefold()):
                return game
        desk.say("Please type a number from 1 to {most}.", most=len(games))


def _seats(desk: Desk, game: AnyGame) -> int:
    while True:
        seats = desk.number(desk.words.say("How many players?"), game.seats[-1], game.seats[0] + 1)
        if seats in game.seats:
            return seats
        desk.say("At least {least} are needed.", least=game.seats[0])
