"""Options as people and programs write them: one parser, one kind of refusal."""

import pytest

from ludotheque.errors import BadOption
from ludotheque.games.options import read_options


def test_pairs_are_read_with_the_sign_between_them():
    assert read_options(["start=coast", "hops=a=b", "x="]) == {
        "start": "coast",
        "hops": "a=b",
        "x": "",
    }
    assert read_options(["start:coast"], ":") == {"start": "coast"}
    assert read_options([]) == {}


@pytest.mark.parametrize(
    ("pairs", "sign", "why"),
    [
        (["start"], "=", "option “start”: expected NAME=VALUE"),
        (["start=coast"], ":", "option “start=coast”: expected NAME:VALUE"),
        (["start=coast", "start=camp"], "=", "option “start=camp”: start has already been chosen"),
    ],
)
def test_what_is_no_option_is_refused(pairs, sign, why):
    with pytest.raises(BadOption) as refusal:
        read_options(pairs, sign)
    assert str(refusal.value) == why
