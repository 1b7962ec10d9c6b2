"""A review as a notebook shows it: the graph, who was how exact, each mistake in words."""

from html import escape

from ludotheque.match.numbering import move_number
from ludotheque.study.graph import graph
from ludotheque.study.judged import Judged, Review
from ludotheque.study.luck_told import picture
from ludotheque.study.telling import accuracy_told, called, counted, mark_of, score_told, sentences
from ludotheque.words import SOURCE, Words


def to_html(review: Review, words: Words | None = None) -> str:
    """Return *review* as a piece of HTML, its words in the reader's language; no script is run."""
    words = Words(SOURCE) if words is None else words
    setup = review.setup
    heading = words.say(
        "{name}: {what}", name=words.say(setup.game.title), what=", ".join(setup.players)
    )
    heads = "".join(
        f"<th>{escape(head)}</th>" for head in (words.say("Player"), words.say("Accuracy"), "")
    )
    rows = "".join(
        f"<tr><td>{escape(player)}</td><td>{accuracy_told(review.accuracies[seat], words)}</td>"
        f"<td>{escape(counted(review, seat, words))}</td></tr>"
        for seat, player in enumerate(setup.players)
    )
    slips = "".join(_item(review, move, words) for move in review.moves if move.label is not None)
    return (
        f'<div style="overflow-x:auto"><p><strong>{escape(heading)}</strong></p>'
        f"{graph(review, words)}"
        f"<table><tr>{heads}</tr>{rows}</table>"
        f"{picture(review.luck, setup.players, words) if review.luck else ''}"
        f"<ul>{slips}</ul></div>"
    )


def _item(review: Review, move: Judged, words: Words) -> str:
    setup = review.setup
    player, played = setup.players[move.seat], called(setup, move, move.move, words)
    number = move_number(move.turn, move.seat, len(setup.players))
    what = f"{number} {player}: {played} {mark_of(move)}"
    worth = f"{score_told(move.value, words)} → {score_told(move.reached, words)}"
    said = " ".join(sentences(setup, move, words))
    return f"<li><strong>{escape(what)}</strong> {escape(worth)} {escape(said)}</li>"
