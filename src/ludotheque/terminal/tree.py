"""The moves of an analysis as rows of text: the line, and each variation further in."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from ludotheque.match.notes import Note
from ludotheque.match.text_notes import note_words
from ludotheque.study import AnalysisBoard, Moment

INDENT = 3


def settled(moment: Moment) -> Moment:
    """Return the moment after what chance does in *moment*, as far as that is there."""
    while moment.onward and moment.onward[0].chance:
        moment = moment.onward[0]
    return moment


def since_move(moment: Moment) -> Sequence[Moment]:
    """Return the moments since the last move of a seat, that after it first, *moment* last."""
    since = [moment]
    while since[-1].chance and since[-1].before is not None:
        since.append(since[-1].before)
    return since[::-1]


def moment_told(moment: Moment) -> str:
    """Return the move that led to *moment*, with its number, and what is said since then.

    What chance did is told where it could have done something else.
    """
    said: list[str] = []
    for each in since_move(moment):
        if each.seat is not None:
            said.append(f"{each.number} {each.move}{each.sign}")
        elif each.before is not None and len(each.before.onward) > 1:
            said.append(f"({each.move})")
        said += note_words(Note(each.comment, each.marks))
    return " ".join(said)


def tree_rows(board: AnalysisBoard) -> Iterator[Text]:
    """Yield a row for each line of *board*, with the moment that is looked at in reverse.

    A variation follows the line that it leaves, further in.
    """
    # The rows that are still to come, the next one last: where each begins, and how far in.
    waiting = [(board.start, 0)]
    while waiting:
        first, depth = waiting.pop()
        line = [first]
        while line[-1].onward:
            line.append(line[-1].onward[0])
        row = Text(" " * INDENT * depth)
        for moment in line:
            # What chance does is told with the move before it, if that is on this row.
            if moment.chance and moment is not first:
                continue
            here, told = settled(moment), moment_told(settled(moment))
            if moment.chance:
                told = told[told.index(f"({moment.move})") :]
            if told:
                style = "reverse" if here is board.at else "" if moment.played else "dim"
                row.append(told, style).append(" ")
        row.rstrip()
        if row:
            yield row
        for moment in reversed(line):
            waiting += ((other, depth + 1) for other in reversed(moment.onward[1:]))
