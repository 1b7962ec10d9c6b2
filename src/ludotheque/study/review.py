"""Review of a game: every move judged by what its mover could know, from the end backwards."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace

from ludotheque.engine import Analyst, Line, Score, kernel, lending
from ludotheque.engine.memory import HASH_MB
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame, Claim, Slip
from ludotheque.match import Match, Record, replay
from ludotheque.pictures import has_secrets
from ludotheque.position import Open, Seat
from ludotheque.study.accuracy import accuracy, weights
from ludotheque.study.backwards import Backwards
from ludotheque.study.claims import claims_of
from ludotheque.study.judged import Judged, Label, Point, Review, label_of
from ludotheque.study.luck import Account, Loss, accounting, has_luck
from ludotheque.study.own_view import Weighed, weighed
from ludotheque.study.turning import turning_points

EDITION = 13
"""Raised whenever the same game would be judged or told otherwise: kept reviews are made anew."""
NODES = 300_000
NODES_IMAGINED = 40_000
NODES_SLOWLY = 2_000
"""The nodes a move of the kernel's look ahead, of its imagined games, of Python."""
LINES = 3
"""The lines that are kept of a position."""
PAIRS = 4
"""For so many games that are imagined for a move there is a pair of them for a draw."""
SURELY = 2.0
"""The standard errors by which a loss that was drawn by lot must exceed nothing to have a label."""
LITTLE = 1 / 2
"""The share of what a mistake lost that a good move may lose: what is as true of one is no reason
for more than that."""

Partial = Callable[[Review], None]


def nodes_for(game: AnyGame) -> int:
    """Return how many nodes a move are looked at unless it is said, by whoever does it here."""
    if kernel.has_thinker(game):
        return NODES
    return NODES_IMAGINED if kernel.has_secret_search(game) else NODES_SLOWLY


def edition(nodes: int) -> str:
    """Return what a review is known by that is made now with so many *nodes* a move."""
    return f"{EDITION}-{nodes}"


def review(
    record: Record,
    *,
    nodes: int | None = None,
    threads: int = 1,
    progress: Partial = lambda _: None,
) -> Review:
    """Return the judgement of every move on the line of play of *record*.

    So many *nodes* are looked at, or games imagined, for each. *progress* is told of each move what
    is known so far. With one thread the same record gives the same review. Raise BadRecord where
    the record is wrong or redacted, and NotAllowed where it cannot be reviewed: nobody has moved,
    or a game with secrets is not over.

    Meanwhile the kernel lists moves for the rules in this whole process, which is told apart by
    its pace alone; reviews in several threads may begin and end in any order.
    """
    steps = reviewing(record, nodes=nodes, threads=threads)
    with lending():
        while True:
            try:
                progress(next(steps))
            except StopIteration as end:
                whole: Review = end.value
                return whole


def reviewing(
    record: Record, *, nodes: int | None = None, threads: int = 1
) -> Generator[Review, None, Review]:
    """Do what `review` does, a position a step; what is yielded is known so far.

    Whoever closes it in between has cancelled it. What is refused is refused before the first step.
    Nothing is lent to the rules here: who takes the steps decides that for the whole process.
    """
    *_, match = replay(record)
    game = match.setup.game
    _refuse(match)
    budget = nodes_for(game) if nodes is None else nodes
    judge = _OpenGame if _is_open_for_two(match) else _OwnViews
    return (yield from _steps(judge(match, budget, threads)))


def _steps(judge: "_OpenGame | _OwnViews") -> Generator[Review, None, Review]:
    for _ in judge.steps():
        yield judge.so_far(complete=False)
    return judge.so_far(complete=True)


def _refuse(match: Match) -> None:
    """Raise NotAllowed if there is nothing to review, or nothing that may be."""
    if not any(isinstance(ply.mover, int) for ply in match.plies):
        raise NotAllowed(N_("nobody has moved in this game: there is nothing to review"))
    if match.outcome is None and has_secrets(match.position):
        raise NotAllowed(N_("this game has secrets: it can be reviewed once it is over"))


