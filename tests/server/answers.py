"""A pool for tests in which nobody asks for much: what one address gets from it."""

from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.live.answering import Answering, Answers


def answers_for(address, rates=None):
    """Return what is made for *address*; nothing is counted, unless *rates* say so."""
    return Answers(Answering(RateLimits(rates or {})), address)
