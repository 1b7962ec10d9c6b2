"""Rulings of the race (docs/rulings.md, 2) on set-up, turns and the end, one by one."""

from fractions import Fraction

import pytest

from ludotheque.errors import IllegalMove
from ludotheque.games.race import GAME
from ludotheque.games.race.cards import CARDS, DECK
from ludotheque.games.race.rules import Race
from ludotheque.position import CHANCE, Outcome


def at(piles: str, hand: str = "r+", owners: str = "rb", **options: str) -> Race:
    """Return a diagram with seat 1 to play *hand*; `0rg 4byp` puts piles on squares 0 and 4."""
    squares = {int(pile[0]): pile[1:] for pile in piles.split()}
    track = "/".join(squares.get(square, ".") for square in range(10))
    hands = "|".join([hand, *["g+"] * (len(owners) - 1)])
    return GAME.position(f"{track} 1 {owners} {hands} -", **options)


def play(position: Race, *moves: str) -> Race:
    for move in moves:
        position = position.after(GAME.move(move, position))
    return position


def piles(position: Race) -> str:
    """Return the track as `at` takes it."""
    return " ".join(f"{square}{pile}" for square, pile in enumerate(position.track) if pile)


def moves(position: Race) -> list[str]:
    return [str(move) for move in position.moves()]


# Material


def test_2_material_the_deck_has_52_cards() -> None:
    copies = dict(zip(CARDS, DECK, strict=True))
    assert sum(DECK) == 52
    assert [sum(n for card, n in copies.items() if card[0] == suit) for suit in "rgbyp*^"] == [
        *[8] * 5,
        7,
        5,
    ]
    assert [copies[f"p{sign}"] for sign in ("++", "+", "-")] == [1, 5, 2]
    assert [copies[card] for card in ("*+", "*-", "^+", "^++")] == [5, 2, 3, 2]


# Set-up


def test_2_set_up_chance_draws_order_tiles_and_hands_then_seat_1_begins() -> None:
    position = GAME.start(3)
    assert position.to_move is CHANCE
    assert len(position.moves()) == 120
    assert set(position.odds()) == {1}
    position = play(position, "pygbr")
    assert moves(position) == list("rgbyp")
    position = play(position, "b")
    assert moves(position) == list("rgyp")
    assert position.odds() == (1,) * 4
    position = play(position, "p", "r")
    assert position.odds() == DECK
    position = play(position, *["r+"] * 5)
    assert "r+" not in moves(position)
    assert sum(position.odds()) == 47
    position = play(position, *["g+"] * 5, *["b+"] * 5)
    assert position.to_move == 0
    assert position.odds() == ()
    assert str(position) == (
        "pygbr/././././././././. 1 bpr r+,r+,r+,r+,r+|g+,g+,g+,g+,g+|b+,b+,b+,b+,b+ -"
    )


def test_2_set_up_loose_has_no_order_to_draw() -> None:
    position = GAME.start(2, start="loose")
    assert str(position) == "rgbyp/././././././././. ? ?? ?,?,?,?,?|?,?,?,?,? -"
    assert moves(position) == list("rgbyp")


def test_2_set_up_deals_weigh_as_many_as_there_are_copies_left() -> None:
    position = play(GAME.start(2), "rgbyp", "r", "g", "*+", "*+")
    weights = dict(zip(moves(position), position.odds(), strict=True))
    assert Fraction(weights["*+"], sum(weights.values())) == Fraction(3, 50)
    assert weights["r++"] == 1


# 2.1 which turtle


def test_2_1_a_coloured_card_moves_its_turtle() -> None:
    position = at("0rg 1b 3yp", "g++")
    assert moves(position) == ["g++"]
    assert piles(play(position, "g++")) == "0r 1b 2g 3yp"


def test_2_1_a_rainbow_card_moves_any_turtle() -> None:
    position = at("1rg 2b 4yp", "*+,*-")
    assert moves(position) == [f"{card}:{turtle}" for card in ("*+", "*-") for turtle in "rgbyp"]
    assert piles(play(position, "*+:b")) == "1rg 3b 4yp"
    assert piles(play(position, "*-:p")) == "1rg 2b 3p 4y"


def test_2_1_a_last_card_moves_any_turtle_of_the_rearmost_square() -> None:
    position = at("1yr 3gbp", "^+,^++")
    assert moves(position) == ["^+:r", "^+:y", "^++:r", "^++:y"]
    assert piles(play(position, "^+:r")) == "1y 2r 3gbp"
    assert piles(play(position, "^++:y")) == "3gbpyr"


def test_2_1_moves_come_by_card_then_by_turtle_and_equal_cards_once() -> None:
    position = at("0rg 1b 2yp", "^+,*-,b-,g+,g+")
    assert moves(position) == ["g+", "b-", "*-:b", "*-:y", "*-:p", "^+:r", "^+:g"]


