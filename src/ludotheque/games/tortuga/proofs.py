"""Proofs of Tortuga's claims: each is replayed by the rules, whatever found it.

A claim is right if its sentence is the one of its kind, its line is legal, every fact in it is so,
and, where it speaks of all that a side may answer, all of that has been looked at.
"""

from itertools import pairwise
from typing import Final

from ludotheque.errors import LudothequeError
from ludotheque.games.claims import Claim, Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, Side
from ludotheque.games.tortuga.checking import (
    Facts,
    after_both,
    are_named,
    cells_hopped,
    margin,
    replay,
)
from ludotheque.games.tortuga.ledger_proofs import weighs_most
from ludotheque.games.tortuga.line_proofs import lines_come_to
from ludotheque.games.tortuga.rules import Tortuga, foe_of, read_move


def prove(slip: Slip, claim: Claim) -> bool:
    """Return whether *claim* is true of *slip*."""
    try:
        played = _played(slip, claim)
        if claim.kind in verdicts.LINES:
            return lines_come_to(slip, claim)
        if claim.kind in verdicts.WEIGHED:
            return weighs_most(slip, claim)
        (told,) = claim.told
        if claim.kind in verdicts.ARRIVALS:
            said = verdicts.ARRIVALS[claim.kind]
            return told.message == said and _arrival(slip, claim, played, told.facts)
        if claim.kind in verdicts.ONE:
            wording = verdicts.ONE if told.facts["count"] == 1 else verdicts.MANY
            said = wording[claim.kind]
            return told.message == said and _exchange(slip, claim, played, told.facts)
        said = verdicts.PLACES[claim.kind]
        return told.message == said and _PLACES[claim.kind](slip, claim, told.facts)
    except (KeyError, IndexError, StopIteration, ValueError, LudothequeError):
        return False  # A fact, a move or a sentence is missing, or is no such thing.


def _played(slip: Slip, claim: Claim) -> list[Tortuga]:
    """Return the positions of the claim's line; an illegal move raises."""
    start = slip.before if claim.instead else slip.before.after(slip.move)
    return replay(start, claim.line)


# Turtles won by force


