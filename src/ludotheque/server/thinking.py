"""The best moves of a position, after a moment's thought."""

from typing import Any, Final

from ludotheque.engine import analyse, kernel
from ludotheque.games import AnyGame
from ludotheque.position import Position
from ludotheque.words import Words

LINES: Final = 3
"""How many good moves are told."""
NODES: Final = 400_000
IMAGINED: Final = 12_000
"""How much the kernel looks at: about a second's worth."""
SLOWLY: Final = 2_000
"""How much Python looks at in that time."""


def good_lines(game: AnyGame, position: Position[Any], words: Words) -> list[dict[str, Any]]:
    """Return the best moves for the seat to move, best first, with the share that each promises."""
    found = _found(game, position)
    return [
        {
            "share": share,
            "sure": sure,
            "moves": moves,
            "told": _told(game, position, moves[0], words),
        }
        for share, sure, moves in found
    ]


def _found(game: AnyGame, position: Position[Any]) -> list[tuple[float, bool, list[str]]]:
    if kernel.has_thinker(game):
        lines = kernel.think(kernel.new_search(game), game, position, nodes=NODES, lines=LINES)
        return [
            (kernel.share_of(score), abs(score) >= kernel.DECISIVE, moves)
            for score, _, _, moves in lines
        ]
    if kernel.has_secret_search(game) and isinstance(position.to_move, int):
        tried = kernel.imagine(game, position.seen_by(position.to_move), (), iterations=IMAGINED)
        best = sorted(tried, key=lambda entry: -entry[1])[:LINES]
        return [(share, False, [move]) for move, _, share in best]
    lines_slowly = analyse(game, position, nodes=SLOWLY, lines=LINES)
    return [_read(line.score, list(line.moves)) for line in lines_slowly]


def _read(score: str, moves: list[str]) -> tuple[float, bool, list[str]]:
    """Return a line from its score for people."""
    if score.startswith("#"):
        return float(not score.startswith("#-")), True, moves
    return float(score.removesuffix(" %")) / 100, False, moves


def _told(game: AnyGame, position: Position[Any], text: str, words: Words) -> list[str]:
    if game.tell is None:
        return []
    said = game.tell(position, game.move(text, position))
    return [words.say(sentence.message, **sentence.facts) for sentence in said]
