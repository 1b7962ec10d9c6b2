"""The games of the house have every part there is; a game may also have none of them."""

import pytest

from ludotheque.engine import kernel
from ludotheque.games import take
from ludotheque.rulebook import lesson, rulebook
from ludotheque.words import languages
from parts import AT_HOME, PARTS, translated

every_game = pytest.mark.parametrize("slug", AT_HOME)


@every_game
@pytest.mark.parametrize("part", PARTS)
def test_a_game_at_home_has_every_part(slug, part):
    if part == "kernel" and not kernel.BUILT:
        pytest.skip("this house is built without its kernel")
    assert PARTS[part](take(slug))


@every_game
def test_the_kernel_thinks_about_it_and_plays_many_games_at_once(slug):
    if not kernel.BUILT:
        pytest.skip("this house is built without its kernel")
    game = take(slug)
    assert kernel.has_thinker(game) or kernel.has_secret_search(game)
    assert kernel.has_batch(game)
    assert kernel.has_course(game)


@every_game
@pytest.mark.parametrize("lang", languages())
def test_it_speaks_every_language_of_the_house(slug, lang):
    game = take(slug)
    assert translated(game, lang)
    assert rulebook(game, lang).lang == lesson(game, lang).lang == lang
