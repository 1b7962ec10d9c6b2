"""The signature of the searches on the screen, game by game as it is counted."""

from ludotheque.engine.signature import counts
from ludotheque.terminal.ask import Desk


def show_bench(desk: Desk) -> None:
    """Print what each game adds, then `Bench: N`, the line that ends a commit's message."""
    say, signature = desk.words.say, 0
    heads = (say("Positions"), say("Nodes"), say("Nodes/s"))
    for count in counts():
        if not signature:
            desk.tell(f"{say('Game'):<12}" + "".join(f"{head:>14}" for head in heads))
        figures = (count.positions, count.nodes, round(count.nodes / count.seconds))
        desk.tell(f"{say(count.game.title):<12}" + "".join(f"{figure:>14,}" for figure in figures))
        signature += count.nodes
    desk.tell(f"Bench: {signature}")
