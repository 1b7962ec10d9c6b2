"""Results, each kept once, and the ratings that they change.

A rating (`study/rating.py`) is moved by openskill's model of Bradley and Terry, partial pairing:
two to five players, by the order of their shares, ties allowed.

Nobody makes a rank out of empty games:
- A game counts once everyone has moved in it; the first `A_DAY` of a person with the same
  opponent on a day (UTC) do.
- Who has met fewer than `MET` different opponents is a newcomer: not on the leaderboard, and no
  measure of others. A game with a newcomer in it changes the ratings of newcomers alone.
- The computers are the yardstick: their ratings are fixed, from the shares that levels were
  measured to take from each other (docs/levels.md). Whoever loses to them on purpose moves nobody.

What this does not stop is several people who meet often and agree who is to win: of those, a pair
moves no more than `A_DAY` games a day, and what one gains another loses.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from statistics import fmean
from typing import Any, Final

from openskill.models import BradleyTerryPart
from sqlalchemy import BindParameter, Connection, RowMapping, bindparam, func, select, update

from ludotheque.engine import level_of
from ludotheque.games import shelf
from ludotheque.store.database import Database
from ludotheque.store.schema import DAY, PEOPLE, RATINGS, RESULTS, RIVALS
from ludotheque.study.rating import POINTS, Belief

MODEL: Final = BradleyTerryPart()
A_DAY: Final = 10
"""How many games of two players on one day change ratings."""
MET: Final = 3
"""How many different opponents someone must have met to be more than a newcomer."""
SURE: Final = 1.0
"""The standard deviation of a computer's rating."""
MIDDLE: Final = 3
"""The level that is worth as much as a newcomer may be."""
GAP: Final = 180
"""The points from level to level of a game that is no longer on the shelf."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    table_id: str
    number: int
    """Which game of its table it was: 1, 2, 3 …"""
    game: str
    ended: int
    reason: str
    shares: tuple[float, ...]
    people: tuple[str, ...]
    """By seat, the id of a person, or the text of a computer such as `level:3`."""
    rated: bool = True
    """Whether to change the ratings of who played: asked when it is kept, and itself not kept."""


@dataclass(frozen=True)
class Rating:
    """How well someone plays a game, as far as is known."""

    who: str
    game: str
    mu: float
    sigma: float
    games: int
    computer: bool

    @property
    def points(self) -> int:
        """What people are shown: a whole number, 900 for a newcomer, about 1500 in the middle."""
        return Belief(self.mu, self.sigma).points


@dataclass(frozen=True)
class Ranked:
    """A line of a leaderboard."""

    rating: Rating
    shown: str
    """The name of a person, or the text of a computer such as `level:3`."""
    bot: bool


class Ratings:
    """Results and what follows from them. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Made once: see `store/tables.py`.
        self._keep_once = (
            database.insert(RESULTS)
            .on_conflict_do_nothing()
            .returning(RESULTS.c.table_id, RESULTS.c.number)
        )
        self._take_up = database.insert(RATINGS).on_conflict_do_nothing()
        rival = database.insert(RIVALS)
        self._note_rival = rival.on_conflict_do_update(
            index_elements=[RIVALS.c.game, RIVALS.c.who, RIVALS.c.rival],
            set_={"day": rival.excluded.day, "games": rival.excluded.games},
        )

    def keep(self, results: Sequence[Result]) -> list[bool]:
        """Keep *results*, change the ratings of who played, and say which had not been kept yet.

        A result that says nothing about who is better (nobody played anybody else, or one person
        held two seats) is kept, and changes no rating.
        """
        rows = [_row(result) for result in results]
        # In a fixed order: two workers that keep the same must not wait for each other.
        rows.sort(key=lambda row: (row["table_id"], row["number"]))

        def work(connection: Connection) -> list[bool]:
            new = {tuple(row) for row in connection.execute(self._keep_once, rows)}
            kept = []
            for result in results:
                kept.append((result.table_id, result.number) in new)
                new.discard((result.table_id, result.number))
            self._rate(
                connection,
                [
                    result
                    for result, is_new in zip(results, kept, strict=True)
                    if is_new and result.rated and _tells(result.people)
                ],
            )
            return kept

        return self._database.write(work)

    def _rate(self, connection: Connection, results: Sequence[Result]) -> None:
        for game in sorted({result.game for result in results}):
            its = [result for result in results if result.game == game]
            players = sorted({who for result in its for who in result.people})
            before = self._taken_up(connection, game, players)
            after = dict(before)
            met = _Met(connection, game, players)
            for result in its:
                if not met.meet(result):
                    continue
                new = rated(after, result.people, result.shares)
                after |= {
                    each.who: each
                    if met.moves(each.who, result.people)
                    else replace(after[each.who], games=each.games)
                    for each in new
                }
            self._note(connection, met)
            connection.execute(
                _MOVE,
                [
                    {
                        "its": game,
                        "player": each.who,
                        "mu": each.mu,
                        "sigma": each.sigma,
                        "games": each.games,
                    }
                    for each in after.values()
                ],
            )

    def _taken_up(
        self, connection: Connection, game: str, players: Sequence[str]
    ) -> Mapping[str, Rating]:
        """Return the ratings of *players*, in whose order nobody else can change them any more."""
        newcomer = MODEL.rating()
        first = {"game": game, "mu": newcomer.mu, "sigma": newcomer.sigma, "games": 0}
        rows = [first | {"who": who, "computer": is_computer(who)} for who in players]
        connection.execute(self._take_up, rows)
        found = connection.execute(_TAKEN_UP, {"its": game, "players": players})
        return {row.who: _as_measured(Rating(*row)) for row in found}

    def _note(self, connection: Connection, met: "_Met") -> None:
        """Write down who has met whom."""
        if rows := met.rows():
            connection.execute(self._note_rival, rows)

    def of(self, who: str) -> list[Rating]:
        """Return the ratings of one player, by game."""
        mine = select(*_RATING).where(RATINGS.c.who == who).order_by(RATINGS.c.game)
        return self._database.read(
            lambda c: [_as_measured(Rating(*row)) for row in c.execute(mine)]
        )

    def board(self, game: str, *, limit: int = 50) -> list[Ranked]:
        """Return the best of a game: the computers, and the people who have taken a name.

        Of people, those who have met `MET` different opponents.
        """
        met = (
            select(func.count())
            .where(RIVALS.c.game == RATINGS.c.game, RIVALS.c.who == RATINGS.c.who)
            .scalar_subquery()
        )
        listed = select(*_RATING, PEOPLE.c.shown, PEOPLE.c.bot).outerjoin(
            PEOPLE, PEOPLE.c.id == RATINGS.c.who
        )
        people = (
            listed.where(RATINGS.c.game == game, PEOPLE.c.name.is_not(None), met >= MET)
            .order_by((RATINGS.c.mu - 3 * RATINGS.c.sigma).desc(), RATINGS.c.who)
            .limit(limit)
        )
        computers = listed.where(RATINGS.c.game == game, RATINGS.c.computer.is_(True))

        def work(connection: Connection) -> list[Ranked]:
            lines = [
                Ranked(_as_measured(Rating(*row[:-2])), row.shown or row.who, bool(row.bot))
                for which in (people, computers)
                for row in connection.execute(which)
            ]
            return sorted(lines, key=lambda line: (-_worth(line.rating), line.rating.who))[:limit]

        return self._database.read(work)

    def results(self, tables: Sequence[str]) -> dict[str, list[Result]]:
        """Return how the games of each of the *tables*, by id, ended, in order."""
        theirs = select(RESULTS).where(RESULTS.c.table_id.in_(tables)).order_by(RESULTS.c.number)

        def work(connection: Connection) -> dict[str, list[Result]]:
            found: dict[str, list[Result]] = {table_id: [] for table_id in tables}
            for row in connection.execute(theirs).mappings():
                found[row["table_id"]].append(_result(row))
            return found

        return self._database.read(work)


