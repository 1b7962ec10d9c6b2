"""Claims about mistakes in Hops: each kind found, proved, and refused if untrue.

Those about dice able to rise to the end of two lines are tried in `test_line_claims.py`.
"""

import pytest
from claims import turned

from claimed import assert_said_whole, nearly, slip_of
from ludotheque.games import Claim, Told, take
from ludotheque.games.hops import claims, proofs, verdicts
from ludotheque.games.hops.notation import shortened

HOPS = take("hops")

SLIPS = {
    "again": (
        "....b6../...b2b3../...b6.r6./..r4b6.../..b2..r2./..r1.r2r1./....... r",
        "E6*G6*E4=3*C2=4-B3",
        "D3*D5-E5 E3*C5*A3=3-B3 F6*F4*D6*F6=2*F4=3*D6=4*F6*F4*D6=5-D5",
        "E3*C5*A3=3*C3=4*E3=5-F4 D3-C2",
    ),
    "chances": (
        "r1.b1.r1.b1/......./b1.....r1/r1....../......b1/......./b1.r1.b1.r1 b",
        "C1*E1=2-D2",
        "C1*E1=2-F1 A5-B5 E7-E6",
        "C7-C6 A3-B3 A5-B5",
    ),
    "climb": (
        "......./..b2.b3../..b5b3.r4r6/....r2../r1....../..r1.b1../b1.....r1 b",
        "F5-E4",
        "F5-E5 F3-E2 E5*C5=2*A5=3-B6",
        "C7*C5*E5-F6 E4-E5 E1-E2",
    ),
    "higher": (
        "......./.r4b1..../b1..b2b2.r1/...b3.r4./...r3..b1/..r2r1.../....... b",
        "C1*A3*C3=2*E5=3*E3=4-F2",
        (
            "B3*D5*B5=2*D3=3*D5=4*D7=5*F7-F6 "
            "C7*E5*G3*E3=2*E5=3*C3=4-B3 C1*A3*C3*E5*G3=2*E3=3*E5=4*G7=5-F7"
        ),
        "C7*E5*G3=2*E3=3*E5=4-D5 C5*C3=3*E5=4*C5=5*E3-E2 B2*B4-C5 F2*D2=5-E3",
    ),
    "hope": (
        "......./.r2...b1./.b5r5..r6./.r5...b3./.r6b5b4.b2./......./...r5... b",
        "C2*C4-C5",
        "B6-C5 D2*F4=6-E5 C2*C4=6-D4",
        "C6*C4-D4 E3*E5-D5 C3*E1*E3*E5=4*C7=3-C6",
    ),
    "hope-first": (
        "..b1.r1.b1/.r1...../b1...r2../...r3.../r1.b2..../..b2..../.b2....r1 r",
        "A5-B6",
        "E1-E2 C1-D2 E2*E4=2*C4=3-D5",
        "A3-B4 B6-B5 G2*E4=3*C4=4-B3",
    ),
    "lets": (
        "......./.r6r6b3.../.r5..r6../...r3r2../..b6b6b5.b2/...b5.../....... b",
        "E7-E6",
        "E5*C3*A3*C1*C3=6-D3 B2*D2=5-C3 E7-F6",
        "D5*D3=3*F3*D5*D3=4*F3*D5-C6 E6-D6 C6*C4-D3",
    ),
    "lets-first": (
        "......./.r1b3b6r6../..b6b6r2../...b4.../..b6r6.../...r6r6../....... r",
        "C5*A3*C1-C2",
        "E4-D3 E3*G5*E5=5-D5 C5*A3*C1-C2",
        "B3*D3*D5=4*B3*D3*D5=5*B3*D3=6-D2 B2-B3 E3*E5*G5*E3=5-D3 B3*D1=2-C1",
    ),
    "nearer": (
        "r1....../....r3b1./...r6.../.b6r6r5.../.b5b2b3r5../..b1..../....... b",
        "F3*D5-C6",
        "E4*G2-F2 C4*E4=5*G2-G3 B6*B4-C3",
        "B5*B7*D5*F3=2*D1-E1 B6*D6=2*F4-F3",
    ),
    "next": (
        "......./..b2.b3../..b5b3.r4r6/....r2../r1....../..r1.b1../b1.....r1 b",
        "F5-E4",
        "F5-E5 F3-E2 E5*C5=2*A5=3-B6",
        "C7*C5*E5-F6 E4-E5 E1-E2",
    ),
    "next-first": (
        "....r1.b1/.r2...../..b2..../...b2.r1./.r1b2b2.../b1.....r1/..r1.... r",
        "F7-G6",
        "E2-D3 F1-E2 D3*D5=2-E6",
        "F1*D3=2*B3=3-B4 G3-F2",
    ),
    "ones": (
        "r1....../...b2.r1./.b1.b2.../...r1.../.r3....b1/......./b1.r1.b1.r1 b",
        "C4*A4=3-B3",
        "C2-B3 B6-C5 B3*B5=2*D3=3-C2",
        "A1-A2 B3*B5-C5",
    ),
    "outlook": (
        "......./..b4b5.../..b4.b5../...b6b6r6./....r3r5./..r6r5.r6./....... r",
        "F4-F5",
        "E6*E4*G4=4-F5 B3*D3=5-E3 E5*G5=4*E7-E6",
        "B3*D3=5-E4 F3-E2",
    ),
    "pips": (
        "..b1.r1.b1/r1....../.b1....r1/......./.r1....b1/..r1..../b1...b1.r1 b",
        "G1-F2",
        "A3-B3 A5-B4 G1-F2 B1*D3=2-E3",
        "B1*D3=2-E3 A3-B3 E2*E4*G2*E2=2*E4=3-D4",
    ),
    "rise": (
        "r1.b1..r1b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 b",
        "A3-B4",
        "A7*A5=2-B4 A6-B6 A3*C5=2-C4",
        "A6-B7 E7-D6 B7*D7*D5=2-E4",
    ),
    "room": (
        "......./...b6r6../..b5r6.../.r4b5b6.b6./.r3.b3.../..r6r6.../....... r",
        "E2*C2=4-C1",
        "F4*F2=5-E3 D3*B3=4*D5*D3*F5-F4 B5*D3*F5-G4 E4-D3",
        "E4*G4*E2*C2=4*E4=5*G4*E2=6-E3 C1-C2 D3*B3=6*D1-E2",
    ),
    "step": (
        "r1.b1.r1../.....b1./b1.....r1/......./r1.....b1/.....r1./b1.r1.b1.. r",
        "C7-D6",
        "E1-E2 G1-F1 E2-F3",
        "E7*C5=2-B5 F6-E6 B6*B4=2-B3",
    ),
    "way": (
        "......./..r2b5.r6./.r2b6b6b4r5./.r2b1r6.../.....b6./......./....... b",
        "E6-D5",
        "C4*A2-B2 D2-E3 B4*D6-D5",
        "D2*B2=3-B1 C5*C7=5*A5-B5 C2*A4=3-A3",
    ),
}
"""By kind of claim a slip that it is true of: position, move, better line, best line against it."""


