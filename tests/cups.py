"""A tiny game for the referee's tests: everyone has a die under a cup.

Chance rolls a die under each cup; each seat in turn keeps its die or rolls it again, twice round;
the highest die wins, ties share. Unless the cups are open, nobody sees another's die, nor whether
it was rolled again: here even moves of seats are secret. Option `rolls`: nobody may roll again, and
so no move of chance follows a seat's.
Text: a digit a die (0: to be rolled), how many moves were made, who is being rolled for or `-`.
"""

from dataclasses import dataclass, replace

from ludotheque.errors import BadMove, BadPosition, IllegalMove
from ludotheque.games import Game
from ludotheque.position import CHANCE, Outcome
from ludotheque.scene import Board, Scene

ODDS = {"d1": 1, "d2": 2, "d3": 3}


@dataclass(frozen=True)
class CupsView:
    """One's own die, and whose turn it is."""

    viewer: int | None
    die: int | None
    made: int
    rolling: int | None


@dataclass(frozen=True)
class Cups:
    dice: tuple[int, ...]
    made: int
    rolling: int | None
    kept: bool
    are_open: bool
    once: bool

    @property
    def seats(self):
        return len(self.dice)

    @property
    def to_move(self):
        if self.rolling is not None:
            return CHANCE
        return None if self.made == 2 * self.seats else self.made % self.seats

    def moves(self):
        if self.to_move is CHANCE:
            return (f"d{self.dice[self.rolling]}",) if self.kept else tuple(ODDS)
        if self.to_move is None:
            return ()
        return ("keep",) if self.once else ("keep", "again")

    def odds(self):
        return tuple(ODDS[move] for move in self.moves()) if self.to_move is CHANCE else ()

    def after(self, move):
        if self.to_move is not CHANCE:
            rolling = None if self.once else self.to_move
            return replace(self, made=self.made + 1, rolling=rolling, kept=move == "keep")
        dice = (*self.dice[: self.rolling], int(move[1]), *self.dice[self.rolling + 1 :])
        rolling = dice.index(0) if 0 in dice else None
        return replace(self, dice=dice, rolling=rolling, kept=False)

    def outcome(self):
        if self.to_move is not None:
            return None
        best = [seat for seat, die in enumerate(self.dice) if die == max(self.dice)]
        return Outcome.win(self.seats, *best, reason="highest")

    def seen_by(self, seat):
        if self.are_open:
            return self
        return CupsView(seat, None if seat is None else self.dice[seat], self.made, self.rolling)

    def witnessed_by(self, seat):
        return self.are_open or seat == (self.rolling if self.to_move is CHANCE else self.to_move)

    def __str__(self):
        rolling = "-" if self.rolling is None else self.rolling
        return f"{''.join(map(str, self.dice))} {self.made} {rolling}"


def read_position(text, options):
    dice, made, rolling = text.split(" ")
    if not dice.isdecimal():
        raise BadPosition("{dice} are not dice", text=text, dice=dice)
    return Cups(
        tuple(map(int, dice)),
        int(made),
        None if rolling == "-" else int(rolling),
        kept=False,
        are_open=options["cups"] == "open",
        once=options["rolls"] == "once",
    )


def read_move(text, position):
    if text not in ("keep", "again", *ODDS):
        raise BadMove("move {text!r} is none", text=text)
    if text not in position.moves():
        raise IllegalMove("move {text!r} cannot be made", text=text)
    return text


CUPS = Game(
    slug="cups",
    title="Cups",
    tagline="",
    minutes=(1, 1),
    seats=range(2, 6),
    seat_names=(),
    options={"cups": ("secret", "open"), "rolls": ("again", "once")},
    reasons={"highest": ""},
    opening=lambda seats, options: read_position(f"{'0' * seats} 0 0", options),
    read_position=read_position,
    read_move=read_move,
    scene=lambda *_: Scene(Board("mat", 1, 1, ()), (), None),
)