_RATING = [RATINGS.c[name] for name in Rating.__dataclass_fields__]
_PLAYERS: Final[BindParameter[Sequence[str]]] = bindparam("players", expanding=True)
_TAKEN_UP = (
    select(*_RATING)
    .where(RATINGS.c.game == bindparam("its"), RATINGS.c.who.in_(_PLAYERS))
    .order_by(RATINGS.c.who)
    .with_for_update()
)
_MET = select(RIVALS).where(RIVALS.c.game == bindparam("its"), RIVALS.c.who.in_(_PLAYERS))
_MOVE = (
    update(RATINGS)
    .where(RATINGS.c.game == bindparam("its"), RATINGS.c.who == bindparam("player"))
    .values(mu=bindparam("mu"), sigma=bindparam("sigma"), games=bindparam("games"))
)


def _row(result: Result) -> dict[str, Any]:
    return {
        "table_id": result.table_id,
        "number": result.number,
        "game": result.game,
        "ended": result.ended,
        "reason": result.reason,
        "shares": json.dumps(result.shares),
        "people": json.dumps(result.people),
    }


def _result(row: RowMapping) -> Result:
    return Result(
        **{
            **row,
            "shares": tuple(json.loads(row["shares"])),
            "people": tuple(json.loads(row["people"])),
        }
    )


