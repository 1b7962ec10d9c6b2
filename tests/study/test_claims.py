"""Claims: what is told about a mistake is proved apart from what found it."""

from dataclasses import replace

import pytest

from ludotheque.engine import Score, kernel
from ludotheque.games import Claim, Claims, Slip, Told, take
from ludotheque.study.claims import MOST, claims_of
from ludotheque.study.proof import is_won

TORTUGA = take("tortuga")
START = TORTUGA.position("4/5/6/1N1So2/3S2/5/4 S")
WIN = ("d4~d6", "d5xf3", "d6-d7")
MOVE = TORTUGA.move("e4-e5", START)
SLIP = Slip(START, MOVE, WIN, ("d2-d1",))
both_provers = pytest.mark.parametrize("slug", ["tortuga", "unknown"])


@both_provers
@pytest.mark.parametrize(
    ("line", "won"),
    [
        (WIN, True),
        (WIN[:2], False),
        (("e4-e5", "d2-d1"), False),
        (("d4~d6", "d5xf3", "d6-d8"), False),
        (("d4~d6", "d5xf3", "nonsense"), False),
        ((*WIN, "d2-d1"), False),
        ((), False),
    ],
)
def test_a_win_is_a_legal_line_to_its_end_that_no_defence_outlasts(slug, line, won):
    assert is_won(replace(TORTUGA, slug=slug), START, line) is won


@both_provers
def test_a_line_that_wins_only_because_the_other_errs_is_no_win(slug):
    start = TORTUGA.start()
    helped = []
    position = start
    for text in ("d2-d3", "d6-d5", "d3-d4", "d5xd3"):
        position = position.after(TORTUGA.move(text, position))
        helped.append(text)
    assert not is_won(replace(TORTUGA, slug=slug), start, helped)
    # South marches to the corner while North does something else.
    alone = TORTUGA.position("4/5/1S4/7/6/1N3/2N1 S")
    march = ("c2-c3", "f2-f1", "c3-c4", "g3-g2", "c4-c5", "g2-g1", "c5-c6", "f1-e1", "c6-d7")
    assert not is_won(replace(TORTUGA, slug=slug), alone, march)


@both_provers
def test_a_line_that_begins_beside_the_win_shows_none(slug):
    # There is a win in three, but not by the first of these moves: after it North goes to d1.
    beside = ("e4-e5", "d2-e1", "d4~d6", "d5-d4", "d6-d7")
    assert not is_won(replace(TORTUGA, slug=slug), START, beside)


def test_a_long_win_is_proved_by_the_replies_that_its_line_does_not_show():
    # North lets South hop every time; looking at all of North's moves would take millions of nodes.
    start = TORTUGA.position("4/S3N/SS1N1N/S1S1NNN/SS3N/2S1N/4 N")
    shot = (
        "d5-d4 d3xd5 c4-c3 c2xc4 c6-c5 c4xc6 f5-e5 d5xf5 b5~d5~d3xf1 e1xg1 d6+f4xf2+d2 d1xd3+b3 "
        "d7xb5xd5xd3+d1"
    )
    assert is_won(TORTUGA, start, shot.split())


@pytest.mark.skipif(not kernel.BUILT, reason="Python gives up long before")
def test_a_win_of_eleven_moves_is_proved_though_millions_of_positions_are_looked_at():
    start = TORTUGA.position("4/1S1N1/SS2NN/SS3NN/S3NN/SS2N/4 N")
    win = (
        "b4-b3 b2xb4 c5xa3+c3 c2xc4+a4 b3+d3 d2xd4 c3+e2 e1xe3 d3-d2 d1xd3 e6^e4 d4xf4 f5xf3 e3xg3 "
        "e5+e3xc2+e1 b4-c5 d6xb4 a4-b5 c6xa4 c1-c2 d2-d1"
    )
    assert is_won(TORTUGA, start, win.split())


