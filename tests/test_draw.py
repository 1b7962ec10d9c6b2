"""The artist: whole pictures, their parts, and the same scenes as text."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import draw
from ludotheque.draw.palette import TINTS
from ludotheque.draw.shapes import prefixed
from ludotheque.draw.symbols import symbol_id
from ludotheque.games.tortuga import GAME as TORTUGA
from ludotheque.scene import Board, Mark, Piece, Scene, Spot

LETTERS = "ABCDEFG"
SQUARES = Board(
    frame="square",
    width=8.5,
    height=8.5,
    spots=tuple(
        Spot(f"{letter}{column}", column + 0.25, row + 1.25, shape="square")
        for row, letter in enumerate(LETTERS)
        for column in range(1, 8)
    ),
    marks=(
        *(Mark(letter, 0.375, row + 1.25) for row, letter in enumerate(LETTERS)),
        *(Mark(str(column), column + 0.25, 0.375) for column in range(1, 8)),
    ),
    text_scale=(4.0, 1.0),
)
GARDEN = Board(
    frame="mat",
    width=11.2,
    height=6.4,
    spots=(
        *(
            Spot(str(square), 1.1 + square, 3.2, "bed" if square == 9 else "track", str(square))
            for square in range(10)
        ),
        Spot("pile", 1.1, 5.2, "card"),
        Spot("discards", 2.1, 5.2, "card"),
        Spot("tile-1", 3.6, 5.2, "tile"),
        *(Spot(f"hand-1-{place}", 5.2 + place, 5.2, "card") for place in range(5)),
    ),
    text_scale=(5.0, 2.5),
)


def put(
    board: Board, spot_id: str, symbol: str, glyph: str, tint: str = "", up: float = 0
) -> Piece:
    spot = board.spot(spot_id)
    return Piece(f"{symbol}@{spot_id}", symbol, spot_id, spot.x, spot.y - up, glyph, tint)


HEXES = TORTUGA.scene(TORTUGA.start(), None, None)
DICE = Scene(
    SQUARES,
    tuple(
        put(SQUARES, cell, f"die/{tint}/{face}", f"{tint[0]}{face}", tint)
        for cell, tint, face in (("A1", "red", 6), ("C3", "black", 2), ("G7", "red", 6))
    ),
    to_move=0,
    last=("F2", "D2", "C3"),
)
RACE = Scene(
    GARDEN,
    (
        *(
            put(GARDEN, "2", f"racer/{tint}", tint[0], tint, up=0.4 * height)
            for height, tint in enumerate(("red", "blue", "green"), start=1)
        ),
        put(GARDEN, "5", "racer/yellow", "y", "yellow"),
        put(GARDEN, "9", "racer/purple", "p", "purple", up=0.4),
        put(GARDEN, "pile", "card/back", "#31"),
        put(GARDEN, "tile-1", "tile/purple", "(p)", "purple"),
        put(GARDEN, "hand-1-0", "card/red/++", "r++", "red"),
        put(GARDEN, "hand-1-4", "card/last/+", "^+"),
    ),
    to_move=0,
    last=("1", "2"),
)
SCENES = pytest.mark.parametrize(
    "scene", [HEXES, DICE, RACE], ids=lambda scene: str(scene.board.frame)
)


def ids(markup: str) -> list[str]:
    return [element.attrib["id"] for element in elements(markup) if "id" in element.attrib]


def elements(markup: str) -> list[ET.Element]:
    return list(ET.fromstring(f"<all>{markup}</all>").iter())  # noqa: S314 - our own drawing


def references(markup: str) -> set[str]:
    return set(re.findall(r'(?:url\(|href=")#([^")]+)', markup))


@SCENES
def test_a_picture_is_well_formed_and_complete(scene: Scene) -> None:
    picture = draw.svg(scene, title="A <title>")
    root = elements(picture)[1]
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["viewBox"].startswith("0 0 ")
    assert root[0].tag.endswith("title")
    assert root[0].text == "A <title>"


@SCENES
def test_every_id_is_unique_and_every_reference_is_kept(scene: Scene) -> None:
    picture = draw.svg(scene)
    assert len(ids(picture)) == len(set(ids(picture)))
    assert references(picture) == set(ids(picture)), "what is defined is used, and the reverse"


@SCENES
def test_a_picture_needs_nothing_from_outside_and_no_style(scene: Scene) -> None:
    path = [scene.board.spots[0].id, scene.board.spots[2].id]
    picture = draw.svg(scene, arrows=[path], forbidden=[path])
    for element in elements(picture):
        assert element.tag.split("}")[-1] not in ("style", "script", "image", "filter")
        for name, value in element.attrib.items():
            assert name not in ("style", "class")
            assert not name.startswith("on")
            assert name != "href" or value.startswith("#")
            assert not re.search(r"\.\d{4}", value), f"{name}={value} is needlessly exact"
    assert len(picture) < 60_000


@SCENES
def test_only_the_symbols_on_the_table_are_defined(scene: Scene) -> None:
    drawn = set(ids(draw.svg(scene, prefix="x-")))
    every = {f"x-{symbol_id(name)}" for name in draw.SYMBOLS}
    assert drawn & every == {f"x-{symbol_id(piece.symbol)}" for piece in scene.pieces}


@SCENES
def test_a_picture_is_its_board_its_symbols_and_its_placements(scene: Scene) -> None:
    picture = draw.svg(scene, prefix="x-")
    assert prefixed(draw.board(scene.board), "x-") in picture
    assert prefixed(draw.symbol_defs(piece.symbol for piece in scene.pieces), "x-") in picture
    uses = re.findall(
        r'<use href="#x-([\w-]+)" transform="translate\(([-.\d]+) ([-.\d]+)\)', picture
    )
    placed = [(place.href[1:], place.x, place.y) for place in draw.placements(scene)]
    assert [(name, float(x), float(y)) for name, x, y in uses][-len(placed) :] == placed


def test_pictures_share_a_page_in_peace() -> None:
    pictures = [draw.svg(HEXES), draw.svg(DICE), draw.svg(replace(DICE, last=())), draw.svg(RACE)]
    pictures.append(draw.svg(RACE, prefix="again-"))
    every = [name for picture in pictures for name in ids(picture)]
    assert len(every) == len(set(every))


def test_a_board_and_symbols_share_a_page_in_peace() -> None:
    page = "".join(map(draw.board, {HEXES.board})) + draw.symbol_defs(draw.SYMBOLS)
    assert len(ids(page)) == len(set(ids(page)))
    assert references(page) <= set(ids(page))


def test_the_same_scene_gives_the_same_picture() -> None:
    assert draw.svg(RACE) == draw.svg(replace(RACE))


def test_a_title_cannot_break_out() -> None:
    title = '</title><script id="x" href="#x">'
    root = elements(draw.svg(DICE, title=title))[1]
    assert root[0].text == title


def test_the_names_that_tables_use_are_drawn() -> None:
    names = {"turtle/belly", "card/back", "tile/back"}
    names |= {f"card/{look}" for look in ("rainbow/+", "rainbow/-", "last/+", "last/++")}
    names |= {f"die/{tint}/{face}" for tint in ("red", "black") for face in range(1, 7)}
    for tint in ("red", "blue", "green", "yellow", "purple", "black", "ivory"):
        names |= {f"{kind}/{tint}" for kind in ("turtle", "racer", "tile", "disc")}
        names |= {f"card/{tint}/{sign}" for sign in ("++", "+", "-")}
    assert names == set(draw.SYMBOLS)
    assert len({symbol_id(name) for name in names}) == len(names)


def without_colour(name: str) -> str:
    """Return a symbol and all it is made of, with every colour and every name of one taken out."""
    markup = re.sub(r'"#[0-9a-f]{3,6}"', '""', draw.symbol_defs([name]))
    markup = re.sub(r"<(linear|radial)Gradient.*?</\1Gradient>", "", markup)
    return re.sub("|".join(TINTS), "", markup)


@pytest.mark.parametrize("kind", ["turtle/{}", "racer/{}", "tile/{}", "disc/{}", "card/{}/+"])
def test_tints_are_told_apart_without_colour(kind: str) -> None:
    drawings = {without_colour(kind.format(tint)) for tint in TINTS}
    assert len(drawings) == len(TINTS)


@pytest.mark.parametrize("face", range(1, 7))
def test_dice_are_told_apart_without_colour(face: int) -> None:
    red, black = (without_colour(f"die/{tint}/{face}") for tint in ("red", "black"))
    assert len(re.findall(r'width="\.132"[^/]+rx="\.066"', red)) == 2 * face, "round, and shaded"
    assert len(re.findall(r'width="\.132"[^/]+rx="0"', black)) == 2 * face, "square, and shaded"


def test_every_symbol_has_its_own_look() -> None:
    assert len({draw.symbol_defs([name]).split("<g id")[-1] for name in draw.SYMBOLS}) == len(
        draw.SYMBOLS
    )


def test_what_the_artist_does_not_know_is_named() -> None:
    with pytest.raises(ValueError, match=r'unknown symbol "turtle/pink"; near it: .*turtle/'):
        draw.symbol_defs(["turtle/pink"])
    with pytest.raises(ValueError, match='unknown frame "ring"; there are: hexagon, square, mat'):
        draw.board(replace(SQUARES, frame="ring"))
    with pytest.raises(ValueError, match='spot "z" has the unknown shape "oval"'):
        draw.board(replace(SQUARES, spots=(Spot("z", 1, 1, "oval"),)))
    with pytest.raises(KeyError, match="Z9"):
        draw.svg(DICE, arrows=[("A1", "Z9")])


def test_a_turned_piece_is_turned() -> None:
    turns = {place.spot: place.turn for place in draw.placements(HEXES)}
    assert turns["d1"] == 0
    assert turns["d7"] == 180
    assert draw.svg(HEXES).count("rotate(180)") == 8


def test_the_last_move_glows_on_each_of_its_spots() -> None:
    before, after = (draw.svg(replace(DICE, last=last)) for last in ((), DICE.last))
    glow = 'fill="#ffdb5c"'
    assert before.count(glow) == 0
    assert after.count(glow) == 3
    assert draw.svg(replace(DICE, last=("A1", "A3", "A1"))).count(glow) == 2


def test_only_what_is_forbidden_is_dashed_and_crossed() -> None:
    plain = draw.svg(DICE)
    allowed = draw.svg(DICE, arrows=[("A1", "A3", "C3")])
    refused = draw.svg(DICE, forbidden=[("A1", "A3", "A1")])
    dashes, cross = 'stroke-dasharray=".13 .1"', "M-.085,-.085"
    assert len(plain) < len(allowed)
    assert dashes not in plain + allowed
    assert cross not in plain + allowed
    assert dashes in refused
    assert cross in refused


def test_a_hop_leaps_and_a_step_is_straight() -> None:
    assert "M1.45,1.25Q1.75,1.25 2.05,1.25" in draw.svg(DICE, arrows=[("A1", "A2")])
    assert "Q2.25,.75 " in draw.svg(DICE, arrows=[("A1", "A3")])
    to_and_fro = draw.svg(DICE, arrows=[("A1", "A3", "A1")])
    assert "Q2.25,.75 3.25,1.25Q2.25,1.75 " in to_and_fro


@SCENES
def test_placements_are_the_pieces_each_above_those_below_it(scene: Scene) -> None:
    places = draw.placements(scene)
    assert [place.id for place in places] == [piece.id for piece in scene.pieces]
    for spot in scene.board.spots:
        orders = [place.order for place in places if place.spot == spot.id]
        assert orders == list(range(len(orders)))
    assert places == draw.placements(scene)


def test_a_placement_is_called_as_its_spot_says() -> None:
    first = HEXES.pieces[0]
    names = [place.id for place in draw.placements(HEXES, {first.spot: "another"})]
    assert names == ["another", *(piece.id for piece in HEXES.pieces[1:])]


def test_a_placement_says_what_lies_where() -> None:
    assert draw.placements(RACE)[1] == draw.Placement(
        id="racer/blue@2",
        symbol="racer/blue",
        href="#racer-blue",
        x=3.1,
        y=2.4,
        turn=0,
        spot="2",
        order=1,
    )


def test_hexes_as_text() -> None:
    assert draw.text(HEXES) == (
        "               ▼d7\n"
        "          ▼c6       ▼e6\n"
        "     ▼b5       ▼d6       ▼f5\n"
        " a4       ▼c5       ▼e5        g4\n"
        "      b4        d5        f4\n"
        " a3        c4        e4        g3\n"
        "      b3        d4        f3\n"
        " a2        c3        e3        g2\n"
        "      b2        d3        f2\n"
        " a1       ▲c2       ▲e2        g1\n"
        "     ▲b1       ▲d2       ▲f1\n"
        "          ▲c1       ▲e1\n"
        "               ▲d1"
    )


def test_squares_as_text() -> None:
    assert draw.text(DICE) == (
        "   1   2   3   4   5   6   7\n"
        "A  r6  ·   ·   ·   ·   ·   ·\n"
        "B  ·   ·   ·   ·   ·   ·   ·\n"
        "C  ·   ·   b2  ·   ·   ·   ·\n"
        "D  ·   ·   ·   ·   ·   ·   ·\n"
        "E  ·   ·   ·   ·   ·   ·   ·\n"
        "F  ·   ·   ·   ·   ·   ·   ·\n"
        "G  ·   ·   ·   ·   ·   ·   r6"
    )


def test_a_garden_as_text() -> None:
    assert draw.text(RACE) == (
        "           g\n"
        "           b\n"
        "           r                                  p\n"
        " 0    1    2    3    4   y5    6    7    8    9\n"
        "\n"
        "\n"
        "\n"
        "\n"
        "#31         (p)     r++                  ^+"
    )


def test_text_knows_colours_and_the_last_move() -> None:
    spans = [span for line in draw.lines(DICE) for span in line if span.text.strip()]
    assert draw.Span("A", dim=True) in spans
    assert draw.Span("r6", "red") in spans
    assert draw.Span("b2", "black", bold=True) in spans
    assert spans.count(draw.Span("·", dim=True, bold=True)) == 2
    names = [span for line in draw.lines(HEXES) for span in line]
    assert draw.Span("d7", "red") in names, "the goal of the red side"
    assert draw.Span("d5", dim=True) in names


def test_an_empty_scene_is_no_text() -> None:
    assert draw.lines(Scene(Board("mat", 1, 1, ()), (), None)) == []


def test_where_words_meet_only_the_later_one_is_shown() -> None:
    table = Board("mat", 12, 1, (Spot("s", 0, 0),), (Mark("mark", 10, 0),), text_scale=(1.0, 1.0))
    pieces = (
        Piece(glyph, "disc/red", "s", x, y, glyph)
        for glyph, x, y in (("k", 0, 1), ("abcd", 3, 0), ("ef", 5, 0), ("gh", 7, 1), ("ij", 9, 1))
    )
    assert draw.text(Scene(table, tuple(pieces), None)) == "     ef  mark\nk      ghij"


GLYPHS = st.text("abc#+", min_size=1, max_size=4)


@given(
    st.lists(st.tuples(st.floats(0, 3), st.floats(0, 2), GLYPHS), max_size=12),
    st.lists(st.tuples(st.floats(0, 3), st.floats(0, 2), GLYPHS), max_size=6),
)
def test_text_never_shows_half_a_word(
    pieces: list[tuple[float, float, str]], marks: list[tuple[float, float, str]]
) -> None:
    spots = (Spot("s", 1, 1, name="name"), Spot("t", 2, 1))
    table = Scene(
        Board("mat", 3, 2, spots, tuple(Mark(text, x, y) for x, y, text in marks)),
        tuple(Piece(str(n), "disc/red", "t", x, y, text) for n, (x, y, text) in enumerate(pieces)),
        to_move=None,
    )
    words = {"name", "·", *(text for _, _, text in pieces + marks)}
    shown = [span.text for line in draw.lines(table) for span in line]
    assert all(text in words or text.isspace() for text in shown)
    assert not pieces or pieces[-1][2] in shown, "the topmost piece is never hidden"
    assert "\n".join("".join(s.text for s in line) for line in draw.lines(table)) == draw.text(
        table
    )
