"""Everything that can be refused, as one small tree.

LudothequeError
├── BadText                 text that cannot be read
│   ├── BadPosition         position/text
│   ├── BadMove             move/text
│   └── BadRecord           record/text
├── IllegalMove             move/illegal
├── NotYourTurn             move/turn
├── MatchOver               match/over
├── NotAllowed              match/refused
├── Stale                   move/stale
├── NotSeated               table/seat
├── NoSuchTable             table/unknown
├── NoSuchPage              page/unknown
├── Unreadable              request/unreadable
├── HouseClosing            house/closing
├── UnknownGame             game/unknown
├── BadOption               option/unknown
└── BadSeats                seats/number

A refusal changes nothing. Its message is a template and the facts that fill it, so that the same
refusal can be told in any language of the catalogues; `str()` tells it in English. It stays the
same through pickling, copying and being raised again by programs that know only exceptions.
"""

from typing import ClassVar


def N_(message: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark *message* for the catalogues; it is translated only where it is shown."""
    return message


NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""The spaces of French before its colons and question marks; Python holds them for unprintable."""


def on_one_line(fact: object) -> str:
    """Return *fact* as text in which whatever cannot be printed is spelt out, line ends too.

    No-break spaces stay, for a fact may be a sentence in the reader's language.
    """
    text = str(fact)
    return (
        text
        if text.isprintable()
        else "".join(c if c.isprintable() or c in NO_BREAK else repr(c)[1:-1] for c in text)
    )


class Phrase(str):
    """A fact that is itself words, marked by `N_`, to be translated with the sentence it is in."""

    __slots__ = ()


def absent(error: ImportError, extra: str) -> ImportError:
    """Return *error* as one sentence that says how to install what is missing."""
    return ImportError(
        f"{error.name} is not installed: pip install 'ludotheque[{extra}]'", name=error.name
    )


class LudothequeError(Exception):
    """Something was refused; nothing has changed."""

    code: ClassVar[str] = "error"
    """The name of this refusal on the wire: stable, for programs."""
    frame: ClassVar[str] = ""
    """The sentence that quotes the fact `text`, with the message, why it is refused, in `{why}`.

    Whoever has the text before their eyes is told the message alone (`Words.why`)."""

    def __init__(self, message: "str | LudothequeError", **facts: object) -> None:
        # Who passes on errors from another process often raises `type(error)(error)`.
        if isinstance(message, LudothequeError):
            facts = message.facts | facts
            message = message.message
        super().__init__(message)
        self.message: str = message
        """The sentence in English, with `{names}` where the facts go."""
        self.facts: dict[str, object] = facts

    def __str__(self) -> str:
        # Without facts it is a whole sentence, perhaps one told before: braces in it are braces.
        facts = {name: on_one_line(fact) for name, fact in self.facts.items()}
        why = self.message.format(**facts) if facts else self.message
        return self.frame.format(text=facts["text"], why=why) if self.framed else why

    @property
    def framed(self) -> bool:
        """Whether there is a text to be quoted before the message."""
        return bool(self.frame) and "text" in self.facts


class BadText(LudothequeError):
    """Text that cannot be read."""

    code = "text"


class BadPosition(BadText):
    """The text of a position is malformed, or the position is impossible."""

    code = "position/text"
    frame = N_("position “{text}”: {why}")


class BadMove(BadText):
    """The text of a move is malformed."""

    code = "move/text"


class BadRecord(BadText):
    """A record is malformed, cut short, or does not follow from its own rules."""

    code = "record/text"


class IllegalMove(LudothequeError):
    """A well-formed move that the rules do not allow here."""

    code = "move/illegal"


class NotYourTurn(LudothequeError):
    """A seat acted while another was to move."""

    code = "move/turn"


class MatchOver(LudothequeError):
    """Something was asked of a match that has ended."""

    code = "match/over"


class NotAllowed(LudothequeError):
    """The referee does not allow this now: a takeback past chance, an answer to no offer."""

    code = "match/refused"


class Stale(LudothequeError):
    """Something was asked of a moment that has passed."""

    code = "move/stale"


class NotSeated(LudothequeError):
    """Someone asked for what only another seat, or the owner of the table, may do."""

    code = "table/seat"


class NoSuchTable(LudothequeError):
    """There is no table of that id, or not for this reader."""

    code = "table/unknown"


class NoSuchPage(LudothequeError):
    """There is nothing at that address."""

    code = "page/unknown"


class Unreadable(LudothequeError):
    """A request or a message is not what its kind must be."""

    code = "request/unreadable"


class HouseClosing(LudothequeError):
    """The house is restarting: the same may be asked again in a moment."""

    code = "house/closing"


class UnknownGame(LudothequeError):
    """No game of that name stands on the shelf."""

    code = "game/unknown"


class BadOption(LudothequeError):
    """A game has no such option, or the option no such value."""

    code = "option/unknown"


class BadSeats(LudothequeError):
    """A game cannot be played by that many."""

    code = "seats/number"
