"""Weighed claims: counted as the kernel counts, and refused where they are untrue.

`tests/weighed.json` in a game's folder has by kind of claim a slip that it is true of (position,
move, better line, best line against it), what the features counted for the search that found these
lines, and slips of which what is told, less what is conceded, makes less than half.
"""

import json
from importlib import import_module
from itertools import chain
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest
from claims import turned

import ludotheque.games
from claimed import assert_said_whole, nearly, slip_of
from ludotheque.engine import kernel
from ludotheque.games import shelf, take
from wandering import wander

FOLDER = Path(ludotheque.games.__file__).parent
GIVEN = {
    slug: json.loads(file.read_text("utf-8"))
    for slug in shelf()
    if (file := FOLDER / slug / "tests" / "weighed.json").exists()
}
every_game = pytest.mark.parametrize("slug", GIVEN)
every_kind = pytest.mark.parametrize(
    ("slug", "kind"), [(slug, kind) for slug, given in GIVEN.items() for kind in given["slips"]]
)


def test_every_ledger_has_its_slips():
    assert {*GIVEN} == {file.parent.name for file in FOLDER.glob("*/ledger.py")}


def slip(slug, texts):
    weights = tuple(GIVEN[slug]["weights"])
    return slip_of(take(slug), *texts)._replace(weights=weights)


def slips(slug):
    return {kind: slip(slug, texts) for kind, texts in GIVEN[slug]["slips"].items()}


def rooms_of(slug):
    """Return the modules of a game that weigh."""
    names = ("ledger", "ledger_proofs", "verdicts")
    return SimpleNamespace(
        **{name: import_module(f"ludotheque.games.{slug}.{name}") for name in names}
    )


def weighed(slug, given):
    """Return by kind the claims about what weighs most that are found about a slip."""
    found = (claim for claim in take(slug).claims.find(given) if claim.kind.startswith("weighs"))
    return {claim.kind: claim for claim in found}


@pytest.mark.skipif(not kernel.BUILT, reason="it is the kernel that evaluates")
@every_game
def test_an_evaluation_is_made_of_what_the_rules_count(slug):
    game, rooms = take(slug), rooms_of(slug)
    kind, weights = type(kernel.new_search(game)), kernel.weights(game)
    tried = 0
    games = (wander(game, seed, 60) for seed in range(16))
    for position, options in chain.from_iterable(games):
        # Tortuga's evaluation is of its own goal.
        if position.outcome() is None and options.get("goal", "corner") == "corner":
            twin = kernel.twin(game, str(position), options)
            assert rooms.ledger_proofs.features(position) == kind.features(twin), str(position)
            for side, sign in zip(rooms.verdicts.SIDES, (1, -1), strict=True):
                parts = rooms.ledger.sheet(position, side, weights).values()
                mine = sign if position.to_move == 0 else -sign
                worth = sum(part.points for part in parts)
                assert worth == mine * kind.evaluate(twin), str(position)
            tried += 1
    assert tried > 100


@every_kind
def test_whatever_is_found_is_proved(slug, kind):
    given = slips(slug)[kind]
    assert take(slug).claims.prove(given, weighed(slug, given)[kind])


@every_kind
def test_the_same_is_refused_of_who_played_the_better_move(slug, kind):
    game, given = take(slug), slips(slug)[kind]
    other = turned(game, given)
    assert not game.claims.prove(other, weighed(slug, given)[kind])
    assert weighed(slug, other) == {}


@every_kind
def test_a_claim_with_any_fact_wrong_is_refused(slug, kind):
    words, all_slips = rooms_of(slug).verdicts, slips(slug)
    claim = weighed(slug, all_slips[kind])[kind]
    phrases = words.MEASURES.values() if len(claim.told) == 1 else words.SIDES.values()
    others = [weighed(slug, given)[other] for other, given in all_slips.items() if other != kind]
    wrongly = [claim._replace(kind=other.kind) for other in others]
    for wrong in [*nearly(claim, phrases, others), *wrongly]:
        assert not take(slug).claims.prove(all_slips[kind], wrong), wrong


