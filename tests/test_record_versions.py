"""Records of earlier versions read as they were meant: by the defaults that held then."""

import json
import re
from dataclasses import replace
from hashlib import sha256

import pytest

from ludotheque.games import shelf, take
from ludotheque.match import from_json, from_text, to_json, to_text, verify
from ludotheque.match.notes import Note
from ludotheque.match.parts import VERSION
from records import kept, refusal
from tables import REFEREE, begin, play

NOW = 2
"""The version of most records that are written now."""
RING = "......./...b5.../..b1b5.../r1b5...../......./......./......r1 r"
BACK = "D1*D3*B3=2*B5*D3*D1-E1"
"""Over D2 and, after a detour, back over it: what version 1 took for the usual rule (3.5)."""


@pytest.fixture(scope="module")
def record():
    match = begin(take("hops"), start=RING, options={"to_and_fro": "immediate"})
    match = play(match, BACK)
    return kept(REFEREE.resign(match, 1, match.now + 1000))


def json_of(record, version, options):
    """Return the JSON of a record as a program of another version may have written it."""
    whole = json.loads(to_json(record))
    whole["version"], whole["setup"]["options"] = version, options
    check = ""
    for part in (whole["setup"], *whole["events"], whole["end"]):
        del part["check"]
        text = check + json.dumps(part, sort_keys=True, separators=(",", ":"))
        part["check"] = check = sha256(text.encode()).hexdigest()[:12]
    return json.dumps(whole)


def text_of(record, version, options):
    """Return the text of a record as a program of another version may have written it."""
    text = re.sub(r"\[Options .*\]\n", options, to_text(record))
    return re.sub(r"\[Version .*\]\n", "" if version == 1 else f'[Version "{version}"]\n', text)


@pytest.mark.parametrize(
    ("read", "write", "nothing"), [(from_json, json_of, {}), (from_text, text_of, "")]
)
def test_3_5_a_record_that_names_no_options_has_those_of_its_version(record, read, write, nothing):
    old = read(write(record, 1, nothing))
    assert old.setup.options["to_and_fro"] == "immediate"
    assert verify(old).match.position == verify(record).match.position
    new = read(write(record, NOW, nothing))
    assert new.setup.options["to_and_fro"] == "whole-move"
    assert "the hop from D3 to D1 undoes an earlier one (3.5)" in refusal(verify, new)


def test_an_old_record_that_names_its_options_keeps_them(record):
    for form, options in ((json_of, {"to_and_fro": "whole-move"}), (json_of, {})):
        named = from_json(form(record, 1, options)).setup.options
        assert named["to_and_fro"] == options.get("to_and_fro", "immediate")
    assert from_text(text_of(record, 1, '[Options "to_and_fro=whole-move"]\n')).setup.options == {
        "start": "corners",
        "to_and_fro": "whole-move",
    }


def test_a_record_written_now_names_every_option_and_its_version(record):
    """Of the oldest version whose readers understand it: of the newest only where they must."""
    assert f'"version": {NOW}' in to_json(record)
    assert f'[Version "{NOW}"]' in to_text(record)
    noted = replace(record, notes=((1, Note("Well hopped.", sign="!")),))
    assert f'"version": {VERSION}' in to_json(noted)
    assert f'[Version "{VERSION}"]' in to_text(noted)
    assert '[Options "start=corners to_and_fro=immediate"]' in to_text(record)


@pytest.mark.parametrize("version", ["0", "6", "99999999"])
def test_versions_that_nobody_has_written_are_refused(record, version):
    said = f"{version} is unknown; versions 1 to {VERSION} can be read"
    assert refusal(from_json, json_of(record, int(version), {})) == f"version: {said}"
    assert refusal(from_text, text_of(record, version, "")) == f"tag Version: {said}"


def test_a_version_is_a_number(record):
    assert refusal(from_text, text_of(record, "two", "")) == "tag Version: “two” is not a number"


def test_former_defaults_are_options_of_their_game():
    for game in shelf().values():
        for version, options in game.former_defaults.items():
            assert 1 <= version < VERSION
            assert game.settle(options)
