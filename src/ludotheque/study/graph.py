"""The graph of a review as SVG: what each seat could expect, move by move, and where it changed.

It is for light and dark: the colours that depend on it are in a style sheet of its own.
"""

from collections.abc import Iterator
from typing import Final

from ludotheque.draw.palette import TINTS
from ludotheque.draw.shapes import circle, escape, group, line, path, tag
from ludotheque.games import AnyGame
from ludotheque.match.numbering import move_number
from ludotheque.position import Seat
from ludotheque.study.judged import Judged, Label, Review
from ludotheque.study.telling import MARKS, called, score_told, sentences, summary
from ludotheque.words import SOURCE, Words

WIDTH: Final = 720
HEIGHT: Final = 220
"""Of the plot; a picture's unit is a pixel."""
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 26
DASHES: Final = ("", "7 4", "2 4", "9 4 2 4", "1 3")
"""Nobody is told apart by colour alone."""
SHADES: Final = ("review-dark", "review-pale")
"""Of seats whose pieces have no colour: any might be taken for a piece that is not theirs."""
APART: Final = 12
"""The least distance between the numbers at the ends of curves."""
STYLE: Final = """
.review-ink{fill:#2b2620}.review-soft{fill:#645a4c}.review-paper{fill:#fffaf0}
.review-grid{stroke:#8d7f63;stroke-opacity:.45;fill:none}
.review-line{stroke:#2b2620;fill:none}
.review-dark{stroke:#2b2620}.review-pale{stroke:#8d7f63}
.review-dark-part{fill:#2b2620}.review-pale-part{fill:#8d7f63}
.review-5{fill:#b98a1c}.review-10{fill:#c2611b}.review-15{fill:#b3261e}
@media (prefers-color-scheme:dark){
.review-ink{fill:#f1e9d8}.review-soft{fill:#b9b39f}.review-paper{fill:#212e28}
.review-grid{stroke:#7d8d83}.review-line{stroke:#f1e9d8}
.review-dark{stroke:#f1e9d8}.review-pale{stroke:#9ba89f}
.review-dark-part{fill:#f1e9d8}.review-pale-part{fill:#9ba89f}
.review-5{fill:#f2cf6b}.review-10{fill:#f39a5b}.review-15{fill:#f0776b}}
""".replace("\n", "")
"""The names begin alike: in a notebook a style sheet is everybody's."""

Point = tuple[float, float]