@every_kind
def test_nothing_weighs_where_nobody_says_what_features_count(slug, kind):
    assert weighed(slug, slips(slug)[kind]._replace(weights=())) == {}


@every_kind
def test_other_weights_have_other_reasons(slug, kind):
    given = slips(slug)[kind]
    against = given._replace(weights=tuple(-weight for weight in given.weights))
    assert not take(slug).claims.prove(against, weighed(slug, given)[kind])
    assert kind not in weighed(slug, against)


@every_game
def test_nothing_weighs_a_single_move_on(slug, monkeypatch):
    short = [
        given._replace(answer=given.answer[:1], best=given.best[:2])
        for given in slips(slug).values()
    ]
    assert not any(weighed(slug, given) for given in short)
    monkeypatch.setattr(rooms_of(slug).ledger, "FEWEST", 1)
    told = [(given, claim) for given in short for claim in weighed(slug, given).values()]
    assert told
    assert not any(take(slug).claims.prove(given, claim) for given, claim in told)


@every_game
def test_what_is_conceded_counts_against_what_is_told(slug, monkeypatch):
    for kind, texts in GIVEN[slug]["conceded"].items():
        given = slip(slug, texts)
        assert weighed(slug, given) == {}
        with monkeypatch.context() as anyhow:
            for room in ("ludotheque.games.ledger", f"ludotheque.games.{slug}.ledger"):
                anyhow.setattr(f"{room}.HALF", -inf, raising=False)
            claim = weighed(slug, given)[kind]
        assert not take(slug).claims.prove(given, claim)


TURTLES_BESIDE_THE_RIM = (
    "S3/1S2N/1S2SN/SS2oNN/S1o2N/S3N/4 N",
    "c6xc4",
    "d6xb4 e1-e2 e6-d6 f1-f2 f5-f4 a1^c3 d6+d4 e2+e4xg4 d5-e4 e3xc4xa4 b5+d5+d3xb1",
    "f1-f2 f5-e5 e1-e2 e5-e4 a1^c3 e4-f3 f2xf4 d6+d4+f2 e2xg2+e4 d5-d4",
)
"""Turtles weigh nearly as much against North’s move as those on the outer columns."""


def test_what_readers_count_first_is_not_left_out(monkeypatch):
    given = slip("tortuga", TURTLES_BESIDE_THE_RIM)
    assert {*weighed("tortuga", given)} == {"weighs-edge-too"}
    with monkeypatch.context() as anyhow:
        anyhow.setattr("ludotheque.games.ledger.CLEARLY", 1)
        claims = weighed("tortuga", given)
    assert {*claims} == {"weighs-edge"}
    assert not take("tortuga").claims.prove(given, claims["weighs-edge"])


TURTLES_THERE = {
    "one more": (
        "S3/3oS/oSSSo1/2S2NN/SSS3/4N/3N S",
        "a1-b2",
        ("c4+c6 g4-f4 c5xe6 f4-g3 c2^c4+a4 g3-g2 e2^e4 d7+d5xf3 e3xg3 f5-f4 g3xe5 d6-c5 b4xd6"),
        "g4-g3 c4+c6 g3-f3 c5xe6 f3-g2 b2^d4 g2-g1 c2^c4+a4 g1-f1 e1xg1 f5-f4",
    ),
    "four fewer": (
        "4/S3N/1S3N/SSoNo1N/S2o1N/1o2N/N3 S",
        "c2+e3+e5",
        (
            "b1-b2 b5-c5 d1^f1+f3 f5-f4 f3xf5 e6xg4 c2+e3+e5 d4-c3 d3xb3 c5-b4 b3xb5 c6xa4+c4+c2"
            " b2xd4+d6"
        ),
        "g1-f1 e1xg1+e3xc4 f5-f4 e4xg4 e6xe4+c3xe2xc1 f2-f3 d4-e3 f3-e4 e3+c2+e1",
    ),
}
"""Slips of which another thing than turtles would be told, and how many there are by then."""


