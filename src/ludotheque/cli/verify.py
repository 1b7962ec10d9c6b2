"""`ludotheque verify`: whether a record is right."""

import typer

from ludotheque.cli.terms import FileName, desk_of
from ludotheque.match import verify
from ludotheque.match.files import about, read_record


def command(context: typer.Context, file: FileName) -> None:
    """Say what was found to be right; refuse the rest."""
    desk = desk_of(context)
    record = read_record(file)
    with about(file):
        report = verify(record)
    desk.say(
        "{file}: correct. {moves} moves follow the rules, {draws} draws follow from the seed.",
        file=file,
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
