"""Every move can be told in words, in every language, and so can what a seat must do."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games import shelf
from ludotheque.rulebook import rulebook
from ludotheque.words import Words, languages
from parts import having, named, translated
from wandering import wander

DUTIFUL = [game for game in shelf().values() if game.duty]
CONCLUDED = [game for game in shelf().values() if game.conclude]
few = settings(max_examples=settings().max_examples // 5)
seeds = st.integers(0, 2**32)


def said(sentences, lang):
    return " ".join(Words(lang).say(message, **facts) for message, facts in sentences)


@pytest.mark.parametrize("game", having("telling"), ids=named)
@few
@given(seed=seeds)
def test_every_move_is_told_whole_from_where_to_where_in_every_language(game, seed):
    for position, _ in wander(game, seed, plies=60):
        moves = position.moves()
        for move in Random(seed).sample(moves, min(len(moves), 6)):
            sentences = game.tell(position, move)
            assert sentences == game.tell(position.seen_by(None), move)
            spoken = {lang: said(sentences, lang) for lang in languages() if translated(game, lang)}
            assert len(set(spoken.values())) == len(spoken)
            for sentence in spoken.values():
                assert sentence.endswith(".")
                assert not set("{}") & set(sentence)
                if game.path:
                    path = game.path(move)
                    assert sentence.index(path[0]) >= 0
                    assert path[-1] in sentence


@pytest.mark.parametrize("game", DUTIFUL, ids=named)
@few
@given(seed=seeds)
def test_a_duty_is_told_to_who_is_to_move_alone_with_a_rule_of_the_book(game, seed):
    for position, _ in wander(game, seed, plies=40):
        for seat in range(position.seats):
            duty = game.duty(position.seen_by(seat), seat)
            if duty is None:
                continue
            assert seat == position.to_move
            assert duty == game.duty(position, seat)
            for lang in languages():
                assert f"**{duty.rule}**" in str(rulebook(game, lang).parts)
                assert "{" not in Words(lang).say(duty.message, **duty.facts)


@pytest.mark.parametrize("game", CONCLUDED, ids=named)
@few
@given(seed=seeds)
def test_an_end_is_told_in_every_language_and_names_people_by_their_seats(game, seed):
    *_, (end, _) = wander(game, seed, plies=5_000)
    outcome, (why, yours, ranking) = end.outcome(), game.conclude(end)
    names = {f"{{{seat}}}" for seat in outcome.winners}
    places = [line.place for line in ranking]
    assert places == sorted(places)
    for lang in languages():
        assert set(re.findall(r"\{.*?\}", said(why, lang))) <= names
        assert "{" not in said([*yours, *(line.told for line in ranking)], lang)
        assert bool(yours) == (len(outcome.winners) == 1)