def is_computer(who: str) -> bool:
    """Return whether *who* is the text of a computer, not a person's id."""
    return level_of(who) is not None


def measured(level: int, game: str) -> tuple[float, float]:
    """Return the mean and the deviation of a level's rating, which no game changes."""
    gap = shelf()[game].level_gap if game in shelf() else GAP
    return MODEL.rating().mu + (level - MIDDLE) * gap / POINTS, SURE


def _as_measured(rating: Rating) -> Rating:
    """Return *rating*, of a computer with what it was measured to be worth."""
    level = level_of(rating.who)
    if level is None:
        return rating
    mu, sigma = measured(level, rating.game)
    return replace(rating, mu=mu, sigma=sigma)


def _worth(rating: Rating) -> float:
    return rating.mu - 3 * rating.sigma


class _Met:
    """Who has met whom in a game, as far as some players go, and whom a result moves."""

    def __init__(self, connection: Connection, game: str, players: Sequence[str]) -> None:
        # Not of the computers, who have met everyone.
        people = [who for who in players if not is_computer(who)]
        self._game = game
        self._rivals: dict[str, dict[str, tuple[int, int]]] = {who: {} for who in people}
        for row in connection.execute(_MET, {"its": game, "players": people}):
            self._rivals[row.who][row.rival] = (row.day, row.games)
        self._changed = set[tuple[str, str]]()

    def meet(self, result: Result) -> bool:
        """Note the game, unless a person in it has met another often enough that day: then False.

        How often two computers meet says nothing about who has set them against each other.
        """
        day = result.ended // DAY
        pairs = [
            (who, rival)
            for who, rival in permutations(set(result.people), 2)
            if not is_computer(who)
        ]
        today = {pair: self._today(*pair, day) for pair in pairs}
        if max(today.values(), default=0) >= A_DAY:
            return False
        for who, rival in pairs:
            self._rivals[who][rival] = (day, today[who, rival] + 1)
        self._changed.update(pairs)
        return True

    def _today(self, who: str, rival: str, day: int) -> int:
        last, games = self._rivals[who].get(rival, (day, 0))
        return games if last >= day else 0

    def moves(self, who: str, players: Sequence[str]) -> bool:
        """Return whether a game of these *players* changes the rating of *who*."""
        return self._is_new(who) or not any(self._is_new(other) for other in players)

    def _is_new(self, who: str) -> bool:
        return not is_computer(who) and len(self._rivals[who]) < MET

    def rows(self) -> list[dict[str, Any]]:
        """Return what is to be written down, in a fixed order."""
        return [
            {"game": self._game, "who": who, "rival": rival, "day": day, "games": games}
            for who, rival in sorted(self._changed)
            for day, games in [self._rivals[who][rival]]
        ]


def rated(
    before: Mapping[str, Rating], players: Sequence[str], shares: Sequence[float]
) -> list[Rating]:
    """Return the ratings after a game, one for each of the *players* named by seat.

    A computer has played one game more, however many seats it held, and stays what it is worth.
    """
    teams = [[MODEL.rating(before[who].mu, before[who].sigma)] for who in players]
    places = [float(sum(other > share for other in shares)) for share in shares]
    after: dict[str, list[tuple[float, float]]] = {}
    for who, (seat,) in zip(players, MODEL.rate(teams, ranks=places), strict=True):
        after.setdefault(who, []).append((seat.mu, seat.sigma))
    return [
        Rating(
            who=who,
            game=before[who].game,
            mu=before[who].mu if before[who].computer else fmean(mu for mu, _ in seats),
            sigma=before[who].sigma if before[who].computer else fmean(s for _, s in seats),
            games=before[who].games + 1,
            computer=before[who].computer,
        )
        for who, seats in after.items()
    ]


def _tells(players: Sequence[str]) -> bool:
    """Return whether a game of these *players* tells who is better."""
    people = [who for who in players if not is_computer(who)]
    return len(set(players)) > 1 and len(people) == len(set(people))
