"""Actions as numbers and views as planes: stable, complete, and telling no seat too much."""

from itertools import accumulate, pairwise
from math import prod
from pathlib import Path
from random import Random

import pytest

from ludotheque.errors import IllegalMove
from ludotheque.games import take
from ludotheque.games.coding import choices, decoded
from ludotheque.position import CHANCE, imagined_by
from parts import having
from wandering import tables

every_game = pytest.mark.parametrize("game", having("coding"), ids=lambda game: game.slug)
PAGE = Path(__file__).parent.parent.parent / "docs" / "research.md"


def met(game, games=2, seed=1):
    """Yield positions of random games at every kind of table at which a seat is to move."""
    rng = Random(seed)
    for seats, options in tables(game):
        for _ in range(games):
            position = game.start(seats, **options)
            for _ in range(200):
                moves = position.moves()
                if not moves:
                    break
                if position.to_move is not CHANCE:
                    yield position
                position = position.after(rng.choice(moves))


@every_game
def test_actions_spell_moves_and_moves_are_spelt_by_actions(game):
    coding = game.coding
    for position in met(game, games=1):
        moves = position.moves()
        spelt = [coding.codes(position, move) for move in moves]
        assert len(set(spelt)) == len(moves)
        assert all(0 <= action < coding.actions for codes in spelt for action in codes)
        # No move is the beginning of another: in order, it would come right before it.
        assert not any(b[: len(a)] == a for a, b in pairwise(sorted(spelt)))
        at = len(moves) // 2
        assert decoded(coding, position, spelt[at]) == moves[at]
        assert set(choices(coding, position)) == {codes[0] for codes in spelt}
        assert list(choices(coding, position)) == sorted(choices(coding, position))


@every_game
def test_every_action_has_a_name_of_its_own(game):
    for seat in range(game.seats.start):
        names = [game.coding.name(action, seat) for action in range(game.coding.actions)]
        assert len(set(names)) == len(names)


@every_game
def test_an_observation_has_its_planes_and_only_them(game):
    coding = game.coding
    assert sum(planes.size for planes in coding.planes) == coding.shape[0]
    for position in met(game, games=1):
        for seat in range(position.seats):
            planes = coding.observe(position.seen_by(seat), seat, ())
            assert len(planes) == prod(coding.shape)
            assert max(planes) <= coding.highest


@every_game
def test_what_a_seat_cannot_tell_apart_it_observes_alike(game):
    rng = Random(3)
    differing = 0
    for number, position in enumerate(met(game, games=1)):
        seat = number % position.seats
        other = imagined_by(position, seat, rng)
        differing += other != position
        observe = game.coding.observe
        seen = observe(position.seen_by(seat), seat, ())
        assert observe(other.seen_by(seat), seat, ()) == seen
    assert differing or game.slug != "race"


def test_the_observation_of_a_race_is_that_of_its_view():
    # Even a whole position, given by mistake, shows no other seat's hand.
    game = take("race")
    rng = Random(5)
    for position in met(game, games=1):
        if position.variant.tiles == "open":
            other = imagined_by(position, 0, rng)
            observe = game.coding.observe
            assert observe(position, 0, ()) == observe(other, 0, ())


def test_an_illegal_action_is_refused_with_its_name_and_the_legal_ones():
    game = take("tortuga")
    start = game.start()
    with pytest.raises(
        IllegalMove, match=r"action 0 \(a1 on\) is not legal here; the legal ones are: 4 \("
    ):
        decoded(game.coding, start, [0])
    with pytest.raises(IllegalMove, match="action 222: actions go from 0 to 221"):
        decoded(game.coding, start, [222])
    chain = game.position("4/5/So4/3N3/6/5/4 S")
    with pytest.raises(IllegalMove, match="do not make a whole move"):
        decoded(game.coding, chain, [9])


# What the numbers mean never changes: networks and files made with them are still about.