def graph(review: Review, words: Words | None = None) -> str:
    """Return the graph of *review* as SVG, its words in the reader's language."""
    words = Words(SOURCE) if words is None else words
    plot = _Plot(review)
    two = len(review.setup.players) == 2
    curves = plot.area() if two and plot.whole(0) else ()
    return tag(
        "svg",
        tag("title", escape(words.say(review.setup.game.title))),
        tag("desc", escape(summary(review, words))),
        tag("style", STYLE),
        tag("rect", width=WIDTH, height=HEIGHT, rx=10, **{"class": "review-paper"}),
        *plot.grid(),
        *curves,
        *([] if curves else plot.lines()),
        *([] if curves else plot.ends()),
        *plot.turning_points(),
        *(plot.mark(move, words) for move in review.moves if move.label is not None),
        *plot.names(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        style="max-width:100%;height:auto",
    )


def tint_of(game: AnyGame, seat: Seat) -> str | None:
    """Return the name of the colour of a seat's pieces; None if they have none of their own."""
    look = game.seat_looks[seat] if seat < len(game.seat_looks) else ""
    return look if look in TINTS else None


class _Plot:
    """Where everything of *review* lies on the picture."""

    def __init__(self, review: Review) -> None:
        self._review = review
        self._first = min((point.number for point in review.points), default=0)
        self._last = max((point.number for point in review.points), default=1)

    def at(self, number: int, share: float) -> Point:
        """Return where a share at a position of the line of play lies."""
        span = max(1, self._last - self._first)
        across = (WIDTH - LEFT - RIGHT) * (number - self._first) / span
        return LEFT + across, TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    def whole(self, seat: Seat) -> bool:
        """Return whether every point has the share of that seat."""
        return all(point.shares[seat] is not None for point in self._review.points)

    def curve(self, seat: Seat) -> list[Point]:
        """Return the points of a seat's curve."""
        return [
            self.at(point.number, share)
            for point in self._review.points
            if (share := point.shares[seat]) is not None
        ]

    def grid(self) -> Iterator[str]:
        """Yield the lines of the quarters and their shares."""
        for quarter in range(5):
            share = quarter / 4
            left, right = self.at(self._first, share), self.at(self._last, share)
            dashes = {} if quarter in {0, 2, 4} else {"stroke_dasharray": "2 4"}
            yield path(line([left, right]), **dashes, **{"class": "review-grid"})
            yield _text(f"{100 * share:.0f}", LEFT - 8, left[1] + 4, "end", 11)

    def area(self) -> Iterator[str]:
        """Yield the two parts of the point: the first seat's below its curve, the other's above."""
        game, curve = self._review.setup.game, self.curve(0)
        if len(curve) < 2:
            return
        for seat, share in ((0, 0.0), (1, 1.0)):
            corners = [self.at(self._last, share), self.at(self._first, share)]
            shape = line([*curve, *corners]) + "Z"
            yield path(shape, fill_opacity=0.4, **_filled(game, seat))
        yield path(line(curve), stroke_width=2, stroke_linejoin="round", **{"class": "review-line"})

    def lines(self) -> Iterator[str]:
        """Yield a curve a seat."""
        for seat, _ in enumerate(self._review.setup.players):
            if curve := self.curve(seat):
                yield path(line(curve), **_drawn(self._review.setup.game, seat))

    def ends(self) -> Iterator[str]:
        """Yield the number of each seat behind the end of its curve, none upon another."""
        found = sorted(
            (curve[-1][1], seat)
            for seat, _ in enumerate(self._review.setup.players)
            if (curve := self.curve(seat))
        )
        lowest = HEIGHT - BOTTOM + 4 - APART * (len(found) - 1)
        least = 0.0
        for place, (y, seat) in enumerate(found):
            at = min(max(y + 4, least), lowest + APART * place)
            yield _text(str(seat + 1), WIDTH - RIGHT + 4, at, "start", 11)
            least = at + APART

    def turning_points(self) -> Iterator[str]:
        """Yield an upright line through each move that changed who was ahead."""
        for number in self._review.turning_points:
            ends = [self.at(number + 1, 0), self.at(number + 1, 1)]
            if number < self._last:
                yield path(line(ends), stroke_dasharray="4 3", **{"class": "review-line"})

    def mark(self, move: Judged, words: Words) -> str:
        """Return the mark of a slip, on its mover's curve, and all that is said of it."""
        assert move.label is not None  # noqa: S101 - only slips are marked
        if self.whole(0):  # What the move left is the next point of the one curve.
            left = move.reached.share
            x, y = self.at(move.number + 1, left if move.seat == 0 else 1 - left)
        else:
            x, y = self.at(move.number, move.value.share)
        setup = self._review.setup
        number = move_number(move.turn, move.seat, len(setup.players))
        told = (
            f"{number} {called(setup, move, move.move, words)}{MARKS[move.label]} "
            f"({score_told(move.value, words)} → {score_told(move.reached, words)}) "
            f"{' '.join(sentences(setup, move, words))}"
        )
        aside, anchor = (7, "start") if x < WIDTH - RIGHT - 20 else (-7, "end")
        return group(
            tag("title", escape(told)),
            circle(x, y, 4.5, **{"class": _class(move.label)}),
            _text(MARKS[move.label], x + aside, y - 4 if y > TOP + 16 else y + 16, anchor, 13),
        )

    def names(self) -> Iterator[str]:
        """Yield who is who below the plot: by the colour, or by how the line is drawn."""
        setup, two = self._review.setup, self.whole(0)
        step = (WIDTH - LEFT - RIGHT) / len(setup.players)
        for seat, name in enumerate(setup.players):
            x = LEFT + step * seat
            if two:
                yield circle(x + 11, HEIGHT - 11, 5, **_filled(setup.game, seat))
            else:
                sample = line([(x, HEIGHT - 11), (x + 22, HEIGHT - 11)])
                yield path(sample, **_drawn(setup.game, seat))
            called = name if two else f"{seat + 1} {name}"
            yield _text(_short(called, int(step / 8)), x + 28, HEIGHT - 7, "start", 12)


def _drawn(game: AnyGame, seat: Seat) -> dict[str, str | float]:
    """Return how the line of a seat is drawn."""
    dashes = DASHES[seat % len(DASHES)]
    how: dict[str, str | float] = {"stroke_dasharray": dashes} if dashes else {}
    tint = tint_of(game, seat)
    stroke = {"class": SHADES[seat % 2]} if tint is None else {"stroke": TINTS[tint].base}
    return {"stroke_width": 2.5, "fill": "none", **how, **stroke}


def _filled(game: AnyGame, seat: Seat) -> dict[str, str | float]:
    """Return how what belongs to a seat is filled."""
    tint = tint_of(game, seat)
    if tint is None:
        return {"class": f"{SHADES[seat % 2]}-part"}
    return {"fill": TINTS[tint].base}


def _class(label: Label) -> str:
    return f"review-{100 * label.value:.0f}"


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _text(text: str, x: float, y: float, anchor: str, size: float) -> str:
    return tag(
        "text",
        escape(text),
        x=x,
        y=y,
        font_size=size,
        font_family="Georgia, 'Times New Roman', serif",
        text_anchor=anchor,
        **{"class": "review-ink"},
    )
