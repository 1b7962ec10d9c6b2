"""Why moves of Tortuga were mistakes: each kind of claim found, proved, and refused if untrue."""

import pytest

from claimed import altered, misplaced, reworded, slip_of, turned
from ludotheque.games import take
from ludotheque.games.tortuga import claims, proofs, verdicts
from ludotheque.words import Words, languages

TORTUGA = take("tortuga")

SLIPS = {
    "allowed-arrives": (
        "4/5/6/1N3S1/6/5/4 N",
        "d2-e1",
        "d2-d1",
        "d6-d7",
    ),
    "allowed-cornered": (
        "2SN/5/6/7/N5/2S1N/2N1 S",
        "a3-b4",
        "f3-e4 a4xa2 e4-e5 f5xd5",
        "g3xe3 b4-b5 e1-d1",
    ),
    "allowed-decoy": (
        "4/N1S2/4N1/7/SS4/5/4 S",
        "e1-f1",
        "b3-c4 c5xc3 e1-f1 b1-c1 e2-d3 c3xe2 f1-f2 c1-d1",
        "c5-b4 b3xb5 b1-c1 f1^d3 c1-d1",
    ),
    "allowed-runner": (
        "4/3S1/2N3/7/6/2S2/4 S",
        "f3-e4",
        "b4-c5 c3-b2 c5-d6 b2-b1 d6-d7",
        "c3-c2 e4-f4 c2-d2 b4-b5 d2-d1",
    ),
    "answered": (
        "4/3No/So1oS1/SS3NN/SS2NN/S3N/4 N",
        "e6^e4",
        "e5-d5 e2-d3 f5-e5",
        "c5xe6 e5-d5 f1-f2",
    ),
    "attacker": (
        "4/1S3/6/7/4N1/5/4 N",
        "e5-f4",
        "e5-e4 b2-b3 e4-e3 b3-c4 e3-e2 c4-b4 e2-d2 b4-b5",
        "b2-b3 f4-f3 b3-b4 f3-g2 b4-c5 g2-f2 c5-d6 f2-f1",
    ),
    "attackers": (
        "2N1/5/6/7/1S4/1S3/4 S",
        "e2^g2",
        "f2-e3 a3-b3 e2^e4 b3-c3 e3^e5 c3-b2 e4^e6 b2-b1",
        "a3-a2 g2-f3 a2-b2 f2^f4 b2-c2 f3-e4 c2-d2 f4-f5",
    ),
    "closer": (
        "4/S3N/1o2N1/SSo2NN/S1NS1N/S1No1/4 S",
        "e1-e2",
        "d2+d4 b5^d5 f1-e2 e3-f2 e2xg2",
        "e3xe1 d2+b2 f3-g2",
    ),
    "foremost": (
        "4/SS2N/No2N1/SS1NoNN/S3o1/S3N/4 S",
        "f1-e2",
        "e1-e2 b5-b4 f1^d3 f5-g4 b2-b3 b4xb2",
        "c5+e4^c3 e1-f1 c3xa1 e2-f2 b5-c5 f2-f3",
    ),
    "forgone-arrives": (
        "4/5/6/1N3S1/6/5/4 N",
        "d2-e1",
        "d2-d1",
        "d6-d7",
    ),
    "forgone-cornered": (
        "4/N4/4N1/S6/6/5/4 N",
        "b1-c1",
        "c5-c4 d1-d2 b1-c1 d2-d3 c1-d1",
        "d1xb1 c5-c4",
    ),
    "forgone-decoy": (
        "4/5/6/3S1N1/6/4S/N3 S",
        "d4-c4",
        "d4-d5 d6xd4 f5-e6 d4-d3 e6-d7",
        "d6-e5 c4-d5 e5xc4 f5-e6 c4-c3 e6-d7",
    ),
    "forgone-runner": (
        "4/5/6/7/3S2/5/1N2 S",
        "e4-f4",
        "e4-e5 g2-g1 e5-d6 g1-f1 d6-d7",
        "g2-f2 f4-e5 f2-e2 e5-d6 e2-e1 d6-d7",
    ),
    "guard": (
        "4/5/2o2N/6N/1o4/2S2/1S2 N",
        "c6-d6",
        "c6-c5 g2^e4 c5-c4 e4-e5 c4+c2 f3-f4 c3^c1 e5-e6",
        "f3-f4 d6-c5 g2-g3 c5-c4 g3^e5 d7-e6 f4^d6 e6xc5",
    ),
    "intruder": (
        "4/5/4NN/7/6/S4/4 S",
        "f1-f2",
        "f1-e2 c5-c4 e2-d3 c6-c5 d3-e3 c5^c3 e3-e4 c4^c2",
        "c6^c4 f2-e3 c5^c3 e3-e4 c4^c2 e4-f4 c3^c1 f4-f5",
    ),
    "intruders": (
        "S2N/5/6/7/4oN/5/2S1 N",
        "a4-a3",
        "e6+e4 g3-f4 e5xg3 a1-b2 e4-e3 b2-c3 g3-f3 c3-d4",
        "a1-a2 a3xa1 g3-f4 e6-d6 f4-f5 d6~f4 f5-e6 a1-b1",
    ),
    "lost-bait": (
        "4/5/1N4/4oNN/S3N1/2S2/4 N",
        "e5~c4",
        "c2-c1 f3-e4 e5xe3 e1-e2 e3xe1",
        "f3-e4 d6xd4 e4+c5 c2-c1 c5-c6 d7xb5 d5-c5 b5xd5",
    ),
    "lost-hopped": (
        "4/3N1/6/7/6/4N/3S N",
        "b4-b3",
        "f5-f4 g4-f5 b4-b3 f5-e6 b3-b2 e6-d7",
        "g4xe6 b3-b2 e6-d7",
    ),
    "lost-taken": (
        "2N1/2o2/6/4S2/6/5/4 S",
        "d5-e5",
        "d5-d6 a3+c3 d6-d7",
        "a3+c3 e5-d6 b3^d3 d6-d7",
    ),
    "lost-zugzwang": (
        "4/5/6/2o4/2N3/5/1S2 N",
        "e3~c2",
        "e3+c2 g2-f3 d3-d2 f3-f4 d2-d1",
        "g2-f3 c2-d2 d3-d4 d2-d1",
    ),
    "missed-bait": (
        "4/5/3N2/1So2SN/6/5/4 S",
        "d2~d4xb4",
        "d2-e2 d7xd5 e2~c3xc5+e6 d5+b3 d6-d7",
        "d7xd5+b3 b4-c5 d3-d2 c5+e6 d2-d1",
    ),
    "missed-hopped": (
        "4/1S3/2N2o/4o2/6/5/1N2 S",
        "b2xd4~d6",
        "b2xd4+d6 g2-g1 d5^d7",
        "d5-d4 d6-d7",
    ),
    "missed-taken": (
        "4/5/6/2o4/2N3/5/1S2 N",
        "e3~c2",
        "e3+c2 g2-f3 d3-d2 f3-f4 d2-d1",
        "g2-f3 c2-d2 d3-d4 d2-d1",
    ),
    "missed-zugzwang": (
        "2S1/4N/6/7/6/5/1S2 N",
        "b5-b4",
        "b5-a4 g2-g3 a4xa2 g3-g4 a2-b2 g4-f5 b2-b1 f5-e6",
        "a3xc5",
    ),
    "must": (
        "1S2/1oS1N/o1S1oS/1o2N1N/S1S3/1No1o/4 S",
        "e1+c2^c4",
        "e3-e4 f2-g1 a2^c4 g1-f1",
        "d5-d4 c3xe4 b5+d5+d3xd1",
    ),
    "only": (
        "2N1/S4/6/7/6/5/4 N",
        "a3-a2",
        "a3-b3 b1-c2 b3-a2 c2-d3 a2-b2 d3-e3 b2-b1 e3-f3",
        "b1-a1 a2-b2 a1xc3",
    ),
    "rim": (
        "4/5/6/3N3/6/5/S3 S",
        "g1-g2",
        "g1-f2 d4-d3 f2-f3 d3-d2 f3-f4 d2-d1",
        "d4-d3 g2-g3 d3-d2 g3-g4 d2-d1",
    ),
    "team": (
        "4/5/1N3o/1o5/6/5/4 N",
        "c2~e1",
        "c2+e1",
        "d2-d3 e1-d1",
    ),
    "turtles": (
        "4/5/1S4/6N/6/5/1S2 N",
        "d7-d6",
        "d7-e6 g2-g3 e6-e5 g3-f4 e5xg3 c2-c3 g3-g2 c3-d4",
        "c2-c3 d6-c5 c3-d4 c5-b4 g2-f3 b4-a3 d4-e4 a3-a2",
    ),
    "unguarded": (
        "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S",
        "d1^d3",
        "c2-d3 c5-d5 b1-c2 d5-c4",
        "b5-b4 d2^b2 c6-b5 c2^e3",
    ),
}
"""By kind of claim a slip that it is true of: position, move, better line, best line against it."""


