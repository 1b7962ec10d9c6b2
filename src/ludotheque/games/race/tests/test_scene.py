"""Scene of the race: every seat sees its own hand, and nobody another's."""

from collections import Counter

import pytest

from ludotheque.draw import text
from ludotheque.games.race import GAME
from ludotheque.games.race.scene import TURTLE_HEIGHT, board
from ludotheque.scene import Choice, Scene

HANDS = "r+,r+,g-,*+,^+|b+,b-,y+,p++,*-"
POSITION = f"rg/./bpy/././././././. 1 rb {HANDS} y+,^++"


def scene_of(
    position_text: str, seat: int | None, last: str | None = None, **options: str
) -> Scene:
    position = GAME.position(position_text, **options)
    move = GAME.move(last, position) if last else None
    return GAME.scene(position.after(move) if move else position, seat, move)


def symbols(scene: Scene) -> dict[str, str]:
    return {piece.id: piece.symbol for piece in scene.pieces}


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("nearest", [0, 1])
def test_every_spot_has_its_own_place_on_the_mat(seats: int, nearest: int) -> None:
    mat = board(seats, nearest)
    ids = [spot.id for spot in mat.spots]
    assert len(set(ids)) == len(ids) == 10 + 2 + 6 * seats
    scale_x, scale_y = mat.text_scale
    places = {(round(spot.x * scale_x), round(spot.y * scale_y)) for spot in mat.spots}
    assert len(places) == len(ids)
    assert all(0.5 < spot.x < mat.width - 0.5 for spot in mat.spots)
    assert all(0.5 < spot.y < mat.height - 0.5 for spot in mat.spots)
    cards = [spot for spot in mat.spots if spot.shape == "card"]
    for card in cards:
        for other in cards:
            apart = abs(card.x - other.x) >= 0.85 or abs(card.y - other.y) >= 1.15
            assert card is other or apart
    assert [spot.shape for spot in mat.spots[:10]] == ["track"] * 9 + ["bed"]
    assert max(mat.spots, key=lambda spot: spot.y).y == mat.spot(f"hand-{nearest + 1}-0").y


@pytest.mark.parametrize("seats", range(2, 6))
def test_who_watches_holds_nothing_and_sees_the_backs_of_every_hand(seats: int) -> None:
    hands = "|".join(["r+,g-,*+", "b+,b-", "y+", "p++", "^+"][:seats])
    position = GAME.position(f"./rgbyp/./././././././. 1 {'rgbyp'[:seats]} {hands} -")
    scene = GAME.scene(position.seen_by(None), None, None)
    zones = {spot.zone for spot in scene.board.spots}
    assert zones == {"", *(f"seat-{seat}" for seat in range(seats))}
    backs = Counter(p.spot[:6] for p in scene.pieces if p.symbol == "card/back")
    assert [backs[f"hand-{seat}"] for seat in range(1, seats + 1)] == [3, 2, 1, 1, 1][:seats]
    assert "tile/back" in {piece.symbol for piece in scene.pieces if piece.spot == "tile-1"}


def test_turtles_stand_on_top_of_each_other_with_room_for_five() -> None:
    scene = scene_of(f"./rgbyp/./././././././. 1 rb {HANDS} -", None)
    pile = [piece for piece in scene.pieces if piece.spot == "1"]
    assert [piece.id for piece in pile] == [f"turtle-{turtle}" for turtle in "rgbyp"]
    assert len({piece.x for piece in pile}) == 1
    heights = [piece.y for piece in pile]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] > TURTLE_HEIGHT / 2
    lines = {round(height * scene.board.text_scale[1]) for height in heights}
    assert lines == set(range(min(lines), min(lines) + 5))


