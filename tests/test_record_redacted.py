"""What each seat may see of a record."""

from dataclasses import replace

import pytest

from cups import CUPS
from ludotheque.errors import LudothequeError
from ludotheque.match import admit, redacted, replay, to_json, to_text
from ludotheque.match.events import Drew, Moved
from records import a_race, kept, refusal
from tables import SEED, begin, play


def other_worlds(record, seat):
    """Yield records in which one thing that *seat* did not witness was otherwise, unnoticed."""
    states = list(replay(record))
    views = [state.position.seen_by(seat) for state in states]
    for number, (state, event) in enumerate(zip(states, record.events, strict=False)):
        if isinstance(event, Moved | Drew) and not state.position.witnessed_by(seat):
            for move in state.position.moves():
                events = (replace(event, move=str(move)), *record.events[number + 1 :])
                world = state
                try:
                    for step, other in enumerate(events, number + 1):
                        world = admit(world, other)
                        assert world.position.seen_by(seat) == views[step]
                except (LudothequeError, AssertionError):
                    continue
                if world.events != record.events:
                    yield replace(record, events=world.events)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_records_of_worlds_that_a_seat_cannot_tell_apart_are_the_same(seat):
    for record in (a_race(5), kept(play(begin(CUPS, 3), "again", "keep"))):
        shown = redacted(record, seat)
        worlds = list(other_worlds(record, seat))
        assert len(worlds) >= 2
        for world in worlds:
            assert to_json(redacted(world, seat)) == to_json(shown)
            assert to_text(redacted(world, seat)) == to_text(shown)


def test_a_seat_sees_its_own_cards_and_a_spectator_sees_none():
    record = a_race(0)
    order, *tiles_and_cards = record.events
    for seat in (None, 0, 1, 2):
        first, *rest = redacted(record, seat).events
        assert first == order
        mine = [1 + n for n in range(18) if n == seat or (n >= 3 and (n - 3) // 5 == seat)]
        assert [1 + n for n, event in enumerate(rest) if event.move is not None] == mine
        assert all(event.move in (None, tiles_and_cards[n].move) for n, event in enumerate(rest))


def test_moves_of_others_that_a_seat_does_not_witness_are_hidden():
    record = kept(play(begin(CUPS), "again"))
    assert redacted(record, 0).events[-2].move == "again"
    assert redacted(record, 1).events[-2].move is None
    assert "1. ? (?) {*}" in to_text(redacted(record, 1))


def test_a_start_with_secrets_is_hidden():
    match = begin(CUPS, start="12 0 -")
    shown = redacted(kept(match), 0)
    assert shown.setup.start == "?"
    assert "12 0" not in to_json(shown) + to_text(shown)
    assert refusal(list, replay(shown)).startswith("setup.start: the start is hidden")
    seen = begin(CUPS, start="12 0 -", options={"cups": "open"})
    assert redacted(kept(seen), 0) == kept(seen)


def test_once_a_match_is_over_everything_is_open():
    record = a_race()
    assert record.seed == SEED
    assert redacted(record, None) == record


def test_a_redacted_record_is_a_transcript():
    shown = redacted(a_race(3), 1)
    first = next(n for n, event in enumerate(shown.events) if event.move is None)
    message = f"events[{first}]: this move is hidden: a redacted record cannot be replayed"
    assert refusal(list, replay(shown)) == message
