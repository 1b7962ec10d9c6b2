"""Claims about mistakes in Tortuga: each kind found, proved, and refused if untrue."""

import pytest
from claims import turned

from claimed import assert_said_whole, nearly, slip_of
from ludotheque.games import take
from ludotheque.games.tortuga import claims, lines, proofs, verdicts

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
    "near-room": (
        "4/S3N/1oS1NN/SSo2NN/S2o1N/S2N1/4 S",
        "d2+b2^d4",
        "e1-e2 f4+d4xb2 b1xb3 c5-b4 f1-f2 e4-d4",
        "d6-d5 d4xd6 f4+d4xb2xd2 f1-f2 c6xe5+c4",
    ),
    "room-hops": (
        "4/S3N/SS2N1/1oS2NN/So2NN/S1o1N/4 S",
        "c1^c3",
        "f1-f2 d6^f4 c2-c3 f5^d5 c3-b3 f4-g3",
        "c5-c4 c3xc5 d6xb4+d4 d3xd5 f5-g4 d5xf5",
    ),
    "team": (
        "4/5/1N3o/1o5/6/5/4 N",
        "c2~e1",
        "c2+e1",
        "d2-d3 e1-d1",
    ),
    "turtles-hops": (
        "4/S2N1/SS3N/SSNo1NN/4NN/S3N/S3 S",
        "c2xe3~c4xa4",
        "c2xe3+c4xa4 e6^e4 d4xf4 f5xf3 b1-c2 e5+e3 d2+d4 e4xc3xe2 g1-f2 e3xg1xe1",
        "e6^e4^c3+e2 d2xf2 d3-d2 f1~d3xd5 e5xc4+e3 d1xd3xf3 c6^e5+c4 f3-g3 d5^d3+d1",
    ),
    "turtles-near": (
        "4/S3N/1o3N/S1o2NN/S2S1N/SoNo1/N3 S",
        "e1-d2",
        "e4+g4 f3-e3 f1+f3^f5 b5-c5 f2xd4",
        "g1xe1 d2+b2 f3-e3 b1^b3",
    ),
    "turtles-room": (
        "4/SS2N/SS2NN/S4NN/SS1NN1/S3N/4 S",
        "e2-f2",
        "c1-d2 e5-f4 d2^f2 e4-d4 e1-d2",
        "b5^d5^f3 f2xf4 e5xg3+e3 c2-c3 d6-d5",
    ),
    "unguarded": (
        "4/S2No/No1N1N/S1oo3/S1N3/1o1oS/2S1 S",
        "d1^f1~f3",
        "f5-e6 e3-e2 e1xe3 c6+a4 e6-d7",
        "c1-d1",
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
    for wrong in nearly(claim, verdicts.SIDES.values(), claims.find(given)):
        assert not proofs.prove(given, wrong), wrong


@pytest.mark.parametrize("kind", SLIPS)
def test_it_is_said_whole_in_every_language(kind):
    assert_said_whole(found(slip(kind), kind))


@pytest.mark.parametrize("kind", ["lost-taken", "missed-taken"])
def test_how_many_neutral_turtles_are_won_is_not_what_it_comes_to(kind):
    one, many = (said[kind].partition(" Whatever")[0] for said in (verdicts.ONE, verdicts.MANY))
    assert one == many


def test_what_is_won_later_all_the_same_was_not_missed():
    """North is a turtle ahead after either line, and at the end of one that was cut it is not."""
    before, move = "4/S3N/SS2NN/SS3NN/S1S1NN/S3N/4 N", "f5^d5"
    best = "e5-e4 e3xe5 f5xd5+f3 f1-f2 f3xf1 e1xg1+e3 e4xe2"
    answer = "e3-f3 d6^f4 f3xf5 e6xg4+e4 c1^c3"
    whole, cut = (
        slip_of(TORTUGA, before, move, best, line) for line in (answer, "e3-f3 d6^f4 f3xf5")
    )
    assert "missed-bait" not in {claim.kind for claim in claims.find(whole)}
    assert "missed-bait" in {claim.kind for claim in claims.find(cut)}


UNTOLD = {
    "South has fewer turtles, and more room": (
        "4/N2No/SNS1N1/S4o1/1SoNoN/oS3/4 S",
        "c1xa1",
        "f2+d4xf4 b4-b3 c3xa3 c2-d2 c1xa1",
        "e4-f3 f2xf4 c5-c4 c3xc5",
    ),
    "the answer hops over a foe, and South hops back over more": (
        "S3/5/S2N1N/SS2N1N/1So1oN/1oo1N/1N2 S",
        "e2+e4xc5",
        "a1-a2 e6+e4 a2-a3 f5-f4 a3-b4",
        "e6+e4xe2 d1-e1 g2-g1 c5-b5",
    ),
    "South has one free step less, and nothing else differs": (
        "S3/4N/SS2NN/SS2NN1/SS2NN/S3N/4 S",
        "f1^d3",
        "a1-a2 d6^f4 a2-b3 d5-d4 b3-c4",
        "d6^f4 c2^e3 d5-d4 e3xc4",
    ),
    "South is a turtle behind, and two moves on it is none": (
        "4/SS2N/S3NN/SS3NN/SS2NN/S4/3N S",
        "b1^b3",
        "f1^d3 g4-f4 b2-b3 e5-d5 b3-b4 c5xa3 e2^c3 c6^a4+c4 c3xc5",
        "b5-b4 b3xb5 c6xa4+c4 b2-a2 e5-d5 e2-e3 c5^c3 e3-e4 d5xf3",
    ),
    "the guard leaves, and nobody arrives": (
        "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S",
        "d1^d3",
        "c2-d3 c5-d5 b1-c2 d5-c4",
        "b5-b4 d2^b2 c6-b5 c2^e3",
    ),
}
"""Slips of which nothing is told: what they give away they get back, or it is too little."""


@pytest.mark.parametrize("why", UNTOLD)
def test_what_is_made_up_for_is_no_reason(why):
    assert list(claims.find(slip_of(TORTUGA, *UNTOLD[why]))) == []


def test_what_is_level_once_the_hops_are_over_again_is_not_proved_either():
    """South is a turtle behind three moves on, and neither side five moves on."""
    texts = UNTOLD["South is a turtle behind, and two moves on it is none"]
    whole = slip_of(TORTUGA, *texts)
    begun = whole._replace(best=whole.best[:6], answer=whole.answer[:5])
    claim = found(begun, "turtles-room")
    assert proofs.prove(begun, claim)
    assert not proofs.prove(whole, claim)


def test_turtles_that_are_won_back_in_the_end_are_not_told(monkeypatch):
    given = slip_of(
        TORTUGA,
        "4/S1oSN/SS3S/S1S1NoN/S2o1N/4N/4 N",
        "d5-c4",
        "e6+c5xa3+c3xe2 e1xe3~e5 d6xf4 c1-d2 d5-c4 d2+f2 c4-c3 c2xc4+a4 f4^d4+d2 b4-c5 b5xd5",
        "b4-c5 b5xd5+f3 e1-e2 d7xb5+d5 c2-c3 c4xc2 d3-d4 d5xd3xf1 b1xd3+d5xb5+d7",
    )
    assert "turtles-room" not in {claim.kind for claim in claims.find(given)}
    monkeypatch.setattr(lines.Lines, "turns_round", False)
    assert not proofs.prove(given, found(given, "turtles-room"))


def test_a_line_is_told_of_where_its_hops_are_first_over():
    given = slip("turtles-room")
    claim = found(given, "turtles-room")
    assert len(claim.line) == 3
    later = claim._replace(line=given.answer[:4])
    facts = [{**told.facts, "plies": 4} for told in claim.told]
    told = tuple(told._replace(facts=fact) for told, fact in zip(claim.told, facts, strict=True))
    assert not proofs.prove(given, later._replace(told=told))
