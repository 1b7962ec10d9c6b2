"""Claims about mistakes in Tortuga: turtles lost or not won, runners, guards, ways to the goal.

What lines come to is told by `lines`. What is found here is proved apart from it, in `proofs`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ludotheque.errors import Phrase
from ludotheque.games.claims import Claim, Slip
from ludotheque.games.telling import Told
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import BETWEEN, CELLS, CORNER, Side
from ludotheque.games.tortuga.exchanges import OutOfPatience, Search, lead, passed, text_first
from ludotheque.games.tortuga.ledger import weighed
from ludotheque.games.tortuga.lines import Lines, line_claims, replayed
from ludotheque.games.tortuga.notation import OVER_FOE, TAKEN, Move
from ludotheque.games.tortuga.rules import Tortuga, foe_of, read_move

PATIENCE: Final = 5_000
"""The positions that are looked at for one question; what takes more of them is not said."""
FURTHEST: Final = 3
"""The most moves in which a turtle is said to arrive."""
MOST: Final = 6
"""A lead of so many more turtles stands for a win, of which other claims speak."""


class _Chance(NamedTuple):
    """What one side can do from *start*, beginning with *first*; *seen* is the line after it."""

    side: Side
    start: Tortuga
    first: Move
    seen: tuple[str, ...]
    other: Tortuga
    """The position after the other of the two moves, the one played and the better one."""
    instead: bool
    """Whether it is the mover's chance, by the better move; else the opponent's, after the move."""
    had: int | None = None
    """Of the mover's chance: by how many turtles it leads where the line of its mistake ends."""

    @property
    def position(self) -> Tortuga:
        return self.start.after(self.first)


def find(slip: Slip) -> Iterator[Claim]:
    """Yield what can be said about *slip*, most telling first."""
    before: Tortuga = slip.before
    best = read_move(slip.best[0], before)
    after, better = before.after(slip.move), before.after(best)
    had = lead(replayed(after, slip.answer)[-1], before.turn) if slip.answer else None
    missed = _Chance(before.turn, before, best, slip.best[1:], after, instead=True, had=had)
    chances = [missed]
    if slip.answer:
        answer = read_move(slip.answer[0], after)
        chances[:0] = [
            _Chance(foe_of(before.turn), after, answer, slip.answer[1:], better, instead=False)
        ]
    names = {"side": verdicts.SIDES[before.turn], "foe": verdicts.SIDES[foe_of(before.turn)]}
    yield from _team(slip, best, names)
    yield from _arrivals(chances, names)
    for chance in chances[:-1]:
        yield from _turtles(chance, before, names)
    yield from _unguarded(slip, best, names)
    yield from _turtles(missed, before, names)
    if slip.answer:
        lines = Lines.of(slip, names)
        yield from line_claims(lines)
        yield from _answered(lines, better)
        yield from weighed(lines)


def _arrivals(chances: list[_Chance], names: dict[str, Phrase]) -> Iterator[Claim]:
    for chance in chances:
        try:
            yield from _arrival(chance, names)
        except OutOfPatience:
            continue


def _arrival(chance: _Chance, names: dict[str, Phrase]) -> Iterator[Claim]:
    """Yield how a side gets through to its goal, if it does so only by this of the two moves."""
    search = Search(chance.side, PATIENCE)
    position, group = chance.position, "forgone" if chance.instead else "allowed"
    moves = next((n for n in range(1, FURTHEST + 1) if search.through(position, n)), None)
    if moves is None:
        return
    if (search.through if chance.instead else search.arrives)(chance.other, moves):
        return
    runner = chance.first.legs[-1].cell
    runs = moves > 1 and search.through(position, moves, runner)
    line, goal = _way_through(search, chance, moves, runs=runs)
    facts: dict[str, object] = {**names, "first": line[0], "goal": CELLS[goal]}
    if moves == 1:
        kind = "arrives"
    elif runs:
        kind = "runner"
        facts |= {"cell": CELLS[chance.first.origin], "count": moves, "then": _told(line[2::2])}
    else:
        kind = "decoy" if position.compelled else "cornered"
        facts |= {"reply": line[1], "then": _told(line[2:])}
        idle = passed(position)
        if kind == "cornered" and (idle.outcome() or search.arrives(idle, moves - 1)):
            return
    kind = f"{group}-{kind}"
    told = Told(verdicts.ARRIVALS[kind], facts)
    yield Claim(kind, (told,), tuple(line), chance.instead, (CELLS[goal],))


def _told(moves: list[str]) -> str:
    return ", ".join(moves)


def _way_through(
    search: Search, chance: _Chance, moves: int, *, runs: bool
) -> tuple[list[str], int]:
    """Return a line that ends on the goal, and that cell."""
    line, position, at = [chance.first], chance.position, chance.first.legs[-1].cell
    seen = list(chance.seen)
    while search.arrived(position) is None:
        moves -= 1
        reply = text_first(position.moves(), seen.pop(0) if seen else "")[0]
        position = position.after(reply)
        move = next(
            move
            for n in range(1, moves + 1)
            for move in text_first(position.moves(), seen[0] if seen else "")
            if not runs or move.origin == at
            if search.through(position.after(move), n, move.legs[-1].cell if runs else None)
        )
        if seen and str(move) != seen.pop(0):
            seen = []
        position, at = position.after(move), move.legs[-1].cell
        line += [reply, move]
    return [*map(str, line)], at


