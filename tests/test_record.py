"""Records: both forms, replay, verification, and what each seat may see."""

import json
import re
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cups import CUPS
from ludotheque.errors import BadRecord, LudothequeError
from ludotheque.games import take
from ludotheque.match import (
    PerMove,
    Record,
    admit,
    from_json,
    from_text,
    redacted,
    replay,
    to_json,
    to_text,
    verify,
)
from ludotheque.match.events import Drew, Moved, Resigned, TakebackAgreed, TakebackAsked
from ludotheque.position import CHANCE, Outcome
from tables import BEGAN, REFEREE, SEED, begin, find, matches, play, play_on

TORTUGA, RACE = take("tortuga"), take("race")
LATER = BEGAN + 60_000


def kept(match):
    return Record.of(match, SEED)


@cache
def a_race(moves=10_000):
    return kept(play_on(begin(RACE, 3, clock=PerMove(3_000)), Random(5), moves))


@cache
def a_short_match():
    match = play(begin(TORTUGA, options={"start": "coast"}), "d2-d3", "d6-d5", every=1_250)
    match = REFEREE.take_back(match, 0, match.now + 1)
    match = REFEREE.answer_takeback(match, 1, match.now + 1, agree=True)
    return kept(REFEREE.resign(play(match, "d2-d3"), 1, match.now + 2_000))


def refusal(act, *args):
    """Return the one line in which the record is refused."""
    with pytest.raises(BadRecord) as refused:
        act(*args)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@contextmanager
def one_line_or_none():
    """Let a record be refused in one line, or not at all."""
    lines = ""
    try:
        yield
    except BadRecord as refused:
        lines = str(refused)
    assert "\n" not in lines


# Both forms


def test_the_json_of_a_record():
    assert to_json(a_short_match()) == JSON


def test_the_text_of_a_record():
    assert to_text(a_short_match()) == TEXT


JSON = """\
{
  "format": "ludotheque-record",
  "version": 1,
  "setup": {
    "game": "tortuga",
    "options": {"start": "coast", "chain": "until-stuck", "capture": "first", "goal": "corner"},
    "seats": ["Ana", "Ben"],
    "start": null,
    "clock": null,
    "move_limit": null,
    "began": 1767225600000,
    "seed_hash": "9619e2c3275e1e8be9ca29f0d7e0668cfdc675efcac99dbfa3ed48872c69809f",
    "check": "c7bf7dd10998"
  },
  "events": [
    {"type": "move", "at": 1767225601250, "seat": 0, "move": "d2-d3", "check": "fd3e081d9c5f"},
    {"type": "move", "at": 1767225602500, "seat": 1, "move": "d6-d5", "check": "9bb0e1f2b7fd"},
    {"type": "ask-takeback", "at": 1767225602501, "seat": 0, "check": "b99d293becef"},
    {"type": "agree-takeback", "at": 1767225602502, "seat": 1, "check": "3ac166fa94d3"},
    {"type": "takeback", "at": 1767225602502, "seat": 0, "kept": 0, "check": "027efe5fc144"},
    {"type": "move", "at": 1767225603502, "seat": 0, "move": "d2-d3", "check": "8b73d73fd933"},
    {"type": "resign", "at": 1767225604502, "seat": 1, "check": "7cf359255412"}
  ],
  "end": {
    "result": {"shares": [1.0, 0.0], "reason": "resigned"},
    "seed": "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed",
    "check": "2919e7fe5887"
  }
}
"""

TEXT = """\
[Game "tortuga"]
[Options "start=coast chain=until-stuck capture=first goal=corner"]
[Seat "Ana"]
[Seat "Ben"]
[Began "2026-01-01T00:00:00.000Z"]
[SeedHash "9619e2c3275e1e8be9ca29f0d7e0668cfdc675efcac99dbfa3ed48872c69809f"]
[Seed "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed"]
[Result "1-0 resigned"]

1. d2-d3 d6-d5 {ask-takeback 1} {agree-takeback 2} {takeback 1 -> 0} 2. d2-d3
{resign 2} {1-0 resigned}
"""


@settings(max_examples=60)
@given(matches())
def test_a_record_survives_its_json(match):
    record = kept(match)
    assert from_json(to_json(record), find) == record


@settings(max_examples=60)
@given(matches())
def test_a_record_survives_its_text_and_without_a_clock_loses_its_times(match):
    record = kept(match)
    if match.setup.clock is None:
        events = tuple(replace(event, at=BEGAN) for event in record.events)
        assert from_text(to_text(record), find) == replace(record, events=events)
    else:
        assert from_text(to_text(record), find) == record
    assert max(map(len, to_text(record).split("\n\n")[1].splitlines())) <= 80


@settings(max_examples=60)
@given(matches(), st.sampled_from([None, 0, 1]))
def test_what_a_seat_may_see_survives_both_forms(match, seat):
    record = redacted(kept(match), seat)
    assert from_json(to_json(record), find) == record
    assert to_text(from_text(to_text(record), find)) == to_text(record)


