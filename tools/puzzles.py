"""Choose the puzzles that are shipped, from mined files.

    python tools/puzzles.py COUNT GAME FILE…

Each theme and each difficulty gets its share: groups of puzzles that lead with the same theme and
are about as hard give one each in turn, until there are enough. The easiest come first.
"""

import sys
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path

from ludotheque.games import take
from ludotheque.study.puzzles.puzzle import FILE, Puzzle, distinct, from_line, to_line

STEP = 200
"""The difficulties that are about the same."""


def chosen(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """Return *count* of the *puzzles*, as many different ones as there are."""
    groups = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        groups[puzzle.task, puzzle.themes[:1], puzzle.difficulty // STEP].append(puzzle)
    turns = (puzzle for turn in zip_longest(*groups.values()) for puzzle in turn if puzzle)
    return sorted(list(turns)[:count], key=lambda puzzle: (puzzle.difficulty, puzzle.id))


def main() -> int:
    """Write the file of a game anew."""
    count, game = int(sys.argv[1]), take(sys.argv[2])
    mined = [
        from_line(line, game.slug)
        for file in sys.argv[3:]
        for line in Path(file).read_text(encoding="utf-8").splitlines()
    ]
    kept = chosen(distinct(mined), count)
    file = Path(str(game.folder)) / FILE
    file.write_text("".join(f"{to_line(puzzle)}\n" for puzzle in kept), encoding="utf-8")
    print(f"{len(kept)} of {len(mined)} puzzles, {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