# 2.2 how far


@pytest.mark.parametrize(
    ("card", "square"), [("r+", 5), ("r++", 6), ("r-", 3), ("*+:r", 5), ("*-:r", 3)]
)
def test_2_2_how_far_a_card_goes(card: str, square: int) -> None:
    after = play(at("1gbyp 4r", card.split(":", maxsplit=1)[0]), card)
    assert after.track[square] == "r"


@pytest.mark.parametrize(("card", "square"), [("^+:r", 2), ("^++:r", 3)])
def test_2_2_how_far_a_last_card_goes(card: str, square: int) -> None:
    after = play(at("1r 4gbyp", card.split(":", maxsplit=1)[0]), card)
    assert after.track[square] == "r"


def test_2_2_a_move_past_the_lettuce_bed_stops_on_it() -> None:
    after = play(at("0gbyp 8r", "r++"), "r++")
    assert after.track[9] == "r"


# 2.3 piles


def test_2_3_a_turtle_carries_those_above_it_in_order_and_lands_on_top() -> None:
    assert piles(play(at("0grbp 1y", "r+"), "r+")) == "0g 1yrbp"


def test_2_3_going_back_carries_too() -> None:
    assert piles(play(at("0y 1g 2rbp", "b-"), "b-")) == "0y 1gbp 2r"


def test_2_3_on_a_stacked_start_the_pile_is_carried_and_grows() -> None:
    assert piles(play(at("0rgbyp", "b++"), "b++")) == "0rg 2byp"
    assert piles(play(at("0rg 1byp", "b-"), "b-")) == "0rgbyp"


def test_2_3_on_a_loose_start_nobody_is_carried() -> None:
    assert piles(play(at("0rgbyp", "r++", start="loose"), "r++")) == "0gbyp 2r"
    assert piles(play(at("0rgbyp", "b+", start="loose"), "b+")) == "0rgyp 1b"


def test_2_3_turtles_pushed_back_to_a_loose_start_come_off_their_pile() -> None:
    back = play(at("0g 1pbr 2y", "b-", start="loose"), "b-")
    assert piles(back) == "0rgb 1p 2y"


def test_2_3_a_loose_start_matters_only_on_the_start() -> None:
    assert piles(play(at("1pbr 2y 3g", "b+", start="loose"), "b+")) == "1p 2ybr 3g"


# 2.4 never back from the start


def test_2_4_a_turtle_on_the_start_cannot_go_back() -> None:
    position = at("0rg 1b 2yp", "r-,g-,b-,*-,r+")
    assert moves(position) == ["r+", "b-", "*-:b", "*-:y", "*-:p"]
    with pytest.raises(IllegalMove, match=r"turtle r is on the start and cannot go back \(2.4\)"):
        GAME.move("r-", position)
    with pytest.raises(IllegalMove, match=r"turtle g is on the start"):
        GAME.move("*-:g", position)


# A turn, and 2.5 the discards become the pile


def test_2_turn_the_card_is_discarded_and_one_is_drawn() -> None:
    position = play(at("0rgbyp", "r+,b-,*+"), "r+")
    assert str(position).split(" ")[1:] == ["?", "rb", "b-,*+,?|g+", "r+"]
    assert position.to_move is CHANCE
    weights = dict(zip(moves(position), position.odds(), strict=True))
    assert weights["g+"] == 4
    assert weights["r+"] == 4
    assert sum(weights.values()) == 52 - 4
    position = play(position, "g++")
    assert str(position).split(" ")[1:] == ["2", "rb", "g++,b-,*+|g+", "r+"]


def test_2_turn_seats_follow_each_other_and_the_first_follows_the_last() -> None:
    position = GAME.position("rgbyp/././././././././. 3 rgb r+|r+|r+ -")
    assert play(position, "r+", "b+").to_move == 0
    position = GAME.position("rgbyp/././././././././. 1 rgb r+|r+|r+ -")
    assert play(position, "r+", "b+").to_move == 1


def test_2_turn_in_a_diagram_a_seat_without_a_card_is_passed_over() -> None:
    position = GAME.position("rgbyp/././././././././. 1 rgb r+||r+ -")
    assert play(position, "r+", "b+").to_move == 2


def _rest_of_the_deck(*hands: str) -> list[str]:
    left = [card for card, copies in zip(CARDS, DECK, strict=True) for _ in range(copies)]
    for hand in hands:
        for card in hand.split(","):
            left.remove(card)
    return left


