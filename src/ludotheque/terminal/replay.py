"""Looking through a record: forwards, backwards, or all at once."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from ludotheque.draw import svg
from ludotheque.match import Match
from ludotheque.match.events import Drew, Moved
from ludotheque.scene import Scene, follow
from ludotheque.terminal import show
from ludotheque.terminal.ask import Desk


def pictures(states: Sequence[Match]) -> list[tuple[str, Scene]]:
    """Return each moment of the board with what led to it, every piece under its first id."""
    game = states[0].setup.game
    shown = [("", game.scene(states[0].position, None, None))]
    for before, after in pairwise(states):
        event = after.events[-1]
        if isinstance(event, Moved | Drew):
            move = after.plies[-1].move
            scene = game.scene(after.position, None, move)
            if game.path is not None:
                scene = follow(shown[-1][1], game.path(move), scene)
            who = after.setup.players[event.seat] if isinstance(event, Moved) else ""
            shown.append((f"{len(after.plies)}. {who} {event.move}", scene))
        elif after.position is not before.position:
            shown.append((event.word, game.scene(after.position, None, None)))
    return shown


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