@pytest.mark.parametrize("name", ['"', "\\", '\\"]', "[Seat]", "Zoë 🐢", "{1-0}", "a" * 200])
def test_names_survive_both_forms(name):
    record = kept(REFEREE.begin(TORTUGA, (name, "Ben"), began=BEGAN))
    assert from_json(to_json(record)) == record == from_text(to_text(record))


def test_a_start_survives_both_forms():
    record = kept(play(begin(TORTUGA, start="4/5/6/3S3/6/5/3N N", move_limit=9), "g4-g3"))
    assert from_json(to_json(record)) == record
    assert '[Start "4/5/6/3S3/6/5/3N N"]\n[Limit "9"]' in to_text(record)
    assert "\n1. .. g4-g3 {*}\n" in to_text(record)
    assert from_text(to_text(record)).setup == record.setup


# Cut and changed


def test_a_json_record_cut_anywhere_is_refused():
    text = to_json(a_short_match())
    for end in range(len(text.rstrip())):
        refusal(from_json, text[:end])


def test_a_text_record_cut_anywhere_is_refused():
    for record in (a_short_match(), a_race(), redacted(a_race(9), 1)):
        text = to_text(record)
        for end in range(len(text.rstrip())):
            refusal(from_text, text[:end])


CHARACTERS = st.sampled_from('0123456789abcdef"{}[],:-+.eE\\ \n') | st.characters()


@st.composite
def edits(draw, text):
    """Draw *text* with one character replaced, inserted or left out."""
    at = draw(st.integers(0, len(text)))
    new = draw(CHARACTERS | st.just(""))
    return text[:at] + new + text[at + draw(st.integers(0, 1)) :]


@settings(max_examples=400)
@given(st.data())
def test_a_json_record_changed_anywhere_is_refused_or_equal(data):
    record = data.draw(st.sampled_from([a_short_match(), redacted(a_race(4), 0)]))
    with one_line_or_none():
        assert from_json(data.draw(edits(to_json(record)))) == record


@settings(max_examples=300)
@given(st.data())
def test_a_text_record_changed_anywhere_is_read_or_refused_in_one_line(data):
    record = data.draw(st.sampled_from([a_short_match(), a_race(4)]))
    with one_line_or_none():
        verify(from_text(data.draw(edits(to_text(record)))))


@settings(max_examples=100)
@given(
    st.text()
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).map(json.dumps)
)
def test_anything_else_is_refused(text):
    refusal(from_json, text)
    refusal(from_text, text)


def test_json_beyond_measure_is_refused():
    refusal(from_json, "[" * 100_000)
    refusal(from_json, "9" * 10_000)


def test_a_lost_event_is_noticed_where_it_is_missing():
    lines = to_json(a_short_match()).splitlines()
    first = lines.index('  "events": [') + 1
    for number in range(len(a_short_match().events)):
        cut = "\n".join(lines[: first + number] + lines[first + number + 1 :])
        place = f"events[{number}].check"
        if number == len(a_short_match().events) - 1:
            cut, place = cut.replace("},\n  ],", "}\n  ],"), "end.check"
        assert refusal(from_json, cut).startswith(place)


def changed(*path, to):
    """Return the JSON of a short match with one value changed, or left out (to=None, no path)."""
    record = json.loads(to_json(a_short_match()))
    inner = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(record)


