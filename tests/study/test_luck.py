"""Luck apart from skill: parts that add up, told alike in words and in a picture."""

from dataclasses import replace
from random import Random
from xml.etree import ElementTree as ET

import pytest

from ludotheque.engine import kernel, player
from ludotheque.errors import NotAllowed
from ludotheque.games import take
from ludotheque.match import Record, Referee
from ludotheque.study import from_json, review, to_json
from ludotheque.study.html_form import to_html
from ludotheque.study.luck import Account, Loss, Part, luck
from ludotheque.study.luck_told import picture, sentence, told
from ludotheque.words import Words

RACE = take("race")
GAMES = 200


def played(seed, seats=4, kind="random", **options):
    """Return a whole match."""
    referee = Referee(f"{seed:064x}")
    match = referee.begin(RACE, [kind] * seats, began=0, options=options)
    players = [player(kind, RACE, Random(f"{seed}/{seat}")) for seat in match.seats]
    while isinstance(seat := match.to_move, int):
        move = players[seat].choose(match.seen_by(seat), match.past(seat))
        match = referee.play(match, seat, str(move), at=0)
    return match


def lost(match, share=0.01):
    """Return a loss for every move of a seat."""
    return {
        n: Loss(share, 0.001) for n, ply in enumerate(match.plies) if isinstance(ply.mover, int)
    }


@pytest.mark.parametrize("seats", [2, 5])
def test_the_parts_add_up_to_the_result(seats):
    match = played(1, seats)
    accounts = luck(match, lost(match), games=GAMES)
    for seat, account in enumerate(accounts):
        assert sum(part.share for part in account.parts) == pytest.approx(account.result)
        assert account.result == match.outcome.shares[seat]
        assert sum(account.points) == round(100 * account.result)
        assert account.adjusted == pytest.approx(account.result - account.luck.share)
    assert sum(account.start.share for account in accounts) == pytest.approx(1)
    assert sum(account.deal.share for account in accounts) == pytest.approx(0, abs=1e-9)
    assert sum(account.draws.share for account in accounts) == pytest.approx(0, abs=1e-9)


def test_own_choices_are_the_losses_of_the_seats_own_moves():
    match = played(2)
    made = [sum(ply.mover == seat for ply in match.plies) for seat in match.seats]
    for moves, account in zip(made, luck(match, lost(match), games=GAMES), strict=True):
        assert account.own.share == pytest.approx(-0.01 * moves)
        assert account.own.error == pytest.approx(0.001 * moves**0.5)


def test_nobody_has_luck_where_nothing_is_dealt():
    referee = Referee("1" * 64)
    match = referee.begin(take("tortuga"), ["a", "b"], began=0)
    match = referee.resign(match, 0, at=0)
    with pytest.raises(NotAllowed, match="nothing is left to chance in tortuga"):
        luck(match, {})


def test_nothing_is_told_before_the_end():
    match = played(3)
    with pytest.raises(NotAllowed, match="once a game is over"):
        luck(replace(match, outcome=None), {})


def test_a_start_of_ones_own_has_no_deal():
    text = "b/y/p/./././././rg/. 1 gr g+,b+,b+|r+,b+,b+ -"
    referee = Referee("2" * 64)
    match = referee.begin(RACE, ["a", "b"], began=0, start=text)
    match = referee.play(match, 0, "b+", at=0)
    match = referee.play(match, 1, "r+", at=0)
    for account in luck(match, {}, games=GAMES):
        assert account.deal == Part(0.0)
        assert account.draws.error > 0
        assert sum(part.share for part in account.parts) == pytest.approx(account.result)


@pytest.mark.skipif(not kernel.BUILT, reason="so many games need the kernel")
def test_luck_is_nought_on_average():
    """Over 30 games of random players within three standard errors; `make luck` plays 100,000."""
    lucks = [luck(played(seed, 3), {}, games=50)[seed % 3].luck.share for seed in range(30)]
    mean = sum(lucks) / len(lucks)
    spread = sum((each - mean) ** 2 for each in lucks) / (len(lucks) - 1)
    assert abs(mean) <= 3 * (spread / len(lucks)) ** 0.5


def test_a_review_tells_luck_apart_and_keeps_it():
    match = played(4, 3)
    found = review(Record.of(match, "0" * 63 + "4"), nodes=60)
    assert [account.result for account in found.luck] == list(match.outcome.shares)
    for seat, account in enumerate(found.luck):
        lost = sum(move.loss for move in found.moves if move.seat == seat)
        assert account.own.share == pytest.approx(-lost)
    assert from_json(to_json(found)) == found
    assert "prefers-color-scheme" in to_html(found)


def test_a_label_is_given_only_where_the_error_allows_it():
    """What is labelled exceeds its threshold by two standard errors."""
    labelled = [move for move in review(Record.of(played(5, 3)), nodes=200).moves if move.label]
    assert labelled
    assert all(move.loss - 2 * move.error >= move.label.value for move in labelled)


ACCOUNT = Account(
    start=Part(0.25, 0.002),
    deal=Part(0.04, 0.006),
    draws=Part(0.1, 0.02),
    own=Part(-0.03, 0.01),
    others=Part(0.64, 0.02),
    result=1.0,
)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Lucky by 14 points; choices cost 3."),
        ("fr", "14 points de chance ; ses choix en ont coûté 3."),
    ],
)
def test_luck_is_told_in_a_few_words(lang, said):
    assert (
        sentence(ACCOUNT, Words(lang))
        .replace("\N{NO-BREAK SPACE}", " ")
        .replace("\N{NARROW NO-BREAK SPACE}", " ")
        == said
    )


def test_the_parts_are_told_with_their_intervals():
    assert told(ACCOUNT, Words("en")) == (
        "25 at the start, deal +4 ± 2, draws +10 ± 4, own choices \N{MINUS SIGN}3 ± 2, "
        "others +64 ± 4: 100"
    )


def test_rounded_parts_still_add_up():
    thirds = replace(
        ACCOUNT, start=Part(1 / 3), deal=Part(1 / 3), draws=Part(1 / 3), own=Part(0), others=Part(0)
    )
    assert sum(thirds.points) == 100
    assert sorted(thirds.points) == [0, 0, 33, 33, 34]


def test_the_picture_tells_everything_in_words_too():
    root = ET.fromstring(picture([ACCOUNT, ACCOUNT], ["Lea", "<b>"], Words("en")))  # noqa: S314 - our own
    described = "".join(each.text or "" for each in root.iter() if each.tag.endswith("desc"))
    assert "Lea: Lucky by 14 points; choices cost 3." in described
    assert "prefers-color-scheme:dark" in "".join(root.itertext())
