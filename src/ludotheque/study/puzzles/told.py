"""Puzzles in words: the question, the answer, what it was about. Sentences as values."""

from collections.abc import Iterator

from ludotheque.errors import N_, Phrase
from ludotheque.games import AnyGame, Told
from ludotheque.study.puzzles.puzzle import Puzzle, Task
from ludotheque.study.puzzles.themes import catalogue


def question(puzzle: Puzzle) -> Told:
    """Return what is asked."""
    game = puzzle.taken
    seat = Phrase(game.seat_names[puzzle.seat])
    if puzzle.task is Task.WIN:
        return Told(
            N_("{seat} is to move, and one move alone wins in {n} moves. Which?"),
            {"seat": seat, "n": puzzle.moves},
        )
    if puzzle.task is Task.HOLD:
        return Told(N_("{seat} is to move, and every move but one loses. Which?"), {"seat": seat})
    if puzzle.task is Task.BETTER:
        return Told(
            N_("{seat} is to move. Here you played {move}: find a better move."),
            {"seat": seat, "move": puzzle.instead},
        )
    if puzzle.task is Task.SECRET:
        assert puzzle.about is not None  # noqa: S101 - a secret is somebody's
        about = Phrase(game.seat_names[puzzle.about])
        return Told(
            N_("You play as {seat}. What does {about} most likely play for?"),
            {"seat": seat, "about": about},
        )
    asks = next(theme.asks for key, theme in catalogue(game).items() if key in puzzle.themes)
    return Told(asks, {})


def explained(puzzle: Puzzle) -> Iterator[Told]:
    """Yield what the puzzle was about, and what is proved of it."""
    if puzzle.task is Task.WIN:
        yield Told(
            N_("{move} wins within {plies} moves of both sides; no other move does within {most}."),
            {"move": puzzle.line[0], "plies": puzzle.plies, "most": puzzle.checked},
        )
    elif puzzle.task is Task.HOLD:
        yield Told(
            N_(
                "After any other move the other side wins within {plies} moves of both sides;"
                " after {move} it does not within {most}."
            ),
            {"move": puzzle.line[0], "plies": puzzle.plies, "most": puzzle.checked},
        )
    elif puzzle.task is Task.SECRET:
        yield Told(
            N_(
                "That is what the house’s model of players makes of the plays so far;"
                " in this game it was so."
            ),
            {},
        )
    elif puzzle.task is Task.CHANCE:
        yield Told(
            N_(
                "Reckoned over all deals that fit what is seen, each as likely as the next. Two"
                " numbers are the least and the most that it can be."
            ),
            {},
        )
    for key, theme in catalogue(puzzle.taken).items():
        if key in puzzle.themes:
            yield Told(
                N_("{theme}: {told}"), {"theme": Phrase(theme.name), "told": Phrase(theme.told)}
            )


def named(game: AnyGame, puzzle: Puzzle, answer: str) -> str | Phrase:
    """Return what an *answer* is called."""
    if puzzle.task is Task.SECRET and game.puzzling is not None:
        return Phrase(game.puzzling.secrets[answer])
    return answer
