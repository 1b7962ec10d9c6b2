"""Luck and choices in words and in a picture: a row a player, from the start to the result.

The picture is for light and dark: the colours that depend on it are in a style sheet of its own.
"""

from collections.abc import Callable, Sequence
from typing import Final

from ludotheque.draw.shapes import escape, group, line, path, tag
from ludotheque.errors import N_
from ludotheque.study.luck import PART_NAMES, Account, Part
from ludotheque.words import SOURCE, Words

PARTS: Final = (
    N_("start"),
    N_("deal"),
    N_("draws"),
    N_("own choices"),
    N_("others"),
)
"""What the parts of an account are called, in order."""
ROW: Final = 56
"""The height of a player's row; a picture's unit is a pixel."""
LEFT, PLOT, RIGHT, TOP, BOTTOM = 130, 470, 60, 34, 26
BAR: Final = 25
"""The height of two parts one above the other."""
WIDE: Final = 22
"""From this width on a part holds its number."""
LONGEST: Final = 17
"""The signs of a name that fit."""
STYLE: Final = """
.luck-ink{fill:#2b2620}.luck-soft{fill:#645a4c}.luck-paper{fill:#fffaf0}
.luck-grid{stroke:#8d7f63;stroke-opacity:.45;fill:none}.luck-whisker{stroke:#2b2620;fill:none}
.luck-start{fill:#7d7055}.luck-deal{fill:#1f5a36}.luck-draws{fill:#43855a}
.luck-own{fill:#a8481a}.luck-others{fill:#56679f}
@media (prefers-color-scheme:dark){
.luck-ink{fill:#f1e9d8}.luck-soft{fill:#b9b39f}.luck-paper{fill:#212e28}
.luck-grid{stroke:#7d8d83}.luck-whisker{stroke:#f1e9d8}
.luck-start{fill:#a3ada4}.luck-deal{fill:#b5eec8}.luck-draws{fill:#62bd82}
.luck-own{fill:#f39a5b}.luck-others{fill:#9fb0ea}}
""".replace("\n", "")
"""The names begin alike: in a notebook a style sheet is everybody's."""


def sentence(account: Account, words: Words) -> str:
    """Return luck and choices in a few words, as `Lucky by 14 points; choices cost 3`."""
    _, deal, draws, own, _ = account.points
    luck = deal + draws
    if luck > 0:
        chance = words.count("Lucky by {n} point", "Lucky by {n} points", luck)
    elif luck < 0:
        chance = words.count("Unlucky by {n} point", "Unlucky by {n} points", -luck)
    else:
        chance = words.say("Neither lucky nor unlucky")
    if own:
        return words.say("{luck}; choices cost {points}.", luck=chance, points=-own)
    return words.say("{luck}; choices cost nothing.", luck=chance)


def told(account: Account, words: Words) -> str:
    """Return how the parts add up: `25 at the start, deal +4 ± 1, … : 100`."""
    start, *others = zip(PARTS, account.points, account.parts, strict=True)
    parts = [words.say("{points} at the start", points=start[1])]
    parts += (f"{words.say(name)} {_signed(points, part)}" for name, points, part in others)
    return words.say(
        "{parts}: {result}", parts=", ".join(parts), result=round(100 * account.result)
    )


def _signed(points: int, part: Part) -> str:
    return f"{'+' if points > 0 else ''}{_number(points)} ± {error_points(part)}"


def _number(points: int) -> str:
    return str(points).replace("-", "\N{MINUS SIGN}")


def error_points(part: Part) -> int:
    """Return half of the 95 % interval in whole points, rounded up."""
    return -int(-100 * 1.96 * part.error // 1)


def picture(accounts: Sequence[Account], names: Sequence[str], words: Words | None = None) -> str:
    """Return the accounts as SVG, a row a player, its words in the reader's language."""
    words = Words(SOURCE) if words is None else words
    sums = [_sums(account) for account in accounts]
    low = min(0.0, *(min(each) for each in sums))
    high = max(1.0, *(max(each) for each in sums))
    width, height = LEFT + PLOT + RIGHT, TOP + ROW * len(accounts) + BOTTOM

    def across(share: float) -> float:
        return LEFT + PLOT * (share - low) / (high - low)

    rows = [
        _row(name, account, TOP + ROW * place, across, words)
        for place, (name, account) in enumerate(zip(names, accounts, strict=True))
    ]
    described = " ".join(
        f"{name}: {sentence(account, words)} {told(account, words)}."
        for name, account in zip(names, accounts, strict=True)
    )
    marks = [
        path(
            line([(across(quarter / 4), TOP - 6), (across(quarter / 4), height - BOTTOM)]),
            **{"class": "luck-grid"},
        )
        + _text(str(25 * quarter), across(quarter / 4), height - 8, "middle", 11, "luck-soft")
        for quarter in range(5)
    ]
    return tag(
        "svg",
        tag("title", escape(words.say("Luck and choices"))),
        tag("desc", escape(described)),
        tag("style", STYLE),
        tag("rect", width=width, height=height, rx=10, **{"class": "luck-paper"}),
        *marks,
        *_legend(words),
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        style="max-width:100%;height:auto",
    )


def _sums(account: Account) -> list[float]:
    """Return where each part ends when they are laid end to end."""
    ends, at = [], 0.0
    for part in account.parts:
        at += part.share
        ends.append(at)
    return ends


def _legend(words: Words) -> list[str]:
    each = (LEFT + PLOT + RIGHT - 24) / len(PARTS)
    return [
        group(
            tag("rect", x=12 + each * at, y=10, width=11, height=11, **{"class": f"luck-{name}"}),
            _text(words.say(called), 28 + each * at, 20, "start", 12, "luck-ink"),
        )
        for at, (name, called) in enumerate(zip(PART_NAMES, PARTS, strict=True))
    ]


def _row(
    name: str, account: Account, top: float, across: Callable[[float], float], words: Words
) -> str:
    """Return a player's row: the parts laid end to end, and where they end."""
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    bars, at = [], 0.0
    # Parts that go back lie below those that go on, so that none hides another.
    for kind, called, part, points in zip(
        PART_NAMES, PARTS, account.parts, account.points, strict=True
    ):
        left, right = sorted((across(at), across(at + part.share)))
        drop = 0 if part.share >= 0 else BAR / 2 + 1
        fits = right - left >= WIDE
        bars.append(
            group(
                tag("title", escape(f"{words.say(called)}: {_signed(points, part)}")),
                tag(
                    "rect",
                    x=left,
                    y=top + drop,
                    width=max(right - left, 0.5),
                    height=BAR / 2,
                    **{"class": f"luck-{kind}"},
                ),
                _text(
                    _number(points), (left + right) / 2, top + drop + 10, "middle", 10, "luck-paper"
                )
                if fits
                else "",
            )
        )
        at += part.share
    end = path(
        line([(across(account.result), top - 4), (across(account.result), top + BAR + 5)]),
        stroke_width=2.5,
        **{"class": "luck-whisker"},
    )
    return group(
        _text(short, LEFT - 12, top + 17, "end", 13, "luck-ink"),
        *bars,
        end,
        _text(str(round(100 * account.result)), LEFT + PLOT + 44, top + 17, "end", 13, "luck-ink"),
        _text(sentence(account, words), LEFT, top + BAR + 16, "start", 11, "luck-soft"),
    )


def _text(text: str, x: float, y: float, anchor: str, size: float, kind: str) -> str:
    return tag(
        "text",
        escape(text),
        x=x,
        y=y,
        font_family="Georgia, 'Times New Roman', serif",
        font_size=size,
        text_anchor=anchor,
        **{"class": kind},
    )
