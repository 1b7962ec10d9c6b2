"""Scores: what someone can expect of a position, as values with an order.

lost in 1 < lost in 2 < … < 0 % < … < 100 % < … < won in 2 < won in 1
"""

from dataclasses import dataclass
from functools import total_ordering
from math import log

SCALE = 100.0
"""The points, as engines tell them, of a side that may expect three quarters of the point. What a
search counts in has a scale of its own in each game: `Game.scale`."""
SUREST = 1e-9
"""How far from certain a share is at least that is told in points, which have no end."""
_FARTHEST = 600.0
"""The scales by which a side can be behind: three to the power of more is no float any more."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """What the one whose score it is can expect; the greater, the better.

    For people it is `62.5 %`, `#4` for a win by the fourth move, or `#-3` for a loss by the third.
    """

    share: float
    """Of the one point, from 0 to 1."""
    certain_in: int | None = None
    """The moves of all seats in which the game is won (share 1) or lost (share 0), whatever the
    others play; None where that is not certain."""

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"{self.share} is no share of a point")
        if self.certain_in is not None and (self.certain_in < 0 or self.share not in {0.0, 1.0}):
            raise ValueError(f"a share of {self.share} is not certain in {self.certain_in} moves")

    @classmethod
    def win(cls, moves: int) -> "Score":
        """Return the score of a certain win in that many *moves*."""
        return cls(1.0, moves)

    @classmethod
    def loss(cls, moves: int) -> "Score":
        """Return the score of a certain loss in that many *moves*."""
        return cls(0.0, moves)

    @property
    def certain(self) -> bool:
        """Whether the game is won or lost, whatever is played against it."""
        return self.certain_in is not None

    @property
    def points(self) -> int:
        """The share on a scale without end, as engines tell it: 0 is half, 100 three quarters."""
        share = min(max(self.share, SUREST), 1 - SUREST)
        return round(SCALE * log(share / (1 - share), 3))

    def __neg__(self) -> "Score":
        """Return the score of the other side, where two play."""
        return Score(1 - self.share, self.certain_in)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[int, float]:
        if self.certain_in is None:
            return 0, self.share
        return (1, -self.certain_in) if self.share else (-1, self.certain_in)

    def __str__(self) -> str:
        if self.certain_in is None:
            return f"{self.share:.1%}".replace("%", " %")
        return f"#{self.certain_in}" if self.share else f"#-{self.certain_in}"


def share_at(points: float, scale: float = SCALE) -> float:
    """Return the share that a side with so many *points* may expect.

    With *scale* points it is three quarters; by default they are those of `Score.points`.
    """
    return 1 / (1 + 3 ** min(-points / scale, _FARTHEST))