@pytest.mark.parametrize(
    ("path", "to", "message"),
    [
        (("format",), "pgn", "format: "),
        (("version",), 2, "version: 2 is unknown"),
        (("version",), True, "version: true is not a whole number"),
        (("more",), 1, '"more": there is no such field'),
        (("setup",), [], "setup: [] is not an object"),
        (("setup", "game"), "chess", 'setup.game: there is no game "chess"'),
        (("setup", "game"), 5, "setup.game: 5 is not a line of text"),
        (("setup", "options"), {"start": "moon"}, "setup.options: "),
        (("setup", "options"), {"start": "co\nast"}, 'setup.options.start: "co\\nast" is not'),
        (("setup", "options"), {"st\nart": "x"}, 'setup.options: "st\\nart" is not'),
        (("setup", "options"), {"start": 1}, "setup.options.start: 1 is not a line of text"),
        (("setup", "seats"), ["Ana"], "setup.seats: tortuga is played by 2, not by 1"),
        (("setup", "seats"), [], "setup.seats: tortuga is played by 2, not by 0"),
        (("setup", "seats"), ["Ana", 2], "setup.seats[1]: 2 is not a line of text"),
        (("setup", "seats"), ["Ana", ""], "setup.seats: "),
        (("setup", "start"), "nowhere", "setup.start: "),
        (("setup", "clock"), "soon", 'setup.clock: clock "soon"'),
        (("setup", "move_limit"), 0, "setup.move_limit: 0 is not between 1 and"),
        (("setup", "began"), -1, "setup.began: -1 is not between 0 and"),
        (("setup", "began"), 1.5, "setup.began: 1.5 is not a whole number"),
        (("setup", "seed_hash"), "abc", 'setup.seed_hash: "abc" is not 64 digits'),
        (("setup", "more"), 1, 'setup."more": there is no such field'),
        (("setup", "check"), 1, "setup.check: "),
        (("events",), {}, "events: {} is not a list"),
        (("events", 1), 7, "events[1]: 7 is not an object"),
        (("events", 1, "type"), "dance", 'events[1].type: there is no event "dance"'),
        (("events", 1, "type"), None, "events[1].type: null is not a line of text"),
        (("events", 1, "type"), "resign", 'events[1]."move": there is no such field'),
        (("events", 1, "seat"), 2, "events[1].seat: 2 is not between 0 and 1"),
        (("events", 1, "at"), "now", 'events[1].at: "now" is not a whole number'),
        (("events", 1, "move"), "d6 d5", 'events[1].move: "d6 d5" is not the text of a move'),
        (("events", 1, "move"), "d6-c5", "events[1].check: the record was cut or changed here"),
        (("events", 4, "kept"), 9, "events[4].kept: 9 is not between 0 and 4"),
        (("end", "result"), "1-0", 'end.result: "1-0" is not an object'),
        (("end", "result"), None, "end.seed: it is secret until the match is over"),
        (("end", "result"), {"shares": [1], "reason": "x"}, "end.result.shares: [1] is not"),
        (("end", "result"), {"shares": [2, -1], "reason": "x"}, "end.result.shares: [2, -1] is"),
        (("end", "result"), {"shares": [1, 0], "reason": ""}, 'end.result.reason: "" is not a'),
        (("end", "result"), {"shares": [1, 0]}, "end.result.reason: this field is missing"),
        (("end", "seed"), "5eed", 'end.seed: "5eed" is not 64 digits'),
        (("end", "check"), "0" * 12, "end.check: the record was cut or changed here"),
    ],
)
def test_a_wrong_field_is_named(path, to, message):
    assert refusal(from_json, changed(*path, to=to)).startswith(message)


def test_a_field_that_is_there_twice_is_refused():
    twice = to_json(a_short_match()).replace('"version": 1', '"version": 1, "version": 1')
    assert '"version" is there twice' in refusal(from_json, twice)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[Seat", "[Chair", "line 3: "),
        ('"Ben"]', '"Ben]', "line 4: "),
        ("[Game", '[Began "x"]\n[Game', "line 6: a second tag Began"),
        ("[Result", "", "line 8: no tag Result"),
        ('[Game "tortuga"]\n', "", "line 8: no tag Game"),
        ("start=coast", "coast", 'tag Options: "coast" is not name=value'),
        ("start=coast", "start=moon", "tag options: "),
        ("2026-01-01T", "noon", 'tag Began: "noon'),
        ("00.000Z", "00.000", 'tag Began: "2026'),
        ('"1-0 resigned"', '"Ana"', 'tag Result: "Ana"'),
        ('"1-0 resigned"', '"1-0-0 resigned"', "tag result.shares: "),
        ("[Began", '[Limit "few"]\n[Began', 'tag Limit: "few"'),
        ("[Began", '[Clock "soon"]\n[Began', 'tag clock: clock "soon"'),
        ("2. d2-d3", "3. d2-d3", 'line 10: "3." would be of seat 3'),
        ("1. d2-d3", "1. (d2-d3", "line 10, move: "),
        ("{resign 2}", "{resign 3}", 'line 11: "{resign 3}" would be of seat 3'),
        ("{resign 2}", "{dance 2}", 'line 11, type: there is no event "dance"'),
        ("{resign 2}", "{resign 2 -> 1}", 'line 11, "kept": there is no such field'),
        ("{resign 2}", "{resign", "line 11, move: "),
        ("1. d2-d3", "@1 1. d2-d3", "line 10: no event can be at @1"),
        ("{1-0 resigned}", "{0-1 resigned}", "line 12: the record was cut here"),
    ],
)
def test_a_wrong_word_is_named_by_its_line(old, new, message):
    assert old in TEXT
    assert refusal(from_text, TEXT.replace(old, new, 1)).startswith(message)


# Replay and verification


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
        (replace(answer, seat=0), "events[1]: seat 1 cannot move: seat 2 is to move"),
        (replace(answer, move="d6-d1"), 'events[1]: move "d6-d1"'),
        (replace(answer, at=move.at - 1), "events[1]: the time"),
        (Drew(answer.at, "r+"), "events[1]: chance is not to move"),
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
    assert refusal(verify, asked).startswith("events[3]: a takeback has been asked for already")


def test_chance_draws_when_it_is_to_move_and_at_no_other_time():
    record = a_race()
    deal = record.events[3]
    late = with_events(record, e3=replace(deal, at=deal.at + 1))
    assert refusal(verify, late).startswith("events[3]: chance takes no time")
    moved = with_events(record, e3=Moved(deal.at, 0, "r+"))
    assert refusal(verify, moved) == "events[3]: chance is to move"


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


# What a seat may see


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