def slip(kind):
    return slip_of(HOPS, *SLIPS[kind])


def found(given, kind):
    """Return the claim of that kind that is found about a slip."""
    return next(claim for claim in claims.find(given) if claim.kind == kind)


def test_every_kind_is_tried():
    assert {*SLIPS} | {"ready"} == {*verdicts.SAID} - verdicts.WEIGHED


@pytest.mark.parametrize("kind", SLIPS)
def test_whatever_is_found_is_proved(kind):
    given = slip(kind)
    every = list(claims.find(given))
    assert kind in {claim.kind for claim in every}
    assert all(proofs.prove(given, claim) for claim in every)


@pytest.mark.parametrize("kind", SLIPS)
def test_the_same_is_refused_of_who_played_the_better_move(kind):
    given = slip(kind)
    other = turned(HOPS, given)
    assert not proofs.prove(other, found(given, kind))
    assert kind not in {claim.kind for claim in claims.find(other)}


@pytest.mark.parametrize("kind", SLIPS)
def test_a_claim_with_any_fact_wrong_is_refused(kind):
    given = slip(kind)
    claim = found(given, kind)
    for wrong in nearly(claim, verdicts.SIDES.values(), claims.find(given)):
        assert not proofs.prove(given, wrong), wrong


NO_REASON = {
    "chances: as many pips in all": (
        (
            "r1.b1..r2b1/......r1/b1....../...b2.b1./.r1...../.....b1./..r1..r1. r",
            "E2-F1",
            "A6-A5 A3-A2",
            "D6-D5",
        ),
        ({"own": 1, "foes": 2}, {"kept": 2, "left": 1}),
        "D6-D5",
    ),
    "hope: fewer dice of the mover’s": (
        (
            "r1r1...../......r1/......./b2.r3...b1/....b1../r1....../...b1b1b2r1 b",
            "D7-D6",
            "G6-F5 F1-E2",
            "B7-A7",
        ),
        ({"cell": "G4", "low": 1, "high": 4, "then": "G4…B1=4"}, {"count": 1}),
        "G6-F5 F1-E2 G4*G6=2*E4=3*C2=4-B1",
    ),
    "hope: more dice of the other side’s": (
        (
            ".r3...../.b3.b1.b1./......./.r1r3r1.../...r2.b3./b1....r1./.....b3. r",
            "E4*C2*E2=1-D1",
            "D2-C3 G6-F7",
            "B4-C4",
        ),
        ({"cell": "C3", "low": 1, "high": 4, "then": "C3…A4=4"}, {"count": 1}),
        "D2-C3 G6-F7 C3*E5=2*E3=3*C3=4*A5-A4",
    ),
    "hope: one of the other side’s further": (
        (
            "......b1/.b1...../....r3b3./......./b1r1.b2b4.r3/......./..r1.r3.r1 r",
            "G3-G2",
            "C5-D4 E5-F4",
            "B2-A2",
        ),
        ({"cell": "G3", "low": 1, "high": 4, "then": "G3…B6=4"}, {"count": 1}),
        "C5-D4 E5-F4 G3*E5*E3=2*C5=3*C7=4-B6",
    ),
    "ones: more pips of the mover’s": (
        (
            "......./.r3.r3.b1./......./.r4...b3./....r2b3./b1.r1b1b2../......r1 r",
            "E5*E7*C5*A3=3*C1=4*E3=5-D3",
            "E5*E7=3*C5=4-C4 D6*F6=4-E5 B4*D4=4-C3",
            "F4*F6=2-E5 D2*D4=5-C3",
        ),
        ({"plies": 2, "own": 2, "foes": 2}, {"kept": 2, "left": 3}),
        "F4*F6=2-E5 D2*D4=5-C3",
    ),
    "hope: the way to six sixes is no shorter for it": (
        (
            "......./..r5..../.r6r3..../.r6b2b5.r1./...b5b6b3./...b2.r1./....... r",
            "D6-E7",
            "F6-F5 E4*C4=6*E2-E3",
            "D3*F5*D7=3*F7*D5=4*D3=5*F5=6-G5 C3*C1*E3*C5-D5",
        ),
        ({"cell": "F5", "low": 1, "high": 4, "then": "F5…C4=4"}, {"count": 1}),
        "F6-F5 E4*C4=6*E2-E3 F5*D5*D7=2*F5=3*D5*D7*F5=4*D5-C4",
    ),
    "step: as far without the die that moved": (
        (
            "......./......./.r6r3b6b5../.r4.r5b6../b4r5b2..../..r6b1.../....... b",
            "E3-D3",
            "C5*E5*G3-F2",
            "C3*C1*E3=4*C3*E5=5-E4",
        ),
        ({"low": 3, "high": 5, "over": "D3"}, {}),
        "C3*C1*E3=4*C3*E5=5-E4",
    ),
    "way: only the last step ends there": (
        (
            ".b1..r1.b1/.r1...../b1....../.....r1./r1....../....b1.r1/b1.r1.b1.. r",
            "E1-E2",
            "B2-C3",
            "C1*A3*A1*C3=2-D4",
        ),
        ({"cell": "C1", "low": 1, "high": 2}, {"over": "C3"}),
        "C1*A3*A1*C3=2-D4",
    ),
    "again: as far after the answer": (
        (
            "r1.b1..../....b2b2./b1....../.....r1./.b1.r4r5../.r2.b1.../......r1 b",
            "E2*G2=2-F3",
            "A3-A4 E5-F6 A4*C6*E6-E5",
            "E4*E6=5-D5 C1-C2",
        ),
        ({"cell": "A4", "low": 1, "high": 3, "then": "A4*C6=2*A6=3-A5"}, {"count": 1}),
        "A3-A4",
    ),
    "again: the way to six sixes is no shorter for it": (
        (
            "......./..r3..../.r6r3b6.../.r6.r6.../...b5b6../...b1b5../....b1.r1 r",
            "G7-G6",
            "D2-E3 E4*E2=6-D3 G7-G6",
            "G5*E3=2*C5-C6 G6-F6",
        ),
        ({"cell": "B3", "low": 3, "high": 6, "then": "B3…A1=6"}, {"count": 2}),
        "D2-E3",
    ),
    "again: the move that was played rises as far": (
        (
            "......./......./..r6.b6../.r5r2b3.../.r3.b2b5r6./..r6b6b1../....... b",
            "E4*C2=3*C4*E4=4-E3",
            "C5-B5 C3-C2 E4*C4=3-C5",
            "D3*D5=3-E4 C5-C4",
        ),
        ({"cell": "E4", "low": 2, "high": 4, "then": "E4…A5=4"}, {"count": 1}),
        "C5-B5",
    ),
    "next: the way to six sixes is no shorter for it": (
        (
            "...b6.../.r3r5..../.r6r5.b5../..r6b3.b4./.....r2./..b6..../b1...... b",
            "D4*B6-B5",
            "D6*B4-C4 B2*B4*D6*F6-F5 D4*B4=4*B2=5*D4=6-D5",
            "E6*C6*C4*A6=3-A5 A4-B4",
        ),
        ({"cell": "D4", "low": 3, "high": 6}, {"first": "E6…A5=3", "count": 2}),
        "D6*B4-C4 B2*B4*D6*F6-F5 D4*B4=4*B2=5*D4=6-D5",
    ),
    "room: the rise does not go by the cell that was left": (
        (
            "r1.b1...b1/....r1.b2/b1....r2r2/......./r1....b3./......./b1.r1.... b",
            "B7*D7=3*F5=4-E5",
            "C1-C2 E1-D2",
            "B5*D7=2*F5=3*D5=4-D6 A3-B3",
        ),
        ({"low": 1, "high": 4, "over": "B7"}, {}),
        "B5*D7=2*F5=3*D5=4-D6",
    ),
    "way: no hop ends there": (
        (
            "r1.b1..../....r1b1./.....r1./.b1...../......b1/..r1..../b1.r1.b1.r1 b",
            "E7-D6",
            "B6*D6=2-D7 C6*A4*A2=2-B1",
            "B5*B7*D5=2-D4 D6-E5",
        ),
        ({"cell": "B5", "low": 1, "high": 2}, {"over": "D7"}),
        "B5*B7*D5=2-D4",
    ),
    "next: the move that was played turned its own die down": (
        (
            "......r1/r3.b3r6.../.r3r3.r1b6./..b2b6.b6./...b6.../......./....... b",
            "D3*D5*B5=1-B6",
            "B3*B5*D5-E5 A7-B6 D3*B3=3*B5*D5*F5=4-F4",
            "C3*A3=4-B2 B3*D1=2-C1",
        ),
        ({"cell": "D3", "low": 2, "high": 4}, {"first": "C3*A3=4-B2", "count": 1}),
        "B3*B5*D5-E5 A7-B6 D3*B3=3*B5*D5*F5=4-F4",
    ),
    "next-first: the move that was played rises as far": (
        (
            "..r1..../..r2r2.../b1...b1b1./......./r1.....b1/......./b1.r1.b1.r1 b",
            "C6*C4=2-C3",
            "E7-D6 E1-E2 D6*B6=2-B5",
            "B4*D2-E2 E7-D6",
        ),
        ({"cell": "D6", "low": 1, "high": 2}, {"first": "B4*D2-E2"}),
        "E7-D6 E1-E2 D6*B6=2-B5",
    ),
    "lets: the other side has as many pips soon": (
        (
            "......./.r3r5b2b2../.r3...../...r3.b4./r1....../..b2b3.r2./b1...... b",
            "F3*F5=3-E4",
            (
                "B4*B6=3-C6 B2*D2=4-C3 B5*D7=3*D5=4-E5 D4*B2*D2=4*B4=5*B2=6*D2-D3 "
                "F3*F5=3*D5=4*D7=5*B5-C4 F6*D4*B2*D2=3*B4=4*D4=5*D2=6-E2"
            ),
            (
                "C2*A2=4*C4=5*A4*C2=6-D1 E4*C4*A2*C2=4*A4=5*C4*A2=6*C2-C1 D1-E2 "
                "C1*A3*C5*E3-F2 E1*E3*G5*E7=2*C5*E3=3*G5=4*E7*C5=5*A3*C3=6-C2"
            ),
        ),
        ({"low": 3, "high": 6}, {"count": 2}),
        "C2*A2=4*C4=5*A4*C2=6-D1",
    ),
    "room: the same die rises by all but one": (
        (
            "......./.r3.r3.b1./...r4.../.r4r5b4.../....b4b3./b1..b1.../......r1 r",
            "C4*E4=5*C2=6-C3",
            "B4-C3 E6*E4=4*C2*E2=5-F2 C3*E3*C5=4*C3=5*E3=6-F3 D4*F6=5-E6 C4*E2*C2=5-C3 F4*D6-C5",
            "E6*E4=4*C4=5*E2=6-F2 C3*E3-F3 F1-E2 F3*F5-F6 F4*D6-C6",
        ),
        ({"low": 3, "high": 6, "over": "C4"}, {}),
        "E6*E4=4*C4=5*E2=6-F2",
    ),
    "lets: the same die rises as far a move later": (
        (
            "r1....../..b4b1.r1./..b4r2r5../......./..r2...b1/...b2.../....b1.r1 r",
            "B6*D4*F2=2-E2",
            (
                "A1-B2 E7-E6 B2*D4*F2=2-F3 B4*D4=2*B2*B4*D4=3*B2=4*B4=5*D6=6*F6-F5 "
                "B6*D4*B4=2*B2*D4*B4=3*B2=4*D4=5*B4*D6=6-D5 F4*D2=3*B4*B2=4*D4=5-E4"
            ),
            "B4*D2*F2=2*D4=3*B2=4*B4=5*D6=6-E6 A1-B2 B3*D3=5-D4 E2*E4=3-D3 F4*D2=3*B4=4*D6=5-D5",
        ),
        ({"low": 1, "high": 6}, {"count": 2}),
        "B4*D2*F2=2*D4=3*B2=4*B4=5*D6=6-E6",
    ),
    "way: the move that was played turned its own die down": (
        (
            "r1..r3..b1/.r2...../...b3b1../.....b2./r1....../.....b2./b1.r1...r1 b",
            "C4*C6*E6=2-D5",
            "D6*B4*D4=3-E5 A1*C3=2-D4 C4*E4*E6=4-F5 A4-B3 F6*F4*D6=3-E6 D4*F6*D6=3*B4-C3",
            "G7*E5=2-F4 F6-E6 A1*C3=2-B3 C5*E5=2*C7=3-B7 G3*E5=2-F5",
        ),
        ({"low": 1, "high": 2, "cell": "G7"}, {"over": "E5"}),
        "G7*E5=2-F4",
    ),
    "nearer: another answer comes as near": (
        (
            "......./.r6.r5.r1./...b4.../.b4...b1./.r2..b5../.r1.b2b3../......r1 r",
            "G7-F6",
            "B6-B5 F4*F6=3*D4-D3 E2*C2*E4=3*G6=4-F7 C4*E2*C2=5*E4*E6=6*C6-C5 B5*D5*D7=2-E6",
            "F5*D5*B3=4*B5*D3=5-D4 B6-C5 C4*E4*E6=5*C6*C4*E4=6-E3 C5*E7*G5=2-F5",
        ),
        ({"count": 15}, {"more": 15}),
        "F5*D5*B3=4*B5*D3=5-D4",
    ),
    "nearer: the move itself costs its side more": (
        (
            "....r1../.r3.b4.../.r3.b5b5b6./...r5b6b6./..r4..../...r5.../....... b",
            "D5*B5=5*B3=4*B1=3*D3=2*B5-A6",
            "D6*B6-B5 A5*C3*E5-D6 B4-C3 D4*B4*B6*D4=6*F2-F3 C5*A5=6-B4 D6-C5",
            "A5*A7=2-B7 A6-B5 C2*A2=4-B3 B5*D3-C3 B3*B5=5*D3=6-E4",
        ),
        ({"count": 14}, {"more": 16}),
        "A5*A7=2-B7",
    ),
    "nearer: no nearer a move later": (
        (
            "......./..r2b5.r6./.r2b6b6b4r5./.r2b1r6b6../......./......./....... r",
            "C6*E4=6-E3",
            "D2*B2=3-B1 C5*C7=5*A5-B5 C2*A4=3-A3 C4*A4*C2*C4=5*A4=4*A2=3*C4=2*E2-D2 B1-B2",
            "D3*D1=2-E2 D2*B2=3-A3 B4-B5 C2*A4=3*A2=4-B2",
        ),
        ({"count": 11}, {"more": 15}),
        "D3*D1=2-E2",
    ),
    "next-first: more pips of the mover’s soon": (
        (
            "......b1/.b1b2.r2../.....r2r1/......./r1....b1./......./b1.r1.b1.r1 b",
            "B2*B4=2*B6=3-A6",
            "B2*B4*B6=2*D6=3*F6-F5 G3-G4 G5*G3=2-F4 C7*C5=2*A5=3-B4 F4*F6=3*D6-D5 B4*B6*D6*D4=4-C4",
            (
                "B5*D7=3-D6 A6-B7 C7*E5*E7=2*C5*C7=3*E5=4-F4 A7*C7*C5=2*E7=3*E5*C7=4*C5-D4 "
                "G3*E5*E7=2*C5=3*E3=4-F3"
            ),
        ),
        ({"cell": "G5", "low": 1, "high": 2}, {"first": "B5*D7=3-D6"}),
        "B2*B4*B6=2*D6=3*F6-F5 G3-G4 G5*G3=2-F4",
    ),
    "again: the reply takes the rise away": (
        (
            "....b6../...b2b3../...b6.r6./..r4b6r2../......./.b1r1.r2r1./....... r",
            "D5-E6",
            "F3-G4 A5*C3*E3-E4 G4*E6=2-E5 F2-E3 E5*C5=3*A5=4*C3-C2",
            "F2*F4=2-G4 E6*G6*E4=3*C2=4-C3 G4*E6*G6*E4=3*C2=4-B3 F6*F4=2-E4",
        ),
        ({"cell": "G4", "low": 1, "high": 4, "then": "G4…B1=4"}, {"count": 2}),
        "F3-G4",
    ),
    "again: the move that was played turned its own die down": (
        (
            "......r1/r3.b3r6.../.r3r3.r1b6./..b2b6.b6./...b6.../......./....... b",
            "D3*D5*B5=1-B6",
            (
                "B3*B5*D5-E5 A7-B6 D3*B3=3*B5*D5*F5=4-F4 B1*D3=4*D5*F3*F5=5*D3=6-D2 "
                "E5*G3=4-F3 C3*C1*E3*G3=4*E5=5*C3=6-C4"
            ),
            "C3*A3=4-B2 B3*D1=2-C1 B1*D1*B3=4*B1=5*D3*D5*F3=6-E3 B6-B5 C5*A5=2*C3-B3",
        ),
        ({"cell": "D3", "low": 2, "high": 4, "then": "D3…A2=4"}, {"count": 1}),
        "B3*B5*D5-E5",
    ),
}
"""What is so of a slip and no reason: something else outweighs it, or is its cause. Of each the
slip, the facts of the sentences that could be said of it, and the line that would prove them."""