def _is_open_for_two(match: Match) -> bool:
    """Return whether what one seat may expect is what the other may not, and a search can say."""
    game = match.setup.game
    searched = kernel.has_thinker(game) or game.estimate is not None
    return len(match.seats) == 2 and isinstance(match.position, Open) and searched


class _OpenGame:
    """The review of an open game for two: what is good for one is bad for the other."""

    def __init__(self, match: Match, nodes: int, threads: int) -> None:
        self._match = match
        analyst = Analyst(match.setup.game, threads=threads, table_mb=HASH_MB, remembering=True)
        self._looked = Backwards(match, analyst, nodes=nodes, lines=LINES)
        game = match.setup.game
        self._weights = kernel.weights(game) if kernel.has_thinker(game) else ()
        self._from = len(match.plies) + 1
        self._claims: dict[int, tuple[Slip, tuple[Claim, ...]]] = {}
        # Every step judges all moves that are known anew: what never changes is written once.
        self._texts = [
            (str(ply.move), str(before))
            for ply, before in zip(match.plies, match.positions, strict=False)
        ]

    def steps(self) -> Iterator[None]:
        """Look at one position after another."""
        for number in self._looked.steps():
            self._from = number
            yield

    def so_far(self, *, complete: bool) -> Review:
        """Return what is known."""
        match, looked = self._match, self._looked
        moves = tuple(self._judged(number) for number in range(self._from, len(match.plies)))
        points = tuple(
            Point(number, tuple(looked.score(number, seat).share for seat in match.seats))
            for number in range(self._from, len(match.positions))
        )
        counted = weights([point.shares[0] or 0.0 for point in points])
        accuracies = tuple(
            accuracy(
                [move.loss for move in moves if move.seat == seat],
                [each for move, each in zip(moves, counted, strict=False) if move.seat == seat],
            )
            for seat in match.seats
        )
        return _review(match, moves, points, accuracies, complete=complete)

    def _judged(self, number: int) -> Judged:
        looked, seen = self._looked, self._looked.past(number + 1)[-1]
        lines, reached = looked.lines(number), looked.reached(number)
        value, answers = lines[0].score, looked.lines(number + 1)
        answer = answers[0].moves if answers else ()
        loss = max(0.0, value.share - reached.share)
        label, best = label_of(loss), reached >= value
        slip = Slip(seen.before, seen.move, lines[0].moves, answer, weights=self._weights)
        move, before = self._texts[number]
        return Judged(
            number=number,
            turn=number + 1,
            seat=seen.seat,
            move=move,
            before=before,
            lines=lines,
            value=value,
            reached=reached,
            loss=loss,
            label=label,
            best=best,
            only=best and _is_only([value.share - line.score.share for line in lines]),
            answer=answer,
            claims=self._claimed(number, slip, value, reached) if label is not None else (),
        )

    def _claimed(self, number: int, slip: Slip, value: Score, reached: Score) -> tuple[Claim, ...]:
        """Return what can be said of a slip, which is found and proved once."""
        known = self._claims.get(number)
        if known is None or known[0] != slip:
            match = self._match
            told = claims_of(
                match.setup.game,
                slip,
                value=value,
                reached=reached,
                before=match.positions[:number],
            )
            known = self._claims[number] = slip, told
        return known[1]


