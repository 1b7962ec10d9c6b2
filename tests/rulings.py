"""docs/rulings.md as the tests read it: its headings, its chapters and its counts of perft."""

import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "rulings.md"
HEADING = re.compile(r"^#{2,3} (?:(\d(?:\.\d)?) )?(.+)$", re.MULTILINE)


@cache
def sections() -> dict[tuple[str, str], str]:
    """Return the text below each heading, by its number (or that of its chapter) and its name."""
    _, *parts = HEADING.split(PAGE.read_text("utf-8"))
    return {
        (number or "", name): text
        for number, name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    }


def chapters() -> dict[str, str]:
    """Return the title of each chapter, a game's, by its number."""
    return dict(re.findall(r"^## (\d) (.+)$", PAGE.read_text("utf-8"), re.MULTILINE))


def numbers() -> list[str]:
    """Return the numbers of the rulings, as they come."""
    return [number for number, _ in sections() if "." in number]


def chapter(number: str) -> str:
    """Return all that the chapter of a game says."""
    return "".join(text for (at, _), text in sections().items() if at.split(".")[0] == number)


def rows(number: str, name: str) -> list[list[str]]:
    """Return the cells of the tables below a heading, without the heads and without backticks."""
    lines = re.findall(r"^\|(.+)\|$", sections()[number, name], re.MULTILINE)
    cells = [[cell.strip().replace("`", "") for cell in line.split("|")] for line in lines]
    return [
        row
        for row, under in zip(cells, [*cells[1:], [""]], strict=True)
        if not {row[0], under[0]} & {"---"}
    ]


def perft_counts(number: str) -> list[tuple[dict[str, str], tuple[int, ...]]]:
    """Return the options of each start in a chapter, and its counts for 1, 2, 3 … moves."""
    return [
        (dict([options.split("=")]), tuple(map(int, counts)))
        for options, *counts in rows(number, "Perft")
    ]
