"""Claims of Hops about dice that are left behind: each kind found, proved, and refused if untrue.

Told are dice able to rise, by themselves or with the race to six sixes. Other kinds are tried in
`test_claims.py`.
"""

import json
from pathlib import Path

import pytest
from claims import turned

from claimed import assert_said_whole, nearly, slip_of
from ludotheque.games import Claim, Told, take
from ludotheque.games.hops import claims, proofs, verdicts
from ludotheque.games.hops.notation import shortened

HOPS = take("hops")

SLIPS = {
    "headway": (
        "r1.b1.r1.b1/......./......r1/b2b3.b4.../...r3r3../...r3b1../....... b",
        "D1*D3=3*D5*F3=4-E3",
        "F5*D3-C3 E4*C4*C2*E2=4-E3 D1*D3=3*F3=4-E2 E5*G3=4-F2",
        "E4*E6*G4*E4=4*C4=5-C5 F5*D5-D6 E5*C3=4-C4",
    ),
    "ready": (
        "......b1/..r2..../...r2..r1/...b4b4../.r2.b3..b1/.r1...../....b1.r1 r",
        "C4-D3",
        "F2*D2=2-C3 E4*C6=4-C5 C4*C2=3-D2 D4*D6*B4=5*B2-C2",
        "E4*C4=4*E6=5-F5 E2*C4=3*E6=4*G4=5*G6*E4=6-E3 D4*D6=5-E6",
    ),
}
"""By kind of claim a slip that it is true of: position, move, better line, best line against it."""
BOTH = (
    "r1.....b1/.b1...../..b4..r3./.r3...b3./.r2...b1./....r5r4./.b1..... b",
    "C3-D4",
    "G2-F3 E2*C2=3-D3 B2*D4-E4 F6*F4=5-E5",
    "A1*C3=2*E1*E3=3*C5*E7=4*G5=5*E5=6-D5 B2-C2 C6*E4-E3",
)
"""A slip that both are true of."""


def slip(kind):
    return slip_of(HOPS, *SLIPS[kind])


def kinds(given):
    return [claim.kind for claim in claims.find(given)]


def found(given, kind):
    """Return the claim of that kind that is found about a slip."""
    return next(claim for claim in claims.find(given) if claim.kind == kind)


@pytest.mark.parametrize("kind", SLIPS)
def test_what_is_found_is_proved(kind):
    assert proofs.prove(slip(kind), found(slip(kind), kind))


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_told_where_nothing_else_is(kind):
    assert kind in verdicts.REMARKS
    assert kinds(slip(kind)) == [kind]


def test_what_weighs_most_comes_first():
    given = json.loads((Path(__file__).parent / "weighed.json").read_text("utf-8"))
    both = slip_of(HOPS, *given["slips"]["weighs-rising-but"])
    assert kinds(both._replace(weights=tuple(given["weights"]))) == [
        "weighs-rising-but",
        "ready",
    ]


def test_who_is_behind_in_both_is_told_both():
    assert kinds(slip_of(HOPS, *BOTH))[-2:] == ["headway", "ready"]


def test_numbers_are_those_on_the_board():
    told = found(slip("ready"), "ready").told
    assert told[0].facts | {"plies": 2, "own": 0, "foes": 2} == told[0].facts
    assert told[1].facts | {"kept": 4, "left": 3} == told[1].facts
    told = found(slip("headway"), "headway").told
    assert told[0].facts | {"plies": 3, "own": 22, "foes": 21} == told[0].facts
    assert told[1].facts | {"able": 1, "foes_able": 2} == told[1].facts
    otherwise = {"kept": 22, "left": 22, "kept_able": 1, "left_able": 1}
    assert told[2].facts | otherwise == told[2].facts


@pytest.mark.parametrize("kind", SLIPS)
def test_the_same_is_refused_of_who_played_the_better_move(kind):
    other = turned(HOPS, slip(kind))
    assert not proofs.prove(other, found(slip(kind), kind))
    assert kind not in kinds(other)


