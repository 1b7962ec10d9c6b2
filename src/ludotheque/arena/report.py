"""Report of a contest: the files that it leaves, ratings as JSON, a chart, Parquet."""

import json
from collections.abc import Sequence
from typing import Any, Final

from ludotheque.arena import parquet
from ludotheque.arena.chart import chart
from ludotheque.arena.contest import Contest
from ludotheque.arena.folder import Folder
from ludotheque.arena.game import Played
from ludotheque.arena.ratings import Rating
from ludotheque.arena.standings import Standings
from ludotheque.arena.statistics import Finding

RATINGS: Final = "ratings.json"
PICTURE: Final = "ratings.svg"


def write(
    folder: Folder,
    contest: Contest,
    standings: Standings,
    *,
    title: str,
    finding: Finding | None,
) -> None:
    """Write the ratings and their picture."""
    rated = standings.ratings()
    order = standings.ranked(rated)
    plain = _plain(contest, standings, rated, order)
    if finding is not None:
        plain["sprt"] = {**finding._asdict(), "verdict": finding.verdict.value}
    folder.write(RATINGS, json.dumps(plain, ensure_ascii=False, indent=1))
    names = [contest.names[who] for who in order]
    folder.write(PICTURE, chart(title, names, [rated[who] for who in order]))


def write_games(folder: Folder, contest: Contest, games: Sequence[Played]) -> bool:
    """Write the games as Parquet; return False where what is needed for that is missing."""
    if not parquet.available():
        return False
    parquet.write(folder, contest, games)
    return True


def _plain(
    contest: Contest, standings: Standings, rated: Sequence[Rating], order: Sequence[int]
) -> dict[str, Any]:
    """Return the standings as JSON can hold them, the strongest first."""
    return {
        "games": len(standings),
        "ratings": [
            {
                "player": contest.names[who],
                "elo": round(rated[who].elo, 2),
                "error": round(rated[who].error, 2),
                "games": standings.games[who],
                "points": round(standings.points[who], 6),
                "wins": standings.wins[who],
                "draws": standings.draws[who],
                "losses": standings.losses[who],
                "faults": sum(fault.by == who for fault in standings.faults),
            }
            for who in order
        ],
        "against": {
            contest.names[who]: {
                contest.names[other]: {
                    "points": round(cell.points, 6),
                    "games": cell.games,
                }
                for other in order
                if (cell := standings.cell(who, other)).games
            }
            for who in order
        },
    }