@pytest.mark.parametrize("why", NO_REASON)
def test_what_is_no_reason_is_neither_found_nor_proved(why):
    kind, (texts, told, line) = why.partition(":")[0], NO_REASON[why]
    given = slip_of(HOPS, *texts)
    assert kind not in {claim.kind for claim in claims.find(given)}
    side, foe = ("r", "b") if given.before.turn == "r" else ("b", "r")
    facts = {
        "side": verdicts.SIDES[side],
        "foe": verdicts.SIDES[foe],
        "best": shortened(given.best[0]),
        "first": shortened(given.answer[0]),
    }
    if len(given.best) > 1:
        facts["second"] = shortened(given.best[1])
    sentences = tuple(
        Told(message, facts | more) for message, more in zip(verdicts.SAID[kind], told, strict=True)
    )
    shown = tuple(line.split())
    claim = Claim(kind, sentences, shown, instead=shown[0] == given.best[0])
    assert not proofs.prove(given, claim)


PROMISING = {
    "rise": (
        "r1.b1.r1.b1/......./b1.....r1/......./.b1....b1/r1....../..r1.b1.r1 r",
        "F1-F2",
        "F1*D3=2-C4 C1-D2 C4-B5",
        "E2*G2*G4=2-F5 C7-D7",
    ),
    "again": (
        "......./......./...b5.../..b5b5.r6./.r5r6b5.../.r6r6r6.../.b6.b6... r",
        "F2*D2-C2",
        "E3-D2 D3*D1=6-C2 E2-D3",
        "G2-G3 F3-F2",
    ),
}
"""By kind a slip of which it is so, and the move gets it back: more dice could rise next, or the
mover is ahead by more pips two moves on."""


@pytest.mark.parametrize("kind", PROMISING)
def test_what_the_move_gets_back_is_no_reason(kind):
    given = slip_of(HOPS, *PROMISING[kind])
    assert kind not in {claim.kind for claim in claims.find(given)}


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_said_whole_in_every_language(kind):
    assert_said_whole(found(slip(kind), kind))