def _comes_out(position: Tortuga, side: Side, wanted: int, free: int) -> bool:
    """Return whether *side* comes out with at least that margin, however the other side plays.

    The other side has *free* moves that are not compelled; once it has made them and nobody is
    compelled to hop, the turtles are counted.
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.shares["SN".index(side)] == 1
    calm = not position.compelled
    if calm and not free:
        return margin(position, side) >= wanted
    if position.turn != side and calm:
        free -= 1
    judge = any if position.turn == side else all
    return judge(_comes_out(position.after(move), side, wanted, free) for move in position.moves())


def _exchange(slip: Slip, claim: Claim, played: list[Tortuga], facts: Facts) -> bool:
    group, _, kind = claim.kind.partition("-")
    mover: Side = slip.before.turn
    winner = mover if group == "missed" else foe_of(mover)
    wanted = margin(slip.before, winner) + _number(facts["count"])
    begun = played[1]
    return (
        are_named(slip, facts)
        and claim.instead == (group == "missed")
        and facts["first"] == claim.line[0]
        and wanted > margin(slip.before, winner)
        and _comes_out(begun, winner, wanted, 1)
        and not _comes_out(begun, winner, wanted + 1, 1)
        and not _comes_out_anyway(slip, claim, winner, wanted)
        and _is_exchange(kind, claim, played, facts, wanted, winner)
    )


def _comes_out_anyway(slip: Slip, claim: Claim, winner: Side, wanted: int) -> bool:
    """Return whether the other of the two moves, played or better, leaves *winner* as well off."""
    after, better = after_both(slip)
    if claim.instead:
        return claim.line[0] != slip.best[0] or _comes_out(after, winner, wanted, 1)
    return any(_comes_out(better.after(move), winner, wanted, 1) for move in better.moves())


def _is_exchange(
    kind: str, claim: Claim, played: list[Tortuga], facts: Facts, wanted: int, winner: Side
) -> bool:
    first, begun = read_move(claim.line[0], played[0]), played[1]
    over, won = cells_hopped(first, "x"), cells_hopped(first, "+")
    if kind in {"hopped", "taken"}:
        cells = over if kind == "hopped" else won
        alone = kind == "hopped" or not (over or begun.compelled)
        return bool(cells) and alone and facts["cells"] == ", ".join(cells) and len(played) == 2
    shown = (facts["reply"], facts["then"]) == claim.line[1:] and not over
    if kind == "bait":
        return shown and begun.compelled and _comes_out(played[3], winner, wanted, 1)
    return shown and not won and not begun.compelled and _comes_out(played[3], winner, wanted, 0)


def _number(fact: object) -> int:
    """Return a fact that is a number; any other raises, as one that is missing does."""
    if not isinstance(fact, int):
        raise KeyError(fact)
    return fact


# Arrivals


def _there(position: Tortuga, side: Side) -> bool:
    outcome = position.outcome()
    return (
        outcome is not None
        and outcome.shares["SN".index(side)] == 1
        and outcome.reason == position.variant.goal
    )


def _reaches(position: Tortuga, side: Side, moves: int, cell: int | None) -> bool:
    """Return whether *side* arrives by *moves* more moves whatever is replied.

    Where *cell* is given, the turtle that stands there makes them all.
    """
    if position.outcome() is not None:
        return _there(position, side)
    if moves == 0 or (cell is not None and position.cells[cell] != side):
        return False
    if position.turn != side:
        return all(_reaches(position.after(m), side, moves, cell) for m in position.moves())
    return any(
        _reaches(position.after(m), side, moves - 1, None if cell is None else m.legs[-1].cell)
        for m in position.moves()
        if cell is None or m.origin == cell
    )


def _arrival(slip: Slip, claim: Claim, played: list[Tortuga], facts: Facts) -> bool:
    group, _, kind = claim.kind.partition("-")
    mover: Side = slip.before.turn
    winner = mover if group == "forgone" else foe_of(mover)
    moves = (len(claim.line) + 1) // 2
    last = read_move(claim.line[-1], played[-2])
    return (
        are_named(slip, facts)
        and claim.instead == (group == "forgone")
        and facts["first"] == claim.line[0]
        and facts["goal"] == CELLS[last.legs[-1].cell]
        and _there(played[-1], winner)
        and _reaches(played[1], winner, moves - 1, None)
        and not _reaches_anyway(slip, claim, winner, moves)
        and _WAYS_THERE[kind](claim, played, facts, moves)
    )


def _reaches_anyway(slip: Slip, claim: Claim, winner: Side, moves: int) -> bool:
    """Return whether *winner* arrives as soon after the other of the two moves."""
    after, better = after_both(slip)
    if claim.instead:
        return claim.line[0] != slip.best[0] or _reaches(after, winner, moves - 1, None)
    return _reaches(better, winner, moves, None)


def _at_once(_claim: Claim, _played: list[Tortuga], _facts: Facts, moves: int) -> bool:
    return moves == 1


def _runner(claim: Claim, played: list[Tortuga], facts: Facts, moves: int) -> bool:
    own = [read_move(text, here) for text, here in zip(claim.line[::2], played[::2], strict=False)]
    told = (facts["cell"], facts["count"], facts["then"])
    return (
        moves > 1
        and told == (CELLS[own[0].origin], moves, ", ".join(claim.line[2::2]))
        and all(one.legs[-1].cell == other.origin for one, other in pairwise(own))
        and _reaches(played[1], foe_of(played[1].turn), moves - 1, own[0].legs[-1].cell)
    )


def _decoy(claim: Claim, played: list[Tortuga], facts: Facts, moves: int) -> bool:
    told = (facts["reply"], facts["then"]) == (claim.line[1], ", ".join(claim.line[2:]))
    return moves > 1 and told and played[1].compelled


def _cornered(claim: Claim, played: list[Tortuga], facts: Facts, moves: int) -> bool:
    begun = played[1]
    winner = foe_of(begun.turn)
    idle = Tortuga(begun.cells, winner, begun.variant)
    return (
        moves > 1
        and (facts["reply"], facts["then"]) == (claim.line[1], ", ".join(claim.line[2:]))
        and not begun.compelled
        and idle.outcome() is None
        and not _reaches(idle, winner, moves - 1, None)
    )


_WAYS_THERE: Final = {
    "arrives": _at_once,
    "runner": _runner,
    "decoy": _decoy,
    "cornered": _cornered,
}


# What the move itself does


def _team(slip: Slip, claim: Claim, facts: Facts) -> bool:
    best = read_move(slip.best[0], slip.before)
    mover = slip.before.turn
    if [best.origin, *(leg.cell for leg in best.legs)] != [
        slip.move.origin,
        *(leg.cell for leg in slip.move.legs),
    ]:
        return False
    changed = [
        (cell, sign)
        for sign in "+~"
        for cell in cells_hopped(best, sign)
        if cell not in cells_hopped(slip.move, sign)
    ]
    cells, signs = sorted(cell for cell, _ in changed), {sign for _, sign in changed}
    team = mover if signs == {"+"} else foe_of(mover)
    return (
        len(signs) == 1
        and facts["cells"] == ", ".join(cells)
        and facts["team"] == verdicts.SIDES[team]
        and facts["best"] == slip.best[0]
        and (claim.line, claim.instead) == (slip.best[:1], True)
    )


def _unguarded(slip: Slip, claim: Claim, facts: Facts) -> bool:
    foe = foe_of(slip.before.turn)
    home = CORNER[foe]
    return (
        are_named(slip, facts)
        and slip.before.variant.goal == "corner"
        and facts["corner"] == CELLS[home]
        and facts["last"] == claim.line[-1]
        and slip.move.origin == home
        and read_move(slip.best[0], slip.before).origin != home
        and (claim.line, claim.instead) == (slip.answer, False)
        and _there(replay(after_both(slip)[0], claim.line)[-1], foe)
    )


def _answered(slip: Slip, claim: Claim, facts: Facts) -> bool:
    after, better = after_both(slip)
    turned = cells_hopped(read_move(slip.answer[0], after), "x")
    return (
        are_named(slip, facts)
        and bool(turned)
        and facts["cells"] == ", ".join(turned)
        and facts["best"] == slip.best[0]
        and (claim.line, claim.instead) == ((facts["first"],), False)
        and claim.line == slip.answer[:1]
        and not any("x" in str(move) for move in better.moves())
    )


_PLACES: Final = {
    "team": _team,
    "unguarded": _unguarded,
    "answered": _answered,
}