def test_2_5_an_empty_pile_is_replenished_with_the_discards_and_the_card_just_played() -> None:
    hands = "r+,r+,b+,*+,^+", "g+,g+,g+,g+,g+"
    discards = _rest_of_the_deck(*hands)
    position = GAME.position(f"rgbyp/././././././././. 1 rb {'|'.join(hands)} {','.join(discards)}")
    assert sum(position.pile) == 0
    position = play(position, "r+")
    weights = dict(zip(moves(position), position.odds(), strict=True))
    assert sum(weights.values()) == len(discards) + 1 == 43
    assert weights["r+"] == 4
    assert "g+" not in weights
    position = play(position, "r+")
    assert str(position).endswith(" -")
    assert sum(position.pile) == 42
    assert position.pile == GAME.position(str(position)).pile


def test_2_5_a_pile_with_a_card_left_is_not_replenished() -> None:
    hands = "r+,r+,b+,*+,^+", "g+,g+,g+,g+,g+"
    discards = _rest_of_the_deck(*hands)
    discards.remove("p++")
    position = GAME.position(f"rgbyp/././././././././. 1 rb {'|'.join(hands)} {','.join(discards)}")
    position = play(position, "r+")
    assert moves(position) == ["p++"]
    assert position.odds() == (1,)
    position = play(position, "p++")
    assert sum(position.discards) == len(discards) + 1


# 2.6 nothing to play


def test_2_6_without_a_playable_card_one_is_discarded_without_effect() -> None:
    position = at("0rg 1b 2yp", "r-,r-,g-")
    assert moves(position) == ["r-!", "g-!"]
    after = play(position, "r-!")
    assert piles(after) == "0rg 1b 2yp"
    assert str(after).split(" ")[3:] == ["r-,g-,?|g+", "r-"]
    with pytest.raises(IllegalMove, match=r"none of your cards can be played.*r-! g-!"):
        GAME.move("r-", position)


def test_2_6_a_rainbow_card_back_is_unplayable_while_all_are_on_the_start() -> None:
    assert moves(at("0rgbyp", "*-,p-")) == ["p-!", "*-!"]


def test_2_6_passing_is_not_allowed_while_a_card_can_be_played() -> None:
    position = at("0rg 1b 2yp", "r-,b-")
    assert moves(position) == ["b-"]
    with pytest.raises(IllegalMove, match=r"so one must be \(2.6\), for example b-"):
        GAME.move("r-!", position)


# End


def test_2_end_comes_at_once_and_no_card_is_drawn() -> None:
    position = play(at("0gbyp 8r", "r+,g-,g-,*+,^+"), "r+")
    assert position.to_move is None
    assert position.moves() == ()
    assert position.odds() == ()
    assert str(position).split(" ")[1:] == ["1", "rb", "g-,g-,*+,^+|g+", "r+"]
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.move("*+:r", position)


def test_2_end_no_end_before_the_lettuce_bed() -> None:
    position = play(at("0gbyp 7r", "r+"), "r+")
    assert position.to_move is CHANCE
    assert position.outcome() is None


@pytest.mark.parametrize("tiles", ["secret", "open"])
def test_2_end_the_owner_of_the_turtle_on_the_bed_wins(tiles: str) -> None:
    position = play(at("0rgyp 8b", "b+", tiles=tiles), "b+")
    assert position.outcome() == Outcome((0.0, 1.0), "lettuce")


def test_2_end_of_several_on_the_bed_the_lowest_owned_wins() -> None:
    position = play(at("0rg 8ypb", "y+", owners="bp"), "y+")
    assert position.track[9] == "ypb"
    assert position.outcome() == Outcome((0.0, 1.0), "lettuce")


def test_2_end_without_an_owned_turtle_on_the_bed_the_nearest_wins() -> None:
    position = play(at("0p 2b 4r 8yg", "y+"), "y+")
    assert position.outcome() == Outcome((1.0, 0.0), "nearest")


def test_2_end_of_several_nearest_the_lowest_wins() -> None:
    position = play(at("0p 5br 8yg", "y+"), "y+")
    assert position.outcome() == Outcome((0.0, 1.0), "nearest")


def test_2_end_on_a_stacked_start_the_lowest_wins() -> None:
    position = play(at("0pbr 8yg", "y+"), "y+")
    assert position.outcome() == Outcome((0.0, 1.0), "nearest")


def test_2_end_on_a_loose_start_level_turtles_share_the_win() -> None:
    position = play(at("0rbp 8yg", "y+", "rbp", start="loose"), "y+")
    assert position.outcome() == Outcome((1 / 3, 1 / 3, 1 / 3), "level")


def test_2_end_a_loose_start_shares_nothing_with_those_ahead_of_it() -> None:
    position = play(at("0rb 1p 8yg", "y+", "rbp", start="loose"), "y+")
    assert position.outcome() == Outcome((0.0, 0.0, 1.0), "nearest")


def test_2_every_reason_has_its_sentence() -> None:
    assert set(GAME.reasons) == {"lettuce", "level", "nearest"}
