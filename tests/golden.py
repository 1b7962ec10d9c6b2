"""Golden games: whole games that a person can read, with the board drawn at each ply.

The moves in a golden file (the lines that begin with `> `) are its source; the rest follows from
them. `make golden` writes it anew: read the difference, it is what a change has changed.
"""

import sys
from pathlib import Path

from ludotheque.draw import text
from ludotheque.games import take
from ludotheque.games.options import read_options
from ludotheque.position import CHANCE

FOLDER = Path(__file__).parent / "golden"


def moves_of(golden: str) -> list[str]:
    """Return the moves that a golden game is made of."""
    return [line[2:] for line in golden.splitlines() if line.startswith("> ")]


def table_of(golden: str) -> tuple[str, int, dict[str, str]]:
    """Return the game, the seats and the options that its first line names."""
    slug, seats, *options = golden.splitlines()[0].split()[1:]
    return slug, int(seats), read_options(options)


def render(slug: str, seats: int, options: dict[str, str], moves: list[str]) -> str:
    """Return the golden game that *moves* make."""
    game = take(slug)
    position = game.start(seats, **options)
    lines = [" ".join(["#", slug, str(seats), *(f"{n}={v}" for n, v in options.items())])]
    last = None
    for number, move in enumerate([*moves, None]):
        lines += ["", f"-- {number} --", text(game.scene(position, None, last)), str(position)]
        for seat in (None, *range(seats)):
            view = str(position.seen_by(seat))
            if view != str(position):
                lines.append(f"seen by {'all' if seat is None else seat + 1}: {view}")
        if move is None:
            lines.append(f"end: {position.outcome()}")
            break
        legal = [str(m) for m in position.moves()]
        who = "chance" if position.to_move is CHANCE else position.to_move + 1
        lines.append(f"{who} to move, {len(legal)} moves: {' '.join(legal[:40])}")
        lines.append(f"> {move}")
        made = game.move(move, position)
        last = last if position.to_move is CHANCE else made
        position = position.after(made)
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def rewritten(golden: str) -> str:
    """Return the golden game of the same moves as it would be written today."""
    return render(*table_of(golden), moves_of(golden))


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        before = file.read_text(encoding="utf-8")
        after = rewritten(before)
        file.write_text(after, encoding="utf-8")
        sys.stdout.write(f"{file.name}: {'the same' if after == before else 'changed'}\n")