@pytest.mark.parametrize("how_many", TURTLES_THERE)
def test_turtles_are_not_passed_over_where_something_else_is_told(how_many, monkeypatch):
    given = slip("tortuga", TURTLES_THERE[how_many])
    assert weighed("tortuga", given) == {}
    with monkeypatch.context() as anyhow:
        anyhow.setattr(rooms_of("tortuga").ledger, "_holds", lambda *_: True)
        claims = weighed("tortuga", given)
    assert {*claims} == {"weighs-front"}
    assert not take("tortuga").claims.prove(given, claims["weighs-front"])


NEARLY_ALL_TAKEN_BACK = (
    "4/S3N/SS2NN/SS2NNN/S1S1NN/S4/4 S",
    "c1^e2^e4",
    (
        "e3-f3 d6^f4 f3xf5 e6xg4+e4 f1-e2 f4^d4 c1^c3 d4xb2 b1xb3 d5-c4 b3xd5 e4-e3 e2xe4xe6"
        " c5xe4+e2xc1 d1xb1+b3 c6-d6 b2+d4+b4 e3-e2 e1xe3"
    ),
    (
        "d5xf3xd3 d2xd4+f4 e5xg3 e1-d2 g3-f3 f1-e2 f3-f2 e2xg2 c5-d5 e4xc5 c6xc4 d2+d4xb4 d6+d4xd2"
        " g2-f3 b5xb3 c2-b2 e6-f5 b1-c2 b3xb1"
    ),
)
"""Turtles make ten times the difference, and all the rest speaks for the move played."""


def test_nothing_is_told_that_the_rest_takes_back(monkeypatch):
    given, rooms = slip("tortuga", NEARLY_ALL_TAKEN_BACK), rooms_of("tortuga")
    assert weighed("tortuga", given) == {}
    with monkeypatch.context() as anyhow:
        for room in ("ludotheque.games.ledger", rooms.ledger.__name__):
            anyhow.setattr(f"{room}.TOO_MUCH", inf)
        claims = weighed("tortuga", given)
    assert {*claims} == {"weighs-turtles"}
    assert not take("tortuga").claims.prove(given, claims["weighs-turtles"])


def test_nothing_weighs_where_who_erred_has_fewer_changes_to_go_where_it_would_be_told():
    texts = (
        "......./...b5b5../...b5b5../...b6b6r6./...r6r3../...r4r5r6./....... b",
        "D5*D3-E3",
        "D5*D3=5-E3 E5*G3=4-F3 E3*E5=6*G3-F2 F3*D5*B3=5-C3",
        "E5*G3=4-F3 C4*C6*E6*G4=6*E2-F2 F3*D5-E5 F2-F3 E5*G5=5*E7=6-E6",
    )
    assert weighed("hops", slip("hops", texts)) == {}


def test_what_weighs_most_at_the_ends_does_so_where_it_is_told(monkeypatch):
    texts = (
        "....b2../..b6.r5../b6.r2.r5r5./...r6b5.b5/......./.b1..r3../....... b",
        "C1-B2",
        "D5-E5 F5*D5*D3-D2 F2-E1 D2-D3",
        "C3*E5*G5=3-F4 A5-A4 C5-C4 A4*C2-D3",
    )
    given, rooms = slip("hops", texts), rooms_of("hops")
    assert weighed("hops", given) == {}
    with monkeypatch.context() as anyhow:
        anyhow.setattr(rooms.ledger, "_holds", lambda *_: True)
        claim = weighed("hops", given)["weighs-climb-too"]
    assert not take("hops").claims.prove(given, claim)


@every_kind
def test_it_is_said_whole_in_every_language(slug, kind):
    assert_said_whole(weighed(slug, slips(slug)[kind])[kind])
