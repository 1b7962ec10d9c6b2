"""The text of the race (2, Text), both ways, and every refusal."""

import pytest

from ludotheque.errors import BadMove, BadPosition, IllegalMove
from ludotheque.games.race import GAME
from ludotheque.position import CHANCE

START = "rgbyp/././././././././."
TWO = "r+,r+,g-,*+,^+|b+,b-,y+,p++,*-"


def test_2_text_the_start() -> None:
    assert str(GAME.start(2)) == "?????/././././././././. ? ?? ?,?,?,?,?|?,?,?,?,? -"
    assert str(GAME.start(3, start="loose")).startswith("rgbyp/././././././././. ? ??? ?,")


@pytest.mark.parametrize(
    "text",
    [
        f"{START} 1 rb {TWO} -",
        "./pg/././by/././r/./. 2 rb r+|g++,^++ r+,b-,*+",
        "./pg/././by/././././r 1 rb |g++ r+",
        "?????/././././././././. ? r? ?,?,?,?,?|?,?,?,?,? -",
        f"{START} ? rbg r+,?|g+,?|r+ -",
        f"{START} 5 rgbyp r+|r+|r+|r+|r+ -",
    ],
)
def test_2_text_round_trips(text: str) -> None:
    assert str(GAME.position(text)) == text


def test_2_text_hands_and_discards_are_written_in_card_order() -> None:
    position = GAME.position(f"{START} 1 rb ^+,r-,*+,r++|y+,g+ p-,p+,r+")
    assert str(position) == f"{START} 1 rb r++,r-,*+,^+|g+,y+ r+,p+,p-"
    assert position == GAME.position(f"{START} 1 rb *+,r++,^+,r-|g+,y+ r+,p-,p+")


def test_2_text_loose_turtles_on_the_start_have_no_order() -> None:
    rest = "/yg/./././././././. 1 rb r+|r+ -"
    assert GAME.position(f"pbr{rest}", start="loose") == GAME.position(f"rbp{rest}", start="loose")
    assert str(GAME.position(f"pbr{rest}", start="loose")) == f"rbp{rest}"
    assert GAME.position(f"pbr{rest}") != GAME.position(f"rbp{rest}")


def test_2_text_the_plain_form_leaves_out_what_is_being_dealt() -> None:
    plain = GAME.position(f"{START} ? rb r+,g-,*+,^+|b+,b-,y+,p++,*- r+")
    assert str(plain) == f"{START} ? rb r+,g-,*+,^+,?|b+,b-,y+,p++,*- r+"
    assert plain.to_move is CHANCE
    early = GAME.position(f"{START} ? r | -")
    assert str(early) == f"{START} ? r? ?,?,?,?,?|?,?,?,?,? -"


