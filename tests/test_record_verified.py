"""Replaying a record gives the match; what cannot have happened, or was not drawn, is named."""

import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings

from cups import CUPS
from ludotheque.match import PerMove, Record, replay, verify
from ludotheque.match.events import Drew, Moved, Resigned, TakebackAgreed, TakebackAsked
from ludotheque.position import CHANCE, Outcome
from records import RACE, TORTUGA, a_race, a_short_match, kept, refusal
from tables import BEGAN, REFEREE, SEED, begin, matches

LATER = BEGAN + 60_000


@settings(max_examples=60)
@given(matches())
def test_replaying_a_record_gives_the_match(match):
    states = list(replay(kept(match)))
    assert states[-1] == match
    assert [state.events for state in states] == [
        match.events[:number] for number in range(len(match.events) + 1)
    ]


@settings(max_examples=60)
@given(matches())
def test_every_record_of_the_referee_is_right(match):
    report = verify(kept(match))
    assert report.match == match
    drawn = sum(isinstance(event, Drew) for event in match.events)
    assert report.draws == (drawn if match.outcome else 0)


def with_events(record, **changes):
    """Return the record with some events replaced, by number: `e3=…`."""
    events = list(record.events)
    for name, event in changes.items():
        events[int(name[1:])] = event
    return replace(record, events=tuple(events))


def test_what_cannot_have_happened_is_named():
    record = a_short_match()
    move, answer = record.events[:2]
    for event, message in (
        (replace(answer, seat=0), "events[1]: seat 1 cannot move: it is seat 2’s turn"),
        (replace(answer, move="d6-d1"), "events[1]: move “d6-d1”"),
        (replace(answer, at=move.at - 1), "events[1]: the time"),
        (Drew(answer.at, "r+"), "events[1]: it is not chance’s turn"),
        (TakebackAgreed(answer.at, 1), "events[1]: seat 2 has nothing to answer"),
    ):
        assert refusal(verify, with_events(record, e1=event)).startswith(message)
    taken_back = record.events[4]
    for event in (replace(taken_back, kept=1), replace(taken_back, seat=1)):
        assert refusal(verify, with_events(record, e4=event)).startswith("events[4]: the takeback")
    early = with_events(record, e2=taken_back)
    assert "without asking" in refusal(verify, early)
    ended = replace(record, events=(Resigned(BEGAN, 0), *record.events))
    assert refusal(verify, ended) == "events[1]: the match is over"
    asked = with_events(record, e3=TakebackAsked(record.events[3].at, 1))
    assert refusal(verify, asked).startswith("events[3]: a takeback has already been asked for")


def test_chance_draws_when_it_is_to_move_and_at_no_other_time():
    record = a_race()
    deal = record.events[3]
    late = with_events(record, e3=replace(deal, at=deal.at + 1))
    assert refusal(verify, late).startswith("events[3]: chance takes no time")
    moved = with_events(record, e3=Moved(deal.at, 0, "r+"))
    assert refusal(verify, moved) == "events[3]: it is chance’s turn"


def test_a_flag_falls_when_it_falls():
    match = REFEREE.flag(begin(TORTUGA, clock=PerMove(5_000)), LATER)
    (flagged,) = match.events
    assert verify(kept(match)).match == match
    for wrong in (
        replace(flagged, at=flagged.at + 1),
        replace(flagged, at=flagged.at - 1),
        replace(flagged, seat=1),
        Moved(flagged.at, 0, "d2-d3"),
    ):
        assert refusal(verify, with_events(kept(match), e0=wrong)).startswith("events[0]: ")


def test_a_wrong_result_is_named():
    other = replace(a_short_match(), result=Outcome((0.0, 1.0), "resigned"))
    assert refusal(verify, other) == (
        "end.result: the record says 0-1 resigned, its moves say 1-0 resigned"
    )
    unfinished = replace(a_short_match(), events=a_short_match().events[:-1])
    assert refusal(verify, unfinished).endswith("its moves say *")


def test_the_seed_must_be_the_one_that_was_published():
    record = a_race()
    assert verify(record).draws == sum(isinstance(event, Drew) for event in record.events)
    assert refusal(verify, replace(record, seed="0" * 64)).startswith("end.seed: ")
    assert refusal(verify, replace(record, seed=None)).startswith("end.seed: ")
    unpublished = replace(record, setup=replace(record.setup, seed_hash=None))
    assert refusal(verify, unpublished).startswith("end.seed: ")


def test_every_draw_must_be_the_seeds():
    record = kept(REFEREE.resign(begin(CUPS, 3), 0, LATER))
    for number, event in enumerate(record.events[:3]):
        for die in {"d1", "d2", "d3"} - {event.move}:
            other = with_events(record, **{f"e{number}": replace(event, move=die)})
            assert refusal(verify, other).startswith(f"events[{number}].move: chance drew")


def test_the_seed_is_kept_secret_until_the_end():
    match = begin(RACE)
    assert Record.of(match, SEED).seed is None
    assert Record.of(REFEREE.resign(match, 0, LATER), SEED).seed == SEED
    assert verify(Record.of(match, SEED)).draws == 0


def test_the_document_tells_how_to_draw_by_hand():
    page = (Path(__file__).parent.parent / "docs" / "record.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(from hashlib.*?)```", page, re.DOTALL)
    names = {}
    exec(block, names)  # noqa: S102 - our own document
    match = list(replay(a_race()))[-1]
    draws = [
        (position, ply.move)
        for position, ply in zip(match.positions, match.plies, strict=False)
        if ply.mover is CHANCE
    ]
    for n, (position, move) in enumerate(draws):
        assert names["drawn"](SEED, n, position.moves(), position.odds()) == move
