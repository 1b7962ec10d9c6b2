"""Replay viewer: a record forwards, backwards, or all at once."""

from collections.abc import Sequence
from pathlib import Path

from ludotheque.draw import svg
from ludotheque.match import Match
from ludotheque.match.notes import Notes
from ludotheque.match.numbering import move_number
from ludotheque.match.text_notes import note_words
from ludotheque.position import CHANCE
from ludotheque.scene import Scene, follow
from ludotheque.terminal import show
from ludotheque.terminal.ask import Desk, number_in
from ludotheque.words import Words


def pictures(states: Sequence[Match], words: Words, notes: Notes = ()) -> list[tuple[str, Scene]]:
    """Return each moment when someone was to move, and the end, with what led there in *words*.

    What *notes* say of a moment of the line of play follows. Every piece keeps the id it has in the
    first picture.
    """
    shown: list[tuple[str, Scene]] = []
    line: dict[int, Scene] = {}  # By the moves made, so that a takeback finds the pieces it left.
    plies = -1
    for match in states:
        count = len(match.plies)
        if match.to_move is CHANCE or count == plies:
            continue
        if count < plies:
            shown.append((f"↶ {_caption(match, words)}", line[count]))
        else:
            line[count] = _next_scene(line.get(plies), match)
            said = _said(notes, match, states[-1], plies) if notes else ()
            shown.append((" ".join((_caption(match, words), *said)).strip(), line[count]))
        plies = count
    return shown


def _said(notes: Notes, match: Match, end: Match, since: int) -> tuple[str, ...]:
    """Return the words of what is said of *match*, and of where only chance moved *since*."""
    count = len(match.plies)
    if match.plies != end.plies[:count]:  # It was taken back.
        return ()
    return tuple(
        word for after, note in notes if since < after <= count for word in note_words(note)
    )


def _next_scene(before: Scene | None, match: Match) -> Scene:
    """Return the scene of the present, its pieces under the ids that they had in *before*."""
    game, move = match.setup.game, match.last_move
    scene = game.scene(match.position, None, move)
    if before is None or game.path is None:
        return scene
    return follow(before, game.path(move), scene)


def _caption(match: Match, words: Words) -> str:
    """Return who made the last move, and which."""
    made = [(ply.mover, ply.move) for ply in match.plies if isinstance(ply.mover, int)]
    if not made:
        return ""
    seat, move = made[-1]
    player = match.setup.players[seat]
    number = move_number(len(made), seat, len(match.setup.players))
    return words.say("{number} {player}: {move}", number=number, player=player, move=move)


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
        number = number_in(answer, len(shown) - 1)
        if number is None:
            number = at - 1 if answer.casefold() == "b" else at + 1
        at = max(0, min(number, len(shown) - 1))


def write_pictures(folder: Path, shown: Sequence[tuple[str, Scene]]) -> None:
    """Write each moment as a numbered SVG into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, (caption, scene) in enumerate(shown):
        (folder / f"{number:03}.svg").write_text(svg(scene, title=caption), encoding="utf-8")
