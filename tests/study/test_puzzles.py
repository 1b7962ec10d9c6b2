"""Puzzles: those that are shipped are proved, none twice; what is false is found out."""

from collections import Counter
from dataclasses import fields, replace
from datetime import date
from random import Random

import pytest

from ludotheque.engine import BUILT, Line, Score
from ludotheque.engine.proof import prover
from ludotheque.errors import BadOption, BadText, NotAllowed
from ludotheque.games import Game, take
from ludotheque.study.puzzles import Task, shipped
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.choosing import numbered, of_the_day, puzzles_of
from ludotheque.study.puzzles.difficulty import of_search
from ludotheque.study.puzzles.proving import Disproved, prove
from ludotheque.study.puzzles.puzzle import FILE, distinct, from_line, to_line
from ludotheque.study.puzzles.seen import said
from ludotheque.study.puzzles.themes import catalogue, found_in
from ludotheque.study.puzzles.told import question
from ludotheque.words import Words
from test_twins import wander

PROMISED = {"tortuga": 300, "hops": 300, "race": 150}
MOST_BYTES = 300_000
SAMPLE = {"tortuga": 12, "hops": 5, "race": 8}
"""How many of each game are proved here; `make puzzles` proves all."""
GAMES = [take(slug) for slug in PROMISED]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
needs_kernel = pytest.mark.skipif(not BUILT, reason="this house is built without its kernel")


def example():
    """Return a puzzle of Tortuga: a step wins in three plies, and nothing else does."""
    return next(p for p in shipped(take("tortuga")) if p.task is Task.WIN and len(p.line) >= 3)


@every_game
def test_as_many_are_shipped_as_promised_and_none_twice(game):
    puzzles = shipped(game)
    assert len(puzzles) >= PROMISED[game.slug]
    assert len(distinct(puzzles)) == len(puzzles) == len({puzzle.id for puzzle in puzzles})
    assert [p.difficulty for p in puzzles] == sorted(p.difficulty for p in puzzles)
    assert len((game.folder / FILE).read_bytes()) < MOST_BYTES


@every_game
def test_every_theme_of_a_puzzle_is_in_the_catalogue_and_every_theme_has_puzzles(game):
    themes = Counter(theme for puzzle in shipped(game) for theme in puzzle.themes)
    assert all(puzzle.themes for puzzle in shipped(game))
    assert set(themes) <= set(catalogue(game))
    assert set(game.puzzling.themes) <= set(themes) | {"no-way-out", "step-down"}


@needs_kernel
@every_game
def test_a_sample_of_the_shipped_puzzles_is_proved_again(game):
    for puzzle in Random(15).sample(shipped(game), SAMPLE[game.slug]):
        prove(puzzle)


@needs_kernel
@every_game
def test_a_line_of_json_is_the_puzzle(game):
    for puzzle in shipped(game)[::40]:
        assert from_line(to_line(puzzle), game.slug) == puzzle


def falsified():
    """Yield puzzles that are wrong in one thing each."""
    puzzle = example()
    others = [str(m) for m in puzzle.begin().moves() if str(m) != puzzle.line[0]]
    yield replace(puzzle, line=(others[0], *puzzle.line[1:]))
    yield replace(puzzle, plies=puzzle.plies - 2, checked=puzzle.checked)
    yield replace(puzzle, plies=puzzle.plies + 2, checked=puzzle.checked + 2)
    yield replace(puzzle, checked=puzzle.plies - 1)
    yield replace(puzzle, line=puzzle.line[:2])
    yield replace(puzzle, seat=1 - puzzle.seat)
    held = next(p for p in shipped(take("tortuga")) if p.task is Task.HOLD)
    others = [str(m) for m in held.begin().moves() if str(m) != held.line[0]]
    yield replace(held, line=(others[0],))
    yield replace(held, task=Task.WIN)
    chance = next(p for p in shipped(take("race")) if p.task is Task.CHANCE)
    yield replace(chance, line=(chance.answers[-1].text,))
    yield replace(chance, answers=chance.answers[:-1])
    wrong = chance.answers[0]._replace(least=chance.answers[0].least - 0.01)
    yield replace(chance, answers=(wrong, *chance.answers[1:]))
    secret = next(p for p in shipped(take("race")) if p.task is Task.SECRET)
    yield replace(secret, plays=())
    yield replace(secret, line=(secret.answers[1].text,))


@needs_kernel
def test_what_a_puzzle_says_falsely_is_found_out():
    count = 0
    for puzzle in falsified():
        with pytest.raises(Disproved):
            prove(puzzle)
        count += 1
    assert count == 13


@pytest.mark.parametrize("line", ["", "{}", "[]", "5", '{"position": 1, "seat": "x"}', "{"])
def test_a_line_that_is_no_puzzle_is_refused(line):
    with pytest.raises(BadText, match="no puzzle"):
        from_line(line, "tortuga")


