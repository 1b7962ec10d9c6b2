"""End of the turtle race in words: whose turtle has won, why, and how all came in."""

import pytest

from ludotheque.games.race import GAME
from ludotheque.games.race.ending import conclude
from ludotheque.words import Words

HANDS = "r+,g+,b-,y+,p-|g+,b+,y-,p++,*-|r-,b+,y+,*+,^+ -"


def ended(track: str, tiles: str, lang: str = "en") -> tuple[str, str, list[str]]:
    """Return what is said to everyone, to the winner, and of each turtle in race order."""
    conclusion = conclude(GAME.position(f"{track} 1 {tiles} {HANDS}"))
    words = Words(lang)
    why, yours = (
        " ".join(words.say(told.message, **told.facts) for told in sentences)
        for sentences in (conclusion.why, conclusion.yours)
    )
    ranking = [
        f"{line.place} {line.seats} {words.say(line.told.message, **line.told.facts)}"
        for line in conclusion.ranking
    ]
    return why, yours, ranking


def test_the_end_tells_whose_turtle_is_first_and_how_all_came_in() -> None:
    assert ended("p/././g/./b/./y/./r", "rgb") == (
        "{0}’s red turtle is first at the lettuce!",
        "Your red turtle is first at the lettuce!",
        [
            "1 (0,) red turtle, at the lettuce",
            "2 () yellow turtle, on square 7",
            "3 (2,) blue turtle, on square 5",
            "4 (1,) green turtle, on square 3",
            "5 () purple turtle, on the start",
        ],
    )
    assert ended("p/././g/./b/./y/./r", "rgb", "fr")[:2] == (
        "La tortue rouge est la première aux laitues, et elle est à {0}\N{NARROW NO-BREAK SPACE}!",
        "Votre tortue rouge est la première aux laitues\N{NARROW NO-BREAK SPACE}!",
    )


@pytest.mark.parametrize(
    ("track", "tiles", "why"),
    [
        (
            "./././g/./y/./p/./br",
            "rgb",
            "{2}’s blue turtle is first at the lettuce! In a pile, the lower turtle is ahead.",
        ),
        (
            "./././g/./y/./p/./br",
            "rgp",
            "{0}’s red turtle wins at the lettuce: nobody plays the turtles ahead of it.",
        ),
        (
            "./././g/./p/./r/y/b",
            "rgp",
            "Nobody plays a turtle at the lettuce. Of those played, {0}’s red turtle is ahead!",
        ),
    ],
)
def test_who_wins_otherwise_is_told_why(track: str, tiles: str, why: str) -> None:
    assert ended(track, tiles)[0] == why


def test_those_who_are_level_share_a_place_and_the_win() -> None:
    position = GAME.position(f"rgp/./././././././y/b 1 rgp {HANDS}", start="loose")
    conclusion = conclude(position)
    assert conclusion.yours == ()
    assert "share the win" in conclusion.why[0].message
    assert [line.place for line in conclusion.ranking] == [1, 2, 3, 3, 3]
