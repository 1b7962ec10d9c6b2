"""Rendering in a terminal: boards in colour, whose turn it is, how it ended."""

from rich.text import Text

from ludotheque.draw import lines
from ludotheque.games import AnyGame
from ludotheque.position import Chance, Seat
from ludotheque.rulebook import Figure, rulebook
from ludotheque.scene import Scene
from ludotheque.terminal.ask import Desk
from ludotheque.words import Words

TINTS = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "black": "bright_white on grey23",
    "ivory": "white",
    "rainbow": "cyan",
}
"""A terminal's name for each tint. Glyphs tell the same without colour."""

TIED = str.maketrans("\u00a0\u202f", "\ue000\ue001")
UNTIED = str.maketrans("\ue000\ue001", "\u00a0\u202f")
"""Stand-ins for no-break spaces, at which the terminal's wrapping would break."""


def board(scene: Scene) -> Text:
    """Return the table as coloured text."""
    drawn = Text(no_wrap=True)
    for line in lines(scene):
        for span in line:
            style = " ".join(
                filter(
                    None,
                    (TINTS.get(span.tint), "bold" if span.bold else "", "dim" if span.dim else ""),
                )
            )
            drawn.append(span.text, style)
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def seat_name(game: AnyGame, seat: Seat, words: Words) -> str:
    """Return what a seat is called at the table."""
    return words.say(game.seat_names[seat])


def turn(game: AnyGame, to_move: Seat | Chance | None, words: Words) -> str:
    """Return whose turn it is."""
    if to_move is None:
        return words.say("The game is over.")
    if isinstance(to_move, Chance):
        return words.say("It is chance’s turn.")
    return words.say("{seat} to move.", seat=seat_name(game, to_move, words))


def rules(desk: Desk, game: AnyGame) -> None:
    """Print the rulebook of *game*, each figure drawn."""
    for part in rulebook(game, desk.words.lang).parts:
        if isinstance(part, Figure):
            _figure(desk, game, part)
        else:
            _prose(desk, part)


def _prose(desk: Desk, markdown: str) -> None:
    """Print Markdown; a space that must not break, as before a French colon, does not."""
    from rich.markdown import Markdown  # noqa: PLC0415 - slow to import, and only rulebooks need it

    with desk.console.capture() as captured:
        desk.console.print(Markdown(markdown.translate(TIED)))
    desk.console.file.write(captured.get().translate(UNTIED))


def _figure(desk: Desk, game: AnyGame, figure: Figure) -> None:
    desk.tell("")
    desk.tell(board(figure.scene(game)))
    if figure.result:
        desk.tell(f"\n{figure.moves[0]} →\n")
        desk.tell(board(figure.scene_after(game)))
    number = desk.words.say("Figure")
    desk.tell("")
    _prose(desk, f"*{number} {figure.number}. {figure.caption}*")
    for move in figure.moves:
        desk.tell(f"  ✓ {move}")
    for move in figure.forbidden:
        desk.tell(f"  ✗ {move}")
    desk.tell("")
