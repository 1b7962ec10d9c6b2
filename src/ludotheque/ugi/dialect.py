"""The lines that both sides of UGI must agree on: `position` and `go`, and what `info` tells.

`position` tells where the game stands, in one or more stretches `startpos` or `fen TEXT`, each of
which may be followed by `moves` and the moves made from there. In an open game one stretch says it
all. In a game with secrets a stretch is what the engine's seat saw before a move, and that move;
what chance did since shows in the next stretch: `fen VIEW moves r+ fen VIEW moves b- fen VIEW`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from ludotheque.engine import Limits, Line, Score
from ludotheque.engine.score import share_at
from ludotheque.errors import N_, BadPosition, BadText, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.match import Match, Setup, SuddenDeath, evolve
from ludotheque.match.events import Drew, Moved
from ludotheque.position import Chance, Outcome, Seat, Seen, View

START: Final = "startpos"
TEXT: Final = "fen"
MOVES: Final = "moves"
MOST: Final = 10**18 - 1
"""The greatest number that is told: none greater is read."""
LINES: Final = "MultiPV"
"""The option that says how many lines are told."""


@dataclass(frozen=True)
class Moment:
    """Where a game stands, as far as the one who was told may know."""

    to_move: Seat | Chance | None
    view: View[Any]
    """What the seat to move may know; all there is once the game is over or chance is to move."""
    past: tuple[Seen, ...]
    """The moves that led here, as that seat saw them."""
    outcome: Outcome | None
    """By a rule of the game or a ruling of the match; the rulings need the whole line of play."""


def position_line(
    game: AnyGame,
    seats: int,
    options: Mapping[str, str],
    view: View[Any],
    past: Sequence[Seen],
) -> str:
    """Return the `position` line for the seat to move, who has this *view* and *past*."""
    if game.read_view is not None:
        stretches = [f"{TEXT} {seen.before} {MOVES} {seen.move}" for seen in past]
        return " ".join(("position", *stretches, f"{TEXT} {view}"))
    begin = past[0].before if past else view
    at_start = begin == game.start(seats, **options)
    line = f"position {START if at_start else f'{TEXT} {begin}'}"
    return f"{line} {MOVES} {' '.join(str(seen.move) for seen in past)}" if past else line


class Listener:
    """Who reads `position` lines. A line that goes on from the last one is read from there."""

    def __init__(self, game: AnyGame, seats: int, options: Mapping[str, str]) -> None:
        self._game = game
        self._seats = seats
        self._options = options
        self._line: tuple[str | None, list[str], Match] | None = None
        """What was read last: where it began, its moves, and where they led."""

    def moment(self, words: Sequence[str]) -> Moment:
        """Return the moment that the *words* after `position` tell of, or raise a refusal."""
        stretches = _stretches(words)
        text, moves = stretches[-1]
        if len(stretches) > 1 or (
            text is not None and not _is_whole(text, self._game, self._options)
        ):
            return _seen(stretches, self._game, self._options)
        over = None if text is None else self._over(text)
        if over is None:
            return _moment(self._followed(text, moves))
        if moves:
            raise _too_late(moves[0])
        return over

    def _over(self, text: str) -> Moment | None:
        """Return the moment of a position that the rules have ended, from which no match begins."""
        position = self._game.position(text, **self._options)
        outcome = position.outcome()
        return None if outcome is None else Moment(None, position, (), outcome)

    def _followed(self, text: str | None, moves: list[str]) -> Match:
        """Return where the *moves*, chance's among them, lead from a whole position."""
        last = self._line
        if last is not None and last[0] == text and last[1] == moves[: len(last[1])]:
            match, rest = last[2], moves[len(last[1]) :]
        else:
            match, rest = self._begun(text), moves
        for move in rest:
            seat = match.to_move
            if seat is None:
                raise _too_late(move)
            match = evolve(match, Moved(0, seat, move) if isinstance(seat, int) else Drew(0, move))
        self._line = text, moves, match
        return match

    def _begun(self, text: str | None) -> Match:
        game, options = self._game, self._options
        count = self._seats if text is None else game.position(text, **options).seats
        setup = Setup(
            game=game,
            options=game.settle(options),
            players=tuple(map(str, range(1, count + 1))),
            start=text,
            move_limit=game.move_limit,
            began=0,
        )
        return Match.start(setup)


def _too_late(move: str) -> NotAllowed:
    return NotAllowed(N_("the game is over before the move “{move}”"), move=move)


def _moment(match: Match) -> Moment:
    seat, outcome = match.to_move, match.outcome or match.position.outcome()
    if outcome is not None or not isinstance(seat, int):
        return Moment(None if outcome else seat, match.position, (), outcome)
    return Moment(seat, match.seen_by(seat), match.past(seat), None)