class _OwnViews:
    """The review of any other game: each move from what its mover could know."""

    def __init__(self, match: Match, nodes: int, threads: int) -> None:  # noqa: ARG002 - imagined by one
        self._match = match
        self._nodes = nodes
        self._judged: dict[int, Judged] = {}
        self._luck: tuple[Account, ...] = ()

    def steps(self) -> Generator[None, None, None]:
        """Weigh one move after another, the last first."""
        for number in range(len(self._match.plies) - 1, -1, -1):
            if isinstance(self._match.plies[number].mover, int):
                self._judged[number] = self._judge(number)
                yield
        if has_luck(self._match):
            self._luck = yield from self._accounting()

    def _accounting(self) -> Generator[None, None, tuple[Account, ...]]:
        """Tell luck and choices apart."""
        losses = {number: Loss(move.loss, move.error) for number, move in self._judged.items()}
        return (yield from accounting(self._match, losses, games=self._nodes // PAIRS))

    def so_far(self, *, complete: bool) -> Review:
        """Return what is known."""
        match = self._match
        moves = tuple(self._judged[number] for number in sorted(self._judged))
        points = [Point(move.number, self._only(move.seat, move.value.share)) for move in moves]
        ended = match.position.outcome()
        if ended is not None:
            points.append(Point(len(match.plies), ended.shares))
        accuracies = tuple(self._accuracy(moves, points, seat) for seat in match.seats)
        found = _review(match, moves, tuple(points), accuracies, complete=complete)
        return replace(found, luck=self._luck)

    def _only(self, seat: Seat, share: float) -> tuple[float | None, ...]:
        return tuple(share if other == seat else None for other in self._match.seats)

    def _accuracy(
        self, moves: Sequence[Judged], points: Sequence[Point], seat: Seat
    ) -> float | None:
        own = [move for move in moves if move.seat == seat]
        if not own:
            return None
        shares = [share for point in points if (share := point.shares[seat]) is not None]
        if len(shares) == len(own):  # The end says nothing: the last move left what it left.
            shares.append(own[-1].reached.share)
        return accuracy([move.loss for move in own], weights(shares))

    def _judge(self, number: int) -> Judged:
        found = weighed(self._match, number, nodes=self._nodes)
        best, played = found.moves[0], found.played
        # What may be nothing but the luck of the imagined games earns no label.
        label = label_of(played.loss - SURELY * played.loss_error)
        seat = self._match.plies[number].mover
        assert isinstance(seat, int)  # noqa: S101 - only seats are judged
        return Judged(
            number=number,
            turn=sum(isinstance(ply.mover, int) for ply in self._match.plies[: number + 1]),
            seat=seat,
            move=played.move,
            before=str(found.view),
            lines=tuple(
                Line(each.score, 1, self._nodes, (each.move,)) for each in found.moves[:LINES]
            ),
            value=best.score,
            reached=played.score,
            loss=played.loss,
            error=played.loss_error,
            label=label,
            best=played.loss == 0,
            only=played.loss == 0 and _is_only([each.loss for each in found.moves]),
            claims=self._claimed(number, found, seat) if label is not None else (),
        )

    def _claimed(self, number: int, found: Weighed, seat: Seat) -> tuple[Claim, ...]:
        game, move = self._match.setup.game, self._match.plies[number].move
        learned = (
            kernel.belief(game, found.view, seat, found.past) if kernel.has_belief(game) else []
        )
        belief = tuple(map(tuple, learned))
        slip = Slip(found.view, move, (found.moves[0].move,), (), belief, good=_good(found))
        return claims_of(game, slip)


def _good(found: Weighed) -> tuple[str, ...]:
    """Return the moves beside the best that surely lose little of what the move played lost."""
    most = LITTLE * found.played.loss
    return tuple(
        each.move for each in found.moves[1:] if each.loss + SURELY * each.loss_error <= most
    )


def _is_only(losses: Iterable[float]) -> bool:
    """Return whether every move but the first, the best, would have lost as a mistake does."""
    _, *others = losses
    return bool(others) and all(loss >= Label.MISTAKE.value for loss in others)


def _review(
    match: Match,
    moves: tuple[Judged, ...],
    points: tuple[Point, ...],
    accuracies: tuple[float | None, ...],
    *,
    complete: bool,
) -> Review:
    return Review(
        setup=match.setup,
        result=match.outcome,
        moves=moves,
        points=points,
        accuracies=accuracies,
        turning_points=turning_points(moves, len(match.seats)),
        complete=complete,
    )
