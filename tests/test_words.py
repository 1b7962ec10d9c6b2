"""The house speaks the reader's language, wholly."""

import pickle
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from ludotheque.errors import BadMove, BadOption, BadRecord
from ludotheque.words import Words, language_of, languages

ROOT = Path(__file__).parent.parent


def test_no_sentence_is_left_untranslated_and_none_is_left_over():
    command = [sys.executable, "tools/messages.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_translations_name_the_same_facts_as_the_sentences_they_stand_for():
    def names(template):
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}

    files = list((ROOT / "src").rglob("*.po"))
    assert files
    for file in files:
        with file.open("rb") as stream:
            for message in read_po(stream):
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                strings = message.string if isinstance(message.string, tuple) else (message.string,)
                for string in strings if message.id else ():
                    assert names(string) == names(ids[-1]), f"{file}: {message.id}"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr:en", "LANG": "de_DE"}, "fr"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_locale(environment, lang):
    assert language_of(environment) == lang


def test_a_language_that_the_house_does_not_speak_is_refused():
    with pytest.raises(BadOption, match="it speaks: en, fr"):
        Words("tlh")
    assert languages() == ("en", "fr")


@pytest.mark.parametrize(
    ("value", "decimals", "english", "french"),
    [
        (67.44, 1, "67.4", "67,4"),
        (50, 1, "50.0", "50,0"),
        (-0.126, 2, "-0.13", "-0,13"),
        (3, 0, "3", "3"),
        (2.5, None, "2.5", "2,5"),
        (2.0, None, "2", "2"),
        (1_000_000, None, "1000000", "1000000"),
        (100, None, "100", "100"),
        (1 / 3, None, "0.33", "0,33"),
        (2 / 3, None, "0.67", "0,67"),
        (-0.0, None, "0", "0"),
        (-0.001, None, "0", "0"),
        (-0.04, 1, "0.0", "0,0"),
        (-0.4, 0, "0", "0"),
    ],
)
def test_a_number_has_the_decimal_sign_of_the_language(value, decimals, english, french):
    assert Words("en").number(value, decimals) == english
    assert Words("fr").number(value, decimals) == french


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0", "0"),
        (812, "812", "812"),
        (8112, "8,112", "8\u202f112"),
        (1_002_003, "1,002,003", "1\u202f002\u202f003"),
    ],
)
def test_a_great_count_is_parted_as_the_language_does(count, english, french):
    assert Words("en").grouped(count) == english
    assert Words("fr").grouped(count) == french


def test_a_share_is_told_in_percent():
    assert Words("en").percent(0.6234) == "62.3%"
    assert Words("fr").percent(0.6234) == "62,3\u00a0%"


def test_plurals_follow_the_language():
    french, english = Words("fr"), Words("en")
    assert english.count("({n} move)", "({n} moves)", 0) == "(0 moves)"
    assert french.count("({n} move)", "({n} moves)", 0) == "(0 coup)"
    assert french.count("({n} move)", "({n} moves)", 2) == "(2 coups)"


def test_a_refusal_inside_a_refusal_is_translated_too():
    inner = BadMove("move “{text}”: expected a cell, a sign and a cell, such as d2-d3", text="q")
    outer = BadRecord("{place}: {problem}", place="events[3]", problem=inner)
    assert Words("en").refusal(outer) == str(outer)
    assert Words("fr").refusal(outer) != str(outer)


def test_a_refusal_is_one_printable_line_and_survives_a_trip_to_another_process():
    refusal = BadMove("move “{text}”: no", text="a\nb\x1b[2J")
    assert str(refusal) == Words("en").refusal(refusal) == "move “a\\nb\\x1b[2J”: no"
    again = pickle.loads(pickle.dumps(refusal))
    assert str(again) == str(refusal)
    assert again.facts == refusal.facts
