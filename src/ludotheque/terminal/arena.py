"""A contest on the screen: a bar while it is played, tables when it is over."""

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from math import isinf
from pathlib import Path
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ludotheque.arena import (
    Contest,
    Elo,
    Folder,
    Played,
    Score,
    Sprt,
    Standings,
    Verdict,
    cluster,
    parquet,
    report,
    run,
    workers,
)
from ludotheque.arena.adjusted import FEWEST, Adjusted, adjusted
from ludotheque.arena.folder import JOURNAL
from ludotheque.arena.game import try_out
from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.match.files import write_whole
from ludotheque.terminal.ask import INTERRUPTED, Desk, Left
from ludotheque.terminal.evening import tell_if_slow
from ludotheque.ugi import FAULTS
from ludotheque.ugi.client import UGI
from ludotheque.words import Words

VERDICTS = {
    Verdict.H0: N_("{player} is better by {elo0} Elo rather than by {elo1}"),
    Verdict.H1: N_("{player} is better by {elo1} Elo rather than by {elo0}"),
    Verdict.OPEN: N_("undecided between {elo0} and {elo1} Elo"),
}
SHOWN = 4
"""How many players' shares stand beside the bar."""
EVERY = 0.5
"""The seconds after which the shares beside the bar are counted again."""


class Count:
    """What has been played so far, in the order of the games."""

    def __init__(self, contest: Contest) -> None:
        self.score = Score(contest.seats) if len(contest.meetings) == 1 else None
        """For a single meeting: what its players have done against each other."""
        self.standings = Standings(len(contest.players))
        self.games: list[Played] = []
        """Without their records."""

    def add(self, played: Played) -> None:
        """Count the next game."""
        if self.score is not None:
            self.score.add(played)
        self.standings.add(played)
        self.games.append(replace(played, record=""))


