"""Both forms of a record, JSON and text: what they look like, and that nothing is lost in them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.match import from_json, from_text, redacted, to_json, to_text
from records import TORTUGA, a_short_match, kept
from tables import BEGAN, REFEREE, begin, find, matches, play


def test_the_json_of_a_record():
    assert to_json(a_short_match()) == JSON


def test_the_text_of_a_record():
    assert to_text(a_short_match()) == TEXT


JSON = """\
{
  "format": "ludotheque-record",
  "version": 2,
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
[Version "2"]
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
