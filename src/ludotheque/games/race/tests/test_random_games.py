"""Invariants: they hold at every moment of any game."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.errors import IllegalMove
from ludotheque.games.race import GAME
from ludotheque.games.race.cards import CARD_TO_COME, CARDS, DECK, TURTLES
from ludotheque.games.race.rules import Race
from ludotheque.position import CHANCE


def game(seats: int, start: str, tiles: str, seed: int) -> list[Race]:
    """Return a random game as its positions, dealt by the odds."""
    rng = Random(seed)
    positions = [GAME.start(seats, start=start, tiles=tiles)]
    while moves := positions[-1].moves():
        move = rng.choices(moves, positions[-1].odds() or None)[0]
        positions.append(positions[-1].after(move))
    return positions


games = st.builds(
    game,
    st.integers(2, 5),
    st.sampled_from(GAME.options["start"]),
    st.sampled_from(GAME.options["tiles"]),
    st.integers(0, 2**32),
)
some = settings(max_examples=settings().max_examples * 2 // 5)
few = settings(max_examples=settings().max_examples // 4)


def options(position: Race) -> dict[str, str]:
    return position.variant._asdict()


@some
@given(games)
def test_texts_round_trip_and_tell_positions_apart(positions: list[Race]) -> None:
    for position in positions:
        again = GAME.position(str(position), **options(position))
        assert again == position
        assert hash(again) == hash(position)
        assert again.pile == position.pile
        moves = position.moves()
        assert [GAME.move(str(move), position) for move in moves] == list(moves)
    assert len({str(position) for position in positions}) == len(set(positions))


@some
@given(games)
def test_turtles_cards_and_tiles_are_neither_made_nor_lost(positions: list[Race]) -> None:
    for position in positions:
        if "?" not in position.track[0]:
            assert sorted("".join(position.track)) == sorted(TURTLES)
        for card, copies in enumerate(DECK):
            held = sum(hand.count(card) for hand in position.hands)
            assert held + position.discards[card] + position.pile[card] == copies
        assert position.pile_size == sum(position.pile) >= 0
        dealt = position.tiles.replace("?", "")
        assert len(set(dealt)) == len(dealt)
        assert all(len(hand) == 5 for hand in position.hands) or position.to_move is None


@some
@given(games)
def test_chance_moves_while_something_is_to_come_and_games_end_with_an_owner(
    positions: list[Race],
) -> None:
    for position in positions:
        awaited = any(CARD_TO_COME in hand for hand in position.hands)
        assert (position.to_move is CHANCE) == awaited == ("?" in str(position))
        assert len(position.odds()) == (len(position.moves()) if awaited else 0)
        assert (position.outcome() is None) == bool(position.moves())
    outcome = positions[-1].outcome()
    assert outcome is not None
    assert abs(sum(outcome.shares) - 1) < 1e-9
    assert outcome.reason in GAME.reasons


@few
@given(games)
def test_no_seat_can_tell_an_imagined_position_from_the_real_one(positions: list[Race]) -> None:
    rng = Random(1)
    for position in positions:
        for seat in (*range(position.seats), None):
            view = position.seen_by(seat)
            imagined = view.imagined(rng)
            assert imagined.seen_by(seat) == view
            assert imagined.pile == GAME.position(str(imagined), **options(position)).pile
            assert view.to_move == position.to_move
            assert view.outcome() == position.outcome()
            assert view.moves() == (position.moves() if seat == position.to_move else ())
            assert imagined.witnessed_by(seat) == position.witnessed_by(seat)


@few
@given(games)
def test_views_and_scenes_show_no_face_of_another_before_the_end(positions: list[Race]) -> None:
    for position in positions[:-1]:
        for seat in (*range(position.seats), None):
            view = position.seen_by(seat)
            _, _, tiles, hands, _ = str(view).split(" ")
            for owner, (tile, hand) in enumerate(zip(tiles, hands.split("|"), strict=True)):
                if owner != seat:
                    assert set(hand) <= set("#?,")
                    assert tile in "#?" or position.variant.tiles == "open"
            shown = GAME.scene(view, seat, None)
            for owner in set(range(position.seats)) - {seat}:
                places = {f"hand-{owner + 1}-{place}" for place in range(5)}
                faces = {piece.symbol for piece in shown.pieces if piece.spot in places}
                assert faces <= {"card/back"}


@settings(max_examples=settings().max_examples * 3 // 20)
@given(games)
def test_every_other_move_is_refused(positions: list[Race]) -> None:
    targets = ("", "!", *(f":{turtle}" for turtle in TURTLES))
    for position in positions[-6:]:
        if position.to_move is CHANCE:
            continue
        legal = {str(move) for move in position.moves()}
        for card in CARDS:
            for target in targets if card[0] in "*^" else targets[:2]:
                text = card + target
                if text not in legal:
                    with pytest.raises(IllegalMove, match=re.escape(f"“{text}”")):
                        GAME.move(text, position)
