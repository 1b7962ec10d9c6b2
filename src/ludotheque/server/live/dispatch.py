"""Dispatch of deeds: from a message on the wire to the host's decision."""

from ludotheque.server.wire import messages
from ludotheque.tables import Deed, Host, Sitter, Step, Table
from ludotheque.tables.deeds import digest


def deed_digest(deed: messages.Incoming) -> str:
    """Return a digest of a deed without its key, to recognise it when it is sent again."""
    return digest(deed.model_dump_json(exclude={"id"}, exclude_defaults=True))


def decide(  # noqa: C901, PLR0911, PLR0912 - one case a message, and nothing else
    host: Host,
    table: Table,
    deed: Deed,
    wish: messages.AnyDeed,
    *,
    sitter: Sitter | None,
    away: bool,
    lag: int,
) -> Step:
    """Return what follows from *wish*, or raise and say why nothing does.

    *sitter* is who sits down, if the wish is to. *away* says that whoever the wish is about has
    shown no sign of life for long.
    """
    match wish:
        case messages.Move(move=move, turn=turn, seat=seat):
            return host.play(table, deed, move, turn, seat=seat, lag=lag)
        case messages.Resign(seat=seat):
            return host.resign(table, deed, seat=seat)
        case messages.OfferDraw(seat=seat):
            return host.offer_draw(table, deed, seat=seat)
        case messages.AnswerDraw(agree=agree, seat=seat):
            return host.answer_draw(table, deed, agree=agree, seat=seat)
        case messages.TakeBack(seat=seat):
            return host.take_back(table, deed, seat=seat)
        case messages.AnswerTakeback(agree=agree, seat=seat):
            return host.answer_takeback(table, deed, agree=agree, seat=seat)
        case messages.Sit(chair=chair, key=key):
            assert sitter is not None  # noqa: S101 - given with every such wish
            return host.sit(table, deed, sitter, chair, key)
        case messages.SeatComputer(chair=chair, level=level):
            return host.seat_computer(table, deed, chair, level)
        case messages.Start():
            return host.start(table, deed)
        case messages.Leave():
            return host.leave(table, deed)
        case messages.Again():
            return host.again(table, deed)
        case messages.Replace(chair=chair, level=level):
            return host.replace(table, deed, chair, level, away=away)
        case messages.Claim():
            return host.claim(table, deed, away=away)
        case messages.React(what=what, seat=seat):
            return host.react(table, deed, what, seat=seat)
        case messages.Close():
            return host.close(table, deed)
