"""Claims about mistakes in Hops: each kind found, proved, and refused if untrue."""

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
        "D3*D5-E5 E3*C5*A3=3-B3",
        "E3*C5*A3=3*C3=4*E3=5-F4 D3-C2",
    ),
    "again-first": (
        ".r1....r2/......./..r2..../...b2r1b2./...b2b2b2./....b2../...r3..r1 r",
        "D5*D7=2-C7",
        "D5*D3=2*B3=3-B2 F5*D3*B3=3*B1=4-C2",
        "D6*F4*F6*D6=3-D5 A7-B7",
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
        "......./...b6.../.b4b1b2.b5./......./..r6r6.r3./..r6.r6r3./..b6.... b",
        "G3-F4",
        "C3*C5=2-B5 F6*D6=4-E5 C6*A4-B3",
        "F3*D5=5-C5 F4*D2=5*B2-B3",
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
        "......./.b2...r6./..b6r3.b5./.r2r6r6b6../b4.r6..../..b5..../....... r",
        "C4*C2-D1",
        "D2*F4-E4 E1-E2 C4*E6-E5",
        "E1*C1=3*A3-B3 D1-E2 C6*E4*G2=6-F2",
    ),
    "next": (
        "......./..b2.b3../..b5b3.r4r6/....r2../r1....../..r1.b1../b1.....r1 b",
        "F5-E4",
        "F5-E5 F3-E2 E5*C5=2*A5=3-B6",
        "C7*C5*E5-F6 E4-E5 E1-E2",
    ),
    "next-first": (
        "r1....../...b2b6../.r6b5..../.b5r3r6r2../.b5.b5.../r6....../....... r",
        "D4*D6-C6",
        "D3*F5-E5 B4-C5 D5*F5=3-E6 C3*C1*E3=6-D3",
        "B4*B6*D6*D4=3*F4-F3 A1-B2 E4-E3",
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
    "rival": (
        "..b1.r1.b1/r1....../.b1....r1/......./.r1....b1/..r1..../b1...b1.r1 b",
        "G1-F2",
        "A3-B3 A5-B4 G1-F2 B1*D3=2-E3",
        "B1*D3=2-E3 A3-B3 E2*E4*G2*E2=2*E4=3-D4",
    ),
    "room": (
        "......./...b6r6../..b5r6.../.r4b5b6.b6./.r3.b3.../..r6r6.../....... r",
        "E2*C2=4-C1",
        "F4*F2=5-E3 D3*B3=4*D5*D3*F5-F4 B5*D3*F5-G4 E4-D3",
        "E4*G4*E2*C2=4*E4=5*G4*E2=6-E3 C1-C2 D3*B3=6*D1-E2",
    ),
    "step": (
        ".r1....b1/.b6...../.b5r2..../.r3b5.r1../..b2.r4r4./.b2...../....... r",
        "D2*D4*F6*D6=4*F4=5*D2*D4=6-E4",
        "E6*E4=5*E2*C4=6-B4 A7-B6 D2*D4*D6*F4=4*D2*D4*D6*F4=5*D2*D4=6-E4",
        "F2*D4=3*D6*F6=4*D4=5*F4=6*D6-C6 E5*E7=5-F6 A7-B6",
    ),
    "stone": (
        "...b6.../.r3r5..../.r6r5.b5../..r6b3.b4./.....r2./..b6..../b1...... b",
        "D4*B6-B5",
        "D6*B4=5-C4 E6-D6 A4-B4",
        "E6*C6*C4*A6=3-A5 A4-B4 C3*E3=6-D4",
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
    assert {*SLIPS} == {*verdicts.SAID} - verdicts.WEIGHED


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


ELSEWHERE = {
    "stone": (
        "b1.r5..../......./......./...b1.../......./b1b1...../......r3 r",
        "A3-B2",
        "G7-G6",
        "A1*C3*E5=2-F6",
    ),
}
"""By kind a slip whose answer hops over the die that is meant, and turns up over another."""


@pytest.mark.parametrize("kind", ELSEWHERE)
def test_a_die_that_rises_elsewhere_does_not_rise_over_the_one_it_hops(kind):
    given = slip_of(HOPS, *ELSEWHERE[kind])
    assert kind not in {claim.kind for claim in claims.find(given)}
    facts = {
        "side": verdicts.SIDES["r"],
        "foe": verdicts.SIDES["b"],
        "best": given.best[0],
        "first": given.answer[0],
        "cell": "A1",
        "low": 1,
        "high": 2,
        "over": "B2",
    }
    told = tuple(Told(message, facts) for message in verdicts.SAID[kind])
    claim = Claim(kind, told, given.answer[:1], instead=False)
    assert not proofs.prove(given, claim)


OUTWEIGHED = {
    "chances: as many pips in all": (
        (
            "r1.b1..r2b1/......r1/b1....../...b2.b1./.r1...../.....b1./..r1..r1. r",
            "E2-F1",
            "A6-A5 A3-A2",
            "D6-D5",
        ),
        ({"own": 1, "foes": 2}, {"kept": 2, "left": 1}),
        "",
    ),
    "hope: fewer dice of the mover’s": (
        (
            "r1r1...../......r1/......./b2.r3...b1/....b1../r1....../...b1b1b2r1 b",
            "D7-D6",
            "G6-F5 F1-E2",
            "B7-A7",
        ),
        ({"cell": "G4", "low": 1, "high": 4}, {"count": 1}),
        "G4*G6=2*E4=3*C2=4-B1",
    ),
    "hope: more dice of the other side’s": (
        (
            ".r3...../.b3.b1.b1./......./.r1r3r1.../...r2.b3./b1....r1./.....b3. r",
            "E4*C2*E2=1-D1",
            "D2-C3 G6-F7",
            "B4-C4",
        ),
        ({"cell": "C3", "low": 1, "high": 4}, {"count": 1}),
        "C3*E5=2*E3=3*C3=4*A5-A4",
    ),
    "hope: one of the other side’s further": (
        (
            "......b1/.b1...../....r3b3./......./b1r1.b2b4.r3/......./..r1.r3.r1 r",
            "G3-G2",
            "C5-D4 E5-F4",
            "B2-A2",
        ),
        ({"cell": "G3", "low": 1, "high": 4}, {"count": 1}),
        "G3*E5*E3=2*C5=3*C7=4-B6",
    ),
    "ones: more pips of the mover’s": (
        (
            "......./.r3.r3.b1./......./.r4...b3./....r2b3./b1.r1b1b2../......r1 r",
            "E5*E7*C5*A3=3*C1=4*E3=5-D3",
            "E5*E7=3*C5=4-C4 D6*F6=4-E5 B4*D4=4-C3",
            "F4*F6=2-E5 D2*D4=5-C3",
        ),
        ({"plies": 2, "own": 2, "foes": 2}, {"kept": 2, "left": 3}),
        "",
    ),
}
"""What is so of a slip and no reason, for something else outweighs it: the slip, the facts of the
sentences that could be said of it, and the rise that is hoped for."""


@pytest.mark.parametrize("why", OUTWEIGHED)
def test_what_is_outweighed_is_neither_found_nor_proved(why):
    kind, (texts, told, then) = why.partition(":")[0], OUTWEIGHED[why]
    given = slip_of(HOPS, *texts)
    assert kind not in {claim.kind for claim in claims.find(given)}
    side, foe = ("r", "b") if given.before.turn == "r" else ("b", "r")
    facts = {
        "side": verdicts.SIDES[side],
        "foe": verdicts.SIDES[foe],
        "best": given.best[0],
        "first": given.answer[0],
        "second": given.best[1],
    }
    if then:
        facts["then"] = shortened(then)
    sentences = tuple(
        Told(message, facts | more) for message, more in zip(verdicts.SAID[kind], told, strict=True)
    )
    line = (*given.best, then) if then else given.answer
    assert not proofs.prove(given, Claim(kind, sentences, line, instead=bool(then)))


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
    assert kind not in {claim.kind.removesuffix("-first") for claim in claims.find(given)}


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_said_whole_in_every_language(kind):
    assert_said_whole(found(slip(kind), kind))