def test_2_text_the_pile_is_what_is_left_of_the_52() -> None:
    assert sum(GAME.position(f"{START} 1 rb {TWO} y+,y+").pile) == 40


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected track, seat, tiles, hands, discards"),
        (f"{START} 1 rb {TWO}", "expected track, seat, tiles, hands, discards"),
        (f"{START}  1 rb {TWO} -", "expected track, seat, tiles, hands, discards"),
        (f"{START}/. 1 rb {TWO} -", "11 squares, expected 10"),
        (f"rgby/p././././././././. 1 rb {TWO} -", "square 1 is “p.”"),
        (f"rgbyp//./././././././. 1 rb {TWO} -", "square 1 is “”"),
        (f"rgbx/././././././././. 1 rb {TWO} -", "square 0 is “rgbx”"),
        (f"rgby/././././././././. 1 rb {TWO} -", "turtle p is on the track 0 times"),
        (f"rgbyp/r/./././././././. 1 rb {TWO} -", "turtle r is on the track 2 times"),
        (f"???/././././././././. ? rb {TWO} -", "square 0 is “\\?\\?\\?”"),
        (f"./?????/./././././././. ? rb {TWO} -", "square 1 is “\\?"),
        ("?????//./././././././. ? ?? | -", "square 1 is “”"),
        ("?????/./././././././r/. ? ?? | -", "turtle r is on the track 2 times"),
        (f"{START} 3 rb {TWO} -", "the seat to move is “3”, expected 1 to 2"),
        (f"{START} 0 rb {TWO} -", "the seat to move is “0”"),
        (f"{START}  rb {TWO} -", "the seat to move is “”"),
        (f"{START} 1 r {TWO} -", "1 tiles for 2 hands"),
        (f"{START} 1 rbg {TWO} -", "3 tiles for 2 hands"),
        (f"{START} ? rbg r+|r+ -", "3 tiles for 2 hands"),
        (f"{START} 1 rr {TWO} -", "the tile r is dealt twice"),
        (f"{START} 1 rx {TWO} -", "tile 2 is “x”"),
        (f"{START} 1 r# {TWO} -", "tile 2 is “#”"),
        (f"{START} 1 r r+ -", "1 hands, expected 2 to 5"),
        (f"{START} 1 rgbyp r+|||||| -", "7 hands, expected 2 to 5"),
        (f"{START} 1 rb r+,r+,r+,g+,g+,g+|r+ -", "hand 1 has 6 cards"),
        (f"{START} 1 rb r+|r+++ -", "hand 2 has “r\\+\\+\\+”, which is not a card"),
        (f"{START} 1 rb r+|*++ -", "hand 2 has “\\*\\+\\+”"),
        (f"{START} 1 rb r+|^- -", "hand 2 has “\\^-”"),
        (f"{START} 1 rb r+|# -", "hand 2 has “#”"),
        (f"{START} 1 rb r+,|r+ -", "hand 1 has “”"),
        (f"{START} 1 rb r+|r+ r+,?", "the discards have “\\?”"),
        (f"{START} 1 rb r+|r+ ", "the discards have “”"),
        (f"{START} 1 rb r+,r+,r+|r+,r+ r+", r"6 cards r\+, the deck has 5"),
        (f"{START} 1 rb r++|r++ -", r"2 cards r\+\+, the deck has 1"),
        (f"{START} 1 rb |r+ -", "seat 1 is to move and has no card"),
        (f"{START} 1 rb r+,?|r+ -", "still to be dealt, so the seat must be “\\?”"),
        (f"{START} 1 r? r+|r+ -", "still to be dealt"),
        ("?????/././././././././. 1 rb r+|r+ -", "still to be dealt"),
        (f"{START} ? rb {TWO} -", "every hand is full"),
        ("rgby/././././././././p ? rb r+|r+ -", "the game is over, nothing is dealt"),
    ],
)
def test_a_bad_position_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as refused:
        GAME.position(text)
    assert f"“{text}”" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_loose_start_has_no_order_to_come() -> None:
    with pytest.raises(BadPosition, match="square 0 is"):
        GAME.position("?????/././././././././. ? ?? | -", start="loose")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a card"),
        ("r", "expected a card"),
        ("r+++", "expected a card"),
        ("x+", "expected a card"),
        ("*++:r", "expected a card"),
        ("^-:r", "expected a card"),
        ("*+:x", "expected a card"),
        ("*+:r!", "expected a card"),
        ("*+:rg", "expected a card"),
        ("R+", "expected a card"),
        ("?", "expected a card"),
        ("r+:r", r"write r\+ alone"),
    ],
)
def test_a_bad_move_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(BadMove, match=reason) as refused:
        GAME.move(text, GAME.position(f"{START} 1 rb {TWO} -"))
    assert f"“{text}”" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r++", r"the card r\+\+ is not in your hand"),
        ("b+", r"the card b\+ is not in your hand"),
        ("b+!", r"the card b\+ is not in your hand"),
        ("*+", "say which turtle moves"),
        ("g-", r"turtle g is on the start"),
        ("r+!", r"so one must be \(2.6\)"),
        ("^+:p", r"rearmost square \(2.1\): r g"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        GAME.move(text, GAME.position(f"rg/byp/./././././././. 1 rb {TWO} -"))


@pytest.mark.parametrize("viewer", [1, None])
def test_who_is_not_to_move_is_told_that_and_nothing_of_hands(viewer: int | None) -> None:
    view = GAME.position(f"rg/byp/./././././././. 1 rb {TWO} -").seen_by(viewer)
    with pytest.raises(IllegalMove, match="it is another seat’s turn"):
        GAME.move("r+", view)


@pytest.mark.parametrize("text", ["", "rgby", "rrgby", "x", "rg", "r+!", "*+:r", "?"])
def test_a_bad_deal_is_refused(text: str) -> None:
    with pytest.raises(BadMove, match="expected an order such as rgbyp"):
        GAME.move(text, GAME.start(2))


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("?????/././././././././. ? ?? | -", "r"),
        ("?????/././././././././. ? ?? | -", "r+"),
        (f"{START} ? r? | -", "r"),
        (f"{START} ? r? | -", "rgbyp"),
        (f"{START} ? rb r++| -", "r++"),
        (f"{START} ? rb r++| -", "g"),
    ],
)
def test_an_impossible_deal_is_refused_and_nothing_is_told(position: str, text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.move(text, GAME.position(position))
    assert str(refused.value) == f"move “{text}”: this cannot be dealt now"
