"""Hops in words: what wins, how far each side has come, what a move does."""

from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games import Aim, Options, Question, Tally, Told
from ludotheque.games.hops.board import (
    BLACK,
    CELLS,
    HIGHEST,
    OVER,
    RED,
    SIDES,
    VALUE_OF,
    WORTH,
)
from ludotheque.games.hops.notation import Move, read_path, shortened
from ludotheque.games.hops.rules import Hops
from ludotheque.games.hops.scene import LOOKS
from ludotheque.position import Seat

_COLOURS: Final = {RED: Phrase(N_("red")), BLACK: Phrase(N_("black"))}

_AIMS: Final = {
    RED: N_("Be first to have all your red dice show a 6."),
    BLACK: N_("Be first to have all your black dice show a 6."),
}
_REACHED: Final = {
    RED: "......./.r6...r6./......./...r6.../......./.r6...r6./...r6... b",
    BLACK: "......./.b6...b6./......./...b6.../......./.b6...b6./...b6... r",
}


def aim(_options: Options, seat: Seat | None) -> Aim:
    """Return that all dice are to show a 6 (3, End)."""
    if seat is None:
        return Aim(N_("Whoever first has all dice showing a 6 wins."), {})
    side = SIDES[seat]
    return Aim(_AIMS[side], {}, reached=_REACHED[side])


def asks(position: Hops, move: Move) -> tuple[Question, ...]:
    """Return the question which value the die shall show where it comes to rest (3.6)."""
    now, cell = position.dice(position.turn)[move.origin], CELLS[move.cell]
    told = Told(N_("The die that comes to {cell}: what shall it show?"), {"cell": cell})
    values = range(1, HIGHEST + 1)
    answers = {f"={value}": Told(_answer(value, now), {"value": value}) for value in values}
    return (Question(cell, told, answers),)


def _answer(value: int, now: int) -> str:
    if value == now:
        return N_("{value}, as now")
    return N_("up to {value}") if value > now else N_("down to {value}")


def tally(position: Hops) -> tuple[Tally, ...]:
    """Return how many dice of each side show a 6, and how many there are."""
    return tuple(_sixes(list(position.dice(side).values()), LOOKS[side][0]) for side in SIDES)


def _sixes(values: list[int], tint: str) -> Tally:
    sixes, dice = values.count(HIGHEST), len(values)
    told = Told(N_("Sixes: {sixes} of {dice}"), {"sixes": sixes, "dice": dice})
    return Tally(f"die/{tint}/{HIGHEST}", sixes, dice, told)


def tell(position: Hops, move: Move) -> tuple[Told, ...]:
    """Return the way of the die and, where it has changed, its new value.

    Nothing is captured and no other die turns (3.3, 3.6), so there is no more to tell. A single hop
    names the die under it; of several only the landings are told, for the ear's sake.
    """
    value = position.dice(position.turn)[move.origin]
    facts: dict[str, object] = {
        "colour": _COLOURS[position.turn],
        "value": value,
        "origin": CELLS[move.origin],
        "cell": CELLS[move.cell],
    }
    way = Told(_way(position, move, facts), facts)
    if move.value == value:
        return (way,)
    if move.value == position.goal(move.origin):
        return way, Told(N_("It now shows {new}, and that wins: no step is needed."), _new(move))
    return way, Told(N_("It now shows {new}."), _new(move))


def brief(move: Move) -> Told | None:
    """Return a chain of many hops as it is called in a list of moves; others are short enough."""
    short = shortened(move.text)
    return None if short == move.text else Told("{move}", {"move": short})


def _new(move: Move) -> dict[str, object]:
    return {"new": move.value}


def _way(position: Hops, move: Move, facts: dict[str, object]) -> str:
    """Return the sentence for the way of the die; add to *facts* what it needs."""
    path = read_path(move.text)
    if not path.hops:
        return N_("The {colour} {value} on {origin} steps to {cell}.")
    if len(path.hops) == 1:
        over = OVER[move.origin, path.hops[0].cell]
        hopped = position.cells[over]
        side = RED if hopped in WORTH[RED] else BLACK
        facts |= {"hue": _COLOURS[side], "hopped": VALUE_OF[hopped], "over": CELLS[over]}
        if path.step is None:
            return N_(
                "The {colour} {value} on {origin} hops over the {hue} {hopped} on {over} to {cell}."
            )
        facts["landing"] = CELLS[path.hops[0].cell]
        return N_(
            "The {colour} {value} on {origin} hops over the {hue} {hopped} on {over} to {landing} "
            "and steps to {cell}."
        )
    between = path.hops[:-1] if path.step is None else path.hops
    *landings, facts["last"] = [CELLS[hop.cell] for hop in between]
    if not landings:
        return N_("The {colour} {value} on {origin} hops by way of {last} to {cell}.")
    facts["landings"] = ", ".join(landings)
    if path.step is None:
        return N_(
            "The {colour} {value} on {origin} hops by way of {landings} and {last} to {cell}."
        )
    return N_(
        "The {colour} {value} on {origin} hops by way of {landings} and {last}, "
        "then steps to {cell}."
    )
