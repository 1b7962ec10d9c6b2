"""Proofs of Tortuga's claims: each is replayed by the rules, whatever found it.

A claim is right if its sentence is the one of its kind, its line is legal, every fact in it is so,
and, where it speaks of all that a side may answer, all of that has been looked at.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from ludotheque.errors import LudothequeError
from ludotheque.games.claims import Claim, Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import BETWEEN, CELLS, CORNER, NUMBER, WAYS, Side
from ludotheque.games.tortuga.notation import Move
from ludotheque.games.tortuga.rules import Tortuga, foe_of, read_move

Facts = Mapping[str, object]


def prove(slip: Slip, claim: Claim) -> bool:
    """Return whether *claim* is true of *slip*."""
    try:
        played = _played(slip, claim)
        if claim.kind in verdicts.LINES:
            return _line(slip, claim)
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
    except (KeyError, IndexError, ValueError, LudothequeError):
        return False  # A fact, a move or a sentence is missing, or is no such thing.


def _played(slip: Slip, claim: Claim) -> list[Tortuga]:
    """Return the positions of the claim's line; an illegal move raises."""
    start = slip.before if claim.instead else slip.before.after(slip.move)
    return _replay(start, claim.line)


def _replay(start: Tortuga, line: Iterable[str]) -> list[Tortuga]:
    positions = [start]
    for text in line:
        here = positions[-1]
        positions.append(here.after(read_move(text, here)))
    return positions


def _named(slip: Slip, facts: Facts) -> bool:
    mover = slip.before.turn
    return (facts["side"], facts["foe"]) == (verdicts.SIDES[mover], verdicts.SIDES[foe_of(mover)])


def _after_both(slip: Slip) -> tuple[Tortuga, Tortuga]:
    """Return the positions after the move that was played and after the better one."""
    before: Tortuga = slip.before
    return before.after(slip.move), before.after(read_move(slip.best[0], before))


# Turtles won by force


def _margin(position: Tortuga, side: Side) -> int:
    foe = foe_of(side)
    return sum((turtle == side) - (turtle == foe) for turtle in position.cells)


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
        return _margin(position, side) >= wanted
    if position.turn != side and calm:
        free -= 1
    judge = any if position.turn == side else all
    return judge(_comes_out(position.after(move), side, wanted, free) for move in position.moves())


def _exchange(slip: Slip, claim: Claim, played: list[Tortuga], facts: Facts) -> bool:
    group, _, kind = claim.kind.partition("-")
    mover: Side = slip.before.turn
    winner = mover if group == "missed" else foe_of(mover)
    wanted = _margin(slip.before, winner) + _number(facts["count"])
    begun = played[1]
    return (
        _named(slip, facts)
        and claim.instead == (group == "missed")
        and facts["first"] == claim.line[0]
        and wanted > _margin(slip.before, winner)
        and _comes_out(begun, winner, wanted, 1)
        and not _comes_out(begun, winner, wanted + 1, 1)
        and not _comes_out_anyway(slip, claim, winner, wanted)
        and _is_exchange(kind, claim, played, facts, wanted, winner)
    )


def _comes_out_anyway(slip: Slip, claim: Claim, winner: Side, wanted: int) -> bool:
    """Return whether the other of the two moves, played or better, leaves *winner* as well off."""
    after, better = _after_both(slip)
    if claim.instead:
        return claim.line[0] != slip.best[0] or _comes_out(after, winner, wanted, 1)
    return any(_comes_out(better.after(move), winner, wanted, 1) for move in better.moves())


def _is_exchange(
    kind: str, claim: Claim, played: list[Tortuga], facts: Facts, wanted: int, winner: Side
) -> bool:
    first, begun = read_move(claim.line[0], played[0]), played[1]
    over, won = _cells_hopped(first, "x"), _cells_hopped(first, "+")
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


def _cells_hopped(move: Move, sign: str) -> list[str]:
    stops = [move.origin] + [leg.cell for leg in move.legs]
    return [
        CELLS[BETWEEN[hop]]
        for hop, leg in zip(pairwise(stops), move.legs, strict=True)
        if leg.sign == sign
    ]


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
        _named(slip, facts)
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
    after, better = _after_both(slip)
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


# What the lines come to


def _within_two_steps(position: Tortuga, side: Side) -> int:
    reached = {CORNER[side]}
    for _ in range(2):
        reached |= {
            cell for cell in range(len(CELLS)) for way in WAYS[side][cell] if way.next in reached
        }
    return sum(position.cells[cell] == side for cell in reached)


