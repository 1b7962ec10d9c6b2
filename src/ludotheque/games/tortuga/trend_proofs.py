"""Proofs of what Tortuga's claims say lasts to the end of two lines: counted at every move."""

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, WAYS, Side
from ludotheque.games.tortuga.checking import Facts
from ludotheque.games.tortuga.rules import Tortuga, foe_of


def is_pressed(
    slip: Slip, claim: Claim, worse: list[Tortuga], better: list[Tortuga], facts: list[Facts]
) -> bool:
    """Return whether it is so after the moves that are told, and after each one that follows."""
    mover, told = slip.before.turn, len(claim.line)
    counts = [
        (*_counted(worse, mover, n), *_counted(better, mover, n)) for n in range(told, len(worse))
    ]
    first, second = facts
    shown = (first["count"], second["count"], first["fewer"], second["fewer"])
    return (
        told > 1
        and slip.before.variant.goal == "corner"
        and shown == counts[0]
        and second["corner"] == CELLS[CORNER[foe_of(mover)]]
        and all(
            hops - fewer >= verdicts.OFTEN and near >= left for hops, near, fewer, left in counts
        )
    )


def _counted(line: list[Tortuga], mover: Side, plies: int) -> tuple[int, int]:
    """Return how often *mover* had to hop, and how many turtles of its foe are near their goal."""
    foe = foe_of(mover)
    near = {CORNER[foe]}
    for _ in range(2):
        near |= {at for at, ways in enumerate(WAYS[foe]) if any(way.next in near for way in ways)}
    hops = [at.compelled for at in line[:plies] if at.turn == mover]
    return hops.count(True), sum(line[plies].cells[cell] == foe for cell in near)
