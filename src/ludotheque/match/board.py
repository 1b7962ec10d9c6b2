"""A game in progress for whoever thinks in push and pop, without clocks, offers and people.

Everything else in the house is a value that never changes. A `Board` is a name for the latest one:
it asks a referee for the next match, and keeps those before it to go back to.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ludotheque.draw import ThemeName, png
from ludotheque.errors import N_, MatchOver, NotAllowed
from ludotheque.games import AnyGame, Options, take
from ludotheque.match.deal import seed_digits
from ludotheque.match.match import Match
from ludotheque.match.record import Record
from ludotheque.match.referee import Referee
from ludotheque.position import Outcome, Position, Seat, play


class Board:
    """A game that is being played here, move by move, both ways.

    Draws by repetition and by the limit of moves are a match's, and so this board's. Chance moves
    by itself, from the *seed*: a number, or the 64 digits of a referee's. The same seed and moves
    lead to the same board, and what is taken back and played again is dealt again alike.
    """

    def __init__(
        self,
        game: str | AnyGame,
        seats: int | None = None,
        *,
        position: str | None = None,
        seed: int | str | None = None,
        **options: str,
    ) -> None:
        """Lay the table for that many *seats*, at the start or at the *position* of that text.

        The rest is options of the game. Raise as `take`, `Game.start` and `Game.position` do, and
        NotAllowed where the game is over in the *position*, or the *seed* cannot be one.
        """
        taken = take(game) if isinstance(game, str) else game
        begun: Position[Any] = (
            taken.start(seats, **options)
            if position is None
            else taken.position(position, **options)
        )
        count = begun.seats if seats is None else seats
        names = [f"Player {number}" for number in range(1, count + 1)]
        self._referee = Referee(seed_digits(seed))
        first = self._referee.begin(taken, names, began=0, options=options, start=position)
        self._matches = [first]

    @property
    def match(self) -> Match:
        """The match at this moment: a value, with all that the rest of the house can do to one."""
        return self._matches[-1]

    @property
    def game(self) -> AnyGame:
        """The game from the shelf."""
        return self.match.setup.game

    @property
    def position(self) -> Any:  # noqa: ANN401 - as the game has them
        """The present position, of which nothing is hidden."""
        return self.match.position

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None once the game is over. Chance has always moved already."""
        seat = self.match.to_move
        return seat if isinstance(seat, int) else None

    @property
    def legal_moves(self) -> Sequence[Any]:
        """The moves that may be pushed now, none once the game is over."""
        return () if self.to_move is None else self.position.moves()

    def outcome(self) -> Outcome | None:
        """Return how the game ended, by a rule or a ruling; None while it goes on."""
        return self.match.outcome

    @property
    def history(self) -> tuple[Any, ...]:
        """The moves pushed and not popped, the first one first."""
        return tuple(after.last_move for _, after in pairwise(self._matches))

    def push(self, move: Hashable) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """Make a *move*, or the one that a text names, for whoever is to move, and return it.

        Raise BadMove, IllegalMove, or MatchOver; then nothing has changed.
        """
        seat = self.to_move
        if seat is None:
            raise MatchOver(N_("the match is over"))
        if not isinstance(move, str):
            play(self.position, move)  # Its text might be that of another move, which is legal.
        self._matches.append(self._referee.play(self.match, seat, str(move), at=0))
        return self.match.last_move

    def pop(self) -> Any:  # noqa: ANN401 - as above
        """Take back the last move, with what chance did after it, and return it.

        Raise NotAllowed where no move was pushed.
        """
        if len(self._matches) == 1:
            raise NotAllowed(N_("there is no move to take back"))
        return self._matches.pop().last_move

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        """Yield each position so far and the move that was made there, chance's among them."""
        moves = (ply.move for ply in self.match.plies)
        return zip(self.match.positions, moves, strict=False)

    def copy(self) -> "Board":
        """Return a board of its own at the same moment, with the same past and the same deal."""
        twin = object.__new__(type(self))
        twin._referee, twin._matches = self._referee, list(self._matches)
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> "Board":
        return self.copy()  # All that it holds are values.

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.match.setup
        terms = (setup.game.slug, len(setup.players), setup.start, dict(setup.options))
        return _laid, (*terms, self._referee.seed, tuple(map(str, self.history)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.match, self._referee.seed) == (other.match, other._referee.seed)

    __hash__ = None  # type: ignore[assignment] # it changes

    def record(self) -> Record:
        """Return the game so far, to be kept, shown or reviewed; with its seed once it is over."""
        return Record.of(self.match, self._referee.seed)

    def svg(
        self,
        *,
        size: int | None = None,
        arrows: Sequence[str | Sequence[str]] = (),
        highlights: Sequence[str] = (),
        seat: Seat | None = None,
        theme: ThemeName | None = None,
    ) -> str:
        """Return the picture that `position.svg` draws, with the way of the last move.

        With a *seat*, of what that seat may know; else of everything.
        """
        drawn: str = self.position.svg(
            size=size,
            last=self.match.last_move,
            arrows=arrows,
            highlights=highlights,
            seat=seat,
            theme=theme,
        )
        return drawn

    def png(
        self,
        *,
        size: int | None = None,
        arrows: Sequence[str | Sequence[str]] = (),
        highlights: Sequence[str] = (),
        seat: Seat | None = None,
        theme: ThemeName | None = None,
    ) -> bytes:
        """Return what `svg` draws, as PNG. Raise ImportError where the rasteriser is missing."""
        return png(
            self.svg(size=size, arrows=arrows, highlights=highlights, seat=seat, theme=theme)
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.slug!r}, position={str(self)!r})"


def _laid(
    slug: str, seats: int, start: str | None, options: Options, seed: str, moves: Sequence[str]
) -> Board:
    """Return the board that was pickled so."""
    board = Board(slug, seats, position=start, seed=seed, **options)
    for move in moves:
        board.push(move)
    return board
