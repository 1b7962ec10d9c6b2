"""Names are what they look like: nothing invisible, one alphabet, and nobody's but one's own."""

import pytest

from ludotheque.engine import LEVELS
from ludotheque.errors import LudothequeError, NotAllowed
from ludotheque.tables import clean_name, folded, skeleton
from ludotheque.tables.names import NameAlike, check_not_a_guest, check_not_a_level, distinct
from ludotheque.words import Words, languages


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Zoë de la Tour",
        "O’Neil",
        "Jean-Luc",
        "Ана Петрова",
        "Ελένη",
        "山田たろう",
        "田中 Tom",
        "김민수 Kim",
        "नमिता",
        "ญญ่า",
        "מרים",
        "محمد",
        "Tom 3",
        "Zoé & Max",
        "Ñandú",
        "陳ㄇㄧ",
        "1234",
    ],
)
def test_names_of_all_the_world_are_kept_as_they_are(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("mark", [*range(0x334, 0x339), 0x305, 0x332, 0x34F, 0x35F, 0x363])
def test_no_mark_strikes_through_or_joins_letters(mark):
    for name in (f"Marie Curie{chr(mark)}", f"Ma{chr(mark)}rie"):
        with pytest.raises(NotAllowed, match="letters and digits"):
            clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\N{CYRILLIC SMALL LETTER A}na",
        "An\N{GREEK SMALL LETTER ALPHA}",
        "\N{CYRILLIC SMALL LETTER ZHE}b",
        "김\N{CYRILLIC SMALL LETTER ZHE}",
    ],
)
def test_letters_of_two_alphabets_are_not_mixed(name):
    with pytest.raises(NotAllowed, match="one alphabet"):
        clean_name(name)


def test_letters_in_another_dress_are_undressed():
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in "Ana")
    assert clean_name(wide) == clean_name("\U0001d400\U0001d427\U0001d41a") == "Ana"
    assert clean_name("Ana\u3000B") == "Ana B"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "\N{CYRILLIC CAPITAL LETTER A}n\N{CYRILLIC SMALL LETTER A}"),
        ("PAP", "\u0420\u0410\u0420"),  # in Cyrillic
        ("TOMAS", "\u03a4\u039f\u039c\u0391S"),  # all but one in Greek
        ("Ian", "lan"),
        ("Ian", "1an"),
        ("Bob", "B0b"),
        ("Adam", "Adarn"),
        ("Ana B", "AnaB"),
        ("Ana", "Ana."),
        ("Ana", "ANA"),
        ("Mia", "Mi\u0307a"),  # a dot on the dot
        ("Mia", "M\u0131\u0307a"),
        ("ji", "\u0458\u0307\u0456\u0307"),  # in Cyrillic
        ("Maja", "Maj\u0307\u0307a"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Lan", "Ian"), ("Zoé", "Zoe")])
def test_names_that_do_not_look_alike_have_two(one, other):
    assert skeleton(one) != skeleton(other)
    assert folded(one) != folded(other)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("number", range(1, len(LEVELS) + 1))
def test_nobody_is_called_like_a_computer_in_any_language(lang, number):
    called = Words(lang).say(LEVELS[number - 1].name)
    numbered = Words(lang).say("Level {n} ({name})", n=number, name="").removesuffix(" ()")
    for name in (
        called,
        f"{called} {number}",
        f"{called} 5",
        numbered,
        numbered.upper(),
        f"{called}.",
    ):
        with pytest.raises(NameAlike, match="a computer"):
            check_not_a_level(name)


def test_no_account_is_called_like_the_guests_of_the_house():
    for name in ("Guest 4821", "guest", "Invité 12", "GUEST1"):
        with pytest.raises(LudothequeError, match="its guests"):
            check_not_a_guest(name)
    check_not_a_guest("Guestine")


def test_names_that_look_alike_are_numbered_where_they_stand_together():
    assert distinct(["Ian", "Ana", "lan"]) == ["Ian (1)", "Ana", "lan (3)"]