def test_turtles_are_piled_tiles_are_covered_and_cards_are_played_to_the_discards() -> None:
    mat = board(3, 0)
    five = pytest.approx(5 * TURTLE_HEIGHT)
    assert [(spot.rise, spot.height) for spot in mat.spots[:10]] == [(TURTLE_HEIGHT, five)] * 10
    assert not any(spot.rise or spot.height for spot in mat.spots[10:])
    assert {spot.id: spot.back for spot in mat.spots if spot.back} == {
        f"tile-{seat}": "tile/back" for seat in "123"
    }
    assert [spot.id for spot in mat.spots if spot.played] == ["discards"]


@pytest.mark.parametrize(
    "start", [f"rgbyp/././././././././. 1 rb {HANDS} -", "?????/././././././././. ? ?? | -"]
)
def test_turtles_without_an_order_stand_side_by_side(start: str) -> None:
    options = {} if "?" in start else {"start": "loose"}
    scene = scene_of(start, None, **options)
    assert len({piece.x for piece in scene.pieces if piece.spot == "0"}) > 1
    drawn = text(scene)
    assert all(drawn.count(f"[{turtle}]") == 1 for turtle in "rgbyp")


def test_a_full_position_shows_every_face() -> None:
    shown = symbols(scene_of(POSITION, None))
    assert shown["hand-1-0"] == shown["hand-1-1"] == "card/red/+"
    assert shown["hand-1-3"] == "card/rainbow/+"
    assert shown["hand-1-4"] == "card/last/+"
    assert shown["hand-2-3"] == "card/purple/++"
    assert shown["tile-2"] == "tile/blue"
    assert shown["turtle-y"] == "racer/yellow"
    assert shown["pile"] == "card/back"


def test_a_view_shows_backs() -> None:
    position = GAME.position(POSITION)
    shown = symbols(GAME.scene(position.seen_by(1), 1, None))
    assert shown["tile-1"] == "tile/back"
    assert shown["tile-2"] == "tile/blue"
    assert {shown[f"hand-1-{place}"] for place in range(5)} == {"card/back"}
    assert shown["hand-2-0"] == "card/blue/+"


def test_what_is_to_come_leaves_its_place_empty() -> None:
    shown = symbols(GAME.scene(GAME.start(2), None, None))
    assert sorted(shown) == ["pile", *sorted(f"turtle-{turtle}" for turtle in "rgbyp")]


def test_the_top_discard_is_the_card_just_played() -> None:
    scene = scene_of(POSITION, 0, last="r+")
    assert symbols(scene)["discards"] == "card/red/+"
    assert scene.last == ("1",)
    assert symbols(scene_of(POSITION, 0))["discards"] == "card/last/++"


def test_a_card_discarded_without_effect_marks_the_discards() -> None:
    stuck = "rg/byp/./././././././. 1 rb r-,g-|b+ -"
    assert scene_of(stuck, 0, last="r-!").last == ("discards",)


def test_choices_touch_the_card_and_for_free_cards_the_turtle() -> None:
    choices = scene_of(POSITION, 0).choices
    assert choices[:3] == (
        Choice("r+", ("hand-1-0",)),
        Choice("r+", ("hand-1-1",)),
        Choice("*+:r", ("hand-1-3", "turtle-r")),
    )
    assert Choice("^+:g", ("hand-1-4", "turtle-g")) in choices
    assert len(choices) == 2 + 5 + 2
    stuck = scene_of("rg/byp/./././././././. 1 rb r-,g-|b+ -", 0)
    assert stuck.choices == (Choice("r-!", ("hand-1-0",)), Choice("g-!", ("hand-1-1",)))


def test_choices_are_for_whoever_is_to_move() -> None:
    position = GAME.position("rgbyp/././././././././. 1 rb r+,g+|r+,b+ -")
    for layout in (position, position.seen_by(0)):
        assert len(GAME.scene(layout, 0, None).choices) == 2
    for layout in (position, position.seen_by(1)):
        assert GAME.scene(layout, 1, None).choices == ()
    for layout in (position, position.seen_by(None)):
        assert GAME.scene(layout, None, None).choices == ()
