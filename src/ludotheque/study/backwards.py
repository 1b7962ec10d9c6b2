"""The positions of an open game for two, looked at from the end backwards with one memory.

What is found of a position helps the one before it, and nothing that is told contradicts itself:
what a move left its mover is what the position after it is worth, and a certain win that is played
comes nearer by a move at a time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ludotheque.engine import Analyst, Limits, Line, Score
from ludotheque.match import Match
from ludotheque.position import Outcome, Position, Seat, Seen
from ludotheque.study.judged import Label

RULED = frozenset({"repetition", "limit"})
"""The reasons for which a match is over where its position, by the game's own rules, is not."""


class Backwards:
    """The line of play of *match*, an open game for two, looked at position by position.

    Each is searched for *nodes* and has at most *lines* lines; there should be two at least, to
    see whether a move was the only one.
    """

    def __init__(self, match: Match, analyst: Analyst, *, nodes: int, lines: int) -> None:
        self._match = match
        self._analyst = analyst
        self._nodes = nodes
        self._most = lines
        self._known: dict[int, list[Line]] = {}
        self._past = [
            Seen(ply.mover, ply.move, before)
            for ply, before in zip(match.plies, match.positions, strict=False)
            if isinstance(ply.mover, int)
        ]

    def steps(self) -> Iterator[int]:
        """Look at one position after another, the last first; yield the number of each."""
        last = len(self._match.plies)
        if self._ended(last) is None:
            self._known[last] = self._searched(last, self._match.position, self._past)
        yield last
        for number in range(last - 1, -1, -1):
            self._look(number)
            yield number

    def score(self, number: int, seat: Seat) -> Score:
        """Return what *seat* may expect at a position that was looked at."""
        ended = self._ended(number)
        if ended is not None:
            return _final(ended, seat)
        score = self._known[number][0].score
        return score if self._match.positions[number].to_move == seat else -score

    def reached(self, number: int) -> Score:
        """Return what the move made at a position left its mover, counted from before it."""
        return _after(self.score(number + 1, self._past[number].seat), 1)

    def lines(self, number: int) -> tuple[Line, ...]:
        """Return the best lines of a position, best first; none where the game is over."""
        return tuple(self._known.get(number, ())[: self._most])

    def past(self, number: int) -> Sequence[Seen]:
        """Return the moves that led to a position."""
        return self._past[:number]

    def _ended(self, number: int) -> Outcome | None:
        """Return how the game came out at that position by its rules, or by those of the match."""
        match = self._match
        if number < len(match.plies):
            return None
        ruled = match.outcome is not None and match.outcome.reason in RULED
        return match.outcome if ruled else match.position.outcome()

    def _look(self, number: int) -> None:
        """Find out about a position from which the game went on."""
        position = self._match.positions[number]
        found: list[Line] = []
        if len(position.moves()) > 1:
            found = self._searched(number, position, self._past[:number])
            played = str(self._past[number].move)
            own = next((line for line in found if line.moves[0] == played), None)
            if own is not None:
                self._agree(number, own)
        self._known[number] = self._second_look(number, self._with_played(number, found))

    def _searched(
        self, number: int, position: Position[Any], past: Sequence[Seen], *, again: bool = False
    ) -> list[Line]:
        """Return the best lines of *position*, which stands after *number* moves.

        What is looked at *again* has one line, and for that half of the nodes go as far.
        """
        wanted = 1 if again else self._most
        limits = Limits(nodes=max(1, self._nodes // 2) if again else self._nodes)
        found = self._analyst.lines(position, past, limits=limits, lines=wanted)
        limit = self._match.setup.move_limit
        if limit is None:
            return found
        return [replace(line, score=_in_time(line.score, limit - number)) for line in found]

    def _with_played(self, number: int, found: Sequence[Line]) -> list[Line]:
        """Return lines, best first, in which the move played is worth what the game went on from.

        That was looked at by itself, and so further than any search from before it.
        """
        played = str(self._past[number].move)
        following = self._known.get(number + 1)
        depth, nodes, rest = (
            (following[0].depth, following[0].nodes, following[0].moves)
            if following
            else (0, 0, ())
        )
        own = Line(self.reached(number), depth + 1, nodes, (played, *rest))
        return _ranked([own, *(line for line in found if line.moves[0] != played)], played)

    def _second_look(self, number: int, lines: list[Line]) -> list[Line]:
        """Return *lines* when whatever seems better than the move played was looked at as far.

        A look one move further often says something else for no reason of the game's: only what
        still stands then was a mistake. What is certain needs no second look.
        """
        position, played = self._match.positions[number], self._past[number]
        reached, looked_at = self.reached(number), {str(played.move)}
        while True:
            best = lines[0]
            doubtful = not best.score.certain and best.moves[0] not in looked_at
            if not doubtful or best.score.share - reached.share < Label.INACCURACY.value:
                return lines
            looked_at.add(best.moves[0])
            move = self._match.setup.game.move(best.moves[0], position)
            after, seen = position.after(move), Seen(played.seat, move, position)
            outcome = after.outcome()
            if outcome is not None:
                better = replace(best, score=_after(_final(outcome, played.seat), 1))
            else:
                past = [*self._past[:number], seen]
                (line,) = self._searched(number + 1, after, past, again=True)
                mine = line.score if after.to_move == played.seat else -line.score
                moves = (best.moves[0], *line.moves)
                better = Line(_after(mine, 1), line.depth + 1, line.nodes, moves)
            lines = _ranked([better, *lines[1:]], str(played.move))

    def _agree(self, number: int, proof: Line) -> None:
        """Let all behind a move agree with what the search from before it has proved.

        *proof* is its line for the move played. Where the position after the move was thought to
        be less certain, or certain less soon, it is not: and so on down the line of play.
        """
        score, after = proof.score, number + 1
        if after not in self._known or not _is_sharper(score, self.reached(number)):
            return
        seat, to_move = self._past[number].seat, self._match.positions[after].to_move
        known = _after(score if to_move == seat else -score, -1)
        rest, old = proof.moves[1:], self._known[after]
        line = Line(known, max(0, proof.depth - 1), proof.nodes, rest or old[0].moves)
        # Where every move loses none of the others is better; where one wins they may be anything.
        kept = [other for other in old if other.moves[0] != line.moves[0]] if known.share else []
        self._known[after] = [line, *kept]
        if after < len(self._past):
            played = str(self._past[after].move)
            if played == line.moves[0]:
                self._agree(after, line)
            elif not known.share:
                self._agree(after, replace(line, moves=(played,)))


def _final(outcome: Outcome, seat: Seat) -> Score:
    """Return what a game that is over was worth to *seat*."""
    share = outcome.shares[seat]
    return Score(share, 0) if share in {0.0, 1.0} else Score(share)


def _after(score: Score, moves: int) -> Score:
    """Return *score* as it is counted from so many *moves* earlier."""
    if score.certain_in is None:
        return score
    return Score(score.share, max(0, score.certain_in + moves))


def _is_sharper(proof: Score, known: Score) -> bool:
    """Return whether *proof* says more than is *known*: that it is certain, or sooner so."""
    if proof.certain_in is None:
        return False
    if known.certain_in is None:
        return True
    return proof.share == known.share and proof.certain_in < known.certain_in


def _in_time(score: Score, left: int) -> Score:
    """Return *score* where so many moves are *left*: what takes longer is drawn by the limit."""
    late = score.certain_in is not None and score.certain_in > left
    return Score(0.5) if late else score


def _ranked(lines: Sequence[Line], played: str) -> list[Line]:
    """Return *lines*, best first; of those that are worth the same, that of the move *played*."""
    return sorted(lines, key=lambda line: (line.score, line.moves[0] == played), reverse=True)
