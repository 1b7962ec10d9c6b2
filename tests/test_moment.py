"""Moments of a line tried out from a position: legal moves only, the same for all who ask."""

import pytest

from ludotheque.errors import IllegalMove, NotAllowed
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


def test_a_line_that_is_sent_back_leads_to_the_same():
    game = take("race")
    start = game.start(3)
    first = moment(game, start, [], EN)
    assert all(text.startswith("(") for text in first.line)
    move = first.picture.choices[0].move
    after = moment(game, start, [*first.line, move], EN)
    assert after.line[: len(first.line) + 1] == (*first.line, move)
    assert moment(game, start, after.line, EN) == after
    assert moment(game, start, [move], EN) == after, "what is left out is drawn by lot"


def test_chance_does_what_a_line_says_and_nothing_out_of_turn():
    game = take("race")
    start = game.start(2)
    dealt = [str(move) for move in start.moves()]
    reached = {moment(game, start, [f"({text})"], EN).line[0] for text in dealt[:3]}
    assert reached == {f"({text})" for text in dealt[:3]}
    opening = moment(game, start, [], EN).line
    with pytest.raises(IllegalMove, match="chance is not to move"):
        moment(game, start, [*opening, f"({dealt[0]})"], EN)


def test_a_seat_sees_its_own_and_moves_for_nobody_else():
    game = take("race")
    start = game.start(3)
    everything = moment(game, start, [], EN)
    assert everything.secrets
    assert everything.to_move == 0
    own, other = (moment(game, start, [], EN, viewer=seat) for seat in (0, 1))
    assert own.picture.choices == everything.picture.choices
    assert other.picture.choices == ()
    assert other.picture.duty is None
    backs = [sum("back" in piece.symbol for piece in now.picture.pieces) for now in (own, other)]
    faces = [{p.symbol for p in now.picture.pieces} for now in (everything, own, other)]
    assert faces[1] != faces[2]
    assert faces[1] != faces[0]
    assert backs[0] == backs[1]
    with pytest.raises(NotAllowed, match="nobody sits at seat 4"):
        moment(game, start, [], EN, viewer=3)


def test_where_all_lies_open_every_seat_sees_the_same():
    game = take("hops")
    seen = [moment(game, game.start(), [], EN, viewer=seat) for seat in (None, 0)]
    assert seen[0] == seen[1]
    assert not seen[0].secrets
