"""Words of the turtle race about a card, and about cards that cannot be played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.race import GAME
from ludotheque.games.race.cards import CARDS, SUIT
from ludotheque.games.race.track import find
from ludotheque.words import Words
from wandering import wander

MINUS = "\N{MINUS SIGN}"
OTHERS = "g+,b+,y+,p++,*-"


def told(track: str, move: str, lang: str = "en", **options: str) -> str:
    """Tell a move of a first seat that holds just the card it plays."""
    card = move.rstrip("!").partition(":")[0]
    before = GAME.position(f"{track} 1 rb {card}|{OTHERS} -", **options)
    sentences = GAME.tell(before, GAME.move(move, before)) if GAME.tell else ()
    return " ".join(Words(lang).say(message, **facts) for message, facts in sentences)


@pytest.mark.parametrize(
    ("track", "move", "sentences"),
    [
        (
            "rgbyp/././././././././.",
            "r++",
            (
                "Red card ++: the red turtle goes forward two squares, from 0 to 2. It carries "
                "the green turtle, the blue turtle, the yellow turtle and the purple turtle."
            ),
        ),
        (
            "r/gbp/./y/./././././.",
            "b++",
            (
                "Blue card ++: the blue turtle goes forward two squares, from 1 to 3. "
                "It carries the purple turtle. It lands on top of the yellow turtle."
            ),
        ),
        (
            "r/gbp/./y/./././././.",
            "g-",
            (
                "Green card \N{MINUS SIGN}: the green turtle goes back one square, from 1 to 0. "
                "It carries the blue turtle and the purple turtle. "
                "It lands on top of the red turtle."
            ),
        ),
        (
            "./././././././r/gbyp/.",
            "^++:r",
            (
                "Last-turtle card ↑↑: the red turtle goes forward two squares, from 7 to 9. "
                "The lettuce is reached."
            ),
        ),
        (
            "rgbyp/././././././././.",
            "r-!",
            "Red card \N{MINUS SIGN} is discarded: no card could be played.",
        ),
    ],
)
def test_2_3_a_card_is_told_with_all_that_it_moves(track: str, move: str, sentences: str) -> None:
    assert told(track, move) == sentences


def test_2_2_a_move_past_the_lettuce_is_told_as_far_as_it_goes() -> None:
    assert told("./././././././r/gbyp/.", "b++").startswith(
        "Blue card ++: the blue turtle goes forward one square, from 8 to 9. "
    )


def test_on_a_loose_start_nobody_carries_and_nobody_lands_on_top() -> None:
    assert told("rgbyp/././././././././.", "r+", start="loose").count(".") == 1
    back = told("rg/byp/./././././././.", "b-", start="loose")
    assert "carries the yellow turtle and the purple turtle" in back
    assert "lands" not in back


def test_french_turtles_are_feminine() -> None:
    assert told("r/gbp/./y/./././././.", "g++", "fr") == (
        "Carte verte ++\N{NO-BREAK SPACE}: la tortue verte avance de deux cases, de 1 à 3. "
        "Elle emporte la tortue bleue et la tortue violette. Elle se pose sur la tortue jaune."
    )


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_every_card_is_told_with_its_squares_and_its_riders(seed: int) -> None:
    assert GAME.tell
    for position, _ in wander(GAME, seed, plies=40):
        for move in position.moves():
            way, *rest = GAME.tell(position, move)
            if not move.turtle:
                assert not rest
                continue
            after = position.after(move).track
            origin, square = find(position.track, move.turtle), find(after, move.turtle)
            assert (way.facts["origin"], way.facts["square"]) == (origin, square)
            carried = sum(len(told.facts) for told in rest if "rider" in told.facts)
            assert carried == len(position.track[origin]) - len(after[origin]) - 1


def duty(hand: str, track: str = "rg/b/yp/././././././.") -> Any:
    position = GAME.position(f"{track} 1 rb {hand}|{OTHERS} -")
    return GAME.duty(position.seen_by(0), 0) if GAME.duty else None


def test_2_6_a_hand_without_a_playable_card_must_be_told_to_discard() -> None:
    assert duty("r-,g-", "rg/b/yp/././././././.").rule == "2.6"
    assert duty("r-,*-", "rgbyp/././././././././.").rule == "2.6"
    assert duty("r-,*+", "rgbyp/././././././././.").rule == "2.4"


def test_2_4_cards_that_cannot_go_back_from_the_start_are_told() -> None:
    assert duty("r-,b+").rule == "2.4"
    assert duty("b-,b+") is None
    assert duty("*-,b+") is None


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_2_4_and_2_6_are_told_exactly_when_they_bind(seed: int) -> None:
    assert GAME.duty
    for position, _ in wander(GAME, seed, plies=40):
        seat = position.to_move
        if seat is None:
            continue
        idle = [
            card
            for card in position.hands[seat]
            if CARDS[card].endswith("-")
            and all(turtle in position.track[0] for turtle in SUIT[card].replace("*", "rgbyp"))
        ]
        found = GAME.duty(position.seen_by(seat), seat)
        expected = "2.6" if len(idle) == len(position.hands[seat]) else "2.4" if idle else None
        assert (found.rule if found else None) == expected


@pytest.mark.parametrize(
    ("track", "move", "english", "french"),
    [
        ("rgbyp/././././././././.", "r++", "red ++", "rouge ++"),
        (
            "./rgbyp/./././././././.",
            "*-:b",
            f"rainbow {MINUS} on blue",
            f"arc-en-ciel {MINUS} sur bleu",
        ),
        (
            "rgbyp/././././././././.",
            "^++:y",
            "last ↑↑ on yellow",
            "dernière ↑↑ sur jaune",
        ),
        ("rgbyp/././././././././.", "r-!", f"red {MINUS}, discarded", f"rouge {MINUS}, défaussée"),
    ],
)
def test_a_list_of_moves_names_the_card_and_a_turtle_that_was_chosen(
    track: str, move: str, english: str, french: str
) -> None:
    card = move.rstrip("!").partition(":")[0]
    before = GAME.position(f"{track} 1 rb {card}|{OTHERS} -", start="loose")
    brief = GAME.brief(GAME.move(move, before)) if GAME.brief else None
    assert brief is not None
    assert Words("en").say(brief.message, **brief.facts) == english
    assert Words("fr").say(brief.message, **brief.facts) == french
