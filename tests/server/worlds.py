"""Other worlds: tables that a reader cannot tell from the true one.

All that they saw is the same there, and all that they did not see is dealt anew.
"""

from dataclasses import replace
from functools import lru_cache

from ludotheque.errors import LudothequeError
from ludotheque.match.events import Drew, Moved, TookBack
from ludotheque.position import CHANCE
from ludotheque.tables import follow
from ludotheque.tables.events import Began

TRIES = 12
"""How often a deal is imagined before it is given up: not every one leads to the moves made."""


class Same:
    """One and the same thing: to compare tables by what they hold would take longer than to fold.

    It is equal to what holds the very thing, and keeps it from going.
    """

    def __init__(self, it):
        self.it = it

    def __eq__(self, other):
        return self.it is other.it

    def __hash__(self):
        return id(self.it)


@lru_cache(maxsize=1_000)
def after(table, act):
    return Same(follow(table.it, act.it))


def folded(acts):
    """Return the table after each of *acts*."""
    tables = [Same(None)]
    for act in acts:
        tables.append(after(tables[-1], Same(act)))
    return [table.it for table in tables[1:]]


def imagined(acts, seat, rng):
    """Return other acts by which *seat* (None: a spectator) sees the same; None if none is found.

    What lies face down at the end is imagined from the seat's own view; the draws that brought it
    there are changed to fit, and everything must still be legal.
    """
    table = folded(acts)[-1]
    match = table.match
    if match is None or match.outcome is not None:
        return None
    for _ in range(TRIES):
        other = match.position.seen_by(seat).imagined(rng)
        draws = changed_draws(match, other)
        if not draws:
            continue
        try:
            world = with_draws(acts, draws, table.number)
            if folded(world)[-1].match.position == other:
                return world
        except LudothequeError:
            continue
    return None


def changed_draws(match, other):
    """Return the draws to change, by their number on the line, to come to *other*'s deal."""
    origin = origins(match)
    changes = {}
    for seat, (hand, wanted) in enumerate(zip(hands(match.position), hands(other), strict=True)):
        missing, surplus = list(wanted), []
        for card in hand:
            if card in missing:
                missing.remove(card)
            else:
                surplus.append(card)
        for old, new in zip(surplus, missing, strict=True):
            changes[origin["cards"][seat][old].pop()] = new
    for seat, (tile, wanted) in enumerate(zip(tiles(match.position), tiles(other), strict=True)):
        if tile != wanted:
            changes[origin["tiles"][seat]] = wanted
    return changes


def tiles(position):
    return str(position).split(" ")[2]


def hands(position):
    return [hand.split(",") if hand else [] for hand in str(position).split(" ")[3].split("|")]


def origins(match):
    """Return which draw brought each seat its tile and each card it holds."""
    seats = len(match.setup.players)
    cards = [{} for _ in range(seats)]
    tile_of = {}
    number = 0
    for ply, before in zip(match.plies, match.positions, strict=False):
        if ply.mover is CHANCE:
            text = str(before)
            place = text.split(" ")[2].find("?")
            if "?" not in text.split(" ", maxsplit=1)[0]:
                if place >= 0:
                    tile_of[place] = number
                else:
                    seat = next(s for s, hand in enumerate(hands(before)) if "?" in hand)
                    cards[seat].setdefault(str(ply.move), []).append(number)
            number += 1
        else:
            card = str(ply.move).rstrip("!").partition(":")[0]
            # Of equal cards the first to come is the first to go; which one is no matter.
            cards[ply.mover][card].pop(0)
    return {"cards": cards, "tiles": tile_of}


def with_draws(acts, draws, game):
    """Return *acts* with the draws of game number *game* changed, by their number on the line."""
    world, number, line = [], 0, []
    for act in acts:
        events = []
        for event in act.events:
            if isinstance(event, Began):
                number, line = number + 1, []
            if isinstance(event, Drew):
                count = sum(line)
                if number == game and count in draws:
                    event = replace(event, move=draws[count])  # noqa: PLW2901 - the changed one
                line.append(True)
            elif isinstance(event, Moved):
                line.append(False)
            elif isinstance(event, TookBack):
                del line[event.kept :]
            events.append(event)
        world.append(replace(act, events=tuple(events)))
    return world
