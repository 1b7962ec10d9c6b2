"""Why moves of Tortuga were mistakes: each kind of claim found, proved, and refused if untrue."""

import pytest
from claims import turned

from claimed import altered, misplaced, reworded, slip_of
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
        "4/2No1/S2N2/SSo2NN/1oS1oN/S3S/3N N",
        "d6-c5",
        "b3-c3 d2+d4 c3-c2 c1xc3xc5 e6+e4xc3+c1 c5xe6",
        "e3-f3 e6-d6 f5-e6 d7xf5+d5 c1-b1 d6^d4",
    ),
    "intruder": (
        "4/S3N/SS2NS/S2oSoN/3S1N/oS2N/4 N",
        "f5-e5",
        "c5-c4 f2-f3 b5-c5 d5xb5 e6-e5 e4xe6",
        "d5xf5 e6xg4 e4+e6 c5-c4 b1^d3+d5 c4xe3xg1+e1",
    ),
    "intruders": (
        "4/S3N/1o2N1/SSo2NN/No1No1/No1o1/4 S",
        "d2+d4",
        "b1-b2 b5^d5^f3 b2-b3 e4-e3",
        "e4xc3+c1 d3+d5+f5 d6^b4 b1xd3",
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
        "4/S4/SS2NN/SS2NNN/1SS1NN/4N/S3 N",
        "d6^d4",
        "e5-e4 e3xe5 d6xf4+d4 b1^d3",
        "e3xc4 c5xc3 d2^b2 c3xa1",
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
