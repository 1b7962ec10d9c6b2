"""A game's rulebook: prose in Markdown, and figures that are positions and not pictures.

A figure is a fenced block of lines `key: value`:

    ```figure 3
    position: 4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S
    options: start=coast
    moves: d2-d3 d2-c3
    forbidden: d2-d4
    result: yes
    caption: A sentence.
    ```

The moves are alternatives, each legal there; the forbidden ones are refused there; with a result
the position after the first move is shown too. Only the position and the caption are compulsory.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludotheque.draw import svg
from ludotheque.games import AnyGame
from ludotheque.scene import Board, Scene
from ludotheque.words import SOURCE

_BLOCK = re.compile(r"^```figure (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_KEYS = ("position", "options", "moves", "forbidden", "result", "caption")


@dataclass(frozen=True)
class Figure:
    """A position to look at, with moves that may and moves that may not be made there."""

    number: str
    position: str
    caption: str
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    result: bool = False

    def scene(self, game: AnyGame) -> Scene:
        """Return the table at the figure's position."""
        return game.scene(game.position(self.position, **self.options), None, None)

    def scene_after(self, game: AnyGame) -> Scene:
        """Return the table after the figure's first move."""
        position = game.position(self.position, **self.options)
        move = game.move(self.moves[0], position)
        return game.scene(position.after(move), None, move)

    def pictures(self, game: AnyGame) -> Sequence[str]:
        """Return the figure as SVG: the position with its arrows, and the result if it has one."""
        scene = self.scene(game)
        arrows = [spots_in(move, scene.board) for move in self.moves]
        crossed = [spots_in(move, scene.board) for move in self.forbidden]
        pictures = [svg(scene, arrows=arrows, forbidden=crossed, title=self.caption)]
        if self.result:
            pictures.append(svg(self.scene_after(game), title=self.caption))
        return pictures


@dataclass(frozen=True)
class Rulebook:
    """A rulebook in one language: Markdown and figures in reading order."""

    lang: str
    parts: tuple[str | Figure, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures alone."""
        return tuple(part for part in self.parts if isinstance(part, Figure))


def rulebook(game: AnyGame, lang: str) -> Rulebook:
    """Return the rulebook of *game* in *lang*, or in English where it is not translated."""
    file = game.folder / f"rules.{lang}.md"
    if not file.is_file():
        return rulebook(game, SOURCE)
    text = file.read_text(encoding="utf-8")
    parts: list[str | Figure] = []
    at = 0
    for block in _BLOCK.finditer(text):
        parts += [text[at : block.start()].strip(), _figure(block[1], block[2])]
        at = block.end()
    parts.append(text[at:].strip())
    return Rulebook(lang, tuple(part for part in parts if part))


def _figure(number: str, body: str) -> Figure:
    facts = {}
    for line in body.splitlines():
        key, colon, value = line.partition(": ")
        if not colon or key not in _KEYS:
            raise ValueError(f"figure {number}: {line!r} is not one of {', '.join(_KEYS)}")
        facts[key] = value.strip()
    options = (choice.split("=", 1) for choice in facts.get("options", "").split())
    return Figure(
        number=number,
        position=facts["position"],
        caption=facts["caption"],
        options=dict(options),
        moves=tuple(facts.get("moves", "").split()),
        forbidden=tuple(facts.get("forbidden", "").split()),
        result=facts.get("result") == "yes",
    )


def spots_in(move: str, board: Board) -> tuple[str, ...]:
    """Return the spots that the text of a move names, legal or not, in order: the arrow to draw."""
    names = sorted((re.escape(spot.id) for spot in board.spots), key=len, reverse=True)
    return tuple(re.findall("|".join(names), move))
