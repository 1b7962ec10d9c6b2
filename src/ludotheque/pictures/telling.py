"""The words of a picture: moves, questions, duties, tallies and endings, as the reader speaks.

What a game does not tell is left out, or told by the text of the move.
"""

from collections.abc import Sequence
from typing import Any

from ludotheque.draw import symbol_id
from ludotheque.games import AnyGame, Told
from ludotheque.pictures.picture import DutySeen, EndingSeen, QuestionSeen, RankedSeen, TallySeen
from ludotheque.position import Position, Seat, View
from ludotheque.words import Words


def sentences(game: AnyGame, before: View[Any], move: object, words: Words) -> tuple[str, ...]:
    """Return a move in words, or its text where the game has no words for it."""
    told = game.tell(before, move) if game.tell is not None else ()
    return tuple(words.say(said.message, **said.facts) for said in told) or (str(move),)


def briefly(game: AnyGame, move: object, words: Words) -> str:
    """Return a move in a few words, or its text where the game has no better."""
    brief = game.brief(move) if game.brief is not None else None
    return str(move) if brief is None else words.say(brief.message, **brief.facts)


def questions_of(
    game: AnyGame, before: View[Any], move: object, words: Words
) -> tuple[QuestionSeen, ...]:
    """Return what a hand is asked on the way to *move*, nothing where the game does not say."""
    return tuple(
        QuestionSeen(
            asked.spot,
            words.say(asked.told.message, **asked.told.facts),
            {
                answer: words.say(told.message, **told.facts)
                for answer, told in asked.answers.items()
            },
        )
        for asked in (game.asks(before, move) if game.asks is not None else ())
    )


def duty_of(game: AnyGame, view: View[Any], seat: Seat, words: Words) -> DutySeen | None:
    """Return what the rules leave *seat* no choice about, None where it may do as it likes."""
    duty = game.duty(view, seat) if game.duty is not None else None
    return duty and DutySeen(words.say(duty.message, **duty.facts), duty.rule)


def tally_of(game: AnyGame, view: View[Any], words: Words) -> tuple[TallySeen, ...]:
    """Return how far each seat has come, nothing where the game does not count."""
    return tuple(
        TallySeen(
            f"#{symbol_id(tally.symbol)}",
            f"{tally.reached}/{tally.wanted}",
            words.say(tally.told.message, **tally.told.facts),
        )
        for tally in (game.tally(view) if game.tally is not None else ())
    )


def ending_of(game: AnyGame, position: Position[Any], words: Words) -> EndingSeen | None:
    """Return how *position* came out by its rules; None before that, or without more to say.

    What was secret until then is told, as everything may be seen once a game is over.
    """
    if game.conclude is None or position.outcome() is None:
        return None
    why, yours, ranking = game.conclude(position)

    def said(sentences: Sequence[Told]) -> str:
        return " ".join(words.say(told.message, **told.facts) for told in sentences)

    return EndingSeen(
        said(why),
        said(yours) or None,
        tuple(
            RankedSeen(line.place, f"#{symbol_id(line.symbol)}", line.seats, said([line.told]))
            for line in ranking
        ),
    )