def _turtles(chance: _Chance, before: Tortuga, names: dict[str, Phrase]) -> Iterator[Claim]:
    """Yield how a side wins turtles by force, if it does so only by this of the two moves."""
    search, position = Search(chance.side, PATIENCE), chance.position
    now = lead(before, chance.side)
    try:
        count = 0
        while count < MOST and search.keeps(position, now + count + 1):
            count += 1
        spared = search.keeps if chance.instead else search.wins_lead
        if not 0 < count < MOST or spared(chance.other, now + count):
            return
        # What is won later all the same was not missed.
        if chance.had is not None and chance.had >= now + count:
            return
        yield from _exchange(search, chance, now + count, count, names)
    except OutOfPatience:
        return


def _exchange(
    search: Search, chance: _Chance, wanted: int, count: int, names: dict[str, Phrase]
) -> Iterator[Claim]:
    first, position = chance.first, chance.position
    facts: dict[str, object] = {**names, "first": str(first), "count": count}
    cells: list[str] = []
    line = [str(first)]
    if hopped := _hopped(first, OVER_FOE):
        kind, cells = "hopped", hopped
    elif position.compelled:
        kind = "bait"
    elif taken := _hopped(first, TAKEN):
        kind, cells = "taken", taken
    else:
        kind = "zugzwang"
    if cells:
        facts["cells"] = _told(cells)
    else:
        reply = text_first(position.moves(), chance.seen[0] if chance.seen else "")[0]
        then = _next_hop(search, position.after(reply), wanted, chance.seen[1:2], kind)
        if then is None:
            return
        line += [str(reply), str(then)]
        facts |= {"reply": line[1], "then": line[2]}
    kind = ("missed-" if chance.instead else "lost-") + kind
    told = Told((verdicts.ONE if count == 1 else verdicts.MANY)[kind], facts)
    yield Claim(kind, (told,), tuple(line), chance.instead, tuple(cells))


def _next_hop(
    search: Search, position: Tortuga, wanted: int, seen: tuple[str, ...], kind: str
) -> Move | None:
    """Return the move that goes on to win the turtles."""
    for move in text_first(position.moves(), seen[0] if seen else ""):
        if search.keeps(position.after(move), wanted, answered=kind == "zugzwang"):
            return move
    return None


def _hopped(move: Move, sign: str) -> list[str]:
    """Return the cells that *move* hops over in the way of that *sign*."""
    path = (move.origin, *(leg.cell for leg in move.legs))
    return [
        CELLS[BETWEEN[at, leg.cell]]
        for at, leg in zip(path, move.legs, strict=False)
        if leg.sign == sign
    ]


def _team(slip: Slip, best: Move, names: dict[str, Phrase]) -> Iterator[Claim]:
    """Yield that the better move is the same hop, with other choices for the neutral turtles."""
    move: Move = slip.move
    same = [leg.cell for leg in move.legs] == [leg.cell for leg in best.legs]
    if move.origin != best.origin or not same:
        return
    turned = {cell for cell in _hopped(best, TAKEN) if cell not in _hopped(move, TAKEN)}
    given = {cell for cell in _hopped(move, TAKEN) if cell not in _hopped(best, TAKEN)}
    if bool(turned) == bool(given):
        return
    cells = sorted(turned or given)
    facts = {
        "cells": _told(cells),
        "team": names["side" if turned else "foe"],
        "best": slip.best[0],
    }
    told = Told(verdicts.PLACES["team"], facts)
    yield Claim("team", (told,), slip.best[:1], instead=True, spots=tuple(cells))


def _unguarded(slip: Slip, best: Move, names: dict[str, Phrase]) -> Iterator[Claim]:
    """Yield that the guard leaves its corner, and that the opponent then arrives there."""
    before: Tortuga = slip.before
    move: Move = slip.move
    home = CORNER[foe_of(before.turn)]
    if before.variant.goal != "corner" or not move.origin == home != best.origin:
        return
    end = replayed(before.after(move), slip.answer)[-1]
    if end.cells[home] == foe_of(before.turn):
        facts = {"corner": CELLS[home], "last": slip.answer[-1]}
        told = Told(verdicts.PLACES["unguarded"], {**names, **facts})
        yield Claim("unguarded", (told,), slip.answer, instead=False, spots=(CELLS[home],))


def _answered(lines: Lines, better: Tortuga) -> Iterator[Claim]:
    """Yield that the opponent hops over foes at once, as it could not after the better move.

    That is no reason where the line that follows makes up for it.
    """
    slip = lines.slip
    cells = _hopped(read_move(slip.answer[0], slip.before.after(slip.move)), OVER_FOE)
    if not cells or any(_hopped(move, OVER_FOE) for move in better.moves()) or lines.makes_up:
        return
    facts = {"first": slip.answer[0], "cells": _told(cells), "best": slip.best[0]}
    told = Told(verdicts.PLACES["answered"], {**lines.names, **facts})
    yield Claim("answered", (told,), slip.answer[:1], instead=False, spots=tuple(cells))
