"""A record that was cut or changed is refused in one line that says where."""

import json
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.errors import BadRecord
from ludotheque.match import from_json, from_text, redacted, to_json, to_text, verify
from records import a_race, a_short_match, refusal


@contextmanager
def one_line_or_none():
    """Let a record be refused in one line, or not at all."""
    lines = ""
    try:
        yield
    except BadRecord as refused:
        lines = str(refused)
    assert "\n" not in lines


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


@settings(max_examples=4 * settings().max_examples)
@given(st.data())
def test_a_json_record_changed_anywhere_is_refused_or_equal(data):
    record = data.draw(st.sampled_from([a_short_match(), redacted(a_race(4), 0)]))
    with one_line_or_none():
        assert from_json(data.draw(edits(to_json(record)))) == record


@settings(max_examples=3 * settings().max_examples)
@given(st.data())
def test_a_text_record_changed_anywhere_is_read_or_refused_in_one_line(data):
    record = data.draw(st.sampled_from([a_short_match(), a_race(4)]))
    with one_line_or_none():
        verify(from_text(data.draw(edits(to_text(record)))))


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
        (("version",), 6, "version: 6 is unknown"),
        (("version",), 4, "notes: this field is missing"),
        (("version",), True, "version: true is not a whole number"),
        (("more",), 1, '"more": there is no such field'),
        (("setup",), [], "setup: [] is not an object"),
        (("setup", "game"), "chess", "setup.game: there is no game “chess”"),
        (("setup", "game"), 5, "setup.game: 5 is not a line of text"),
        (("setup", "options"), {"start": "moon"}, "setup.options: "),
        (("setup", "options"), {"start": "co\nast"}, 'setup.options.start: "co\\nast" is not'),
        (("setup", "options"), {"st\nart": "x"}, 'setup.options: "st\\nart" is not'),
        (("setup", "options"), {"start": 1}, "setup.options.start: 1 is not a line of text"),
        (("setup", "seats"), ["Ana"], "setup.seats: tortuga is for 2 players, not 1"),
        (("setup", "seats"), [], "setup.seats: tortuga is for 2 players, not 0"),
        (("setup", "seats"), ["Ana", 2], "setup.seats[1]: 2 is not a line of text"),
        (("setup", "seats"), ["Ana", ""], "setup.seats: "),
        (("setup", "start"), "nowhere", "setup.start: "),
        (("setup", "clock"), "soon", "setup.clock: clock “soon”"),
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
    twice = to_json(a_short_match()).replace('"version": 2', '"version": 2, "version": 2')
    assert '"version" appears twice' in refusal(from_json, twice)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[Seat", "[Chair", "line 4: "),
        ('"Ben"]', '"Ben]', "line 5: "),
        ("[Game", '[Began "x"]\n[Game', "line 7: the tag Began appears a second time"),
        ("[Result", "", "line 9: the tag Result is missing"),
        ('[Game "tortuga"]\n', "", "line 9: the tag Game is missing"),
        ("start=coast", "coast", "tag Options: option “coast”: expected NAME=VALUE"),
        ("start=coast", "start=moon", "tag options: "),
        ("2026-01-01T", "noon", "tag Began: “noon"),
        ("00.000Z", "00.000", "tag Began: “2026"),
        ('"1-0 resigned"', '"Ana"', "tag Result: “Ana”"),
        ('"1-0 resigned"', '"1-0-0 resigned"', "tag result.shares: "),
        ("[Began", '[Limit "few"]\n[Began', "tag Limit: “few”"),
        ("[Began", '[Clock "soon"]\n[Began', "tag clock: clock “soon”"),
        ("2. d2-d3", "3. d2-d3", "line 11: “3.” would belong to seat 3"),
        ("1. d2-d3", "1. (d2-d3", "line 11, move: "),
        ("{resign 2}", "{resign 3}", "line 12: “{resign 3}” would belong to seat 3"),
        ("{resign 2}", "{dance 2}", 'line 12, type: there is no event "dance"'),
        ("{resign 2}", "{resign 2 -> 1}", 'line 12, "kept": there is no such field'),
        ("{resign 2}", "{resign", "line 12, move: "),
        ("1. d2-d3", "@1 1. d2-d3", "line 11: no event can happen at @1"),
        ("{1-0 resigned}", "{0-1 resigned}", "line 13: the record was cut short here"),
    ],
)
def test_a_wrong_word_is_named_by_its_line(old, new, message):
    text = to_text(a_short_match())
    assert old in text
    assert refusal(from_text, text.replace(old, new, 1)).startswith(message)
