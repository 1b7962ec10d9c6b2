"""A game's rulebook and its first game: prose in Markdown, and positions instead of pictures.

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

A first game is a row of small tasks, each a paragraph that says what to do and a fenced block:

    ```task 3
    position: 4/5/6/1SN4/6/4N/4 S
    options: start=coast
    rule: 1.2
    accept: d2xd4
    hint: A sentence for those who tried something else.
    praise: A sentence for those who did it.
    ```

What is accepted is a list of moves, `any` move, or a `win`: any move that wins the game at once.
Only the options and the rule may be left out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from ludotheque.games import AnyGame
from ludotheque.games.options import read_options
from ludotheque.position import Position
from ludotheque.scene import Scene
from ludotheque.words import SOURCE, Words

_BLOCK: Final = re.compile(r"^```(?:figure|task) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OPENING_END: Final = re.compile(r"^(?:## |```)|\Z", re.MULTILINE)
_FIGURE_KEYS: Final = ("position", "options", "moves", "forbidden", "result", "caption")
_TASK_KEYS: Final = ("position", "options", "rule", "accept", "hint", "praise")

ANY: Final = "any"
WIN: Final = "win"


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
        """Return the scene at the figure's position."""
        return game.scene(game.position(self.position, **self.options), None, None)

    def scene_after(self, game: AnyGame) -> Scene:
        """Return the scene after the figure's first move."""
        position = game.position(self.position, **self.options)
        move = game.move(self.moves[0], position)
        return game.scene(position.after(move), None, move)


@dataclass(frozen=True)
class Rulebook:
    """A rulebook in one language: Markdown and figures in reading order."""

    lang: str
    parts: tuple[str | Figure, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures alone."""
        return tuple(part for part in self.parts if isinstance(part, Figure))


@dataclass(frozen=True)
class Task:
    """A position in which a learner is asked for a move."""

    number: str
    prose: str
    """What to do, in Markdown."""
    position: str
    accept: tuple[str, ...]
    """The moves that solve it, or `ANY` alone, or `WIN` alone."""
    hint: str
    praise: str
    options: Mapping[str, str] = field(default_factory=dict)
    rule: str = ""
    """The number of the rule that it teaches, if it teaches a numbered one."""

    def start(self, game: AnyGame) -> Position[Any]:
        """Return the task's position; the learner is to move."""
        position: Position[Any] = game.position(self.position, **self.options)
        return position

    def solved_by(self, game: AnyGame, move: str) -> bool:
        """Return whether *move* solves the task; raise what `Game.move` raises if it is illegal."""
        position = self.start(game)
        made = game.move(move, position)
        if self.accept == (ANY,):
            return True
        if self.accept == (WIN,):
            outcome = position.after(made).outcome()
            return outcome is not None and outcome.winners == (position.to_move,)
        return any(made == game.move(accepted, position) for accepted in self.accept)

    def answer(self, game: AnyGame) -> str:
        """Return a move that solves the task, the first there is."""
        moves = map(str, self.start(game).moves())
        return next(move for move in moves if self.solved_by(game, move))


@dataclass(frozen=True)
class Lesson:
    """A first game in one language: a greeting in Markdown, and tasks in order."""

    lang: str
    greeting: str
    tasks: tuple[Task, ...]


def rulebook(game: AnyGame, lang: str) -> Rulebook:
    """Return the rulebook of *game* in *lang*, or in English where it is not translated.

    The game's credits follow its opening, before the first chapter or figure. Raise
    FileNotFoundError where there is none at all.
    """
    text = _text(game, "rules", lang)
    if text is None:
        if lang == SOURCE:
            raise FileNotFoundError(f"{game.slug} has no rulebook: rules.{SOURCE}.md is missing")
        return rulebook(game, SOURCE)
    if game.credits:
        text = _credited(text, Words(lang).say(game.credits))
    parts: list[str | Figure] = []
    at = 0
    for block in _BLOCK.finditer(text):
        parts += [text[at : block.start()].strip(), _figure(block[1], block[2])]
        at = block.end()
    parts.append(text[at:].strip())
    return Rulebook(lang, tuple(part for part in parts if part))


def is_taught(game: AnyGame) -> bool:
    """Return whether *game* has a first game, in English at least."""
    return _text(game, "first-game", SOURCE) is not None


def lesson(game: AnyGame, lang: str) -> Lesson | None:
    """Return the first game of *game* in *lang*, or in English, or None where it has none."""
    text = _text(game, "first-game", lang)
    if text is None:
        return None if lang == SOURCE else lesson(game, SOURCE)
    tasks: list[Task] = []
    greeting = ""
    at = 0
    for block in _BLOCK.finditer(text):
        prose = text[at : block.start()].strip()
        at = block.end()
        if not tasks:
            greeting, _, prose = prose.rpartition("\n\n")
        tasks.append(_task(block[1], prose, block[2]))
    return Lesson(lang, greeting, tuple(tasks))


def _text(game: AnyGame, name: str, lang: str) -> str | None:
    file = game.folder / f"{name}.{lang}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def _credited(text: str, credits_: str) -> str:
    """Return a rulebook's text with the credits below its opening."""
    end = _OPENING_END.search(text)
    at = len(text) if end is None else end.start()
    return f"{text[:at]}\n*{credits_}*\n\n{text[at:]}"


def _facts(what: str, body: str, keys: Sequence[str]) -> dict[str, str]:
    """Return the facts of a fenced block; ValueError where a line is none."""
    facts = {}
    for line in body.splitlines():
        key, colon, value = line.partition(": ")
        if not colon or key not in keys:
            raise ValueError(f"{what}: {line!r} is not one of {', '.join(keys)}")
        facts[key] = value.strip()
    return facts


def _figure(number: str, body: str) -> Figure:
    facts = _facts(f"figure {number}", body, _FIGURE_KEYS)
    return Figure(
        number=number,
        position=facts["position"],
        caption=facts["caption"],
        options=read_options(facts.get("options", "").split()),
        moves=tuple(facts.get("moves", "").split()),
        forbidden=tuple(facts.get("forbidden", "").split()),
        result=facts.get("result") == "yes",
    )


def _task(number: str, prose: str, body: str) -> Task:
    facts = _facts(f"task {number}", body, _TASK_KEYS)
    return Task(
        number=number,
        prose=prose,
        position=facts["position"],
        accept=tuple(facts["accept"].split()),
        hint=facts["hint"],
        praise=facts["praise"],
        options=read_options(facts.get("options", "").split()),
        rule=facts.get("rule", ""),
    )


def markdown(text: str) -> str:
    """Return Markdown as HTML; whatever is HTML in it is shown as text."""
    # In a browser pages bring their prose along: lessons and figures are read there without it.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    parser = MarkdownIt("commonmark", {"html": False})
    tokens = parser.parse(text)
    for opening, inline in pairwise(tokens):
        number = _rule_number(inline.content)
        if opening.type == "paragraph_open" and number:
            opening.attrSet("id", f"rule-{number}")
    return str(parser.renderer.render(tokens, parser.options, {}))


def _rule_number(prose: str) -> str | None:
    """Return the number that a paragraph begins with in bold, if it is a rule."""
    found = re.match(r"\*\*(\d\.\d)\*\*", prose)
    return found[1] if found else None
