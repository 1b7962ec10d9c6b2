"""A review on the screen: the graph, how exact everyone was, and each mistake in words."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ludotheque.engine import lending
from ludotheque.match import Record
from ludotheque.match.numbering import move_number
from ludotheque.position import Seat
from ludotheque.study import Judged, Label, Review, luck_told, reviewing
from ludotheque.study.graph import tint_of
from ludotheque.study.telling import (
    accuracy_told,
    called,
    counted,
    line_called,
    mark_of,
    score_told,
    sentences,
)
from ludotheque.terminal.ask import Desk
from ludotheque.terminal.show import TINTS, seat_name

EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
ROWS: Final = 8
"""The height of the graph of two; a seat of more has one row."""
GUTTER: Final = 6
"""The room beside it, for shares."""
STYLES: Final = {
    Label.INACCURACY: "yellow",
    Label.MISTAKE: "dark_orange",
    Label.BLUNDER: "bold red",
}
SIGNS: Final = {Label.INACCURACY: ".", Label.MISTAKE: "?", Label.BLUNDER: "!"}
"""Below the graph there is room for one sign a move."""
PLAIN: Final = ("white", "grey23")
"""The parts of two seats whose pieces have no colour."""
INDENT: Final = 5
"""What is said of a move stands behind its number."""
FEW_MOVES: Final = 6
"""As many moves of a line are shown, and more where a claim rests on them."""


def reviewed(desk: Desk, record: Record, *, nodes: int | None, threads: int) -> Review | None:
    """Return the review of *record*, and show meanwhile how far it is.

    Ctrl-C ends it: then it is what is known so far, None if that is nothing.
    """
    words, known = desk.words, None
    steps = reviewing(record, nodes=nodes, threads=threads)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=desk.console,
        transient=True,
        disable=not desk.console.is_terminal,
    )
    with bar, lending():
        task = bar.add_task(words.say("Looking at the moves, the last first"), total=None)
        try:
            while True:
                known = next(steps)
                if known.moves:
                    last = known.moves[-1].turn
                    bar.update(task, completed=len(known.moves), total=last)
        except StopIteration as end:
            whole: Review = end.value
            return whole
        except KeyboardInterrupt:
            return known if known is not None and known.moves else None


def show_review(desk: Desk, review: Review, *, every_move: bool) -> None:
    """Print *review*: graph, accuracies, then the moves that there is something to say of."""
    words, setup = desk.words, review.setup
    title = words.say(setup.game.title)
    names = ", ".join(setup.players)
    desk.tell(words.say("{name}: {what}", name=title, what=names), style="bold")
    if not review.complete:
        first, last = (
            _number(review, move).rstrip(".") for move in (review.moves[0], review.moves[-1])
        )
        desk.say("Stopped early: moves {first} to {last} were looked at.", first=first, last=last)
    desk.tell("")
    for row in graph_rows(review, desk.console.width):
        desk.tell(row)
    desk.tell("")
    desk.console.print(_players(desk, review))
    desk.tell("")
    _tell_luck(desk, review)
    told = [move for move in review.moves if every_move or _is_told(review, move)]
    for move in told:
        _tell(desk, review, move)


def _is_told(review: Review, move: Judged) -> bool:
    return move.label is not None or move.number in review.turning_points


def _players(desk: Desk, review: Review) -> Table:
    """Return who was how exact."""
    words, setup = desk.words, review.setup
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(words.say("Player"))
    table.add_column(words.say("Accuracy"), justify="right")
    table.add_column("")
    for seat, player in enumerate(setup.players):
        name = Text(f"{player} · {seat_name(setup.game, seat, words)}", style=_style(review, seat))
        told = counted(review, seat, words)
        table.add_row(name, accuracy_told(review.accuracies[seat], words), Text(told))
    return table


def _tell_luck(desk: Desk, review: Review) -> None:
    """Print what each result was made of, where luck had a part in it."""
    for player, account in zip(review.setup.players, review.luck, strict=False):
        said = luck_told.sentence(account, desk.words)
        desk.say("{name}: {what}", name=player, what=said)
        desk.explain(luck_told.told(account, desk.words), INDENT, style="dim")
    if review.luck:
        desk.tell("")


def _tell(desk: Desk, review: Review, move: Judged) -> None:
    """Print a move: its number, whose it was, what it was worth, and what there is to say."""
    words, setup = desk.words, review.setup
    head = Text(f"{_number(review, move):>4} ")
    head.append(setup.players[move.seat], style=_style(review, move.seat))
    style = STYLES[move.label] if move.label is not None else "bold"
    name = called(setup, move, move.move, words)
    head.append("  ").append(f"{name} {mark_of(move)}".rstrip(), style=style)
    before, after = score_told(move.value, words), score_told(move.reached, words)
    head.append(f"  {before} → {after}" if before != after else f"  {after}")
    if move.number in review.turning_points:
        head.append("  ").append(words.say("turning point"), style="bold")
    desk.tell(head)
    said = " ".join(sentences(setup, move, words))
    if said:
        desk.explain(said, INDENT)
    if move.label is None:
        return
    better = move.lines[0].moves
    best = line_called(setup, move, better, words)
    needed = max(_needed(move, better, instead=True), 1 + _compared(move))
    line = words.say("Better: {line}", line=_line(best, needed))
    desk.explain(line, INDENT, style="dim")
    if move.answer:
        played = line_called(setup, move, (move.move, *move.answer), words)
        needed = 1 + _needed(move, move.answer, instead=False)
        line = words.say("Played: {line}", line=_line(played, needed))
        desk.explain(line, INDENT, style="dim")


def _number(review: Review, move: Judged) -> str:
    return move_number(move.turn, move.seat, len(review.setup.players))


def _needed(move: Judged, line: Sequence[str], *, instead: bool) -> int:
    """Return how many moves of *line* the claims about *move* rest on.

    A claim may have a line of its own, of which this one shows nothing.
    """
    rests = (
        len(claim.line)
        for claim in move.claims
        if claim.instead == instead and claim.line == tuple(line[: len(claim.line)])
    )
    return max(rests, default=0)


def _compared(move: Judged) -> int:
    """Return how many moves after the better one what is told of its line is to be seen."""
    facts = (told.facts for claim in move.claims for told in claim.told)
    counts = (each.get("others", each.get("plies", 0)) for each in facts)
    return max((count for count in counts if isinstance(count, int)), default=0)


def _line(moves: Sequence[str], needed: int) -> str:
    shown = max(FEW_MOVES, needed)
    more = " …" if len(moves) > shown else ""
    return " ".join(moves[:shown]) + more


def _style(review: Review, seat: Seat) -> str:
    return TINTS.get(tint_of(review.setup.game, seat) or "", "")


def graph_rows(review: Review, width: int) -> Iterator[Text]:
    """Yield the graph, as wide as the review has points, or as there is room for.

    Of two whose shares are known together it is one area, else a row a seat.
    """
    columns = _columns(review, max(1, width - GUTTER - 1))
    if len(review.setup.players) == 2 and all(None not in shares for shares, _ in columns):
        yield from _area(review, [shares[0] or 0.0 for shares, _ in columns])
    else:
        for seat, _ in enumerate(review.setup.players):
            yield _row(review, seat, [shares[seat] for shares, _ in columns])
    marks = Text(" " * GUTTER)
    for _, label in columns:
        marks.append(" ") if label is None else marks.append(SIGNS[label], style=STYLES[label])
    yield marks


def _columns(review: Review, most: int) -> list[tuple[tuple[float | None, ...], Label | None]]:
    """Return, for each column, what every seat could expect, and the worst label of its moves."""
    labels = {move.number + 1: move.label for move in review.moves}
    each = -(-len(review.points) // most) or 1
    columns = []
    for at in range(0, len(review.points), each):
        points = review.points[at : at + each]
        shares = tuple(
            next((share for share in reversed(own) if share is not None), None)
            for own in zip(*(point.shares for point in points), strict=True)
        )
        found = [label for point in points if (label := labels.get(point.number)) is not None]
        columns.append((shares, max(found, key=lambda label: label.value, default=None)))
    return columns


def _area(review: Review, shares: Sequence[float]) -> Iterator[Text]:
    """Yield rows in which the first seat's share is the lower part."""
    below, above = (_style(review, seat) or plain for seat, plain in enumerate(PLAIN))
    # The upper part is the background: so it is one block with the lower one.
    back = above.split(" on ")[-1].removeprefix("bright_")
    for row in range(ROWS - 1, -1, -1):
        mark = {ROWS - 1: "100", ROWS // 2: " 50", 0: "  0"}.get(row, "   ")
        line = Text(f"{mark:>{GUTTER - 1}} ", style="dim")
        for share in shares:
            eighths = min(8, max(0, round(8 * (share * ROWS - row))))
            line.append(EIGHTHS[eighths], style=f"{below.split(' on ')[-1]} on {back}")
        yield line


def _row(review: Review, seat: Seat, shares: Sequence[float | None]) -> Text:
    """Return what a seat could expect at each of its turns."""
    line = Text(f"{seat + 1:>{GUTTER - 1}} ", style="dim")
    for share in shares:
        sign = " " if share is None else EIGHTHS[1 + min(7, int(8 * share))]
        line.append(sign, style=_style(review, seat))
    return line
