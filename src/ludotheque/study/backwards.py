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

ANEW = 2
"""How many times the nodes of a position a second look may take: what was not played is new to the
memory, and takes more to be looked at as far."""
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
        self._known[number] = self._second_look(number, found)

    def _searched(
        self, number: int, position: Position[Any], past: Sequence[Seen], *, more: int = 0
    ) -> list[Line]:
        """Return the best lines of *position*, which stands after *number* moves.

        There are so many *more* of them as are wanted for moves that are known already.
        """
        limits, lines = Limits(nodes=self._nodes), self._most + more
        return self._counted(
            number, self._analyst.lines(position, past, limits=limits, lines=lines)
        )

    def _searched_as_far(self, number: int, position: Position[Any], past: Sequence[Seen]) -> Line:
        """Return the best line of *position*, where after *number* moves the game did not go on.

        It is looked at as far as the position that was reached then, if its nodes suffice.
        """
        reached = self._known.get(number)
        limits = Limits(nodes=ANEW * self._nodes, depth=_far(reached[0]) if reached else None)
        (line,) = self._counted(number, self._analyst.lines(position, past, limits=limits))
        return line

    def _counted(self, number: int, found: list[Line]) -> list[Line]:
        """Return lines from after *number* moves as the match's limit of moves lets them count."""
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

    def _second_look(self, number: int, found: list[Line]) -> list[Line]:
        """Return lines, best first, when whatever seems better than the move played was looked at.

        *found* are those of a search, none where there is no choice. A look one move further often
        says something else for no reason of the game's, since another side has moved last: only
        what still stands equally far was a mistake. What is certain needs no second look; but that
        some moves lose for certain says nothing of the others, until a search says so of them all.
        """
        position, played = self._match.positions[number], str(self._past[number].move)
        reached, looked_at = self.reached(number), {played}
        lines, lost = self._with_played(number, found), _is_lost(found)
        while True:
            best = lines[0]
            if _is_lost(lines) and not lost and len(lines) < len(position.moves()):
                known = {line.moves[0] for line in lines}
                found = self._searched(number, position, self.past(number), more=len(lines))
                lines += [line for line in found if line.moves[0] not in known]
                lost = _is_lost(found)
            elif (
                best.score.certain
                or best.moves[0] in looked_at
                or best.score.share - reached.share < Label.INACCURACY.value
            ):
                return lines
            else:
                looked_at.add(best.moves[0])
                lines[0] = self._looked_at_as_far(number, best)
            lines = _ranked(lines, played)

    def _looked_at_as_far(self, number: int, line: Line) -> Line:
        """Return *line*, of a move that was not played, when what it leads to was looked at."""
        position, seat = self._match.positions[number], self._past[number].seat
        move = self._match.setup.game.move(line.moves[0], position)
        after, past = position.after(move), [*self.past(number), Seen(seat, move, position)]
        outcome = after.outcome()
        if outcome is not None:
            return replace(line, score=_after(_final(outcome, seat), 1))
        answer = self._searched_as_far(number + 1, after, past)
        score = answer.score if after.to_move == seat else -answer.score
        moves = (line.moves[0], *answer.moves)
        return Line(_after(score, 1), answer.depth + 1, answer.nodes, moves)

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


def _is_lost(lines: Sequence[Line]) -> bool:
    """Return whether the best of *lines* loses for certain."""
    return bool(lines) and lines[0].score.certain and not lines[0].score.share


def _far(line: Line) -> int:
    """Return how many moves ahead was looked for the score of *line*.

    A look ahead that was broken off had gone a move further for its best line, if that shows it.
    """
    return max(line.depth, len(line.moves), 1)


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