@both_provers
def test_1_end_a_win_by_way_of_a_third_occurrence_is_none(slug):
    game = replace(TORTUGA, slug=slug)
    repeated = START.after(TORTUGA.move(WIN[0], START))
    assert is_won(game, START, WIN, past=[repeated])
    assert not is_won(game, START, WIN, past=[repeated, repeated])


def test_wins_missed_and_allowed_are_told_once_they_are_proved():
    told = claims_of(TORTUGA, SLIP, value=Score.win(3), reached=Score.loss(2))
    assert [(claim.kind, claim.line, claim.instead) for claim in told] == [
        ("allows-win", ("d2-d1",), False),
        ("misses-win", WIN, True),
    ]
    wrong = SLIP._replace(best=("e4-e5", "d2-d1"), answer=("d2-c1",))
    assert claims_of(TORTUGA, wrong, value=Score.win(3), reached=Score.loss(2)) == ()


def test_what_a_game_claims_is_told_only_if_it_proves_it():
    claims = [Claim(kind, (Told("", {}),), (), instead=False) for kind in "abcd"]
    game = replace(
        TORTUGA,
        claims=Claims(
            find=lambda _slip: iter(claims),
            prove=lambda slip, claim: slip is SLIP and claim.kind != "a",
            kinds=frozenset("abcd"),
        ),
    )
    told = claims_of(game, SLIP, value=Score(0.6), reached=Score(0.4))
    assert [claim.kind for claim in told] == ["b", "c"]
    assert len(told) == MOST


def claiming(*kinds, **how):
    """Return a game that claims all of *kinds* of any slip, by a single move, and proves it."""
    claims = [Claim(kind, (Told("", {}),), ("d2-d1",), instead=False) for kind in kinds]
    given = Claims(
        find=lambda _slip: iter(claims),
        prove=lambda _slip, _claim: True,
        kinds=frozenset(kinds),
        **how,
    )
    return replace(TORTUGA, claims=given)


def kinds_told(game, **scores):
    return [claim.kind for claim in claims_of(game, SLIP, **scores)]


def test_a_remark_is_made_only_where_nothing_else_is_told_and_then_alone():
    remarks = frozenset("rs")
    assert kinds_told(claiming("a", "r", "b", remarks=remarks)) == ["a", "b"]
    assert kinds_told(claiming("a", "r", remarks=remarks)) == ["a"]
    assert kinds_told(claiming("r", "a", remarks=remarks)) == ["a"]
    assert kinds_told(claiming("r", "s", remarks=remarks)) == ["r"]


def test_of_a_move_that_wins_at_once_nothing_more_is_told():
    lost = {"value": Score(0.6), "reached": Score.loss(2)}
    assert kinds_told(claiming("a"), **lost) == ["allows-win"]
    assert kinds_told(claiming("a"), value=Score(0.6), reached=Score(0.4)) == ["a"]


def test_what_alone_makes_the_better_move_better_is_told_in_place_of_the_win_it_misses():
    both = {"value": Score.win(3), "reached": Score.loss(2)}
    exact = frozenset("e")
    assert kinds_told(claiming("e", exact=exact), **both) == ["allows-win", "e"]
    assert kinds_told(claiming("a", "e", exact=exact), **both) == ["allows-win", "misses-win"]
    assert kinds_told(claiming("e", "a", exact=exact)) == ["e", "a"]
    assert kinds_told(claiming("a", "b", "e", exact=exact)) == ["a", "b"]
    doubted = claiming("e", exact=exact)
    doubted = replace(doubted, claims=replace(doubted.claims, prove=lambda _slip, _claim: False))
    assert kinds_told(doubted, **both) == ["allows-win", "misses-win"]


def test_moves_are_called_in_sentences_as_the_game_calls_them():
    game = claiming(called=lambda text: f"<{text}>")
    (told,) = claims_of(game, SLIP, value=Score(0.6), reached=Score.loss(2))
    assert told.told[0].facts["move"] == "<d2-d1>"
    assert told.line == ("d2-d1",)
