"""Try the claims of games on mistakes of uneven levels: none may be refused by its checker.

Run `python tools/claims.py [MISTAKES [NODES [GAME …]]]`. Levels of the computer play each other;
the first move of each seat is drawn, and is not looked at. Every game is reviewed with so many
nodes a move; a mistake that comes up again counts once. Told are, for each game, the claims that
were found and refused, which is a fault of finder or checker, and the share of mistakes of which
something more can be said than that a move was better: a claim of the game, or a win that was
missed or allowed.

It is told as well how often each kind of claim is true of a mistake, and how often
it would be had the better move been played instead: what is as true of either is no reason. Remarks
are counted where nothing else is told of the mistake, since they are told nowhere else.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import count, islice
from typing import NamedTuple

from uneven import DRAWN, played

from ludotheque.engine import lending
from ludotheque.games import AnyGame, Claim, Claims, Slip, shelf, take
from ludotheque.study import Judged, review

MISTAKES = 1_000
NODES = 50_000
BATCH = 8
"""The games that are played before the next count."""


class Tried(NamedTuple):
    """What became of a mistake."""

    where: tuple[str, str]
    """Position and move: weak players make the same mistake in several games."""
    first: str
    """The kind of claim that is told first, or nothing."""
    refused: tuple[Claim, ...]
    """What a checker refused."""
    true: frozenset[str] = frozenset()
    """The kinds of claim that are true of it, whether or not they are told; remarks only where
    nothing else is told."""
    turned: frozenset[str] = frozenset()
    """Those that would be, were the better move the one that was played."""


def mistakes(game: AnyGame, number: int, nodes: int) -> Iterator[tuple[Judged, Slip]]:
    """Yield the mistakes of a game, each with what the game's claims are found by.

    The review asks the game why a move was a mistake: so every slip comes by here.
    """
    claims, slips = game.claims, dict[tuple[str, str], Slip]()
    assert claims is not None  # noqa: S101 - such games are not tried

    def find(slip: Slip) -> Iterator[Claim]:
        slips[str(slip.before), str(slip.move)] = slip
        return claims.find(slip)

    watched = replace(game, claims=replace(claims, find=find))
    for judged in review(played(watched, number), nodes=nodes).moves:
        if judged.label and judged.turn > DRAWN:
            yield judged, slips[judged.before, judged.move]


def turned(game: AnyGame, slip: Slip) -> Slip:
    """Return the slip of who had played the better move, were it the worse."""
    best = game.move(slip.best[0], slip.before)
    lines = (str(slip.move), *slip.answer), slip.best[1:]
    return slip._replace(move=best, best=lines[0], answer=lines[1], good=())


def _proved(claims: Claims, slip: Slip) -> set[str]:
    """Return the kinds of claim that are true of *slip*."""
    return {claim.kind for claim in claims.find(slip) if claims.prove(slip, claim)}


def tried(slug: str, number: int, nodes: int) -> list[Tried]:
    """Return what can be said of the mistakes of a game, and what is refused."""
    game = take(slug)
    with lending():
        return [_tried(game, judged, slip) for judged, slip in mistakes(game, number, nodes)]


def _tried(game: AnyGame, judged: Judged, slip: Slip) -> Tried:
    claims = game.claims
    assert claims is not None  # noqa: S101 - such games are not tried
    refused = tuple(claim for claim in claims.find(slip) if not claims.prove(slip, claim))
    first = judged.claims[0].kind if judged.claims else ""
    found = Tried((judged.before, judged.move), first, refused)
    if not slip.answer and not slip.belief:
        return found
    more = {claim.kind for claim in judged.claims} - claims.remarks
    left = claims.remarks if more else frozenset()
    kinds = (_proved(claims, each) - left for each in (slip, turned(game, slip)))
    true, otherwise = map(frozenset, kinds)
    return found._replace(true=true, turned=otherwise)


def main() -> int:
    """Play, look and print; return how many claims were refused."""
    wanted, nodes = (
        int(given) for given in (*sys.argv[1:3], *(str(MISTAKES), str(NODES))[len(sys.argv) - 1 :])
    )
    with_claims = [slug for slug, game in shelf().items() if game.claims]
    faults = 0
    with ProcessPoolExecutor() as pool:
        for slug in sys.argv[3:] or with_claims:
            found, numbers = dict[tuple[str, str], Tried](), count()
            while len(found) < wanted:
                batch = [*islice(numbers, BATCH)]
                for game in pool.map(tried, *zip(*((slug, n, nodes) for n in batch), strict=True)):
                    found |= {each.where: each for each in game}
            for (before, move), each in found.items():
                for claim in each.refused:
                    faults += 1
                    print(f"refused: {slug} {before} {move} {claim}")
            _tell(slug, [*found.values()], games=batch[-1] + 1)
    return faults


def _tell(slug: str, found: list[Tried], games: int) -> None:
    """Print what was found in so many games."""
    kinds = Counter(each.first for each in found)
    true = Counter(kind for each in found for kind in each.true)
    otherwise = Counter(kind for each in found for kind in each.turned)
    share, refused = 1 - kinds[""] / len(found), sum(len(each.refused) for each in found)
    print(f"{slug}: {len(found)} mistakes in {games} games")
    print(f"  refused {refused}, something to say of {share:.1%}")
    print("  " + ", ".join(f"{kind or 'nothing'} {n}" for kind, n in kinds.most_common()))
    both = (f"{kind} {n}:{otherwise[kind]}" for kind, n in true.most_common())
    print("  true of it, and of the better move:", ", ".join(both) or "not looked at")


if __name__ == "__main__":
    sys.exit(min(main(), 1))
