"""A review in words: labels, scores, what was better, in the reader's language."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ludotheque.engine import Score
from ludotheque.errors import N_, LudothequeError
from ludotheque.games import Told
from ludotheque.match import Setup
from ludotheque.pictures.telling import briefly
from ludotheque.position import Open
from ludotheque.study.judged import Judged, Label, Review
from ludotheque.words import Words

MARKS: Final = {Label.INACCURACY: "?!", Label.MISTAKE: "?", Label.BLUNDER: "??"}
"""A label as it stands behind a move, as chess players write it."""
ONLY_MARK: Final = "□"
"""What stands behind a move that was the only one."""
NAMES: Final = {
    Label.INACCURACY: N_("Inaccuracy."),
    Label.MISTAKE: N_("Mistake."),
    Label.BLUNDER: N_("Blunder."),
}


def mark_of(judged: Judged) -> str:
    """Return what stands behind a move: its label, that it was the only one, or nothing."""
    if judged.label is not None:
        return MARKS[judged.label]
    return ONLY_MARK if judged.only else ""


def score_told(score: Score, words: Words) -> str:
    """Return a score for people: `62%`, or a certain end in the winner's own moves."""
    if score.certain_in is None:
        return words.say("{percent}%", percent=round(100 * score.share))
    if score.certain_in == 0:
        return words.say("won") if score.share else words.say("lost")
    # A loss is counted from the loser's move: the winner's come after it.
    moves = (score.certain_in + 1) // 2 if score.share else score.certain_in // 2
    message = N_("won in {moves}") if score.share else N_("lost in {moves}")
    return words.say(message, moves=moves)


def called(setup: Setup, judged: Judged, move: str, words: Words) -> str:
    """Return the text *move*, from before *judged*, in a few words as lists of moves have it.

    Where the game has no other words for it, or what was known then cannot be read any more, that
    is the text.
    """
    return line_called(setup, judged, (move,), words)[0]


def line_called(setup: Setup, judged: Judged, line: Sequence[str], words: Words) -> tuple[str, ...]:
    """Return the moves of a *line*, from before *judged*, each as `called` has it."""
    told = []
    with suppress(LudothequeError):
        game = setup.game
        view = game.view(judged.before, judged.seat, **setup.options)
        for text in line:
            move = game.move(text, view)
            told.append(briefly(game, move, words))
            if not isinstance(view, Open):  # What follows depends on what nobody knew.
                break
            view = view.after(move)
    return (*told, *line[len(told) :])


def better(setup: Setup, judged: Judged, words: Words) -> str:
    """Return what would have been the best move, in a few words."""
    return called(setup, judged, judged.lines[0].moves[0], words)


def sentences(setup: Setup, judged: Judged, words: Words) -> list[str]:
    """Return what there is to say of a move: label, what was better, what is proved of it.

    Whoever is meant by `named` in a claim is called by the names in *setup*.
    """
    told = []
    if judged.label is not None:
        told.append(words.say(NAMES[judged.label]))
        told.append(words.say("{move} was better.", move=better(setup, judged, words)))
    elif judged.only:
        told.append(words.say("The only move."))
    told += (say(each, words, setup.players) for claim in judged.claims for each in claim.told)
    return told


def say(told: Told, words: Words, names: Sequence[str] = ()) -> str:
    """Return a sentence in which whoever is `named` is called by *names*."""
    said = words.say(told.message, **told.facts)
    if not names:
        return said
    return re.sub(r"\{(\d+)\}", lambda fact: names[int(fact[1])], said)


def counted(review: Review, seat: int, words: Words) -> str:
    """Return how many moves of a seat have each label: `2 mistakes, 1 blunder`."""
    labels = [move.label for move in review.moves if move.seat == seat]
    told = []
    if n := labels.count(Label.INACCURACY):
        told.append(words.count("{n} inaccuracy", "{n} inaccuracies", n))
    if n := labels.count(Label.MISTAKE):
        told.append(words.count("{n} mistake", "{n} mistakes", n))
    if n := labels.count(Label.BLUNDER):
        told.append(words.count("{n} blunder", "{n} blunders", n))
    return ", ".join(told) or words.say("no mistakes")


def summary(review: Review, words: Words) -> str:
    """Return the graph in words: how the game went, for those who do not see it."""
    players = review.setup.players
    told = [
        words.say(
            "{player}: accuracy {accuracy}, {counted}.",
            player=player,
            accuracy=accuracy_told(review.accuracies[seat], words),
            counted=counted(review, seat, words),
        )
        for seat, player in enumerate(players)
    ]
    told += (
        words.say(
            "Turning point: with {move}, {player} went from {value} to {reached}.",
            move=called(review.setup, move, move.move, words),
            player=players[move.seat],
            value=score_told(move.value, words),
            reached=score_told(move.reached, words),
        )
        for move in review.moves
        if move.number in review.turning_points
    )
    return " ".join(told)


def accuracy_told(accuracy: float | None, words: Words) -> str:
    """Return an accuracy in percent, a dash where there is none."""
    return "-" if accuracy is None else words.say("{percent}%", percent=round(accuracy))
