"""Claims about plays of the race: found where they hold, and nothing false is confirmed."""

from random import Random

import pytest

from ludotheque.engine import kernel, player, values
from ludotheque.games import take
from ludotheque.games.claims import Slip
from ludotheque.games.race import claims, proofs
from ludotheque.games.race.cases import Case
from ludotheque.games.race.colours import THE_TURTLES
from ludotheque.games.race.verdicts import SENTENCES
from ludotheque.match import Referee

RACE = take("race")
SURE = 2
"""The standard errors by which a loss must exceed its threshold."""


def slip(text, move, best, belief=None, **options):
    """Return a slip of the seat to move, others' turtles as likely as *belief* says."""
    position = RACE.position(text, **options)
    view = position.seen_by(position.to_move)
    if belief is None:
        belief = ((0.2,) * 5,) * view.seats
    return Slip(view, RACE.move(move, position), (best,), (), belief)


def kinds(given):
    """Return the kinds of all claims that are found and proved."""
    found = list(claims.find(given))
    assert all(proofs.prove(given, claim) for claim in found)
    return [claim.kind for claim in found]


BOB_PLAYS_BLUE = ((0,) * 5, (0.1, 0.1, 0.6, 0.1, 0.1))
FOR_SURE = ((0,) * 5, (0, 0.05, 0.9, 0.05, 0))
ANYONE = ((0,) * 5, *((0, 0.25, 0.25, 0.25, 0.25),) * 3)
"""Of three others nobody knows who has what: each turtle is likely someone's."""


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("won", slip("././././b/./yp/./rg/. 1 rg r+,b+|b+ -", "b+", "r+")),
        (
            "won-behind",
            slip("././././b/rg/y/./p/. 1 rg p+,b+|b+ -", "b+", "p+", tiles="open"),
        ),
        ("gamble", slip("././././b/rg/y/./p/. 1 yg p+,b+|b+ -", "b+", "p+")),
        (
            "ended",
            slip("./././rgyp/././././b/. 1 rb r+,b+|b+ -", "b+", "r+", FOR_SURE),
        ),
        ("lost", slip("./././r/./gyp/././b/. 1 rb b+,r+|b+ -", "b+", "r+")),
        (
            "home",
            slip("./././rgyp/./././b/./. 1 rb r+,b+|b+ -", "b+", "r+", BOB_PLAYS_BLUE),
        ),
        ("pushes", slip("./rgyp/b/././././././. 1 rb r+,b+|b+ -", "b+", "r+", BOB_PLAYS_BLUE)),
        ("pushes-open", slip("./rgyp/b/././././././. 1 rb r+,b+|b+ -", "b+", "r+", tiles="open")),
        ("carries", slip("./gbr/yp/././././././. 1 rb g+,r+|b+ -", "g+", "r+", BOB_PLAYS_BLUE)),
        (
            "carries-open",
            slip("./gbr/yp/././././././. 1 rb g+,r+|b+ -", "g+", "r+", tiles="open"),
        ),
        ("back", slip("./rgyp/b/././././././. 1 rb g+,b-|b+ -", "g+", "b-", BOB_PLAYS_BLUE)),
        ("back-open", slip("./rgyp/b/././././././. 1 rb g+,b-|b+ -", "g+", "b-", tiles="open")),
        ("own-back", slip("./y/./r/gpb/././././. 1 rb r-,g+|b+ -", "r-", "g+")),
        ("spends", slip("./gyp/rb/././././././. 1 rb *+,g+|b+ -", "*+:g", "g+")),
        ("ride", slip("./gr/ypb/././././././. 1 rb y+,g+|b+ -", "y+", "g+")),
        ("further", slip("./gyp/rb/././././././. 1 rb r+,b+|b+ -", "b+", "r+")),
        ("under", slip("./gr/ypb/././././././. 1 rb r+,g+|b+ -", "r+", "g+")),
        ("climb", slip("./gyp/r/b/./././././. 1 rb r+,y+|b+ -", "y+", "r+")),
        ("mounts", slip("./gyp/r/b/./././././. 1 rb r-,b+|b+ -", "b+", "r-")),
        ("saves", slip("./gyp/r/./b/././././. 1 rb *+,b+|b+ -", "*+:y", "b+")),
        ("helps", slip("./rgyp/b/././././././. 1 rgby y++,g-|b+|b+|b+ -", "y++", "g-", ANYONE)),
        (
            "twin",
            slip("./gyp/r/./b/././././. 1 rb *+,b+,y-|b+ -", "*+:b", "y-")._replace(good=("b+",)),
        ),
        ("along", slip("./gyp/rb/././././././. 1 rb r+,g-|b+ -", "r+", "g-")),
        ("alights", slip("./gy/r/p/b/././././. 1 rb r-,b+|b+ -", "b+", "r-")),
        ("alights-spent", slip("./g/yr/./p/b/./././. 1 rb r+,p+|b+ -", "r+", "p+")),
        ("spent", slip("./gyp/r/./b/././././. 1 rb *+,b+|b+ -", "*+:b", "b+")),
        ("holds", slip("./rg/ypb/././././././. 1 rgby *-,y-|b+|b+|b+ -", "*-:b", "y-", ANYONE)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_kind_is_found_and_proved(kind, given):
    assert kind in kinds(given)


def test_every_kind_has_a_sentence_and_a_check():
    assert set(SENTENCES) == set(proofs.CHECKS)


def test_a_claim_with_another_fact_is_not_confirmed():
    """Whatever is changed in a claim makes it false."""
    given = slip("./rgyp/b/././././././. 1 rb r+,b+|b+ -", "b+", "r+", BOB_PLAYS_BLUE)
    for claim in claims.find(given):
        (told,) = claim.told
        for name, fact in told.facts.items():
            other = fact + 1 if isinstance(fact, int) else type(fact)(f"{fact}x")
            wrong = told._replace(facts={**told.facts, name: other})
            assert not proofs.prove(given, claim._replace(told=(wrong,)))
        assert not proofs.prove(given, claim._replace(spots=("9",)))
        assert not proofs.prove(given, claim._replace(line=("b+",)))


def test_nobody_is_named_on_a_guess():
    """A turtle that is nobody's more likely than anyone's is not said to be someone's."""
    doubtful = ((0,) * 5, (0.2, 0.2, 0.41, 0.1, 0.09))
    given = slip("./rgyp/b/././././././. 1 rb r+,b+|b+ -", "b+", "r+", doubtful)
    assert "pushes" not in kinds(given)


def test_no_gamble_is_told_where_two_turtles_are_ahead_or_the_one_is_someones():
    """One turtle ahead, two ahead, one ahead that Bob plays for sure."""
    one = slip("././././b/rg/y/./p/. 1 yg p+,b+|b+ -", "b+", "p+")
    two = slip("././././b/rg/y/./p/. 1 rg p+,b+|b+ -", "b+", "p+")
    bobs = ((0,) * 5, (0, 0, 0, 0, 1))
    sure = slip("././././b/rg/y/./p/. 1 yg p+,b+|b+ -", "b+", "p+", bobs)
    assert ["gamble" in kinds(each) for each in (one, two, sure)] == [True, False, False]


def test_one_back_is_not_worth_a_square():
    """Red goes back onto green alone, and onto green and yellow."""
    one = slip("./g/ry/p/b/././././. 1 rb r-,b+|b+ -", "b+", "r-")
    two = slip("./gy/r/p/b/././././. 1 rb r-,b+|b+ -", "b+", "r-")
    assert ["mounts" in kinds(each) for each in (one, two)] == [False, True]


def test_nobody_is_helped_by_what_takes_ones_own_turtle_as_far():
    """Green carries blue along, its player's own, and so gains nothing on it."""
    given = slip("./gbryp/./././././././. 1 bgry ^++,p+|b+|b+|b+ -", "^++:g", "p+", ANYONE)
    assert "helps" not in kinds(given)


def test_no_card_is_saved_where_another_that_does_the_same_may_be_as_bad():
    """The purple card moves purple as the rainbow did: its loss tells what the rainbow cost."""
    given = slip("./rg/b/y/p/././././. 1 bg *+,y+,p+|b+ -", "*+:p", "y+")
    better = given._replace(good=("p+",))
    assert ["saves" in kinds(each) for each in (given, better)] == [False, True]


def test_no_card_is_saved_by_a_play_that_takes_its_players_turtle_along():
    """Green below red moves red as well: it is no card to spare."""
    given = slip("././././././y/pgr/b/. 1 rb *+,g+|b+ -", "*+:y", "g+")
    other = slip("././././././y/pgr/b/. 1 rb *+,p+|b+ -", "*+:y", "p+")
    alone = slip("././././././y/prg/b/. 1 rb *+,g+|b+ -", "*+:y", "g+")
    assert ["saves" in kinds(each) for each in (given, other, alone)] == [False, False, True]
    claim = next(claim for claim in claims.find(alone) if claim.kind == "saves")
    assert not proofs.prove(given, claim)


def test_no_card_is_saved_that_moved_its_players_own_turtle():
    """The rainbow moves red, which is what it would be kept for; what carries it; another."""
    own, below, another = (
        slip(f"{track} 1 rb *+,b+|b+ -", move, "b+")
        for track, move in (
            ("./gyp/r/./b/././././.", "*+:r"),
            ("./gp/yr/./b/././././.", "*+:y"),
            ("./gyp/r/./b/././././.", "*+:y"),
        )
    )
    claim = next(claim for claim in claims.find(another) if claim.kind == "saves")
    for each in (own, below):
        assert "saves" not in kinds(each)
        assert not proofs.prove(each, claim)


def test_others_are_along_only_where_none_is_left_behind_and_a_card_is_gone():
    """Red goes on: with blue on its back as green goes back, or comes on; carried; and alone."""
    back, on = (
        slip(f"./gyp/rb/././././././. 1 rb r+,{best}|b+ -", "r+", best) for best in ("g-", "g+")
    )
    carried = slip("./br/./gyp/./././././. 1 rb b+,g-|b+ -", "b+", "g-")
    alone = slip("./gyp/r/b/./././././. 1 rb r+,b+|b+ -", "r+", "b+")
    told = ["along" in kinds(each) for each in (back, on, carried, alone)]
    assert told == [True, False, False, False]
    claim = next(claim for claim in claims.find(back) if claim.kind == "along")
    assert claim.told[0].facts["count"] == 4
    assert not proofs.prove(on, claim)


def test_two_squares_are_not_made_up_for_by_one_that_another_comes_on():
    """Red goes two squares on, with blue on its back, or alone as green goes back one."""
    far = slip("./gyp/rb/././././././. 1 rb r++,g-|b+ -", "r++", "g-")
    near = slip("./g/yr/./././bp/././. 1 rb r++,g-|b+ -", "r++", "g-")
    assert ["along" in kinds(each) for each in (far, near)] == [True, False]
    facts = {"here": 4, "square": 2, "count": 1, "fewer": 0, "more": 1}
    assert not proofs.prove(near, Case.of(near).said("along", "r", **facts))


def test_what_a_good_play_pays_as_well_is_no_price():
    """Red goes off yellow by its own card. The rainbow does too; yellow moves by it, or by its own.

    A good play that leaves red on as few backs excuses that, one that leaves as few cards those.
    """
    text = "./g/yr/./p/b/./././. 1 rb r+,*+,y+,p+|b+ -"
    given = slip(text, "r+", "p+")
    told = [
        {"alights-spent", "spent"} & set(kinds(given._replace(good=good)))
        for good in ((), ("*+:r",), ("*+:y",), ("y+",))
    ]
    assert told == [{"alights-spent"}, set(), set(), {"alights-spent"}]
    spent = slip("./gyp/r/./b/././././. 1 rb *+,b+,p+|b+ -", "*+:b", "p+")
    told = ["spent" in kinds(spent._replace(good=good)) for good in (("b+",), ("*+:p",))]
    assert told == [True, False]


def test_a_twin_does_the_same_and_is_a_good_play_of_another_card():
    """Blue moves by its own card as by the rainbow; by two squares; or by a card as bad."""
    text = "./gyp/r/./b/././././. 1 rb *+,b+,b++,y-|b+ -"
    given = slip(text, "*+:b", "y-")
    told = ["twin" in kinds(given._replace(good=good)) for good in (("b+",), ("b++",), ())]
    assert told == [True, False, False]
    claim = next(one for one in claims.find(given._replace(good=("b+",))) if one.kind == "twin")
    for good in (("b++",), ("*+:b",), ()):
        assert not proofs.prove(given._replace(good=good), claim)


def test_who_is_along_comes_before_who_carried_it():
    """Red goes off green with blue on its back; purple, ahead, is sent back."""
    given = slip("./y/grb/./p/././././. 1 rb r+,p-|b+ -", "r+", "p-")
    assert kinds(given)[-2:] == ["along", "alights-spent"]


def test_a_square_is_worth_a_turtle_below_but_not_two_nor_one_and_a_card():
    """Red comes off one turtle for a card of its own; it stays off one, and off two."""
    for_a_card = slip("./g/yr/./p/b/./././. 1 rb r+,p+|b+ -", "r+", "p+")
    one, two = (
        slip(f"./{pile}/b/././././. 1 rb r-,b+|b+ -", "b+", "r-") for pile in ("g/ry/p", "gy/r/p")
    )
    told = [set(kinds(each)) & {"alights", "alights-spent"} for each in (for_a_card, one, two)]
    assert told == [{"alights-spent"}, set(), {"alights"}]


def test_two_squares_are_worth_two_turtles_below_and_a_card():
    one, two = (
        slip(f"./gyr/./p/b/././././. 1 rb {card},p+|b+ -", card, "p+") for card in ("r+", "r++")
    )
    assert ["alights-spent" in kinds(each) for each in (one, two)] == [True, False]


@pytest.mark.parametrize(
    ("given", "kind", "facts"),
    [
        (
            slip("./gyp/rb/././././././. 1 rb r+,g+|b+ -", "r+", "g+"),
            "along",
            {"here": 3, "square": 2, "count": 1, "fewer": 0, "more": 1},
        ),
        (
            slip("./br/./gyp/./././././. 1 rb b+,g-|b+ -", "b+", "g-"),
            "along",
            {"here": 2, "square": 1, "count": 4, "fewer": 0, "more": 0},
        ),
        (
            slip("./g/ry/p/b/././././. 1 rb r-,b+|b+ -", "b+", "r-"),
            "alights",
            {"here": 2, "square": 1, "fewer": 0, "count": 1},
        ),
        (
            slip("./gyr/./p/b/././././. 1 rb r++,p+|b+ -", "r++", "p+"),
            "alights-spent",
            {"here": 3, "square": 1, "fewer": 1, "count": 2, "left": 0, "kept": 1},
        ),
        (
            slip("./rb/gyp/././././././. 1 rb r+,g-|b+ -", "r+", "g-"),
            "along",
            {"here": 2, "square": 1, "count": 4, "fewer": 0, "more": 1},
        ),
        (
            slip("./gy/r/p/b/././././. 1 rb r-,b+|b+ -", "b+", "r-"),
            "alights-spent",
            {"here": 2, "square": 1, "fewer": 0, "count": 2, "left": 0, "kept": 0},
        ),
        (
            slip("./gyp/r/./b/././././. 1 rb b+,p+|b+ -", "b+", "p+"),
            "spent",
            {"fewer": 0, "more": 0},
        ),
    ],
    ids=("behind", "no card", "one back", "two squares", "more backs", "none left", "none spent"),
)
def test_no_price_is_confirmed_that_is_none(given, kind, facts):
    """The facts are as told, and yet nothing was paid by them."""
    case = Case.of(given)
    assert not proofs.prove(given, case.said(kind, case.own, **facts))


def test_a_card_is_spent_only_if_it_could_move_its_players_turtle_on():
    """Another is moved by the rainbow, by its own card, by one for the last if red is, or not."""
    given = [
        slip(f"{track} 1 rb {card},p+|b+ -", play, "p+")
        for track, card, play in (
            ("./gyp/r/./b/././././.", "*+", "*+:b"),
            ("./gyp/r/./b/././././.", "b+", "b+"),
            ("./rb/gyp/././././././.", "^+", "^+:b"),
            ("./b/r/gyp/./././././.", "^+", "^+:b"),
        )
    ]
    assert ["spent" in kinds(each) for each in given] == [True, False, True, False]


@pytest.mark.skipif(not kernel.BUILT, reason="so many games need the kernel")
def test_all_that_is_found_in_play_is_proved():
    """Every claim about the mistakes of a few games of weak players holds, and most have one."""
    slips = [given for seed in range(5) for given in _mistakes(seed)]
    told = [kinds(given) for given in slips]
    assert len(slips) > 10
    assert sum(map(bool, told)) > 0.7 * len(slips)


def _mistakes(seed):
    referee = Referee(f"{seed:064x}")
    match = referee.begin(RACE, ["random"] * 3, began=0)
    players = [player("random", RACE, Random(f"{seed}/{seat}")) for seat in match.seats]
    while isinstance(seat := match.to_move, int):
        view, past = match.seen_by(seat), match.past(seat)
        move = players[seat].choose(view, past)
        found = values(RACE, view, past, nodes=2_000, kept=str(move))
        mine = next(one for one in found if one.move == str(move))
        if mine.loss - SURE * mine.loss_error >= 0.05:
            belief = tuple(map(tuple, kernel.belief(RACE, view, seat, past)))
            yield Slip(view, move, (found[0].move,), (), belief)
        match = referee.play(match, seat, str(move), at=0)


@pytest.mark.parametrize(
    ("kind", "given", "good"),
    [
        (
            "climb",
            slip("./g/b/r/y/p/./././. 1 bg y-,b-,b+,p+|b+ -", "p+", "b+"),
            "y-",
        ),
        (
            "saves",
            slip("./rg/b/y/p/././././. 1 bg *+,y+,g+|b+ -", "*+:p", "y+"),
            "*+:y",
        ),
    ],
)
def test_what_is_as_true_of_a_good_play_is_not_what_was_lost(kind, given, good):
    assert kind in kinds(given)
    assert kind not in kinds(given._replace(good=(good,)))


def test_no_card_is_saved_where_the_better_play_sends_another_back():
    """Blue is sent back, or moved on: only then is the rainbow what was lost."""
    back, on = (
        slip(f"./gyp/r/./b/././././. 1 rb *+,{best}|b+ -", "*+:y", best) for best in ("b-", "b+")
    )
    assert ["saves" in kinds(each) for each in (back, on)] == [False, True]


def test_nobody_is_pushed_who_comes_on_by_the_better_play_as_well():
    """Blue moves two squares or one, and red stays where it is by either play."""
    text = "./rgyp/b/././././././. 1 rb b++,b+,r+|b+ -"
    both, otherwise = (slip(text, "b++", best, BOB_PLAYS_BLUE) for best in ("b+", "r+"))
    assert ["pushes" in kinds(each) for each in (both, otherwise)] == [False, True]


def test_nobody_is_sent_back_whom_a_good_play_moves_on():
    given = slip("./rgyp/b/././././././. 1 rb g+,b-,b+|b+ -", "g+", "b-", BOB_PLAYS_BLUE)
    assert "back" in kinds(given)
    assert "back" not in kinds(given._replace(good=("b+",)))


@pytest.mark.parametrize(
    ("kind", "given", "no_further", "further"),
    [
        (
            "further",
            slip("./gyp/rb/././././././. 1 rb r+,b+,y+,r++|b+ -", "b+", "r+"),
            "y+",
            "r++",
        ),
        ("ride", slip("./gr/ypb/././././././. 1 rb y+,g+,b+,r++|b+ -", "y+", "g+"), "b+", "r++"),
    ],
)
def test_nothing_is_lost_by_where_one_is_if_a_good_play_is_no_further(
    kind, given, no_further, further
):
    told = [kind in kinds(given._replace(good=(play,))) for play in (no_further, further)]
    assert told == [False, True]


def test_nobody_is_helped_where_a_good_play_helps_as_much():
    """Yellow goes two squares on, purple one: a good play of either, and what the other cost."""
    text = "./rgyp/b/././././././. 1 rgby y++,g-,p+|b+|b+|b+ -"
    far, near = (slip(text, play, "g-", ANYONE) for play in ("y++", "p+"))
    told = ["helps" in kinds(each) for each in (far, near)]
    assert told == [True, True]
    excused = [far._replace(good=("p+",)), near._replace(good=("y++",))]
    assert ["helps" in kinds(each) for each in excused] == [True, False]


def test_the_one_named_as_helped_is_no_further_by_any_good_play():
    """Yellow takes purple along, which is likelier someone's; a good play takes purple as far."""
    belief = ((0,) * 5, *((0, 0.2, 0.2, 0.2, 0.3),) * 3)
    given = slip("./rgyp/b/././././././. 1 rgby y++,g-,p++|b+|b+|b+ -", "y++", "g-", belief)
    either, excused = (
        next(claim for claim in claims.find(each) if claim.kind == "helps")
        for each in (given, given._replace(good=("p++",)))
    )
    named = [each.told[0].facts["turtle"] for each in (either, excused)]
    assert named == [THE_TURTLES["p"], THE_TURTLES["y"]]


def test_nobody_is_named_as_helped_who_gains_nothing_or_is_likely_nobodys():
    """A good play of the one that gained excuses it; what is left stands where it did."""
    text = "./b/g/./r/./y/p/./. 1 rgbyp r-,y-,g-|b+|b+|b+|b+ -"
    given = slip(text, "r-", "y-", ((0,) * 5, *((0, 0.25, 0.25, 0.25, 0.25),) * 4))
    assert not {"helps", "holds"} & set(kinds(given._replace(good=("g-",))))
    doubtful = ((0,) * 5, *((0, 0.3, 0.3, 0.1, 0.3),) * 3)
    text = "./rgyp/b/././././././. 1 rgby y++,g-,p++|b+|b+|b+ -"
    excused = slip(text, "y++", "g-", doubtful)._replace(good=("p++",))
    assert "helps" in kinds(excused._replace(good=()))
    assert "helps" not in kinds(excused)


def test_of_turtles_as_near_home_the_likelier_someones_is_named():
    """Green and blue are both a card from the lettuce; blue is likelier Bob's."""
    belief = ((0,) * 5, (0, 0.5, 0.9, 0.1, 0.1))
    given = slip("./././rp/./y/./gb/./. 1 rb g+,b+,r+|y+ -", "g+", "r+", belief)
    (claim,) = (claim for claim in claims.find(given) if claim.kind == "home")
    assert claim.told[0].facts["turtle"] == THE_TURTLES["b"]


def test_a_good_play_that_leaves_fewer_backs_excuses_none_that_leaves_more():
    text = "./././b/rg/yp/./././. 1 bg b+,b-,y+,*+|b+ -"
    given = slip(text, "y+", "*+:b")
    assert "climb" in kinds(given)
    assert "climb" in kinds(given._replace(good=("b+",)))