def codes(slug, position, text, **options):
    game = take(slug)
    position = game.position(position, **options)
    return game.coding.codes(position, game.move(text, position))


def test_the_numbers_of_tortuga():
    game = take("tortuga")
    assert game.coding.actions == 222
    start = "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4"
    assert codes("tortuga", f"{start} S", "d2-d3") == (16,)
    assert codes("tortuga", f"{start} S", "d2^f2") == (37 + 16,)
    assert codes("tortuga", f"{start} S", "d2^b2") == (74 + 16,)
    assert codes("tortuga", f"{start} N", "d6-d5") == (16,)
    assert codes("tortuga", f"{start} N", "d6^f4") == (74 + 16,)
    chain = "4/5/So4/3N3/6/5/4 S"
    assert codes("tortuga", chain, "c1+c3xe4") == (9, 37 + 11)
    assert codes("tortuga", chain, "c1~c3xe4") == (111 + 9, 37 + 11)
    assert [game.coding.name(number, 0) for number in (0, 36, 37, 74, 111, 221)] == [
        "a1 on", "g4 on", "a1 right", "a1 left", "a1 on ~", "g4 left ~",
    ]  # fmt: skip
    assert game.coding.name(0, 1) == "g4 on"


def test_the_planes_of_tortuga_turn_with_the_side_and_follow_a_chain():
    game = take("tortuga")
    observe = game.coding.observe
    for position in met(game, games=1):
        swap = str.maketrans("SN", "NS")
        other = type(position)(
            position.cells[::-1].translate(swap), position.turn.translate(swap), position.variant
        )
        seat = position.to_move
        assert observe(position, seat, ()) == observe(other, 1 - seat, ())
        assert list(choices(game.coding, position)) == list(choices(game.coding, other))
    chain = game.position("4/5/So4/3N3/6/5/4 S")
    planes = observe(chain, 0, (9,))
    place = {name: "abcdefg".index(name[0]) * 7 + int(name[1]) - 1 for name in ("c2", "c3", "d4")}
    marked = [{at for at in range(49) if planes[49 * plane + at]} for plane in range(5)]
    mine, moving, foe = {place["c2"], place["c3"]}, {place["c3"]}, {place["d4"]}
    assert marked == [mine, foe, set(), moving, {place["c2"], *foe}]


def test_the_numbers_of_hops():
    game = take("hops")
    assert game.coding.actions == 14_406
    position = "/".join(["r3r3.....", *["......."] * 6]) + " r"
    assert codes("hops", position, "A1-B2") == ((0 * 49 + 8) * 6 + 2,)
    assert codes("hops", position, "A1*A3=4-B4") == ((0 * 49 + 10) * 6 + 3,)
    assert game.coding.name(14_405, 0) == "G7>G7=6"


def test_the_numbers_of_the_race():
    game = take("race")
    assert game.coding.actions == 54
    names = [game.coding.name(number, 0) for number in range(54)]
    assert names[:4] == ["r++", "r+", "r-", "g++"]
    assert names[14:17] == ["p-", "*+:r", "*+:g"]
    assert names[20] == "*-:r"
    assert names[34:36] == ["^++:p", "r++!"]
    assert names[53] == "^++!"


@every_game
def test_the_page_tells_the_planes_as_they_are(game):
    part = (
        PAGE.read_text(encoding="utf-8").partition(f"### `{game.slug}`")[2].partition("\n### ")[0]
    )
    sizes = [planes.size for planes in game.coding.planes]
    ends = list(accumulate(sizes))
    for end, planes in zip(ends, game.coding.planes, strict=True):
        first = end - planes.size
        rows = str(first) if planes.size == 1 else f"{first} to {end - 1}"
        assert f"| {rows} | {planes.says} |" in part
    assert f"{game.coding.actions:,} actions" in part
    assert f"`{game.coding.shape}`" in part
    assert f"{game.coding.most_moves} moves" in part