def _line(slip: Slip, claim: Claim) -> bool:
    """Return whether the lines, played equally far, come to what is said, and stay with it."""
    before: Tortuga = slip.before
    end = min(len(slip.answer), len(slip.best) - 1)
    worse = _replay(before.after(slip.move), slip.answer[:end])
    better = _replay(before, slip.best[: end + 1])[1:]
    if worse[-1].outcome() or better[-1].outcome():
        worse.pop()
        better.pop()
    facts = [told.facts for told in claim.told]
    plies = len(claim.line)
    return (
        (claim.line, claim.instead) == (slip.answer[:plies], False)
        and (2 if claim.kind != "guard" else 1) <= plies <= verdicts.FAR_AHEAD
        and plies < len(worse)
        and before.variant.goal == "corner"
        and [told.message for told in claim.told] == [*verdicts.LINES[claim.kind]]
        and all(_named(slip, fact) and fact["best"] == slip.best[0] for fact in facts)
        and _LINES[claim.kind](slip, claim, worse, better, facts)
    )


def _guard(
    slip: Slip, claim: Claim, worse: list[Tortuga], _better: list[Tortuga], facts: list[Facts]
) -> bool:
    side = slip.before.turn
    home = CORNER[foe_of(side)]
    held = [position.cells[home] == side for position in worse]
    gone = len(claim.line)
    return (
        facts[0]["corner"] == CELLS[home]
        and all(held[:gone])
        and not any(held[gone:])
        and facts[0]["leaving"] == claim.line[-1]
        and worse[gone - 1].compelled
        and all(then.cells[home] == side for then in _replay(slip.before, slip.best)[1:])
    )


def _near(
    slip: Slip, claim: Claim, worse: list[Tortuga], better: list[Tortuga], facts: list[Facts]
) -> bool:
    foe = foe_of(slip.before.turn)
    gaps = [
        _within_two_steps(one, foe) - _within_two_steps(other, foe)
        for one, other in zip(worse, better, strict=True)
    ][len(claim.line) :]
    return (
        facts[0]["corner"] == CELLS[CORNER[foe]]
        and facts[0]["count"] == gaps[0]
        and min(gaps) > 0
        and (gaps[0] == 1) == (claim.kind == "intruder")
    )


def _count(
    slip: Slip, claim: Claim, worse: list[Tortuga], better: list[Tortuga], facts: list[Facts]
) -> bool:
    side, foe = slip.before.turn, foe_of(slip.before.turn)
    told = (facts[0]["own"], facts[0]["foes"], facts[0]["kept"], facts[0]["left"])
    plies = len(claim.line)
    ends = (worse[plies].cells, better[plies].cells)
    return (
        facts[0]["plies"] == plies
        and told == tuple(cells.count(turtle) for cells in ends for turtle in (side, foe))
        and all(
            _margin(one, side) > _margin(other, side)
            for one, other in zip(better[plies:], worse[plies:], strict=True)
        )
    )


_LINES: Final = {
    "guard": _guard,
    "intruder": _near,
    "intruders": _near,
    "turtles": _count,
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
        for cell in _cells_hopped(best, sign)
        if cell not in _cells_hopped(slip.move, sign)
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
    home = CORNER[foe_of(slip.before.turn)]
    return (
        _named(slip, facts)
        and slip.before.variant.goal == "corner"
        and facts["corner"] == CELLS[home]
        and slip.move.origin == home
        and read_move(slip.best[0], slip.before).origin != home
        and (claim.line, claim.instead) == (slip.answer[:1], False)
    )


def _rim(slip: Slip, claim: Claim, facts: Facts) -> bool:
    best = read_move(slip.best[0], slip.before)
    places = (str(facts["cell"]), str(facts["instead"]))
    ways = [len(WAYS[slip.before.turn][NUMBER[place]]) for place in places]
    return (
        places == (CELLS[slip.move.legs[-1].cell], CELLS[best.legs[-1].cell])
        and places[0][0] in "ag"
        and places[1][0] not in "ag"
        and ways == [facts["count"], facts["more"]]
        and ways[0] < ways[1]
        and facts["best"] == slip.best[0]
        and (claim.line, claim.instead) == (slip.best[:1], True)
    )


def _answered(slip: Slip, claim: Claim, facts: Facts) -> bool:
    after, better = _after_both(slip)
    turned = _cells_hopped(read_move(slip.answer[0], after), "x")
    return (
        _named(slip, facts)
        and bool(turned)
        and facts["cells"] == ", ".join(turned)
        and facts["best"] == slip.best[0]
        and (claim.line, claim.instead) == ((facts["first"],), False)
        and claim.line == slip.answer[:1]
        and not any("x" in str(move) for move in better.moves())
    )


def _must(slip: Slip, claim: Claim, facts: Facts) -> bool:
    after, better = _after_both(slip)
    then, other = _replay(after, slip.answer[:1])[-1], _replay(better, slip.best[1:2])[-1]
    return (
        _named(slip, facts)
        and (facts["best"], facts["second"]) == slip.best[:2]
        and (claim.line, claim.instead) == ((facts["first"],), False)
        and claim.line == slip.answer[:1]
        and then.outcome() is None
        and all("x" in str(move) for move in then.moves())
        and any("x" not in str(move) for move in other.moves())
    )


_PLACES: Final = {
    "team": _team,
    "unguarded": _unguarded,
    "rim": _rim,
    "answered": _answered,
    "must": _must,
}