@dataclass(frozen=True, kw_only=True)
class Arena:
    """How a contest is held."""

    contest: Contest
    workers: int
    test: Sprt | None = None
    """What ends the contest early, once it is found out."""
    folder: Path | None = None
    """Where only the records go."""
    out: Path | None = None
    """Where everything goes, and from where it is gone on with."""
    ray: str | None = None
    """The address of the cluster that plays; None: processes of this machine."""
    command: str = ""
    """What goes on with a contest that was stopped."""

    def __post_init__(self) -> None:
        if self.test is not None and self.contest.meetings != ((0, 1),):
            raise NotAllowed(
                N_("SPRT compares two players, not {count}"), count=len(self.contest.players)
            )

    def hold(self, desk: Desk) -> Count:
        """Play, keep the records, and print the result. Ctrl-C ends it where it stands: Left."""
        tell_if_slow(desk, [entrant.text for entrant in self.contest.entrants])
        if self.ray is None and any(one.text.startswith(UGI) for one in self.contest.entrants):
            for fixture in self.contest.first_round():
                try_out(fixture)
        if self.folder is not None:
            _make_empty(self.folder)
        with nullcontext() if self.out is None else Folder(self.out, self.contest) as folder:
            return self._hold(desk, folder)

    def _hold(self, desk: Desk, folder: Folder | None) -> Count:
        count, total = Count(self.contest), len(self.contest)
        if self.contest.games_a_meeting != self.contest.games:
            desk.say(
                "Everyone sits in every seat equally often: {n} games at each table, not {asked}.",
                n=self.contest.games_a_meeting,
                asked=self.contest.games,
            )
        if folder is not None and folder.kept:
            told = desk.words.count(
                "{n} game has already been played.",
                "{n} games have already been played.",
                len(folder.kept),
            )
            desk.tell(told)
        try:
            self._play(desk, count, folder)
        except KeyboardInterrupt:
            desk.say("Stopped after {n} of {total} games.", n=len(count.games), total=total)
            self._tell_result(desk, count)
            self._leave(desk, count, folder)
            raise Left(INTERRUPTED) from None
        except LudothequeError:
            if count.games:  # What has been played is not lost to the fault.
                self._tell_result(desk, count)
            raise
        self._tell_result(desk, count)
        if folder is not None and count.games:
            self._report(desk, count, folder)
        return count

    def _leave(self, desk: Desk, count: Count, folder: Folder | None) -> None:
        """Say what there is of a contest that was stopped, and how it goes on."""
        if folder is None:
            desk.say("Without --out there is nothing to carry on from.")
            return
        if count.games:
            self._rate(desk, count, folder)
        held = sorted(one.name for one in folder.path.iterdir() if not one.name.startswith("."))
        desk.say("So far {folder} holds {files}.", folder=folder.path, files=", ".join(held))
        desk.say("To carry on: {command}", command=self.command)

    def _crew(self) -> run.Crew:
        if self.ray is not None:
            return partial(cluster.as_done, address=self.ray)
        return partial(workers.as_done, workers=min(self.workers, len(self.contest)))

    def _play(self, desk: Desk, count: Count, folder: Folder | None) -> None:
        bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[score]}", markup=False),
            TimeRemainingColumn(),
            console=desk.console,
            disable=not desk.console.is_terminal,
        )
        so_far = _now_and_then(partial(self._so_far, count, desk.words))
        with bar, closing(run.games(self.contest, self._crew(), folder)) as games:
            before = 0 if folder is None else min(len(folder.kept), len(self.contest))
            # What was played before says nothing about the time that is left.
            task = bar.add_task("", total=len(self.contest), completed=before, score="")
            for played in games:
                count.add(played)
                self._keep(played)
                bar.update(task, completed=max(before, len(count.games)), score=so_far())
                if self._found(count) is not Verdict.OPEN:
                    break
            bar.update(task, score=self._so_far(count, desk.words))

    def _found(self, count: Count) -> Verdict:
        if self.test is None or count.score is None:
            return Verdict.OPEN
        return count.score.finding(self.test).verdict

    def _keep(self, played: Played) -> None:
        if self.folder is not None:
            digits = len(str(len(self.contest)))
            write_whole(self.folder / f"game-{played.number + 1:0{digits}}.json", played.record)

    def _so_far(self, count: Count, words: Words) -> str:
        """Return the score in a few signs: games won, drawn and lost, or everyone's share."""
        score = count.score
        if score is None:
            standings, names = count.standings, self.contest.names
            return " · ".join(
                f"{names[who]} {_percent(standings.share(who), words)}"
                for who in standings.ranked()[:SHOWN]
            )
        if len(self.contest.players) > 2:
            return " ".join(_percent(share, words) for share in score.shares)
        text = f"+{score.wins[0]} ={score.draws[0]} -{score.losses[0]}"
        if self.test is None:
            return text
        return f"{text} LLR {words.number(score.finding(self.test).llr, 2)}"

    def _tell_result(self, desk: Desk, count: Count) -> None:
        score, names = count.score, self.contest.names
        if score is not None:
            desk.console.print(result_table(names, score, desk.words))
        elif count.games:
            desk.console.print(ratings_table(names, count.standings, desk.words))
            desk.tell("")
            desk.console.print(cross_table(names, count.standings, desk.words))
        if self.contest.adjusted:
            self._tell_adjusted(desk, count)
        self._tell_finding(desk, count)
        self._tell_faults(desk, count)
        if self.folder is not None:
            desk.say("The records are in {folder}.", folder=self.folder)
        seed = self.contest.seed
        told = desk.words.count(
            "{n} game, seed {seed}", "{n} games, seed {seed}", len(count.games), seed=seed
        )
        desk.tell(told)

    def _tell_adjusted(self, desk: Desk, count: Count) -> None:
        """Tell the results without their luck, or why there are none."""
        if count.score is None:
            desk.say(
                "Without luck: that is told of one table, and here are {tables}. With --out, {file}"
                " has the luck of each game.",
                tables=len(self.contest.meetings),
                file=JOURNAL,
            )
            return
        found = adjusted(count.games, self.contest.seats)
        if found is None:
            desk.say(
                "Without luck: that takes {games} games or more.",
                games=FEWEST * self.contest.seats,
            )
            return
        desk.tell("")
        desk.console.print(adjusted_table(self.contest.names, found, desk.words))

    def _tell_finding(self, desk: Desk, count: Count) -> None:
        if self.test is None or count.score is None:
            return
        finding = count.score.finding(self.test)
        verdict = desk.words.say(
            VERDICTS[finding.verdict],
            player=self.contest.names[0],
            elo0=desk.words.number(self.test.elo0),
            elo1=desk.words.number(self.test.elo1),
        )
        desk.say(
            "SPRT: {verdict} (LLR {llr}, bounds {lower} and {upper}).",
            verdict=verdict,
            llr=desk.words.number(finding.llr, 2),
            lower=desk.words.number(finding.lower, 2),
            upper=desk.words.number(finding.upper, 2),
        )

    def _tell_faults(self, desk: Desk, count: Count) -> None:
        """Say who has lost games without being beaten, how often, and the last reason."""
        last = {(fault.by, fault.kind): fault.why for fault in count.standings.faults}
        for (who, kind), why in last.items():
            desk.say(
                "{player} {what}; games lost this way: {n} ({why}).",
                player=self.contest.names[who],
                what=desk.words.say(FAULTS[kind]),
                n=sum((one.by, one.kind) == (who, kind) for one in count.standings.faults),
                why=why,
            )

    def _rate(self, desk: Desk, count: Count, folder: Folder) -> None:
        """Leave the ratings in the *folder*."""
        finding = count.score.finding(self.test) if self.test and count.score else None
        name = desk.words.say(self.contest.game.title)
        title = desk.words.say("{name}: {what}", name=name, what=len(count.games))
        report.write(folder, self.contest, count.standings, title=title, finding=finding)

    def _report(self, desk: Desk, count: Count, folder: Folder) -> None:
        """Leave in the *folder* all that came out; Parquet takes its time."""
        self._rate(desk, count, folder)
        if not report.write_games(folder, self.contest, count.games):
            desk.say(
                "{file} was not written: pip install 'ludotheque[arena]' brings what is missing.",
                file=parquet.FILE,
            )
        desk.say("Everything is in {folder}.", folder=folder.path)


