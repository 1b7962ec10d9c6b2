"""Options as people and programs write them: `start=coast`, in an address `start:coast`."""

from collections.abc import Iterable

from ludotheque.errors import N_, BadOption


def read_options(pairs: Iterable[str], sign: str = "=") -> dict[str, str]:
    """Return the options that *pairs* of a name and a value spell, with *sign* between them.

    Raise BadOption where one is no pair, or a name comes twice. Which there are a game knows.
    """
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, between, value = pair.partition(sign)
        if not between:
            raise BadOption(N_("option “{pair}”: expected NAME{sign}VALUE"), pair=pair, sign=sign)
        if name in chosen:
            raise BadOption(
                N_("option “{pair}”: {name} has already been chosen"), pair=pair, name=name
            )
        chosen[name] = value
    return chosen
