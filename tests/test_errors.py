"""Refusals stay the same refusals, whoever passes them on."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from ludotheque import errors
from ludotheque.errors import BadPosition, BadRecord, IllegalMove, LudothequeError, Phrase
from ludotheque.games import take
from ludotheque.position import play
from ludotheque.server.wire.errors import TooOften
from ludotheque.words import Words

TREE = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, LudothequeError)
]
WAYS = {
    "pickled": lambda error: pickle.loads(pickle.dumps(error)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "raised again": lambda error: type(error)(error),
    "raised twice": lambda error: type(error)(type(error)(error)),
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def same(one, other):
    return all(
        (
            type(one) is type(other),
            one.code == other.code,
            str(one) == str(other),
            one.message == other.message,
            {name: str(fact) for name, fact in one.facts.items()}
            == {name: str(fact) for name, fact in other.facts.items()},
            Words("fr").refusal(one) == Words("fr").refusal(other),
        )
    )


@every_way
@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_every_refusal_keeps_its_sentence_code_and_facts(kind, way):
    error = kind("the move “{move}” is not legal here", move="d2-d4", why=Phrase("so"), n=3)
    assert same(way(error), error)


@every_way
def test_so_does_a_refusal_of_the_rules_and_one_that_tells_of_another(way):
    start = take("tortuga").start()
    with pytest.raises(IllegalMove) as refused:
        start.move("d2-d4")
    assert same(way(refused.value), refused.value)
    told = BadRecord("{place}: {problem}", place="events[3]", problem=refused.value)
    assert same(way(told), told)
    assert "d2-d4" in str(way(told))


@every_way
def test_so_does_one_that_says_when_to_come_back(way):
    later = TooOften.after(30)
    assert same(way(later), later)
    assert way(later).seconds == 30
    assert str(way(later)) == "too many requests: try again in 30 seconds"


def test_facts_can_be_added_when_it_is_raised_again():
    first = IllegalMove("{move} is not legal at {place}", move="d2-d4", place="?")
    again = IllegalMove(first, place="move 3")
    assert str(again) == "d2-d4 is not legal at move 3"
    assert str(first) == "d2-d4 is not legal at ?"


def test_a_sentence_that_was_told_before_is_told_as_it_is():
    """Some frameworks keep only the text of an error: a brace in it is a brace."""
    first = IllegalMove("move “{move}” cannot be read", move="{0} {move}")
    again = IllegalMove(str(first))
    assert str(again) == str(first) == "move “{0} {move}” cannot be read"
    assert Words("fr").refusal(again) == str(first)


def test_a_refusal_comes_back_from_another_process():
    start = take("tortuga").start()
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(IllegalMove) as refused,
    ):
        pool.submit(play, start, "d2-d4").result()
    with pytest.raises(IllegalMove) as here:
        play(start, "d2-d4")
    assert same(refused.value, here.value)


def test_a_position_is_quoted_before_what_is_wrong_with_it_which_can_be_told_alone():
    with pytest.raises(BadPosition) as refused:
        take("hops").position("x")
    problem, french = refused.value, Words("fr")
    assert str(problem) == f"position “x”: {Words('en').why(problem)}"
    assert french.refusal(problem) == f"position «\xa0x\xa0»\xa0: {french.why(problem)}"
    assert str(BadPosition("nothing can lie on {spot}", spot="a1")) == "nothing can lie on a1"