def slip(kind):
    return slip_of(TORTUGA, *SLIPS[kind])


def found(given, kind):
    """Return the claim of that kind that is found about a slip."""
    return next(claim for claim in claims.find(given) if claim.kind == kind)


def test_every_kind_is_tried():
    every = {*verdicts.ONE, *verdicts.ARRIVALS, *verdicts.LINES, *verdicts.PLACES}
    assert {*SLIPS} == every
    assert {*verdicts.ONE} == {*verdicts.MANY}


@pytest.mark.parametrize("kind", SLIPS)
def test_whatever_is_found_is_proved(kind):
    given = slip(kind)
    every = list(claims.find(given))
    assert kind in {claim.kind for claim in every}
    assert all(proofs.prove(given, claim) for claim in every)


@pytest.mark.parametrize("kind", SLIPS)
def test_the_same_is_refused_of_who_played_the_better_move(kind):
    given = slip(kind)
    assert not proofs.prove(turned(TORTUGA, given), found(given, kind))


@pytest.mark.parametrize("kind", SLIPS)
def test_a_claim_with_any_fact_wrong_is_refused(kind):
    given = slip(kind)
    claim = found(given, kind)
    near = [
        *altered(claim, verdicts.SIDES.values()),
        *misplaced(claim),
        *reworded(claim, claims.find(given)),
    ]
    for wrong in near:
        assert not proofs.prove(given, wrong), wrong


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_said_whole_in_every_language(kind):
    claim = found(slip(kind), kind)
    said = {
        lang: " ".join(Words(lang).say(told.message, **told.facts) for told in claim.told)
        for lang in languages()
    }
    assert len({*said.values()}) == len(said)
    assert not any({*"{}"} & {*sentence} for sentence in said.values())
