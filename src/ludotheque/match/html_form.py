"""A record as a notebook shows it by itself: the last picture, who played, and the moves below.

`ludotheque.show` makes a game to click through of it; this is what can be seen without a script.
"""

from html import escape

from ludotheque.draw import svg
from ludotheque.match.record import Record, redacted, replay, result_text
from ludotheque.match.setup import HIDDEN
from ludotheque.match.text_form import to_text


def to_html(record: Record) -> str:
    """Return *record* as a piece of HTML, as a spectator may see it; nothing in it is run.

    A redacted record can only be read. Raise BadRecord where the record is wrong.
    """
    setup, picture = record.setup, ""
    if not _is_transcript(record):
        *_, end = replay(record)
        picture = svg(setup.game.scene(end.seen_by(None), None, end.last_move))
        record = redacted(record, None)
    given = ", from a position" if setup.start is not None else ""
    heading = (
        f"{setup.game.title}: {' · '.join(setup.players)} ({result_text(record.result)}{given})"
    )
    return (
        f'<div style="overflow-x:auto"><p><strong>{escape(heading)}</strong></p>{picture}<details>'
        f'<summary>Record</summary><pre style="white-space:pre-wrap">{escape(to_text(record))}'
        "</pre></details></div>"
    )


def _is_transcript(record: Record) -> bool:
    """Return whether something in *record* is hidden."""
    hidden = (getattr(event, "move", "") is None for event in record.events)
    return record.setup.start == HIDDEN or any(hidden)
