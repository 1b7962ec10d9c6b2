"""Looking through a record: forwards, backwards, or all at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.draw import svg
from ludotheque.match import Match
from ludotheque.position import CHANCE
from ludotheque.scene import Scene, follow
from ludotheque.terminal import show
from ludotheque.terminal.ask import Desk


def last_move(match: Match) -> Any:  # noqa: ANN401 - a move is whatever the game says
    """Return the last move that a seat made; chance's are not shown as moves."""
    return next((ply.move for ply in reversed(match.plies) if isinstance(ply.mover, int)), None)


def pictures(states: Sequence[Match]) -> list[tuple[str, Scene]]:
    """Return each moment when someone was to move, and the end, with what led there.

    Every piece keeps the id it has in the first picture.
    """
    game = states[0].setup.game
    shown: list[tuple[str, Scene]] = []
    plies = -1
    for match in states:
        if match.to_move is CHANCE or len(match.plies) == plies:
            continue
        move = last_move(match)
        scene = game.scene(match.position, None, move)
        if shown and game.path is not None and len(match.plies) > plies:
            scene = follow(shown[-1][1], game.path(move), scene)
        shown.append((_caption(match), scene))
        plies = len(match.plies)
    return shown


def _caption(match: Match) -> str:
    """Return who made the last move, and which."""
    made = [(ply.mover, ply.move) for ply in match.plies if isinstance(ply.mover, int)]
    if not made:
        return ""
    seat, move = made[-1]
    return f"{len(made)}. {match.setup.players[seat]}: {move}"


def page_through(desk: Desk, shown: Sequence[tuple[str, Scene]]) -> None:
    """Show one moment after the other, as the person asks."""
    at = 0
    while True:
        caption, scene = shown[at]
        desk.tell("")
        desk.tell(show.board(scene))
        desk.tell(f"{at}/{len(shown) - 1}  {caption}")
        answer = desk.ask(desk.words.say("Enter: next, b: back, a number: go there, q: quit"))
        if answer.casefold() == "q" or (not answer and at == len(shown) - 1):
            return
        if answer.isdecimal():
            at = int(answer)
        else:
            at += -1 if answer.casefold() == "b" else 1
        at = max(0, min(at, len(shown) - 1))


def write_pictures(folder: Path, shown: Sequence[tuple[str, Scene]]) -> None:
    """Write each moment as a numbered SVG into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, (caption, scene) in enumerate(shown):
        (folder / f"{number:03}.svg").write_text(svg(scene, title=caption), encoding="utf-8")