def _now_and_then(make: Callable[[], str]) -> Callable[[], str]:
    """Return what gives the last text made, and makes a new one when that is old."""
    text, made = "", 0.0

    def give() -> str:
        nonlocal text, made
        if monotonic() - made > EVERY:
            text, made = make(), monotonic()
        return text

    return give


def _make_empty(folder: Path) -> None:
    """Make the *folder*, or see that it holds nothing that could be mistaken for a record."""
    try:
        if folder.is_file():
            raise NotAllowed(N_("{folder}: this is a file, not a folder"), folder=folder)
        folder.mkdir(parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise NotAllowed(N_("{file}: {why}"), file=folder, why=error.strerror) from error
    if not empty:
        raise NotAllowed(N_("{folder}: this folder is not empty"), folder=folder)


def result_table(players: Sequence[str], score: Score, words: Words) -> Table:
    """Return what each player has done, and what follows from it."""
    return _table(
        {
            words.say("Player"): list(players),
            words.say("Wins"): list(map(str, score.wins)),
            words.say("Draws"): list(map(str, score.draws)),
            words.say("Losses"): list(map(str, score.losses)),
            words.say("Score"): [_percent(share, words) for share in score.shares],
            **(_between_two(score, words) if len(players) == 2 else _among_several(score, words)),
        }
    )


def adjusted_table(players: Sequence[str], found: Sequence[Adjusted], words: Words) -> Table:
    """Return results with and without luck, and how many times fewer games the latter need."""
    return _table(
        {
            words.say("Player"): list(players),
            words.say("Score"): [_percent(one.plain, words) for one in found],
            words.say("Error"): [f"± {_percent(one.plain_error, words)}" for one in found],
            words.say("Without luck"): [_percent(one.share, words) for one in found],
            words.say("Its error"): [f"± {_percent(one.error, words)}" for one in found],
            words.say("Times fewer games"): [words.number(one.fewer, 2) for one in found],
        }
    )


def ratings_table(names: Sequence[str], standings: Standings, words: Words) -> Table:
    """Return everyone's rating and what it is made of, the strongest first."""
    rated = standings.ratings()
    order = standings.ranked(rated)
    return _table(
        {
            words.say("Player"): [names[who] for who in order],
            words.say("Elo (95%)"): [
                f"{round(rated[who].elo):+} ± {rated[who].error:.0f}" for who in order
            ],
            words.say("Games"): [str(standings.games[who]) for who in order],
            words.say("Wins"): [str(standings.wins[who]) for who in order],
            words.say("Draws"): [str(standings.draws[who]) for who in order],
            words.say("Losses"): [str(standings.losses[who]) for who in order],
            words.say("Score"): [_percent(standings.share(who), words) for who in order],
        }
    )


def cross_table(names: Sequence[str], standings: Standings, words: Words) -> Table:
    """Return what each player has got from the games with each other, the strongest first."""
    order = standings.ranked(standings.ratings())
    columns = {words.say("Points against"): [f"{n} {names[who]}" for n, who in enumerate(order, 1)]}
    for number, other in enumerate(order, 1):
        columns[str(number)] = [_cell(standings, who, other) for who in order]
    return _table(columns)


def _cell(standings: Standings, who: int, other: int) -> str:
    points, games = standings.cell(who, other)
    return f"{points:.4g}/{games}" if games else "·"


def _table(columns: dict[str, list[str]]) -> Table:
    """Return a table without lines, numbers to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for place, head in enumerate(columns):
        table.add_column(head, justify="right" if place else "left")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*map(Text, row))
    return table


def _between_two(score: Score, words: Words) -> dict[str, list[str]]:
    """Return how much stronger each of two players is, and how surely stronger at all."""
    elo, sure = score.elo, score.superiority
    if elo is None or sure is None:
        return {}
    turned = Elo(-elo.difference, -elo.high, -elo.low)
    return {
        words.say("Elo (95%)"): [_elo(elo), _elo(turned)],
        words.say("LOS"): [_percent(sure, words), _percent(1 - sure, words)],
    }


def _among_several(score: Score, words: Words) -> dict[str, list[str]]:
    """Return how sure each share is, and whether it is more or less than fair."""
    standings = list(filter(None, map(score.standing, range(len(score.wins)))))
    if not standings:
        return {}
    return {
        words.say("Error"): [f"± {_percent(standing.error, words)}" for standing in standings],
        "p": [words.number(standing.p, 4) for standing in standings],
    }


def _percent(part: float, words: Words) -> str:
    return f"{words.number(100 * part, 1)} %"


def _elo(elo: Elo) -> str:
    """Return the difference and its error; after a clean sweep, the end that is known."""
    if isinf(elo.difference):
        return f"> {elo.low:+.0f}" if elo.difference > 0 else f"< {elo.high:+.0f}"
    return f"{round(elo.difference):+} ± {elo.error:.0f}"
