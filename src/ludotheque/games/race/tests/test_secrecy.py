"""Secrecy of the race: what a seat may know, and what it can only imagine."""

from collections import Counter
from itertools import combinations
from random import Random

from ludotheque.games.race import GAME
from ludotheque.games.race.cards import CARDS, DECK
from ludotheque.games.race.rules import Race

SEAT_1 = "r+,r+,g-,*+,^+"
SEAT_2 = "g+,b-,y+,p++,*-"
SEAT_3 = "b+,b+,b++,*-,^++"
GAME_ON = f"rg/byp/./././././././. 2 rbp {SEAT_1}|{SEAT_2}|{SEAT_3} y+"
BACKS = "#,#,#,#,#"


def play(position: Race, *moves: str) -> Race:
    for move in moves:
        position = position.after(GAME.move(move, position))
    return position


def test_a_seat_sees_its_own_tile_and_hand_and_the_sizes_of_the_others() -> None:
    view = GAME.position(GAME_ON).seen_by(1)
    assert str(view) == f"rg/byp/./././././././. 2 #b# {BACKS}|{SEAT_2}|{BACKS} y+"
    assert view.pile_size == 52 - 15 - 1


def test_a_spectator_sees_what_is_public() -> None:
    view = GAME.position(GAME_ON).seen_by(None)
    assert str(view) == f"rg/byp/./././././././. 2 ### {BACKS}|{BACKS}|{BACKS} y+"
    assert view.moves() == ()


def test_open_tiles_are_seen_by_all_and_hands_are_not() -> None:
    position = GAME.position(GAME_ON, tiles="open")
    assert str(position.seen_by(None)).split(" ")[2] == "rbp"
    assert str(position.seen_by(0)).split(" ")[3] == f"{SEAT_1}|{BACKS}|{BACKS}"


def test_a_card_to_come_is_seen_by_all_and_not_what_it_will_be() -> None:
    position = play(GAME.position(GAME_ON), "y+")
    assert str(position.seen_by(0)).split(" ")[3] == f"{SEAT_1}|#,#,#,#,?|{BACKS}"
    before = play(GAME.start(2), "rgbyp", "y")
    assert str(before.seen_by(1)).split(" ")[2] == "#?"


def test_views_do_not_depend_on_what_they_hide() -> None:
    position = GAME.position(GAME_ON)
    other = GAME.position(
        f"rg/byp/./././././././. 2 ybg g++,y-,y-,p+,p+|{SEAT_2}|r++,r-,r-,*+,*+ y+"
    )
    assert position != other
    assert position.seen_by(1) == other.seen_by(1)
    assert hash(position.seen_by(1)) == hash(other.seen_by(1))
    assert repr(position.seen_by(1)) == repr(other.seen_by(1))
    assert position.seen_by(0) != other.seen_by(0)


def test_a_view_knows_the_moves_of_its_own_turn_only() -> None:
    position = GAME.position(GAME_ON)
    assert position.seen_by(1).moves() == position.moves() != ()
    assert position.seen_by(0).moves() == ()
    dealing = play(position, "y+")
    assert dealing.seen_by(1).moves() == ()


def test_after_the_end_everything_is_revealed() -> None:
    position = GAME.position(f"rg/././././././././byp 2 rbp {SEAT_1}|b-|{SEAT_3} y+")
    for seat in (0, 1, 2, None):
        view = position.seen_by(seat)
        assert str(view) == str(position)
        assert view.to_move is None
        assert view.outcome() == position.outcome() is not None
        assert view.moves() == ()
        assert view.imagined(Random(1)) == position


def test_while_the_game_goes_on_a_view_has_no_outcome() -> None:
    assert GAME.position(GAME_ON).seen_by(1).outcome() is None


# Who witnesses what


def witnesses(position: Race) -> list[int | None]:
    return [seat for seat in (*range(position.seats), None) if position.witnessed_by(seat)]


def test_the_order_of_the_pile_and_every_play_are_witnessed_by_all() -> None:
    assert witnesses(GAME.start(2)) == [0, 1, None]
    assert witnesses(GAME.position(GAME_ON)) == [0, 1, 2, None]


def test_a_tile_is_witnessed_by_its_receiver_even_where_it_is_the_last() -> None:
    position = play(GAME.start(5), "rgbyp")
    for seat, tile in enumerate("pybgr"):
        assert witnesses(position) == [seat]
        position = play(position, tile)


def test_an_open_tile_is_witnessed_by_all_and_a_card_is_not() -> None:
    position = play(GAME.start(2, tiles="open"), "rgbyp")
    assert witnesses(position) == [0, 1, None]
    assert witnesses(play(position, "r", "g")) == [0]


def test_a_card_is_witnessed_by_its_receiver() -> None:
    position = play(GAME.start(2), "rgbyp", "r", "g", *["r+"] * 5)
    assert witnesses(position) == [1]
    assert witnesses(play(GAME.position(GAME_ON), "y+")) == [1]


# Imagination


def test_a_full_position_imagines_itself() -> None:
    position = GAME.position(GAME_ON)
    assert position.imagined(Random(1)) is position


def test_an_imagined_position_is_complete_and_looks_the_same() -> None:
    position = play(GAME.position(GAME_ON), "y+")
    rng = Random(1)
    for seat in (0, 1, 2, None):
        view = position.seen_by(seat)
        imagined = view.imagined(rng)
        assert imagined != position
        assert imagined.seen_by(seat) == view
        assert imagined == GAME.position(str(imagined))
        assert imagined.pile == GAME.position(str(imagined)).pile


def test_imagined_deals_are_all_equally_likely() -> None:
    """Two of y++ and four y+ lie face down before seat 2; its tile is r, g, y or p."""
    hidden = ["y++", "y+", "y+", "y+", "y+"]
    discards = [card for card, copies in zip(CARDS, DECK, strict=True) for _ in range(copies)]
    for card in (*hidden, "r+"):
        discards.remove(card)
    text = f"rgbyp/././././././././. 1 br r+|y++,y+ {','.join(discards)}"
    view = GAME.position(text).seen_by(0)
    samples, rng = 12_000, Random(2)
    seen = Counter(_tile_and_cards_of_seat_2(view.imagined(rng)) for _ in range(samples))
    pairs = Counter(",".join(pair) for pair in combinations(hidden, 2))
    expected = {
        (tile, pair): samples * ways / pairs.total() / 4
        for pair, ways in pairs.items()
        for tile in "rgyp"
    }
    assert set(seen) == set(expected)
    chi_square = sum((seen[deal] - n) ** 2 / n for deal, n in expected.items())
    assert chi_square < 24.3  # seven degrees of freedom, exceeded one time in a thousand


def _tile_and_cards_of_seat_2(position: Race) -> tuple[str, str]:
    _, _, tiles, hands, _ = str(position).split(" ")
    return tiles[1], hands.split("|")[1]
