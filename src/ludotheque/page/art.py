"""Box art on the shelf: a moment of each game, seen close, over its title."""

from functools import cache
from random import Random
from typing import Final, NamedTuple

from ludotheque.draw import svg
from ludotheque.draw.shapes import escape
from ludotheque.games import AnyGame, shelf, take
from ludotheque.position import CHANCE
from ludotheque.scene import Scene
from ludotheque.words import Words

SIZE: Final = 400
BAND: Final = 92
"""The height of the band with the title."""
ROOM: Final = SIZE - BAND
"""The height of the picture above it."""
CLOSE: Final = 5.6
"""The most units of a board that a lid shows from left to right."""
TILT: Final = -7
"""The degrees by which the picture is turned, as pictures on lids are."""
LETTERS: Final = 44
"""The size of a short title's letters."""
GROUNDS: Final = (("#31536b", "#1b3246"), ("#5d8136", "#36521c"), ("#a8662f", "#6b3a1a"))
"""The light and the shade of a lid, by the place of its game on the shelf."""
PLIES: Final = 11
"""The moves into the game at which its picture is taken."""


class _View(NamedTuple):
    """The part of a board that is seen: its middle and its width, in board units."""

    x: float
    y: float
    width: float


@cache
def lid(slug: str, lang: str) -> str:
    """Return the picture on the box of a game, with its title in that language."""
    game = take(slug)
    title = escape(Words(lang).say(game.title))
    light, shade = GROUNDS[list(shelf()).index(game.slug) % len(GROUNDS)]
    scene = _moment(game)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img">'
        f"<title>{title}</title><defs>"
        '<linearGradient id="lid-ground" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{shade}"/>'
        '</linearGradient><linearGradient id="lid-light" x1="0" y1="0" x2="1" y2="1">'
        '<stop offset="0" stop-color="#fff6dc" stop-opacity=".22"/>'
        '<stop offset=".45" stop-color="#fff6dc" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#1a0d04" stop-opacity=".3"/></linearGradient>'
        f'<clipPath id="lid-edge"><rect width="{SIZE}" height="{SIZE}" rx="12"/></clipPath></defs>'
        '<g clip-path="url(#lid-edge)">'
        f'<rect width="{SIZE}" height="{SIZE}" fill="url(#lid-ground)"/>'
        f'<g transform="rotate({TILT} {SIZE / 2} {ROOM / 2})">{_close(scene, game.slug)}</g>'
        f'<rect y="{ROOM}" width="{SIZE}" height="{BAND}" fill="url(#lid-ground)"/>'
        f'<rect y="{ROOM}" width="{SIZE}" height="4" fill="#f0d49b"/>'
        f'<rect y="{ROOM + 7}" width="{SIZE}" height="1.500" fill="#f0d49b" fill-opacity=".6"/>'
        f'{_title(title)}<rect width="{SIZE}" height="{SIZE}" fill="url(#lid-light)"/>'
        f'<rect x="1.500" y="1.500" width="{SIZE - 3}" height="{SIZE - 3}" rx="11" fill="none" '
        'stroke="#fff3d6" stroke-opacity=".4" stroke-width="3"/></g></svg>'
    )


def _title(title: str) -> str:
    """Return the lettering; a long title has smaller letters."""
    size = min(LETTERS, round(1.6 * SIZE / max(len(title), 1)))
    return (
        f'<text x="{SIZE / 2}" y="{ROOM + 50 + size / 3:.1f}" text-anchor="middle" fill="#fff6e2" '
        "font-family=\"'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif\" "
        f'font-weight="700" font-size="{size}" letter-spacing=".5">{title}</text>'
    )


def _close(scene: Scene, slug: str) -> str:
    """Return the board so large that the part in view fills the lid, corners and all."""
    view = _view(scene)
    scale = SIZE / view.width
    picture = svg(scene, prefix=f"lid-{slug}-")
    inside = picture[picture.index(">") + 1 :]
    x, y = SIZE / 2 - view.x * scale, ROOM / 2 - view.y * scale
    width, height = scene.board.width, scene.board.height
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width * scale:.1f}" height="{height * scale:.1f}" '
        f'viewBox="0 0 {width:g} {height:g}">{inside}'
    )


def _view(scene: Scene) -> _View:
    """Return where something has just happened, and what lies around it."""
    board = scene.board
    at = {spot.id: (spot.x, spot.y) for spot in board.spots}
    path = [at[spot] for spot in scene.last] or [(board.width / 2, board.height / 2)]
    width = min(board.width / 1.12, CLOSE)
    height = width * ROOM / SIZE
    x, y = (sum(along) / len(path) for along in zip(*path, strict=True))
    return _View(_within(x, width, board.width), _within(y, height, board.height), width)


def _within(middle: float, shown: float, whole: float) -> float:
    """Return a middle near *middle* from which *shown* does not look over the edge of *whole*."""
    margin = min(shown * 0.56, whole / 2)
    return min(max(middle, margin), whole - margin)


def _moment(game: AnyGame) -> Scene:
    """Return a table in the middle of a game, the same each time."""
    rng = Random(game.slug)
    position, move, plies = game.start(), None, 0
    while plies < PLIES:
        chosen = rng.choice(position.moves())
        following = position.after(chosen)
        if following.outcome() is not None:
            break
        if position.to_move is not CHANCE:
            plies, move = plies + 1, chosen
        position = following
    return game.scene(position.seen_by(0), 0, move)
