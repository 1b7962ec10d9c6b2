"""Claims of Hops about two lines: dice that are left behind, and whatever comes and goes.

Other kinds are tried in `test_claims.py`.
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
    "ready": (
        "......b1/..r2..../...r2..r1/...b4b4../.r2.b3..b1/.r1...../....b1.r1 r",
        "C4-D3",
        "F2*D2=2-C3 E4*C6=4-C5 C4*C2=3-D2 D4*D6*B4=5*B2-C2",
        "E4*C4=4*E6=5-F5 E2*C4=3*E6=4*G4=5*G6*E4=6-E3 D4*D6=5-E6",
    ),
}
"""By kind of claim a slip that it is true of: position, move, better line, best line against it."""


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


def test_numbers_are_those_on_the_board():
    told = found(slip("ready"), "ready").told
    assert told[0].facts | {"own": 0, "foes": 2} == told[0].facts
    assert told[1].facts | {"kept": 4, "left": 3} == told[1].facts


@pytest.mark.parametrize("kind", SLIPS)
def test_the_same_is_refused_of_who_played_the_better_move(kind):
    other = turned(HOPS, slip(kind))
    assert not proofs.prove(other, found(slip(kind), kind))
    assert kind not in kinds(other)


@pytest.mark.parametrize("kind", SLIPS)
def test_a_claim_with_any_fact_wrong_is_refused(kind):
    given = slip(kind)
    others = claims.find(given)
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
    "ready: they could rise by more pips": (
        (
            "......./r2r3b3b1.../...r5r1../..r5..b6./......b1/..b1..../....b1.r1 b",
            "B4*D4*D2-E2",
            "G5-F4 D3*B5=6*D5-D4 D6-E5",
            "B2*B4=4*D4=5-C3 F3*D1=2-C2",
        ),
        ({"own": 1, "foes": 3}, {"kept": 3, "left": 2}),
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


FLEETING = {
    "again: its die never rises so in the better line": (
        (
            ".....b3./..b2.r2.b3/.....r2./...r2.../r1....../..r1.b1../b1...b1.r1 r",
            "B5-C5",
            "F3-E2 B7*D5*D3-C2 E1*E3=2-D3 G5*E5=2*C3=3-C4 G7-F6 B3*D1=3-D2",
            "G5*E5=2*C3=3-C2 D4*B6*D6*B4*B2=3*D2=4-E2 B7*D5*B5-A5 E1*E3*G3=2-F4 B3*D1=3-C1",
        ),
        ({"cell": "E1", "low": 1, "high": 4, "then": "E1…A4=4"}, {"count": 2}),
        ("F3-E2",),
    ),
    "outlook: the move turned its own die down": (
        (
            "....r1.b1/......./..b2...r1/.b2...../...r2..b1/b2.r3..r4./....b1.r1 r",
            "F3*D5=2-D6",
            "G7*E5*E3=2*G3=3-F2 C3*E1=3-E2 E4*G2=3-G3",
            "G5-F5 E4*G6*E6*C6=3-D5",
        ),
        ({"own": 4, "foes": 7}, {"kept": 3, "left": 3}),
        ("G5-F5", "E4*G6*E6*C6=3-D5"),
    ),
    "next-first: the race is lost at once": (
        (
            "......r1/.b2.r6.b1./.r3r3..b6./...b6r1b6./..r4b6.../......./....... b",
            "B2*D2=3*F4-G5",
            (
                "B6-B5 D5*D3*B1*B3=2*D3*B1*B3=3*D3=4*F3=5*D5*D3-D2 B5*B3*B1=2*D3=3*D1-C1 E3-D3 "
                "C1*A3*C5-C4"
            ),
            "D5*B7*B5=2*B3*D3=3*F3=4*D5*D3*F3=5-F4 E4*C4-C5 C2*C4=4*E4*E2=5-F3 C6*C4*E4=5*G4=4-F5",
        ),
        ({"cell": "B5", "low": 1, "high": 3}, {"first": "D5…F4=5"}),
        (
            "B6-B5",
            "D5*D3*B1*B3=2*D3*B1*B3=3*D3=4*F3=5*D5*D3-D2",
            "B5*B3*B1=2*D3=3*D1-C1",
        ),
    ),
    "chances: as many once the mover has moved again": (
        (
            "...b6.../.r3r5..../.r6r5.b5../..r6b3.b4./.....r2./..b6..../b1...... b",
            "D4*B6-B5",
            "D6*B4=5-C4 D3*D5-D6 G1-F2 E6-D5 C5*E3-D3 B3*D1=6-E2",
            "E6*C6*C4*A6=3-A5 A4-B4 C3*E3=6-D4 B4*B6-C6 A5-B4",
        ),
        (
            {"first": "E6…A5=3", "own": 2, "foes": 4},
            {"second": "D3*D5-D6", "kept": 2, "left": 2},
        ),
        ("E6*C6*C4*A6=3-A5",),
    ),
    "climb: the other way round a move before the last": (
        (
            "......./.r3b6.b1b1./..r6.r3../.r4r5b4.../....b4../b1....../......r1 r",
            "C5*E3=4*C1=5*A3-B4",
            (
                "C5*E3=4*C1=5-C2 F1-E2 G7-F6 E2*C4*A6*C6=2-C5 B2*B4*D6*F4=4-F5 "
                "B6*B4=2*D6=3*F4=4-E4 F6*F4*D6*B4=2-C4"
            ),
            "B5*B7=2-C6 B2-C1 B6*D6=2-C5 B4-C4 D4*B4=5*B2*D4*B4=6-B5 C1-C2",
        ),
        ({"plies": 6, "own": 16, "foes": 15}, {"kept": 12, "left": 15}),
        ("B5*B7=2-C6", "B2-C1", "B6*D6=2-C5", "B4-C4", "D4*B4=5*B2*D4*B4=6-B5", "C1-C2"),
    ),
    "pips: the other way round a move before the last": (
        (
            "......./....r3../.b2..b5b6./.r2..r6../.r5.r2.b6./..r5b6b5../....... r",
            "D2*B2=3-A3",
            "E4-E3 C2-B3 D2*F2*D4=3*B6*B4=4*D6=5*D4=6-C4",
            "C2-C3 A3-B4",
        ),
        ({"plies": 2, "own": 24, "foes": 30}, {"kept": 27, "left": 30}),
        ("C2-C3", "A3-B4"),
    ),
}
"""What is so and no reason, as it does not last or another is plainer: slip, facts and line."""


@pytest.mark.parametrize("why", FLEETING)
def test_what_comes_and_goes_is_neither_found_nor_proved(why):
    kind, (texts, told, line) = why.partition(":")[0], FLEETING[why]
    given = slip_of(HOPS, *texts)
    assert kind not in kinds(given)
    side, foe = ("r", "b") if given.before.turn == "r" else ("b", "r")
    facts = {
        "side": verdicts.SIDES[side],
        "foe": verdicts.SIDES[foe],
        "best": shortened(given.best[0]),
    }
    sentences = tuple(
        Told(message, facts | more) for message, more in zip(verdicts.SAID[kind], told, strict=True)
    )
    instead = line[0] == given.best[0]
    assert not proofs.prove(given, Claim(kind, sentences, line, instead=instead))


def test_a_race_that_is_worse_all_along_is_told_whatever_a_move_promises():
    """Black’s dice could rise by more at once; three changes of value are lost all the same."""
    given = slip_of(
        HOPS,
        "......./.r5r6b6b6b2./.r6r6..../.b4.b5.r2./..b6..../.r3...../....... b",
        "B6-C5",
        "B6-C6 B3*D3=5-C4 C6*E6=3-D5",
        "D6-E5 D2*F4*D6-D5",
    )
    assert "climb" in kinds(given)
    assert proofs.prove(given, found(given, "climb"))


WEIGHTS = tuple(json.loads((Path(__file__).parent / "weighed.json").read_text("utf-8"))["weights"])


@pytest.mark.parametrize(
    ("kind", "name", "texts"),
    [
        (
            "weighs-company-but",
            "STEADY",
            (
                "......b1/.b1b2.r2../.....r2r1/......./r1....b1./......./b1.r1.b1.r1 b",
                "B2*B4=2*B6=3-A6",
                (
                    "B2*B4*B6=2*D6=3*F6-F5 G3-G4 G5*G3=2-F4 C7*C5=2*A5=3-B4 F4*F6=3*D6-D5 "
                    "B4*B6*D6*D4=4-C4 E6-D6"
                ),
                (
                    "B5*D7=3-D6 A6-B7 C7*E5*E7=2*C5*C7=3*E5=4-F4 "
                    "A7*C7*C5=2*E7=3*E5*C7=4*C5-D4 G3*E5*E7=2*C5=3*E3=4-F3 "
                    "G5*E3*C5*C7=2*E5=3*G3*E3=4*C5=5-C4"
                ),
            ),
        ),
        (
            "weighs-climb",
            "LEAST",
            (
                "r1.b1.r1.b1/......./b1b2....r1/......./r1..r1..b1/...r1.../....b1.. b",
                "G5*E3*E5-D5",
                (
                    "G5*E3*E5=2-E6 E1-D2 E7*E5=2-F6 F4*D4=2-E3 C1*C3=2-B3 D2*F4*D4=2*F2=3-F3 "
                    "A3*C3=2*C1=3-D2 E4*E2=2*G4=3-F4 B3*D1=3*D3=4-C3"
                ),
                (
                    "F4*D4=2-C3 A3-B2 C3-D2 D5*F3=2-F4 E4*G4=2-F3 C1*E3*G3=2*E5=3-E6 "
                    "A1*C3*C1=2*E3=3-E2 E7*E5*G3*E3=2*G5=3-F5 E1*C3*C1=2*E3=3*E1=4*C3-D3"
                ),
            ),
        ),
    ],
    ids=("conceded at the last move alone", "one change of value"),
)
def test_what_weighs_little_or_not_for_long_is_not_told(kind, name, texts, monkeypatch):
    """It would be told if nobody asked about the moves before, or for two changes of value."""
    given = slip_of(HOPS, *texts)._replace(weights=WEIGHTS)
    assert kind not in kinds(given)
    with monkeypatch.context() as anyhow:
        anyhow.setattr(verdicts, name, 0)
        claim = found(given, kind)
    assert not proofs.prove(given, claim)


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_said_whole_in_every_language(kind):
    assert_said_whole(found(slip(kind), kind))
