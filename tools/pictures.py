"""Draw the pictures of the README: one a game, by the same code that draws every other picture."""

import sys
from pathlib import Path

from ludotheque.draw import svg
from ludotheque.games import shelf, take

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

POSITIONS = {
    "hops": "...b4..r5/...r6.../.r3....b6/b3....../.b2.r2..r1/.b1...b5./....r4.. r",
    "race": "././././b/p/./yrg/./. 1 ygr "
    "r+,g-,b+,p++,*+|r+,b-,y-,p-,p-|r+,b-,*+,^+,^++ g+,g+,g+,b++,b+,b+,y++,y+,y+,*+,*+,^+",
    "tortuga": "4/S4/2oNN1/SNN3N/1SS2N/S3N/1oSS S",
}
"""A position in the middle of play, shown as the first seat sees it; else the start."""


def drawn(slug: str) -> str:
    """Return the picture of a game as its README shows it."""
    game = take(slug)
    text = POSITIONS.get(slug)
    view = (game.start() if text is None else game.position(text)).seen_by(0)
    return svg(game.scene(view, 0, None), title=game.title)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for slug in shelf():
        (FOLDER / f"{slug}.svg").write_text(drawn(slug), encoding="utf-8")
        sys.stdout.write(f"docs/pictures/{slug}.svg\n")
