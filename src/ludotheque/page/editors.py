"""The page on which a board is set up by hand: what is offered there."""

from collections.abc import Mapping
from typing import Any

from ludotheque.draw import symbol_box, symbol_id
from ludotheque.engine import LEVELS
from ludotheque.games import AnyGame, Options
from ludotheque.page.page_data import EditorData
from ludotheque.page.symbol_names import symbol_names
from ludotheque.pictures import Setting, set_up_by_hand
from ludotheque.words import Words


def editor_facts(
    game: AnyGame, position: str | None, options: Options, words: Words
) -> dict[str, Any]:
    """Return what the page tells of a board; where *position* is none, of the start, and why."""
    setup = set_up_by_hand(game, Setting(position, options), words)
    refused = setup.problem
    if setup.picture is None:
        setup = set_up_by_hand(game, Setting(None, options), words)
    return {
        "title": words.say(game.title),
        "game": game.slug,
        "options": _options(game, options, words),
        "seats": list(game.seats),
        "levels": [words.say(level.name) for level in LEVELS],
        "palette": _palette(game, symbol_names(words)),
        "data": EditorData(
            game=game.slug,
            editable=game.editing is not None,
            symbols=symbol_names(words),
            seat_names=tuple(words.say(name) for name in game.seat_names),
            options=dict(options),
            setup=setup,
            refused=refused,
        ),
    }


def _options(game: AnyGame, chosen: Mapping[str, str], words: Words) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "title": words.say(game.called(name)),
            "values": {value: words.say(game.called(name, value)) for value in values},
            "chosen": chosen[name],
        }
        for name, values in game.options.items()
    ]


def _palette(game: AnyGame, names: Mapping[str, str]) -> list[list[dict[str, str]]]:
    """Return the symbols that can be put somewhere, row by row; none if nothing can be."""
    if game.editing is None:
        return []
    return [
        [
            {
                "symbol": symbol,
                "href": f"#{symbol_id(symbol)}",
                "box": symbol_box(symbol),
                "name": names[symbol],
            }
            for symbol in row
        ]
        for row in game.editing.palette
    ]
