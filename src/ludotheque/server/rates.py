"""Rates: how often each kind of thing may be done, and how whoever runs the house changes that."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from limits import parse

from ludotheque.errors import N_, BadOption

RATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "request": "1200/minute",  # an address: a whole class may sit behind one
        "file": "12000/minute",  # an address, files of pages: the same class, all at once
        "guest": "120/10minutes",  # an address, new guests
        "deed": "600/minute",  # a person, at all tables together
        "deed-address": "6000/minute",  # an address: a class that plays, or one who makes guests
        "table": "60/10minutes",  # a person, tables opened
        "table-address": "300/10minutes",  # an address: a class that sits down, twice
        "password": "10/10minutes",  # an address with a name
        "password-address": "50/hour",  # an address, whatever the names
        "password-name": "200/hour",  # a name, whatever the addresses: high, or it locks people out
        "account": "30/hour",  # a person: passwords, tokens and recovery links made
        "account-address": "120/hour",  # an address: a class that registers
        "stream": "60/minute",  # a person, bot streams opened
        "analysis": "120/minute",  # a person, positions looked at: one steps from move to move
        "analysis-address": "600/minute",  # an address: a class that studies
        "analysis-work": "600000/10minutes",  # an address, milliseconds of CPU time: a core
        "replay": "60/minute",  # an address, reviews as well
        "review": "30/10minutes",  # a person, games looked over anew
        "review-address": "300/10minutes",  # an address: a class after its games
        "review-work": "300000/10minutes",  # an address, milliseconds of CPU time: half a core
        "puzzle": "240/minute",  # a person, answers to puzzles
        "puzzle-address": "2400/minute",  # an address: a class before the puzzle of the day
        "puzzle-thought": "30/minute",  # an address, proofs of what is wrong with an answer
        "brought": "600/10minutes",  # a person, games brought from elsewhere: a device of games
        "brought-address": "3000/10minutes",  # an address: a class back from its journey
        "brought-bytes": "5000000/hour",  # an address, bytes of records: a thousand games
        "work": "20000/minute",  # an address, milliseconds of CPU time: what is drawn and checked
    }
)
"""How often each kind of thing may be done, in the words of the `limits` library."""


def read_rates(text: str) -> Mapping[str, str]:
    """Return the rates that *text* asks for: `off`, or changes such as `deed=50/second,table=`.

    A kind without a rate is not limited. Raises BadOption where a kind or a rate is none.
    """
    if text == "off":
        return {}
    rates = dict(RATES)
    for change in filter(None, text.split(",")):
        kind, _, rate = (part.strip() for part in change.partition("="))
        try:
            if rate:
                parse(rate)
        except ValueError as fault:
            raise BadOption(N_("“{rate}” is not a rate such as 10/minute"), rate=rate) from fault
        if kind not in rates:
            raise BadOption(
                N_("there is no limit called “{kind}”; the limits are: {kinds}"),
                kind=kind,
                kinds=", ".join(RATES),
            )
        rates[kind] = rate
    return {kind: rate for kind, rate in rates.items() if rate}