@pytest.mark.parametrize("slug", ["tortuga", "hops"])
def test_images_are_the_same_game_and_have_one_identity(slug):
    game = take(slug)
    for position, options in wander(game, Random(3), 40):
        images = [*game.puzzling.images(str(position))]
        assert str(position) in images
        counts = {len(game.position(text, **options).moves()) for text in images}
        assert counts == {len(position.moves())}
        for text in images:
            assert sorted(set(game.puzzling.images(text))) == sorted(set(images))


def test_colours_of_a_race_are_only_names():
    puzzle = next(p for p in shipped(take("race")) if p.task is Task.CHANCE)
    turned = str.maketrans("rgbyp", "ypgrb")
    track, seat, tiles, hands, discards = puzzle.position.split(" ")
    other = " ".join(
        (
            track.translate(turned),
            seat,
            tiles.translate(turned),
            *(
                "|".join(
                    ",".join(sorted(hand.translate(turned).split(","))) for hand in heap.split("|")
                )
                for heap in (hands, discards)
            ),
        )
    )
    assert other != puzzle.position
    assert replace(puzzle, position=other).identity == puzzle.identity


@needs_kernel
def test_themes_are_found_again():
    game = take("tortuga")
    for puzzle in Random(4).sample(shipped(game), 6):
        assert found_in(puzzle, prover(game, nodes=10**8)) == puzzle.themes


def lines(*best):
    """Return what a search told: the best move of each depth, with ten times the nodes."""
    return [Line(Score(0.5), depth, 100 * 10**depth, (move,)) for depth, move in enumerate(best)]


def test_the_later_a_search_comes_to_the_solution_the_harder_it_is():
    easy = of_search(lines("a", "a", "a"), "a", 20, 1)
    later = of_search(lines("b", "a", "a"), "a", 20, 1)
    last = of_search(lines("b", "c", "a"), "a", 20, 1)
    never = of_search(lines("b", "b", "b"), "a", 20, 1)
    assert easy < later < last < never
    assert easy < of_search(lines("a", "a", "a"), "a", 200, 1)


@needs_kernel
def test_an_attempt_goes_on_after_a_right_move_and_stays_after_a_wrong_one():
    puzzle = example()
    attempt = Attempt(puzzle)
    wrong = next(str(m) for m in attempt.now.moves() if str(m) != puzzle.line[0])
    verdict = attempt.answer(attempt.read(wrong))
    assert not verdict.right
    assert verdict.next == attempt
    verdict = attempt.answer(attempt.read(puzzle.line[0]))
    assert verdict.right
    assert verdict.reply == puzzle.line[1:2]
    assert not verdict.next.solved
    assert verdict.next.now.to_move == puzzle.seat
    assert verdict.next.given_up().solved


@needs_kernel
def test_a_wrong_move_that_loses_is_answered_by_the_line_that_wins():
    puzzle = next(p for p in shipped(take("tortuga")) if p.task is Task.HOLD)
    attempt = Attempt(puzzle)
    wrong = next(str(m) for m in attempt.now.moves() if str(m) != puzzle.line[0])
    line = attempt.refuted(wrong)
    position, game = puzzle.begin(), puzzle.taken
    for text in (wrong, *line):
        position = position.after(game.move(text, position))
    assert position.outcome().shares[1 - puzzle.seat] == 1
    assert len(line) < puzzle.plies


def test_the_puzzle_of_the_day_is_the_same_for_everyone():
    day = date(2026, 11, 17)
    assert of_the_day(day) == of_the_day(day)
    assert of_the_day(day, take("hops")).game == "hops"
    days = [date(2026, 1, 1).replace(day=n) for n in range(1, 29)]
    assert len({of_the_day(each).id for each in days}) > 20
    assert {of_the_day(each).game for each in days} == set(PROMISED)


def test_puzzles_are_chosen_by_number_id_and_theme():
    game = take("tortuga")
    second = shipped(game)[1]
    assert numbered(game, "2") == numbered(game, second.id) == second
    assert all("zugzwang" in puzzle.themes for puzzle in puzzles_of(game, "zugzwang"))
    for name in ("0", "100000", "x", "²"):
        with pytest.raises(BadOption, match="numbers 1 to"):
            numbered(game, name)
    with pytest.raises(BadOption, match=r"there are: .*zugzwang"):
        puzzles_of(game, "ladder")


@pytest.mark.parametrize(
    ("lang", "asks"),
    [
        ("en", "You play as Seat 4. What does Seat 3 most likely play for?"),
        ("fr", "Vous êtes en Place 4. Pour quoi joue Place 3, le plus probablement\u202f?"),
    ],
)
def test_a_seat_without_a_name_is_told_as_if_it_had_one(lang, asks):
    """It said “You are Fourth seat”."""
    puzzle = next(
        p for p in shipped(take("race")) if p.task is Task.SECRET and (p.seat, p.about) == (3, 2)
    )
    assert said(question(puzzle), Words(lang)) == asks


def test_a_game_without_puzzles_says_how_to_find_some(tmp_path):
    class Bare(Game):
        folder = tmp_path

    bare = Bare(**{each.name: getattr(take("hops"), each.name) for each in fields(Game)})
    assert shipped(bare) == ()
    with pytest.raises(NotAllowed, match="puzzles mine hops"):
        puzzles_of(bare)
