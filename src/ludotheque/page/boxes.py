"""Box of a game on the shelf: what stands on it."""

from functools import cache
from typing import Final

from ludotheque.errors import N_
from ludotheque.games import AnyGame, take
from ludotheque.match import question
from ludotheque.page.page_data import BeginsData, BoxData, OptionData
from ludotheque.pictures import deals_in_secret, has_luck
from ludotheque.rulebook import is_taught
from ludotheque.study.puzzles import has_puzzles
from ludotheque.words import Words

KINDS: Final = {
    (False, False): N_("All thought, no luck"),
    (False, True): N_("No luck, but a secret"),
    (True, False): N_("Some luck, nothing hidden"),
    (True, True): N_("Luck and a secret"),
}
"""What a game is like, by whether luck has a part in it and whether anything is hidden."""


def box(game: AnyGame, words: Words) -> BoxData:
    """Return what stands on the box of a game."""
    least, most = game.seats[0], game.seats[-1]
    return BoxData(
        slug=game.slug,
        title=words.say(game.title),
        tagline=words.say(game.tagline),
        credits=words.say(game.credits),
        seats=tuple(game.seats),
        seat_names=tuple(words.say(name) for name in game.seat_names),
        players=words.say("{n} players", n=least)
        if least == most
        else words.say("{least} to {most} players", least=least, most=most),
        minutes=words.say("{least} to {most} minutes", least=game.minutes[0], most=game.minutes[1]),
        options=tuple(_option(game, name, words) for name in game.options),
        learnable=is_taught(game),
        puzzled=has_puzzles(game),
        begins=BeginsData(
            people=words.say(question(game, computers=False)),
            computers=words.say(question(game, computers=True)),
        ),
        kind=words.say(_kind(game.slug)),
    )


def _option(game: AnyGame, name: str, words: Words) -> OptionData:
    values = {value: words.say(game.called(name, value)) for value in game.options[name]}
    return OptionData(name, words.say(game.called(name)), values)


@cache
def _kind(slug: str) -> str:
    """Return what a game asks of its players, in English."""
    game = take(slug)
    least = game.seats[0]
    return KINDS[has_luck(game, least), deals_in_secret(game, least)]
