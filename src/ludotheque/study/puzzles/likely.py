"""Puzzles of games with secrets: what has the best chance, and what somebody's secret must be.

Chances are those that the game's folder reckons over all deals that fit what is seen
(`Puzzling.chances`). Secrets are what the kernel believes of a seat from its plays: the answer is
the model's, and only such are asked where it is also the truth.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import log2

from ludotheque.engine import kernel
from ludotheque.games import AnyGame
from ludotheque.position import Seat, Seen, View
from ludotheque.study.puzzles.finding import Moment
from ludotheque.study.puzzles.proving import Disproved
from ludotheque.study.puzzles.puzzle import Answer, Played, Puzzle, Task

MARGIN = 0.05
"""By how much the best chance is better than any other may be."""
LEAST_ANSWERS = 3
SURE = 0.6
"""How likely the model must hold a secret to be."""
BEYOND_DOUBT = 2.0
"""How many times as likely as any other."""
LEAST_PLAYS = 3
"""Of the seat that is asked about."""
EXACT = 1e-5
"""What rounding leaves of a chance."""

EASIEST, RANGE = 700, 1000
"""The difficulty where all answers are clear, and what is added where hardly any is."""


def likely(moment: Moment) -> Iterator[Puzzle]:
    """Yield the puzzles in a *moment* of a game with secrets."""
    match = moment.match
    seat = match.to_move
    assert isinstance(seat, int)  # noqa: S101 - a moment is when a seat is to move
    view = match.seen_by(seat)
    blank = Puzzle(
        game=match.setup.game.slug,
        options=moment.options,
        position=str(view),
        seat=seat,
        task=Task.CHANCE,
        line=(),
    )
    yield from _chance(blank, view)
    yield from _secret(blank, moment, seat)


def _chance(blank: Puzzle, view: View[object]) -> Iterator[Puzzle]:
    puzzling = blank.taken.puzzling
    reckoned = None if puzzling is None or puzzling.chances is None else puzzling.chances(view)
    if reckoned is None:
        return
    answers = sorted(
        (Answer(move, float(low), float(high)) for move, (low, high) in reckoned.chances.items()),
        key=lambda answer: (-answer.least, -answer.most),
    )
    puzzle = replace(
        blank,
        line=(answers[0].text,),
        answers=tuple(answers),
        themes=(reckoned.theme, "chance"),
        difficulty=_chance_difficulty(answers),
    )
    if len(answers) >= LEAST_ANSWERS and margin(puzzle) >= MARGIN:
        yield puzzle


def margin(puzzle: Puzzle) -> float:
    """Return by how much the first answer is better than any other can be."""
    return puzzle.answers[0].least - max(answer.most for answer in puzzle.answers[1:])


def _chance_difficulty(answers: list[Answer]) -> int:
    """Return how hard it is to tell them apart: many answers that come near are hard."""
    best = answers[0].least
    near = sum(max(0.0, 1 - (best - answer.most) / 0.5) for answer in answers[1:])
    # What is certain is soon seen, however well the others may do.
    unclear = 0.0 if best == 1 else RANGE * near / (near + 2)
    return round((EASIEST + unclear + 40 * log2(len(answers))) / 10) * 10


def _secret(blank: Puzzle, moment: Moment, seat: Seat) -> Iterator[Puzzle]:
    game, match = blank.taken, moment.match
    if game.puzzling is None or not game.puzzling.secrets or not kernel.has_secret_search(game):
        return
    past = match.past(seat)
    plays = tuple(Played(s.seat, str(s.move), game.puzzling.traced(s.before)) for s in past)
    for about in range(match.position.seats):
        if about == seat or sum(play.seat == about for play in plays) < LEAST_PLAYS:
            continue
        puzzle = replace(
            blank, task=Task.SECRET, line=("",), plays=plays, about=about, themes=("secret",)
        )
        answers = believed(game, puzzle)
        first, second = answers[0], answers[1]
        if (
            first.least >= SURE
            and first.least >= BEYOND_DOUBT * second.least
            and game.puzzling.held(match.position, about) == first.text
        ):
            yield replace(
                puzzle,
                line=(first.text,),
                answers=answers,
                difficulty=round((2400 - 1400 * first.least) / 10) * 10,
            )


def believed(game: AnyGame, puzzle: Puzzle) -> tuple[Answer, ...]:
    """Return what the kernel believes of the secret that *puzzle* asks for, likeliest first."""
    assert game.puzzling is not None  # noqa: S101 - who asks for secrets names them
    assert puzzle.about is not None  # noqa: S101 - as above
    past = [Seen(play.seat, play.move, play.before) for play in puzzle.plays]  # type: ignore[arg-type]
    belief = kernel.belief(game, puzzle.view(), puzzle.seat, past)[puzzle.about]
    answers = [
        Answer(secret, chance, chance)
        for secret, chance in zip(game.puzzling.secrets, belief, strict=True)
    ]
    return tuple(sorted(answers, key=lambda answer: -answer.least))


def prove_likely(puzzle: Puzzle) -> None:
    """Raise Disproved unless the chances of *puzzle* are as it says, and its answer the best."""
    game = puzzle.taken
    if game.puzzling is None:
        raise Disproved("the game has no such puzzles")
    if puzzle.task is Task.SECRET:
        found = believed(game, puzzle)
        clear = found[0].least >= max(SURE, BEYOND_DOUBT * found[1].least)
    else:
        reckoned = None if game.puzzling.chances is None else game.puzzling.chances(puzzle.view())
        if reckoned is None or reckoned.theme not in puzzle.themes:
            raise Disproved("there is nothing of the kind to ask here")
        found = tuple(
            Answer(move, float(low), float(high)) for move, (low, high) in reckoned.chances.items()
        )
        clear = margin(puzzle) >= MARGIN
    told = {answer.text: answer for answer in puzzle.answers}
    if not clear or puzzle.line != (puzzle.answers[0].text,):
        raise Disproved("the answer is not the best by far enough")
    for text, least, most in found:
        same = text in told and abs(told[text].least - least) < EXACT
        if not same or abs(told[text].most - most) >= EXACT:
            raise Disproved(f"the chance of {text} is another")
    if len(found) != len(told):
        raise Disproved("an answer is missing, or one too many")
