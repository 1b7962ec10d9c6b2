"""Moments of a line tried out from a position: legal moves only, the same for all who ask."""

import pytest

from ludotheque.errors import IllegalMove
from ludotheque.games import shelf, take
from ludotheque.pictures import moment
from ludotheque.words import Words

EN = Words("en")


@pytest.mark.parametrize("slug", shelf())
def test_a_line_goes_on_by_what_its_moments_offer_to_the_end(slug):
    game = take(slug)
    start, made = game.start(), []
    while (now := moment(game, start, made, EN)).to_move is not None and len(made) < 40:
        offered = {choice.move for choice in now.picture.choices}
        reached = game.position(now.position)
        assert offered == {str(move) for move in reached.moves()}
        assert [told.move for told in now.moves] == made
        made.append(sorted(offered)[len(made) % len(offered)])
        assert now == moment(game, start, made[:-1], EN)
    assert len(now.moves) == len(made)
    assert (now.ending is not None) == (now.to_move is None)


def test_a_move_that_breaks_a_rule_is_refused():
    game = take("tortuga")
    with pytest.raises(IllegalMove):
        moment(game, game.start(), ["d2-d3", "d2-d3"], EN)


def test_previews_show_what_moves_would_lead_to_and_nothing_where_they_cannot_be_made():
    game = take("tortuga")
    now = moment(game, game.start(), ["d2-d3"], EN, tries=["d6-d5", "d2-d3"])
    possible, impossible = now.previews
    assert possible is not None
    assert possible.last == ("d6", "d5")
    assert possible.told
    assert impossible is None


def test_the_piece_that_moves_is_the_same_all_along():
    game = take("tortuga")
    spots = [
        {piece.id: piece.spot for piece in moment(game, game.start(), made, EN).picture.pieces}
        for made in ([], ["d2-d3"], ["d2-d3", "d6-d5"])
    ]
    moved = {name for name in spots[0] if spots[0][name] != spots[2][name]}
    assert {(spots[0][name], spots[2][name]) for name in moved} == {("d2", "d3"), ("d6", "d5")}
