"""A game to click through in a notebook: one document that needs no server and no network.

It stands in a frame of its own, which may run its script and nothing else: several live in one
notebook, nothing of the notebook's style comes in and nothing goes out, and what the notebook is
exported to shows it as well.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from ludotheque import pictures
from ludotheque.draw import Placement, symbol_defs
from ludotheque.errors import N_, BadOption
from ludotheque.match import Board, Match, Record
from ludotheque.notebook.modules import joined
from ludotheque.pictures import BoardDrawing, Frame, drawing_of, replayed
from ludotheque.position import Seat
from ludotheque.words import Words, language_of

FOLDER: Final = Path(__file__).parent
THEMES: Final = ("system", "light", "dark")
"""The lights in which a replay can be seen; the first is as the reader's device has it."""
HEIGHT: Final = 560
"""Of the frame in the notebook, in pixels."""
_CSP: Final = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
"""What the document brings along may run; it can fetch nothing and tell nobody."""

_STEPS: Final = (
    ("first", N_("To the start"), "M6 5v14M19 5 9 12l10 7z", ""),
    ("back", N_("Previous move"), "M17 5 7 12l10 7z", ""),
    ("on", N_("Next move"), "M7 5l10 7-10 7z", ""),
    ("last", N_("To the end"), "M18 5v14M5 5l10 7-10 7z", ""),
    ("flip", N_("Turn the board"), "M19 12a7 7 0 1 1-2-5m2-4v5h-5", "turn"),
)
"""What can be pressed: its deed, its name, its picture, and how that is drawn."""


@dataclass(frozen=True, repr=False)
class Replay:
    """A game to click through: a notebook shows it, `save` makes a file of it."""

    title: str
    moves: int
    html: str
    """The whole document."""

    def save(self, file: str | Path) -> None:
        """Write it as a page that any browser opens."""
        Path(file).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Replay of {self.title}, {self.moves} moves: a notebook shows it>"

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{escape(self.title)}" sandbox="allow-scripts" '
            f'style="width:100%;max-width:62rem;height:{HEIGHT}px;border:0;border-radius:12px" '
            f'srcdoc="{escape(self.html)}"></iframe>'
        )


def show(
    game: Record | Match | Board,
    seat: Seat | None = None,
    *,
    lang: str | None = None,
    theme: str = THEMES[0],
) -> Replay:
    """Return a game to click through, as *seat* (counted from 0; None: a spectator) may see it.

    Once a game is over everyone may see everything. It speaks *lang*, by default the language of
    the environment. Raise BadRecord where the record is wrong or redacted, and BadOption where
    there is no such seat or light, or *game* is none that was played.
    """
    record = record_of(game)
    if theme not in THEMES:
        raise BadOption(
            N_("there is no theme “{theme}”; the themes are: {themes}"),
            theme=theme,
            themes=", ".join(THEMES),
        )
    words = Words(lang or language_of())
    setup = record.setup
    last = len(setup.players) - 1
    if seat is not None and not 0 <= seat <= last:
        raise BadOption(
            N_("there is no seat {seat}; seats go from 0 to {last}"), last=last, seat=seat
        )
    drawing = drawing_of(setup.game, len(setup.players), setup.options, seat, words)
    played = replayed(record, seat, words)
    title = words.say("{name}: {what}", name=played.title, what=" · ".join(setup.players))
    html = _document(played, _told(played, drawing, seat, words), title, theme, words)
    return Replay(title, len(played.frames) - 1, html)


def record_of(game: object) -> Record:
    """Return the record that *game* is or, as a match or a board, has. Raise BadOption if none."""
    if isinstance(game, Board):
        return game.record()
    if isinstance(game, Match):
        return Record.of(game)
    if not isinstance(game, Record):
        raise BadOption(
            N_(
                "expected a board, a match or a record, not {kind}; ludotheque.read_record reads a"
                " record from a file"
            ),
            kind=type(game).__name__,
        )
    return game


def _told(
    played: pictures.Replay, drawing: BoardDrawing, seat: Seat | None, words: Words
) -> Mapping[str, Any]:
    """Return what the script needs: each way in which a piece lies is written down once."""
    end = len(played.frames) - 1
    lying: dict[Placement, int] = {}
    shown = [
        {
            "pieces": [lying.setdefault(piece, len(lying)) for piece in frame.picture.pieces],
            "last": frame.picture.last,
            "told": _sentence(frame, played.players, words),
            "place": words.say("Move {n} of {all}", n=number, all=end),
        }
        for number, frame in enumerate(played.frames)
    ]
    unzoned = all(spot.zone == "" for spot in drawing.spots)
    return {
        "drawing": {**asdict(drawing), "pieces": []},
        "symbols": symbol_defs(piece.symbol for piece in lying),
        "flipped": unzoned and seat == 1,
        "lying": [asdict(piece) for piece in lying],
        "frames": shown,
    }


def _sentence(frame: Frame, players: Sequence[str], words: Words) -> str:
    if frame.seat is None:
        return words.say("The start of the game")
    what = " ".join(frame.told) or words.say("hidden")
    return words.say("{name}: {what}", name=players[frame.seat], what=what)


def _document(
    played: pictures.Replay, told: Mapping[str, Any], title: str, theme: str, words: Words
) -> str:
    moves = "".join(
        f'<li><button type="button" title="{escape(" ".join(frame.told))}">'
        f'<span class="who">{escape(played.players[frame.seat])}</span>'
        f'<span class="move">{escape(frame.brief or words.say("hidden"))}</span></button></li>'
        for frame in played.frames
        if frame.seat is not None
    )
    steps = "".join(
        f'<button type="button" data-deed="{deed}" aria-label="{name}" title="{name}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path class="{look}" d="{path}"/></svg>'
        "</button>"
        for deed, name, path, look in (
            (deed, escape(words.say(name)), path, look) for deed, name, path, look in _STEPS
        )
    )
    return (
        f'<!doctype html>\n<html lang="{words.lang}" data-theme="{theme}"><head>'
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{_CSP}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_style()}</style></head><body>"
        f"<header><h1>{escape(played.title)}</h1><p>{escape(' · '.join(played.players))}</p>"
        f'<p class="result">{escape(_result(played, words))}</p></header>'
        f'<svg class="board" role="img" aria-label="{escape(title)}"></svg>'
        f'<p class="told" role="status"></p><div class="steps">{steps}'
        f'<input type="range" min="0" max="{len(played.frames) - 1}" value="0" '
        f'aria-label="{escape(words.say("Move"))}"></div>'
        f'<ol aria-label="{escape(words.say("Moves"))}">{moves}</ol>'
        f'<script type="application/json" id="game">{_json(told)}</script>'
        f'<script type="module">{_script()}</script></body></html>\n'
    )


def _result(played: pictures.Replay, words: Words) -> str:
    """Return who has won, and by which rule."""
    if played.ending is None:
        return words.say("Not played to the end")
    shares = played.ending.shares
    pairs = zip(played.players, shares, strict=True)
    winners = [player for player, share in pairs if share == max(shares)]
    names = ", ".join(winners)
    won = (
        words.say("A draw")
        if len(winners) == len(shares)
        else words.count("{names} has won", "{names} share the win", len(winners), names=names)
    )
    return words.say("{name}: {what}", name=won, what=played.ending.reason)


def _json(plain: Mapping[str, Any]) -> str:
    """Return *plain* as JSON in which nothing ends or opens an element."""
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def _style() -> str:
    return (FOLDER / "replay.css").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return joined(FOLDER / "replay.js")
