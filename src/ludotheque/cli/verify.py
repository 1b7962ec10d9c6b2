"""`ludotheque verify`: whether records are right."""

import typer

from ludotheque.cli.terms import FileName, desk_of
from ludotheque.errors import N_, BadRecord
from ludotheque.match import Record, Report, verify
from ludotheque.match.files import kept_in, no_record
from ludotheque.match.several import Kept
from ludotheque.terminal.ask import Desk


def command(context: typer.Context, file: FileName) -> None:
    """Say what was found to be right; refuse the rest."""
    desk = desk_of(context)
    games = moves = draws = wrong = 0
    for kept in kept_in(file):
        games += 1
        try:
            record, report = _verified(kept)
        except BadRecord as refusal:
            if kept.alone:
                raise
            desk.tell(desk.words.refusal(refusal))
            wrong += 1
            continue
        moves += len(report.match.plies) - report.match.draws
        draws += report.draws
        if kept.alone:
            _tell(desk, kept, record, report)
    if games == 0:
        raise no_record(file)
    if wrong:
        raise BadRecord(
            N_("{file}: {wrong} of {games} games are wrong"), file=file, wrong=wrong, games=games
        )
    if games > 1:
        desk.say(
            "{file}: {games} games, all correct. {moves} moves follow the rules, {draws} draws"
            " follow from the seeds.",
            file=file,
            games=games,
            moves=moves,
            draws=draws,
        )


def _verified(kept: Kept) -> tuple[Record, Report]:
    record = kept.record()
    with kept.about():
        return record, verify(record)


def _tell(desk: Desk, kept: Kept, record: Record, report: Report) -> None:
    """Say of the only game in a file all that was found."""
    desk.say(
        "{file}: correct. {moves} moves follow the rules, {draws} draws follow from the seed.",
        file=kept.file,
        moves=len(report.match.plies) - report.match.draws,
        draws=report.draws,
    )
    if report.given:
        desk.say(
            "It began from a position set up by hand: what lay there was not drawn, and cannot be"
            " checked."
        )
    if record.result is None:
        desk.say("The match is not over yet: what chance drew can be checked once it is.")
