"""Cost of the worst boards known: counted in floods, whose own cost the board bounds.

A flood, `paths.reach`, comes to each cell of a quarter with each value at most twice: 192 places at
most. These boards were found by climbing from board to board, with restarts, to where listing the
moves takes the most floods: those of this search, and those of other ways to search.
"""

import pytest

from ludotheque.games.hops import GAME, one_way, paths, rules

MOST_FLOODS = 300
"""About half a tenth of a second in Python, for all dice of a side."""
WORST = [
    "r1..b6.../b4b6r5r6r3b6./.r4...../.....r6b5/.....b2./......./....... r",
    "....r2r1./....b1r1./.....b5./.....b1./...b1.b5./...r6.b1./...r6.r3. r",
    "......./......r6/....r6r2./.r1...r2./b3b4b4b1b3b6./r6....../....... r",
    ".b6....r6/r6r1...r1r4/.b3...b1./.b1.r1b1../...b4.../......./....... r",
    "......./......./.....b2./....r3b1./.b5...b6./r2r4b4r6.b6./.r1..r1.. r",
    "......./.b3....r6/r4r6b1..r3b3/...b1.b6./...b5.r1./.....r6./....... r",
    "......./......./...b3..r1/.r1.b1.b1b5/.r3...../....b5b1r5/..r1r3... r",
    ".....r5./....r1b1b1/.....b4./...b4b4r4r4/...r3.b3r1/......./....... r",
]


@pytest.fixture
def floods(monkeypatch):
    """Give the places that each flood came to."""
    found = []

    def counted(*facts):
        reached = reach(*facts)
        found.append(len(reached))
        return reached

    reach = paths.reach
    monkeypatch.setattr(paths, "reach", counted)
    return found


@pytest.mark.parametrize("board", WORST)
def test_3_8_no_board_known_takes_many_floods(board: str, floods: list[int]) -> None:
    position = GAME.position(board, to_and_fro="whole-move")
    assert rules.listed(position)
    assert 6 <= len(floods) <= MOST_FLOODS
    assert max(floods) <= 16 * 6


def test_3_5_without_rings_a_die_is_flooded_once(floods: list[int]) -> None:
    assert one_way.reach is not paths.reach
    assert rules.listed(GAME.start(to_and_fro="whole-move"))
    assert len(floods) == 6