@pytest.mark.parametrize("kind", SLIPS)
def test_a_claim_with_any_fact_wrong_is_refused(kind):
    given = slip(kind)
    others = claims.find(slip_of(HOPS, *BOTH))
    for wrong in nearly(found(given, kind), verdicts.SIDES.values(), others):
        assert not proofs.prove(given, wrong), wrong


NO_REASON = {
    "ready: one die fewer": (
        (
            "r1.....b1/..b2..../.r2b2b2.r1./...b2.../r1...r2../......./b1.r1.... r",
            "G3-G4",
            "E1-D2 G1-G2 D2*B4=2-B5",
            "A7-B6 E1-D2",
        ),
        ({"own": 3, "foes": 5}, {"kept": 4, "left": 5}),
        2,
    ),
    "ready: better by two in the race to six sixes": (
        (
            "......./.b6.b5.../..b5r5r6../...r6.../.r6r6b6.../.r5b4b3.../....... b",
            "B4*D2=6-D3",
            "C3*E5*G3*E1=6-D2 F2-F1 D2-D3 C5*C3*E5*G3-F2",
            "F2*D2*B4*D6=6-D5 F4*F2=4*D2*F4*F2=5*D2*B4=6-A3 C4*C2*A2=6",
        ),
        ({"own": 1, "foes": 1}, {"kept": 3, "left": 1}),
        2,
    ),
    "ready: not in between": (
        (
            "......./...r5.../.b4b5r6.../.b6..b2../r6..r2.b6./..r1..r1./b1...... b",
            "C3*C5=6-C6",
            "C3*C5=6-D4 F6-E5 C2-C3 E5*E3=2-D3 E6-F5",
            "F6*D6*D4=2*F4=3-E3 D2*F4-F5 B4*D4*D6*B6=6-B5 C2-B2",
        ),
        ({"own": 0, "foes": 3}, {"kept": 2, "left": 2}),
        2,
    ),
    "headway: no further back at first": (
        (
            "......./.r1b1..r1./.b1...r2./....b2b1./.r1...../..r1..../b1...b1.r1 b",
            "B3*B1*D3=2-E4",
            "C2*A4=2-B4 C6*E6*C4*A4=3*C2-D2 B3*B5=2-C4 F3*D1=2*D3=3-D4",
            "B2*D2*F2*F4=2*D4=3-E3 D6*D4=2*F4=3-E5 B6*D6=2*F4=3*D2=4-D3",
        ),
        (
            {"own": 26, "foes": 24},
            {"able": 2, "foes_able": 3},
            {"kept": 27, "left": 26, "kept_able": 2, "left_able": 1},
        ),
        3,
    ),
    "headway: two moves alone": (
        (
            "....b6../...b2b3../...b6.r6./..r4b6.../..b2..r2./..r1.r2r1./....... r",
            "E6*G6*E4=3*C2=4-B3",
            "D3*D5-E5 E3*C5*A3=3-B3 F6*F4*D6*F6=2*F4=3*D6=4*F6*F4*D6=5-D5",
            "E3*C5*A3=3*C3=4*E3=5-F4 D3-C2",
        ),
        (
            {"own": 18, "foes": 8},
            {"able": 2, "foes_able": 2},
            {"kept": 16, "left": 10, "kept_able": 4, "left_able": 1},
        ),
        2,
    ),
    "headway: as many dice": (
        (
            ".b3...../.b3..r6../.r6b4.r6../..r3r2.../.r1.b6.b1./....b1../....... b",
            "B2*D2*B4=4-A4",
            "B2*D2*B4=4-B3 E2*C4*C6-D6 A2*C4=4-B4",
            "E2*C4-D5 A4-B3",
        ),
        (
            {"own": 17, "foes": 12},
            {"able": 4, "foes_able": 2},
            {"kept": 16, "left": 12, "kept_able": 4, "left_able": 2},
        ),
        2,
    ),
    "headway: as far in the race to six sixes": (
        (
            "......./.....r1./.r1b6b5.r5./.r6b6b3r6../...b6.r6./.b2...../....... r",
            "B6-B5",
            "B6-C5 F2-E3 E6-D6 E3-F3",
            "D4-E3 D5-D4 E3-F3",
        ),
        (
            {"own": 11, "foes": 8},
            {"able": 1, "foes_able": 2},
            {"kept": 11, "left": 8, "kept_able": 3, "left_able": 1},
        ),
        3,
    ),
    "ready: it goes again": (
        (
            "r1....../.....b1./....b1../.b5.r4r5../.b5b3.r3r5./....r4../b1...... r",
            "E6*C4=6*E4*E6-F6",
            "F5*D7=5-D6 G1-F1 D6*F4-F5 F1*D3-C4",
            "E3-E4 F5*D3-C4 E4*E6=4-D6",
        ),
        ({"own": 4, "foes": 4}, {"kept": 5, "left": 3}),
        2,
    ),
    "ready: too late": (
        (
            "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/..r1..../.b1..b1.r1 r",
            "E1-E2",
            (
                "F3-E2 C1-D1 E1*E3=2-F3 G2*E4=2-F5 E2*G4*G6*E4=2*G2=3-F2 G5*E5=2-E6 F3*F1=3-E2 "
                "E7*E5=2*G5=3-F4"
            ),
            "G2*E4=2-F5 E2*G4=2*E6=3-E5 G5-F6 G7-G6 F5*D5=3-E6 G6-G5 F6-F7",
        ),
        ({"own": 0, "foes": 3}, {"kept": 2, "left": 2}),
        7,
    ),
    "headway: it goes again": (
        (
            "......./r6.b3r6b2b2./.b4b6r2r6r6./r3b6...../......./......./....... b",
            "B5*D3=3-D4",
            "B5*D3=3-E3 B1*D3-D4 B3*D3*F3=4-E2 C4-D3",
            "C6-D5 B6-C6 B1*D3*B5-B6",
        ),
        (
            {"own": 12, "foes": 7},
            {"able": 0, "foes_able": 1},
            {"kept": 11, "left": 7, "kept_able": 1, "left_able": 1},
        ),
        2,
    ),
    "headway: too late": (
        (
            "r1.b1.r1../.....b1./b1.....r1/......./r1.....b1/.....r1./b1.r1.b1.. r",
            "C7-D6",
            "E1-E2 G1-F1 E2-F3 G5-G4 G3*E3=2-E4 E7*G5*G3*E3=2*E5=3-D5 F3-F4 D5*F3=2-E2",
            "E7*C5=2-B5 F6-E6 B6*B4=2-B3 E6*C6*A4*A2=2*C4=3-D5 B5-A6 D6*D4-C4 A3*C3=2-C2",
        ),
        (
            {"own": 28, "foes": 27},
            {"able": 2, "foes_able": 3},
            {"kept": 29, "left": 29, "kept_able": 1, "left_able": 1},
        ),
        7,
    ),
}
"""What is so of a slip and no reason: something makes up for it, or it comes and goes. Of each the
slip, the facts that could be said of it, and after how many moves."""


@pytest.mark.parametrize("why", NO_REASON)
def test_what_is_no_reason_is_neither_found_nor_proved(why):
    kind, (texts, told, plies) = why.partition(":")[0], NO_REASON[why]
    given = slip_of(HOPS, *texts)
    assert kind not in kinds(given)
    side, foe = ("r", "b") if given.before.turn == "r" else ("b", "r")
    facts = {
        "side": verdicts.SIDES[side],
        "foe": verdicts.SIDES[foe],
        "best": shortened(given.best[0]),
        "plies": plies,
    }
    sentences = tuple(
        Told(message, facts | more) for message, more in zip(verdicts.SAID[kind], told, strict=True)
    )
    assert not proofs.prove(given, Claim(kind, sentences, given.answer[:plies], instead=False))


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_said_whole_in_every_language(kind):
    assert_said_whole(found(slip(kind), kind))
