"""The table as a page shows it: pieces in their places, what to touch, and the last move in words.

As in `shown`, a reader looks from a seat or is a spectator (None), and gets what they may know.
"""

from random import Random
from types import MappingProxyType
from typing import Any, Final

from ludotheque.draw import placements
from ludotheque.games import AnyGame, Duty, Options, Told
from ludotheque.match import Match
from ludotheque.position import CHANCE, Position, Seat, View
from ludotheque.scene import Scene
from ludotheque.tables.table import Table
from ludotheque.words import Words

Plain = dict[str, Any]
NO_OPTIONS: Final[Options] = MappingProxyType({})


def picture(table: Table, seat: Seat | None, words: Words) -> Plain | None:
    """Return what a page needs to show the table as it is, None before the first game."""
    match = table.match
    if match is None:
        return None
    scene, shown = _pictured(match, len(match.plies), seat, words)
    if seat is not None and match.to_move == seat:
        shown["choices"] = [
            {"move": choice.move, "touches": list(choice.touches), "path": list(choice.path)}
            for choice in scene.choices
        ]
        duty = table.terms.game.duty
        shown["duty"] = _duty(duty(match.seen_by(seat), seat) if duty else None, words)
    return shown


def past(match: Match, moves: int, seat: Seat | None, words: Words) -> Plain:
    """Return the picture after the first *moves* moves of the seats, and what chance did then."""
    turns = [index for index, ply in enumerate(match.plies) if ply.mover is not CHANCE]
    end = turns[moves] if moves < len(turns) else len(match.plies)
    return _pictured(match, end, seat, words)[1]


def story(match: Match, seat: Seat | None, words: Words) -> list[Plain]:
    """Return every move of the seats on the line of play: whose it was, and its words."""
    return [
        {
            "seat": ply.mover,
            "move": str(ply.move) if before.witnessed_by(seat) else None,
            "told": _told(match, index, seat, words),
        }
        for index, (ply, before) in enumerate(zip(match.plies, match.positions, strict=False))
        if ply.mover is not CHANCE
    ]


def preview(match: Match, seat: Seat, text: str, words: Words) -> Plain | None:
    """Return the picture after *seat*'s move *text*, before chance or anyone else acts.

    None where only the end of the game would tell: what is then revealed is not known before.
    """
    game, before = match.setup.game, match.position
    move = game.move(text, before)
    after = before.after(move)
    if after.outcome() is not None and has_secrets(before):
        return None
    names = _names(match, len(match.plies))
    path = game.path(move) if game.path is not None else ()
    scene = game.scene(after.seen_by(seat), seat, move)
    told = _sentences(game, before.seen_by(seat), move, words)
    return _plain(scene, _carried(names, path), told)


def has_secrets(position: Position[Any]) -> bool:
    """Return whether some seat does not see all of *position*."""
    return any(str(position.seen_by(seat)) != str(position) for seat in range(position.seats))


def deals_in_secret(game: AnyGame, seats: int, options: Options = NO_OPTIONS) -> bool:
    """Return whether those who share a screen must not see each other's part of it."""
    rng, position = Random(0), game.start(seats, **options)
    while position.to_move is CHANCE:
        position = position.after(rng.choice(position.moves()))
    return has_secrets(position)


def _pictured(match: Match, end: int, seat: Seat | None, words: Words) -> tuple[Scene, Plain]:
    """Return the scene after *end* plies of the line, and its picture with nothing to touch."""
    game, position = match.setup.game, match.positions[end]
    turns = [index for index in range(end) if match.plies[index].mover is not CHANCE]
    last = match.plies[turns[-1]].move if turns else None
    # Once the game is over everything may be seen, its past as well.
    view: Any = position if match.outcome else position.seen_by(seat)
    scene = game.scene(view, seat, last)
    told = _told(match, turns[-1], seat, words) if turns else []
    return scene, _plain(scene, _names(match, end), told)


def _plain(scene: Scene, names: dict[str, str], told: list[str]) -> Plain:
    """Return a picture with nothing to touch, its pieces called as *names* says by their spots."""
    return {
        "pieces": [
            {**place, "id": names.get(place["spot"], place["id"])} for place in placements(scene)
        ],
        "last": list(scene.last),
        "choices": [],
        "told": told,
        "duty": None,
    }


def _names(match: Match, end: int) -> dict[str, str]:
    """Return by spot how each piece has been called since the opening; see `scene.follow`."""
    game = match.setup.game
    if game.path is None:
        return {}
    names = {piece.spot: piece.id for piece in game.scene(match.positions[0], None, None).pieces}
    for ply in match.plies[:end]:
        if ply.mover is not CHANCE:
            names = _carried(names, game.path(ply.move))
    return names


def _carried(names: dict[str, str], path: tuple[str, ...]) -> dict[str, str]:
    """Return the names by spot after the piece on the path's first spot has come to its last."""
    names = dict(names)
    if path and path[0] in names:
        names[path[-1]] = names.pop(path[0])
    return names


def _told(match: Match, index: int, seat: Seat | None, words: Words) -> list[str]:
    """Return the words for ply *index*, none for who did not witness it."""
    before = match.positions[index]
    if not before.witnessed_by(seat):
        return []
    return _sentences(match.setup.game, before.seen_by(seat), match.plies[index].move, words)


def _sentences(game: AnyGame, before: View[Any], move: object, words: Words) -> list[str]:
    told: tuple[Told, ...] = tuple(game.tell(before, move)) if game.tell is not None else ()
    return [words.say(sentence.message, **sentence.facts) for sentence in told] or [str(move)]


def _duty(duty: Duty | None, words: Words) -> Plain | None:
    return duty and {"message": words.say(duty.message, **duty.facts), "rule": duty.rule}
