"""Draw the pictures of the README: one a game, by the same code that draws every other picture."""

import sys
from pathlib import Path

from ludotheque.draw import svg
from ludotheque.games import shelf, take

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

POSITIONS = {
    "hops": "r3.b2.r1.b1/..b4..../b1..r2..r1/...r4.../r1..b3..b1/......./b1.r2..... r",
    "race": "./p/g/rby/./././././. 1 bry "
    "r-,b+,y++,*+,^+|r+,g-,y-,^++,p+|g+,b-,y+,*-,*+ r++,r-,g++,p++,*+",
    "tortuga": "3N/2S2/S2S1N/SS2NN1/S1N3/S1oNN/1N2 S",
}
"""For each game a position in the middle of play, shown as the first seat sees it."""


def drawn(slug: str) -> str:
    """Return the picture of a game as its README shows it."""
    game = take(slug)
    view = game.position(POSITIONS[slug]).seen_by(0)
    return svg(game.scene(view, 0, None), title=game.title)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for slug in shelf():
        (FOLDER / f"{slug}.svg").write_text(drawn(slug), encoding="utf-8")
        sys.stdout.write(f"docs/pictures/{slug}.svg\n")