def _stretches(words: Sequence[str]) -> list[tuple[str | None, list[str]]]:
    """Return each stretch as the text it begins from, None for the start, and its moves."""
    stretches: list[tuple[list[str] | None, list[str]]] = []
    into: list[str] | None = None
    for word in words:
        if word == START:
            stretches.append((None, []))
            into = None
        elif word == TEXT:
            into = []
            stretches.append((into, []))
        elif word == MOVES and stretches:
            into = stretches[-1][1]
        elif into is None:
            raise BadText(N_("position: expected startpos, fen or moves, not “{word}”"), word=word)
        else:
            into.append(word)
    if not stretches:
        raise BadText(N_("position: expected startpos, or fen and a position"))
    return [(None if text is None else " ".join(text), moves) for text, moves in stretches]


def _is_whole(text: str, game: AnyGame, options: Mapping[str, str]) -> bool:
    """Return whether *text* is a position, or else can only be what a seat sees of one."""
    if game.read_view is None:
        return True
    try:
        game.position(text, **options)
    except BadPosition:
        return False
    return True


def _seen(
    stretches: Sequence[tuple[str | None, list[str]]], game: AnyGame, options: Mapping[str, str]
) -> Moment:
    """Return what a seat has seen: its view now, and before each move that it witnessed."""
    *before, (last, rest) = stretches
    if last is None or rest:
        raise BadText(N_("position: where something is hidden, the seat’s view comes last"))
    now = game.view(last, 0, **options)
    seat = now.to_move
    if not isinstance(seat, int):
        return Moment(seat, now, (), now.outcome())
    past = []
    for text, moves in before:
        if text is None or len(moves) != 1:
            raise BadText(N_("position: expected a view, moves and one move, then the next view"))
        view = game.view(text, seat, **options)
        mover = view.to_move
        if not isinstance(mover, int):
            raise BadPosition(N_("it is nobody’s turn here"), text=text)
        past.append(Seen(mover, moves[0], view))
    return Moment(seat, game.view(last, seat, **options), tuple(past), None)


def read_go(words: Sequence[str], seat: Seat) -> Limits:
    """Return the limits after `go`; of the clocks, that of *seat* counts."""
    numbers: dict[str, int] = {}
    following = iter(words)
    for name in following:
        if name == "infinite":
            continue
        value = next(following, "")
        if not (value.isascii() and value.isdecimal() and len(value) <= len(str(MOST))):
            raise BadText(
                N_("go: “{name}” needs a whole number, not “{value}”"), name=name, value=value
            )
        numbers[name] = int(value)
    clock = SuddenDeath(
        max(1, numbers.get(f"p{seat + 1}time", 1)), numbers.get(f"p{seat + 1}inc", 0)
    )
    if f"p{seat + 1}time" in numbers:
        ration = max(1, clock.ration(clock.initial_ms))
        numbers["movetime"] = min(ration, numbers.get("movetime", ration))
    least = {name: max(1, value) for name, value in numbers.items()}
    return Limits(
        seconds=least["movetime"] / 1000 if "movetime" in least else None,
        nodes=least.get("nodes"),
        depth=least.get("depth"),
    )


def go_line(limits: Limits) -> str:
    """Return the `go` line that keeps to *limits*, as far as numbers go."""
    words = ["go"]
    if limits.seconds is not None:
        words += ["movetime", str(max(1, round(min(limits.seconds * 1000, MOST))))]
    if limits.nodes is not None:
        words += ["nodes", str(min(limits.nodes, MOST))]
    if limits.depth is not None:
        words += ["depth", str(min(limits.depth, MOST))]
    return " ".join(words if len(words) > 1 else ("go", "infinite"))


def read_info(words: Sequence[str]) -> tuple[int, Line] | None:
    """Return the line that the *words* after `info` tell, and its place among several, from 1.

    None where they tell of something else, or what they tell cannot be understood: an engine may
    say what it likes there. A bound is taken for the score.
    """
    if "pv" not in words:
        return None
    end = words.index("pv")
    before, moves = words[:end], tuple(words[end + 1 :])
    if "string" in before:
        return None
    # Fields have any number of words, so that each word is looked up by the one before it.
    told = dict(pairwise(before))
    try:
        score = _read_score(told)
        place, depth, nodes = (
            int(told.get(name, usual))
            for name, usual in (("multipv", "1"), ("depth", "0"), ("nodes", "0"))
        )
    except (KeyError, ValueError):
        return None
    return (place, Line(score, depth, nodes, moves)) if moves and place > 0 else None


def _read_score(told: Mapping[str, str]) -> Score:
    """Return what `score_words` has written. Raise KeyError or ValueError."""
    if told["score"] != "mate":
        return Score(share_at(float(told["cp"])))
    moves = int(told["mate"])
    return Score.win(moves) if moves > 0 else Score.loss(-moves)


def score_words(score: Score) -> str:
    """Return a score as `info` tells it: `cp 35`, or `mate -4`, in the moves of all seats."""
    if score.certain_in is None:
        return f"cp {score.points}"
    return f"mate {score.certain_in if score.share else -score.certain_in}"
