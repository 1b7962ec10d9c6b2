"""Looking backwards: what seems better than the move played is held against it equally far.

And nothing is called lost of which only some moves were seen to lose.
"""

from ludotheque.engine import Limits, Line, Score
from ludotheque.games import take
from ludotheque.study.backwards import ANEW, Backwards
from tables import begin, play

TORTUGA = take("tortuga")
NODES = 100


class Scripted:
    """An analyst who says of each position what was written down, and notes what he is asked."""

    def __init__(self, said):
        self.said = said
        self.asked = []

    def lines(self, view, past, *, limits, lines=1):  # noqa: ARG002 - the script knows the past
        self.asked.append((str(view), limits, lines))
        return self.said.pop(0)[:lines]


def looked_at(*said):
    """Return the analyst, and what he let be known, of a game of the one move d2-d3."""
    match = play(begin(TORTUGA, 2), "d2-d3")
    analyst = Scripted([[*lines] for lines in said])
    looked = Backwards(match, analyst, nodes=NODES, lines=2)
    list(looked.steps())
    return analyst, looked


def line(share, depth, *moves):
    return Line(Score(share), depth, NODES, moves)


PLAYED = line(0.5, 2, "d6-d5", "c1-c3", "e6-e5")
"""A look that was broken off: two moves ahead were done, and a third for the best line."""


def test_what_seems_better_is_looked_at_as_far_as_the_position_that_was_reached():
    better = [line(0.8, 4, "e1^e3", "d6-d5"), line(0.5, 4, "d2-d3", "d6-d5")]
    analyst, looked = looked_at([PLAYED], better, [line(0.3, 3, "c6-c5", "d2-d3", "e6-e5")])
    *_, (position, limits, lines) = analyst.asked
    assert position == str(TORTUGA.start().after(TORTUGA.move("e1^e3", TORTUGA.start())))
    assert (limits, lines) == (Limits(nodes=ANEW * NODES, depth=3), 1)
    best, other = looked.lines(0)
    assert best.score == Score(0.7)
    assert best.moves == ("e1^e3", "c6-c5", "d2-d3", "e6-e5")
    assert other.moves == ("d2-d3", *PLAYED.moves)


def test_what_does_not_stand_when_looked_at_as_far_was_no_mistake():
    better = [line(0.8, 4, "e1^e3", "d6-d5"), line(0.5, 4, "d2-d3", "d6-d5")]
    _, looked = looked_at([PLAYED], better, [line(0.6, 3, "c6-c5", "d2-d3", "e6-e5")])
    assert looked.lines(0)[0].moves[0] == "d2-d3"
    assert looked.reached(0) == looked.lines(0)[0].score == Score(0.5)


def test_what_seems_hardly_better_needs_no_second_look():
    better = [line(0.54, 4, "e1^e3", "d6-d5"), line(0.5, 4, "d2-d3", "d6-d5")]
    analyst, looked = looked_at([PLAYED], better)
    assert len(analyst.asked) == 2
    assert looked.lines(0)[0].moves[0] == "e1^e3"


LOST = Line(Score.win(6), 3, NODES, ("c6-c5", "d2-d3", "e6-e5"))
"""What is found after a move that loses for certain, as the other side sees it."""


def test_what_some_moves_lose_is_not_lost_before_the_others_were_looked_at():
    better = [line(0.8, 4, "e1^e3", "d6-d5"), line(0.5, 4, "d2-d3", "d6-d5")]
    others = [*better, line(0.4, 3, "c2-c3", "d6-d5")]
    analyst, looked = looked_at([LOST], better, [LOST], others, [line(0.6, 3, "c6-c5")])
    assert [wanted for _, _, wanted in analyst.asked] == [2, 2, 1, 4, 1]
    assert looked.reached(0) == Score.loss(7)
    best, *_ = looked.lines(0)
    assert (best.moves[0], best.score) == ("c2-c3", Score(0.4))


def test_what_a_search_says_of_all_moves_is_lost():
    better = [line(0.8, 4, "e1^e3", "d6-d5"), line(0.5, 4, "d2-d3", "d6-d5")]
    others = [Line(Score.loss(5), 4, NODES, (move, "d6-d5")) for move in ("c2-c3", "c2-b2")]
    analyst, looked = looked_at([LOST], better, [LOST], others)
    assert len(analyst.asked) == 4
    assert looked.lines(0)[0].score == Score.loss(7)
