"""Chances in the turtle race: what is reckoned is what the rules give over imagined deals."""

from itertools import islice
from math import sqrt
from random import Random

import pytest

from ludotheque.games import take
from ludotheque.games.race.cards import STEPS
from ludotheque.games.race.chances import FINISH, GUARD, chances
from ludotheque.games.race.track import LETTUCE, moved, plays
from test_twins import wander

GAME = take("race")
DEALS = 150
"""Imagined deals that a chance is compared over: its mean is off by four of its errors at most."""


def reckoned(rng, theme, count):
    """Yield views of random games that ask such a question, and the answer."""
    found = 0
    for position, _ in wander(GAME, rng, 20_000):
        if isinstance(position.to_move, int):
            view = position.seen_by(position.to_move)
            told = chances(view)
            if told is not None and told.theme == theme:
                yield view, told.chances
                found += 1
                if found == count:
                    return


def first_at_once(position, seat):
    """Return whether *seat* holds a card by which its own turtle is first on the lettuce."""
    loose = position.variant.loose
    tracks = (
        moved(position.track, play.turtle, STEPS[play.card], loose=loose)
        for play in plays(position.hands[seat], position.track)
        if play.turtle
    )
    return any(track[LETTUCE][:1] == position.tiles[seat] for track in tracks)


def agree(chance, lucky, deals):
    """Assert that *lucky* of so many *deals* fit a chance."""
    error = sqrt(max(float(chance * (1 - chance)), 1 / deals) / deals)
    assert abs(lucky / deals - float(chance)) <= 4 * error + 1e-9


@pytest.mark.parametrize("theme", [FINISH, GUARD])
def test_chances_are_those_of_imagined_deals(theme):
    rng = Random(7)
    for view, found in reckoned(rng, theme, 3):
        seat = view.viewer
        after = dict.fromkeys(view.moves(), 0.0)
        for _ in range(DEALS):
            position = view.imagined(rng)
            for play in after:
                reached = position.after(play)
                if reached.outcome() is not None:
                    after[play] += reached.outcome().shares[seat]
                else:
                    following = (seat + 1) % position.seats
                    after[play] += not first_at_once(reached, following)
        for play, lucky in after.items():
            agree(found[str(play)].most, lucky, DEALS)


def test_a_play_is_safe_where_the_next_turn_wins_whatever_is_played():
    rng = Random(11)
    pairs = ((v, c) for v, c in reckoned(rng, FINISH, 60) if len(v.tiles) == 2)
    tried = 0
    for view, found in islice(pairs, 3):
        for play in view.moves():
            low, high = found[str(play)]
            assert 0 <= low <= high <= 1
            if low == high:
                continue
            tried += 1
            safe = sum(
                is_safe(view.imagined(rng).after(play), view.viewer, rng) for _ in range(DEALS)
            )
            agree(low, safe, DEALS)
    assert tried > 3


def is_safe(position, seat, rng):
    """Draw a card for *seat*, and return whether it then wins whatever the other does."""
    drawn = rng.choices(position.moves(), position.odds())[0]
    position = position.after(drawn)
    other = position.to_move
    return (
        all(
            reached.outcome().shares[seat] == 1
            if (reached := position.after(play)).outcome() is not None
            else first_at_once(reached, seat)
            for play in position.moves()
        )
        and other != seat
    )


def test_nothing_is_asked_while_nobody_is_near_or_of_who_only_looks_on():
    start = GAME.position("rgbyp/././././././././. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -")
    assert chances(start.seen_by(0)) is None
    near = GAME.position("./././././././gbyp/r/. 1 rg r+,b+|g+,y+ -")
    assert chances(near.seen_by(1)) is None
    assert chances(near.seen_by(None)) is None
