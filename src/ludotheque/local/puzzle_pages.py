"""Facts for pages of puzzles, which are written beforehand: what is asked, and what was tried."""

from ludotheque.games import take
from ludotheque.local import reviews
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.attempts import attempts, today_of
from ludotheque.local.house import House
from ludotheque.local.routes import route
from ludotheque.local.streak_answers import best_run
from ludotheque.page.puzzles import puzzle_data
from ludotheque.study.puzzles.choosing import number_of, of_the_day, puzzles_of
from ludotheque.study.puzzles.judging import puzzle_of
from ludotheque.study.puzzles.mistakes import to_ask
from ludotheque.study.puzzles.themes import catalogue


@route("GET", "/api/pages/puzzles/{slug}")
async def list_page(house: House, asked: Asked) -> Answer:
    """Return which puzzles follow each other: all of a game, or those of a theme."""
    game, theme = take(asked.parts["slug"]), asked.one("theme")
    ids = [puzzle.id for puzzle in puzzles_of(game, theme)]
    done = (await attempts(house, game)).done
    about = None if theme is None else asked.words.say(catalogue(game)[theme].name)
    tried = [name for name in ids if name in done]
    return answered(puzzle_data(game, "list", asked.words, ids, tried=tried, about=about))


@route("GET", "/api/pages/puzzles/{slug}/day")
async def day_page(house: House, asked: Asked) -> Answer:
    """Return the puzzle of the day."""
    game = take(asked.parts["slug"])
    return answered(puzzle_data(game, "day", asked.words, [of_the_day(today_of(house), game).id]))


@route("GET", "/api/pages/puzzles/{slug}/one")
async def one_page(_house: House, asked: Asked) -> Answer:
    """Return a certain puzzle."""
    game = take(asked.parts["slug"])
    puzzle = puzzle_of(game, asked.one("id") or "")
    about = asked.words.say("Puzzle {number}", number=number_of(puzzle, puzzles_of(game)))
    return answered(puzzle_data(game, "one", asked.words, [puzzle.id], about=about))


@route("GET", "/api/pages/puzzles/{slug}/rated")
async def rated_page(_house: House, asked: Asked) -> Answer:
    """Return what the page of puzzles that count needs to know."""
    return answered(puzzle_data(take(asked.parts["slug"]), "rated", asked.words))


@route("GET", "/api/pages/puzzles/{slug}/streak")
async def streak_page(house: House, asked: Asked) -> Answer:
    """Return what the page of a run against the clock needs to know: the best so far."""
    game = take(asked.parts["slug"])
    return answered(puzzle_data(game, "streak", asked.words, best=await best_run(house, game)))


@route("GET", "/api/pages/puzzles/{slug}/own")
async def own_page(house: House, asked: Asked) -> Answer:
    """Return one's own mistakes, what was not tried since first, then the newest."""
    game = take(asked.parts["slug"])
    found = await reviews.of_game(house.notes, game)
    mistakes = (mistake for kept in found for mistake in kept.mistakes)
    ids = to_ask(mistakes, (await attempts(house, game)).tried)
    return answered(puzzle_data(game, "own", asked.words, ids))
