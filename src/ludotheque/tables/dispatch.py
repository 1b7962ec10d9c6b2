"""Dispatch of wishes: from what someone wants to do at a table to the host's decision."""

from ludotheque.tables import wishes
from ludotheque.tables.host import Host
from ludotheque.tables.step import Deed, Step
from ludotheque.tables.table import Table
from ludotheque.tables.terms import Sitter


def decide(  # noqa: C901, PLR0911, PLR0912 - one case a wish, and nothing else
    host: Host,
    table: Table,
    deed: Deed,
    wish: wishes.Wish,
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
        case wishes.Move(move=move, turn=turn, seat=seat):
            return host.play(table, deed, move, turn, seat=seat, lag=lag)
        case wishes.Resign(seat=seat):
            return host.resign(table, deed, seat=seat)
        case wishes.OfferDraw(seat=seat):
            return host.offer_draw(table, deed, seat=seat)
        case wishes.AnswerDraw(agree=agree, seat=seat):
            return host.answer_draw(table, deed, agree=agree, seat=seat)
        case wishes.TakeBack(seat=seat):
            return host.take_back(table, deed, seat=seat)
        case wishes.AnswerTakeback(agree=agree, seat=seat):
            return host.answer_takeback(table, deed, agree=agree, seat=seat)
        case wishes.Sit(chair=chair, key=key):
            assert sitter is not None  # noqa: S101 - given with every such wish
            return host.sit(table, deed, sitter, chair, key)
        case wishes.SeatComputer(chair=chair, level=level):
            return host.seat_computer(table, deed, chair, level)
        case wishes.Start():
            return host.start(table, deed)
        case wishes.Leave():
            return host.leave(table, deed)
        case wishes.Again():
            return host.again(table, deed)
        case wishes.Replace(chair=chair, level=level):
            return host.replace(table, deed, chair, level, away=away)
        case wishes.Claim():
            return host.claim(table, deed, away=away)
        case wishes.React(what=what, seat=seat):
            return host.react(table, deed, what, seat=seat)
        case wishes.Close():
            return host.close(table, deed)
