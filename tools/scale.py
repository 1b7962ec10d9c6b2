"""Fit how much of the point a side with so many points of the search may expect, and show it.

Run `python tools/scale.py tortuga` or `… hops`; it needs numpy. Level 5 plays itself after a few
random moves; some positions of each game are searched as a review does, and the points found are
held against the share that the side to move got in the end, and the share that it gets where the
best move found is played first; of these the mean. A draw counts half. Printed are the scale
for `Game.scale`, with the standard error that the games as a whole tell (positions of one game are
not independent), and the shares foretold beside those that came; the same is drawn to
docs/pictures/scale-GAME.svg. What was found is kept in build/: stopped at any moment, the same
command carries on, and --games 0 fits what there is. The same settings give the same figures.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.draw.palette import INK, PAPER, TINTS
from ludotheque.draw.shapes import circle, edge, escape, line, path, tag
from ludotheque.engine import HASH_MB, kernel, player
from ludotheque.games import take
from ludotheque.match import Match, Referee

PLAYER = "level:5"
OPENING = 8
"""At most as many moves are made at random, so that no two games are the same."""
SEARCHED = 4
"""The positions of each game that are looked at."""
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
BINS = 10
AGAIN = 400
"""How often the games are drawn anew for the error."""

Array = NDArray[np.float64]


class Found(NamedTuple):
    """A position of a game: what the search said, and how it came out for the side to move."""

    game: int
    points: int
    share: float


def played_on(match: Match, referee: Referee, rng: Random, strays: int) -> list[Match]:
    """Return every moment from *match* on to the end; the first moves are made at random."""
    game = match.setup.game
    thinkers = [player(PLAYER, game, rng) for _ in match.seats]
    moments = [match]
    while isinstance(seat := match.to_move, int):
        thinker = thinkers[seat]
        assert thinker is not None  # noqa: S101 - no person plays here
        view, astray = match.seen_by(seat), len(moments) <= strays
        move = rng.choice(view.moves()) if astray else thinker.choose(view, match.past(seat))
        match = referee.play(match, seat, str(move), at=0)
        moments.append(match)
    return moments


def looked_at(slug: str, nodes: int, number: int) -> list[Found]:
    """Return what the search says of some positions of a game, drawn by lot, and what came of it.

    That is the mean of two games: one as it was played, and one in which the best move found is
    played first. Whoever errs first loses much, and in either another side does.
    """
    game, referee, rng = take(slug), Referee(f"{number:064x}"), Random(f"scale/{slug}/{number}")
    begun = referee.begin(game, [PLAYER] * 2, began=0)
    *moments, end = played_on(begun, referee, rng, rng.randint(0, OPENING))
    found = []
    for match in rng.sample(moments, min(SEARCHED, len(moments))):
        seat = match.to_move
        assert isinstance(seat, int)  # noqa: S101 - chance has no part, and it is not the end
        history = [kernel.twin_of(game, before) for before in match.positions[:-1]]
        search = kernel.new_search(game)
        best, *_ = kernel.think(
            search, game, match.position, history, nodes=nodes, table_mb=HASH_MB, impartial=True
        )
        points, _, _, moves = best
        *_, other = played_on(referee.play(match, seat, moves[0], at=0), referee, rng, 0)
        ends = [one.outcome.shares[seat] for one in (end, other) if one.outcome is not None]
        found.append(Found(number, points, fmean(ends)))
    return found


def expected(points: Array, scale: float) -> Array:
    """Return the shares that *points* promise, as `ludotheque.engine.score.share_at` does."""
    share: Array = 1 / (1 + 3.0 ** np.clip(-points / scale, -40, 40))
    return share


def fitted(points: Array, shares: Array, weights: Array) -> float:
    """Return the scale that makes the results most likely: where too large meets too small."""
    low, high = 1.0, 10_000.0
    for _ in range(60):
        scale = (low * high) ** 0.5
        # The slope of the likelihood: positive where the points tell more than they are taken to.
        telling = (weights * points * (shares - expected(points, scale))).sum() > 0
        low, high = (low, scale) if telling else (scale, high)
    return scale


class Bin(NamedTuple):
    """Positions that promised about the same."""

    count: int
    foretold: float
    came: float
    error: float


def bins(foretold: Array, shares: Array) -> Iterator[Bin]:
    """Yield the tenths of the scale that hold any positions, the worst for the mover first."""
    tenth = np.minimum((foretold * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        here = tenth == number
        if count := int(here.sum()):
            came = shares[here]
            error = came.std() / max(1, count) ** 0.5
            yield Bin(count, float(foretold[here].mean()), float(came.mean()), float(error))


def drawn(title: str, found: Sequence[Bin]) -> str:
    """Return the picture of what was foretold (across) and what came (up)."""
    size, left, top, bottom = 320, 64, 46, 56
    width, height = left + size + 24, top + size + bottom

    def at(foretold: float, came: float) -> tuple[float, float]:
        return left + size * foretold, top + size * (1 - came)

    def text(words: str, x: float, y: float, anchor: str, length: float = 13) -> str:
        return tag("text", escape(words), x=x, y=y, font_size=length, text_anchor=anchor, fill=INK)

    marks = [0, 0.25, 0.5, 0.75, 1]
    grid = [path(line([at(m, 0), at(m, 1)]), **edge(INK, 0.75, 0.2)) for m in marks]
    grid += [path(line([at(0, m), at(1, m)]), **edge(INK, 0.75, 0.2)) for m in marks]
    told = [text(f"{m:.0%}", at(m, 0)[0], top + size + 20, "middle") for m in marks]
    told += [text(f"{m:.0%}", left - 8, at(0, m)[1] + 4, "end") for m in marks]
    tint = TINTS["green"]
    points = []
    for each in found:
        low, high = max(0, each.came - 2 * each.error), min(1, each.came + 2 * each.error)
        points.append(
            path(line([at(each.foretold, low), at(each.foretold, high)]), **edge(tint.dark, 2))
            + circle(*at(each.foretold, each.came), 5, fill=tint.base, **edge(tint.deep, 1.5))
        )
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("rect", width=width, height=height, rx=10, fill=PAPER),
        text(title, width / 2, 28, "middle", 16),
        *grid,
        path(line([at(0, 0), at(1, 1)]), **edge(INK, 1.5, 0.6), stroke_dasharray="5 4"),
        *points,
        *told,
        text("foretold", left + size / 2, height - 12, "middle"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_family="Georgia, 'Times New Roman', serif",
    )


def gathered(slug: str, games: int, nodes: int, processes: int) -> list[Found]:
    """Return what is found in so many games, and in those that were looked at before."""
    file = ROOT / "build" / f"scale-{slug}-{nodes}.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.touch()
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = [Found(*one) for row in rows for one in row["found"]]
    left = sorted(set(range(games)) - {row["game"] for row in rows})
    work = partial(looked_at, slug, nodes)
    with ProcessPoolExecutor(processes) as pool, file.open("a", encoding="utf-8") as kept:
        for number, new in zip(left, pool.map(work, left), strict=True):
            kept.write(json.dumps({"game": number, "found": new}) + "\n")
            kept.flush()
            found += new
    return found


def main() -> None:
    """Play, search, fit, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("hops", "tortuga"))
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--nodes", type=int, default=300_000, help="of each position’s search")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    found = gathered(args.game, args.games, args.nodes, args.processes)
    certain = [one for one in found if abs(one.points) >= kernel.DECISIVE]
    kept = float(np.mean([one.share if one.points > 0 else 1 - one.share for one in certain]))
    guessed = [one for one in found if abs(one.points) < kernel.DECISIVE]
    columns = zip(*guessed, strict=True)
    number, points, shares = (np.array(column, dtype=np.float64) for column in columns)
    games = len({one.game for one in found})
    scale = fitted(points, shares, np.ones(len(points)))
    rng, which = np.random.default_rng(1), number.astype(int)
    most = int(which.max()) + 1
    again = [
        fitted(points, shares, rng.poisson(1, most).astype(np.float64)[which]) for _ in range(AGAIN)
    ]
    print(f"{args.game}: {games} games, {len(guessed)} positions, {len(certain)} certain ones")
    print(f"certain ones that came so: {kept:.1%}")
    print(f"scale {scale:.1f} ± {np.std(again):.1f}")
    rows = list(bins(expected(points, scale), shares))
    print("positions  foretold   came")
    for row in rows:
        print(f"{row.count:9}  {row.foretold:8.1%}  {row.came:.1%} ± {row.error:.1%}")
    title = f"{take(args.game).title}: what a search foretells, and what came"
    (FOLDER / f"scale-{args.game}.svg").write_text(drawn(title, rows), encoding="utf-8")


if __name__ == "__main__":
    main()
