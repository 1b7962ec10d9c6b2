"""A contest on the screen: a bar while it is played, a table when it is over."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from math import isinf
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ludotheque.arena import Contest, Elo, Played, Score, Sprt, Verdict
from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.terminal.ask import Desk
from ludotheque.terminal.evening import tell_if_slow
from ludotheque.terminal.files import write_whole
from ludotheque.words import Words

VERDICTS = {
    Verdict.H0: N_("{player} is better by {elo0} Elo rather than by {elo1}"),
    Verdict.H1: N_("{player} is better by {elo1} Elo rather than by {elo0}"),
    Verdict.OPEN: N_("undecided between {elo0} and {elo1} Elo"),
}


@dataclass(frozen=True, kw_only=True)
class Arena:
    """How a contest is held."""

    contest: Contest
    workers: int
    test: Sprt | None = None
    """What ends the contest early, once it is found out."""
    folder: Path | None = None
    """Where the records go."""

    def __post_init__(self) -> None:
        if self.test is not None and len(self.contest.players) != 2:
            raise NotAllowed(
                N_("SPRT compares two players, not {count}"), count=len(self.contest.players)
            )

    def hold(self, desk: Desk) -> Score:
        """Play, keep the records, and print the result; Ctrl-C ends it where it stands."""
        tell_if_slow(desk, self.contest.players)
        if self.folder is not None:
            _make_empty(self.folder)
        score = Score(len(self.contest.players))
        try:
            self._play(desk, score)
        except KeyboardInterrupt:
            desk.say("Stopped after {n} of {total} games.", n=score.games, total=len(self.contest))
        except LudothequeError:
            self._tell_result(desk, score)  # What has been played is not lost to the fault.
            raise
        self._tell_result(desk, score)
        return score

    def _play(self, desk: Desk, score: Score) -> None:
        bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[score]}", markup=False),
            TimeRemainingColumn(),
            console=desk.console,
            disable=not desk.console.is_terminal,
        )
        with bar, closing(self.contest.play(self.workers)) as games:
            task = bar.add_task("", total=len(self.contest), score="")
            for played in games:
                score.add(played)
                self._keep(played)
                bar.update(task, completed=score.games, score=self._so_far(score))
                if self._found(score) is not Verdict.OPEN:
                    break

    def _found(self, score: Score) -> Verdict:
        return Verdict.OPEN if self.test is None else score.finding(self.test).verdict

    def _keep(self, played: Played) -> None:
        if self.folder is not None:
            digits = len(str(len(self.contest)))
            write_whole(self.folder / f"game-{played.number + 1:0{digits}}.json", played.record)

    def _so_far(self, score: Score) -> str:
        """Return the score in a few signs: games won, drawn and lost, or everyone's share."""
        if len(self.contest.players) > 2:
            return " ".join(map(_percent, score.shares))
        text = f"+{score.wins[0]} ={score.draws[0]} -{score.losses[0]}"
        return f"{text} LLR {score.finding(self.test).llr:.2f}" if self.test else text

    def _tell_result(self, desk: Desk, score: Score) -> None:
        say, players = desk.words.say, self.contest.players
        desk.console.print(result_table(players, score, desk.words))
        if self.test is not None:
            finding = score.finding(self.test)
            verdict = say(
                VERDICTS[finding.verdict],
                player=players[0],
                elo0=f"{self.test.elo0:g}",
                elo1=f"{self.test.elo1:g}",
            )
            desk.say(
                "SPRT: {verdict} (LLR {llr}, bounds {lower} and {upper}).",
                verdict=verdict,
                llr=f"{finding.llr:.2f}",
                lower=f"{finding.lower:.2f}",
                upper=f"{finding.upper:.2f}",
            )
        if self.folder is not None:
            desk.say("The records are in {folder}.", folder=self.folder)
        count, seed = desk.words.count, self.contest.seed
        desk.tell(count("{n} game, seed {seed}", "{n} games, seed {seed}", score.games, seed=seed))


def _make_empty(folder: Path) -> None:
    """Make the *folder*, or see that it holds nothing that could be mistaken for a record."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise NotAllowed(N_("{file}: {why}"), file=folder, why=error.strerror) from error
    if not empty:
        raise NotAllowed(N_("{folder}: this folder is not empty"), folder=folder)


def result_table(players: Sequence[str], score: Score, words: Words) -> Table:
    """Return what each player has done, and what follows from it."""
    columns = {
        words.say("Player"): list(players),
        words.say("Wins"): list(map(str, score.wins)),
        words.say("Draws"): list(map(str, score.draws)),
        words.say("Losses"): list(map(str, score.losses)),
        words.say("Share"): list(map(_percent, score.shares)),
        **(_between_two(score, words) if len(players) == 2 else _among_several(score, words)),
    }
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
        words.say("Elo (95 %)"): [_elo(elo), _elo(turned)],
        words.say("LOS"): [_percent(sure), _percent(1 - sure)],
    }


def _among_several(score: Score, words: Words) -> dict[str, list[str]]:
    """Return how sure each share is, and whether it is more or less than fair."""
    standings = list(filter(None, map(score.standing, range(len(score.wins)))))
    if not standings:
        return {}
    return {
        words.say("Error"): [f"± {_percent(standing.error)}" for standing in standings],
        "p": [f"{standing.p:.4f}" for standing in standings],
    }


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def _elo(elo: Elo) -> str:
    """Return the difference and its error; after a clean sweep, the end that is known."""
    if isinf(elo.difference):
        return f"> {elo.low:+.0f}" if elo.difference > 0 else f"< {elo.high:+.0f}"
    return f"{round(elo.difference):+} ± {elo.error:.0f}"
