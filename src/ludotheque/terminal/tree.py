"""The moves of an analysis as rows of text: the line, and each variation further in."""

from collections.abc import Iterator

from rich.text import Text

from ludotheque.match.notes import Note
from ludotheque.match.text_notes import note_words
from ludotheque.study import AnalysisBoard, Moment

INDENT = 3


def moment_told(moment: Moment) -> str:
    """Return the move that led to *moment*, with its number, and what is said of both."""
    made = moment.made
    said = [] if made is None else [f"{made.number} {made.move}{made.sign}"]
    # Something may be said of a moment before chance acts, and of one after it.
    for each in dict.fromkeys((made, moment)):
        said += () if each is None else note_words(Note(each.comment, each.marks))
    return " ".join(said)


def tree_rows(board: AnalysisBoard) -> Iterator[Text]:
    """Yield a row for each line of *board*, with the moment that is looked at in reverse.

    A variation follows the line that it leaves, further in; the last to leave it comes first.
    """
    # Rows that are still to come: the moment that each begins with, and how far in it stands.
    waiting = [(moment, 0) for moment in reversed(board.start.onward)]
    if board.start.comment or board.start.marks:
        yield Text(moment_told(board.start))
    while waiting:
        first, depth = waiting.pop()
        row = Text(" " * INDENT * depth)
        line: list[Moment] = [first]
        while line[-1].onward:
            line.append(line[-1].onward[0])
        for moment in line:
            if moment.chance:
                continue
            here = board.at.made is moment
            row.append(moment_told(moment), "reverse" if here else "" if moment.played else "dim")
            row.append(" ")
        for moment in line:
            waiting += ((other, depth + 1) for other in reversed(moment.onward[1:]))
        row.rstrip()
        yield row
