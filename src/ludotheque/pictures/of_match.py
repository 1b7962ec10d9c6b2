"""Pictures of a match: as it is, as it was, as it would be after a move; and its moves in words.

A viewer looks from a seat or is a spectator (None), and gets what they may know.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludotheque.errors import BadMove, IllegalMove
from ludotheque.match import Match
from ludotheque.pictures.naming import Names, Naming, carried
from ludotheque.pictures.of_move import preview_of
from ludotheque.pictures.picture import Change, Picture, PreviewSeen, change, picture_of
from ludotheque.pictures.secrecy import has_secrets
from ludotheque.pictures.telling import briefly, duty_of, ending_of, sentences, tally_of
from ludotheque.position import CHANCE, Open, Seat, View
from ludotheque.scene import Scene
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class MoveTold:
    """A move of a seat: whose it was, its text, and its words; both None to who did not see it."""

    seat: Seat
    move: str | None
    brief: str | None
    """A few words for a list."""
    told: tuple[str, ...]


class Showing:
    """Pictures of a game that goes on, each made once for all who see the same."""

    def __init__(self) -> None:
        self._naming = Naming()
        self._now = _Moment(None)
        self._before = _Moment(None)

    def picture(self, match: Match, seat: Seat | None, words: Words) -> Picture:
        """Return *match* as it is, with what the viewer can touch if they are to move."""
        scene, shared = self._moment(match).shared(seat, words, self._naming)
        if seat is None or match.to_move != seat:
            return shared
        duty = duty_of(match.setup.game, match.seen_by(seat), seat, words)
        return replace(shared, choices=scene.choices, duty=duty)

    def change(
        self,
        before: tuple[Match, Seat | None] | None,
        match: Match,
        seat: Seat | None,
        words: Words,
    ) -> Change:
        """Return what has changed for a viewer who saw *before*, from that seat."""
        known = None
        if before is not None:
            earlier, there = before
            known = self._moment(earlier).shared(there, words, self._naming)[1]
        moment = self._moment(match)
        scene, shared = moment.shared(seat, words, self._naming)
        changed = moment.changed(known, shared)
        if seat is None or match.to_move != seat:
            return changed
        duty = duty_of(match.setup.game, match.seen_by(seat), seat, words)
        return changed.for_mover(scene.choices, duty)

    def names(self, match: Match) -> Names:
        """Return how the pieces of *match* are called."""
        return self._naming.at(match, len(match.plies))

    def _moment(self, match: Match) -> "_Moment":
        """Return what was made of *match*; of all others only the last one is kept."""
        if match is self._before.match:
            return self._before
        if match is not self._now.match:
            self._before, self._now = self._now, _Moment(match)
        return self._now


def preview(match: Match, seat: Seat, text: str, words: Words, names: Names) -> PreviewSeen | None:
    """Return the picture after *seat*'s move *text*, before chance or anyone else acts.

    *names* are those of the pieces now, see `Showing.names`. None where the move cannot be made,
    and where only the end of the game would tell: what is then revealed is not known before.
    """
    game, before = match.setup.game, match.position
    try:
        move = game.move(text, before)
    except (BadMove, IllegalMove):
        return None
    after = before.after(move)
    if after.outcome() is not None and has_secrets(before):
        return None
    path = game.path(move) if game.path is not None else ()
    scene = game.scene(after.seen_by(seat), seat, move)
    return preview_of(game, scene, carried(names, path), before.seen_by(seat), move, words)


class _Moment:
    """What was made of one match: its pictures by viewer and language, with nothing to touch."""

    def __init__(self, match: Match | None) -> None:
        self.match = match
        self._shared: dict[tuple[Seat | None, str], tuple[Scene, Picture]] = {}
        self._changed: tuple[Picture | None, Picture, Change] | None = None
        self._open = match is not None and isinstance(match.position, Open)

    def shared(self, seat: Seat | None, words: Words, naming: Naming) -> tuple[Scene, Picture]:
        """Return the scene and the picture for all who see what *seat* sees."""
        viewer = None if self._open else seat
        found = self._shared.get((viewer, words.lang))
        if found is None:
            match = self.match
            assert match is not None  # noqa: S101 - who asks has a match
            # Where nothing is hidden, what the mover sees is what everyone sees.
            looks = match.to_move if self._open else viewer
            looks = looks if isinstance(looks, int) else None
            found = _drawn(match, len(match.plies), looks, viewer, words, naming)
            self._shared[viewer, words.lang] = found
        return found

    def changed(self, known: Picture | None, shared: Picture) -> Change:
        """Return what has changed from *known*; asked again about the same two, the same."""
        last = self._changed
        if last is None or last[0] is not known or last[1] is not shared:
            last = self._changed = known, shared, change(known, shared)
        return last[2]


def past(match: Match, moves: int, seat: Seat | None, words: Words) -> Picture:
    """Return the picture after the first *moves* moves of the seats, and what chance did then."""
    return picture_at(match, _end(match, moves), seat, words, Naming())


def picture_at(match: Match, end: int, seat: Seat | None, words: Words, naming: Naming) -> Picture:
    """Return the picture after *end* plies of the line, with nothing to touch.

    Whoever asks for one after another passes the same *naming* along.
    """
    return _drawn(match, end, seat, seat, words, naming)[1]


def position_after(match: Match, moves: int | None, seat: Seat | None) -> View[Any]:
    """Return what *seat* may know of the position after the first *moves* moves, or of the present.

    Once the game is over everything may be known, its past as well.
    """
    position = match.positions[-1 if moves is None else _end(match, moves)]
    return position if match.outcome else position.seen_by(seat)


def _end(match: Match, moves: int) -> int:
    """Return how many plies the first *moves* moves of the seats are, with what chance did then."""
    turns = [index for index, ply in enumerate(match.plies) if ply.mover is not CHANCE]
    return turns[moves] if moves < len(turns) else len(match.plies)


def story(match: Match, seat: Seat | None, words: Words) -> list[MoveTold]:
    """Return every move of the seats on the line of play: whose it was, and its words."""
    return list(telling(match, seat, words))


def telling(match: Match, seat: Seat | None, words: Words) -> Iterator[MoveTold]:
    """Yield what `story` returns, one after another."""
    for index, (ply, before) in enumerate(zip(match.plies, match.positions, strict=False)):
        if isinstance(ply.mover, int):
            told, brief = _said(match, index, seat, words)
            move = str(ply.move) if before.witnessed_by(seat) else None
            yield MoveTold(ply.mover, move, brief, told)


def _drawn(
    match: Match, end: int, looks: Seat | None, seat: Seat | None, words: Words, naming: Naming
) -> tuple[Scene, Picture]:
    """Return how it looks from seat *looks* after *end* plies of the line, and *seat*'s picture.

    The picture has nothing to touch.
    """
    game, position, turn = match.setup.game, match.positions[end], _last_turn(match, end)
    # Once the game is over everything may be seen, its past as well.
    view: Any = position if match.outcome else position.seen_by(looks)
    scene = game.scene(view, looks, None if turn is None else match.plies[turn].move)
    names = naming.at(match, end)
    told, brief = ((), None) if turn is None else _said(match, turn, seat, words)
    tally = tally_of(game, position.seen_by(seat), words)
    ending = ending_of(game, position, words)
    return scene, picture_of(scene, names, told=told, brief=brief, tally=tally, ending=ending)


def _last_turn(match: Match, end: int) -> int | None:
    """Return the number of the last ply before *end* that a seat made."""
    turns = (index for index in reversed(range(end)) if match.plies[index].mover is not CHANCE)
    return next(turns, None)


def _said(
    match: Match, index: int, seat: Seat | None, words: Words
) -> tuple[tuple[str, ...], str | None]:
    """Return the words for ply *index* and a few for a list, none for who did not witness it."""
    before = match.positions[index]
    if not before.witnessed_by(seat):
        return (), None
    game, move = match.setup.game, match.plies[index].move
    return sentences(game, before.seen_by(seat), move, words), briefly(game, move, words)
