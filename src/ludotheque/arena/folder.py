"""Storage of a contest in a folder: its terms, every game as soon as it is over, its results.

| file | what is in it |
|---|---|
| `contest.json` | the terms: who plays what, and the seed |
| `games.jsonl` | a line a game, in the order in which they ended: the journal, and the truth |
| `records/game-000001.json` | the record of each game |
| `ratings.json`, `ratings.svg` | what came out, for programs and as a picture |
| `results.parquet` | all games with their records, where pyarrow is installed |

A game is one line, written at once after its record: whatever ends the arena, a game either has its
line and is counted, or is played again, to the same record. Two arenas cannot write here at once.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final, Self

from ludotheque.arena.contest import Contest
from ludotheque.arena.game import Fault, Played
from ludotheque.errors import N_, NotAllowed

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows has no such locks.
    fcntl = None

TERMS: Final = "contest.json"
JOURNAL: Final = "games.jsonl"
RECORDS: Final = "records"
OURS: Final = {RECORDS, JOURNAL, f".{TERMS}.new"}
"""What lies in a folder in which a contest was just about to begin."""
VERSION: Final = 1


def kept_seed(folder: Path) -> str | None:
    """Return the seed of the contest in *folder*, None where there is none yet."""
    terms = _read_terms(folder)
    return None if terms is None else str(terms.get("seed"))


class Folder:
    """The folder of one contest, open for writing. As a context it closes itself."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self._contest = contest
        kept = _read_terms(path)
        with _told(path):
            path.mkdir(parents=True, exist_ok=True)
            if kept is None and {one.name for one in path.iterdir()} - OURS:
                raise NotAllowed(N_("{folder}: this folder is not empty"), folder=path)
            (path / RECORDS).mkdir(exist_ok=True)
            self._journal = os.open(path / JOURNAL, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                self._lock()
                if kept is None:
                    self.write(TERMS, json.dumps(_terms(contest), ensure_ascii=False, indent=1))
                else:
                    self._compare(kept)
                self.kept = {played.number: played for played in self._read()}
                """The games that are over, by number, without their records."""
            except BaseException:
                self.close()
                raise

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotAllowed(
                N_("{folder}: another arena is already using this folder"), folder=self.path
            ) from None

    def _compare(self, kept: Mapping[str, Any]) -> None:
        """Raise NotAllowed if the folder holds a contest of other terms."""
        for name, value in _terms(self._contest).items():
            if kept.get(name) != value:
                raise NotAllowed(
                    N_("{folder}: this folder holds another contest ({name}: {kept}, not {given})"),
                    folder=self.path,
                    name=name,
                    kept=json.dumps(kept.get(name), ensure_ascii=False),
                    given=json.dumps(value, ensure_ascii=False),
                )

    def _read(self) -> Iterator[Played]:
        """Yield the games of the journal, after cutting off a line that was never finished."""
        whole = Path(self.path / JOURNAL).read_bytes()
        end = whole.rfind(b"\n") + 1
        if end < len(whole):
            os.ftruncate(self._journal, end)
        for number, line in enumerate(whole[:end].splitlines(), 1):
            try:
                yield _played(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise NotAllowed(
                    N_("{file}, line {number}: this is not a game"),
                    file=self.path / JOURNAL,
                    number=number,
                ) from error

    def keep(self, played: Played) -> Played:
        """Write down a game that is over; return it without its record."""
        if played.number in self.kept:
            raise ValueError(f"game {played.number} kept twice")
        self.write(record_name(played.number), played.record)
        line = json.dumps(_line(played, self._contest.names), ensure_ascii=False)
        with _told(self.path):
            os.write(self._journal, f"{line}\n".encode())
        self.kept[played.number] = replace(played, record="")
        return self.kept[played.number]

    def record(self, number: int) -> str:
        """Return the record of a game that is kept."""
        with _told(self.path):
            return (self.path / record_name(number)).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Write a file of the folder whole, or raise NotAllowed and leave the old one."""
        file = self.path / name
        draft = file.with_name(f".{file.name}.new")
        with _told(file):
            draft.write_text(text, encoding="utf-8")
            draft.replace(file)

    def close(self) -> None:
        """Let others write here."""
        os.close(self._journal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()


def record_name(number: int) -> str:
    """Return the file of a game's record; people count from 1."""
    return f"{RECORDS}/game-{number + 1:06}.json"


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """Turn what the system refuses inside into NotAllowed."""
    try:
        yield
    except OSError as error:
        raise NotAllowed(N_("{file}: {why}"), file=file, why=error.strerror) from error


def _read_terms(folder: Path) -> Mapping[str, Any] | None:
    """Return the terms kept in *folder*, None where there are none. Raise NotAllowed."""
    file = folder / TERMS
    try:
        terms = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotAllowed(N_("{file}: {why}"), file=file, why=error.strerror) from error
    except ValueError:
        terms = None
    if not isinstance(terms, dict) or terms.get("version") != VERSION:
        raise NotAllowed(N_("{file}: this file does not describe a contest"), file=file)
    return terms


def _terms(contest: Contest) -> dict[str, Any]:
    """Return all that makes games what they are; how many there are may change."""
    return {
        "version": VERSION,
        "game": contest.game.slug,
        "form": contest.form.value,
        "players": list(contest.players),
        "seats": contest.seats,
        "options": dict(contest.game.settle(contest.options)),
        "openings": contest.plies,
        "seconds": contest.seconds,
        "seed": contest.seed,
        **({"adjusted": True} if contest.adjusted else {}),
    }


def _line(played: Played, names: tuple[str, ...]) -> dict[str, Any]:
    """Return a game for the journal; people count from 1."""
    fault = played.fault
    return {
        "number": played.number + 1,
        "round": played.round + 1,
        "players": [names[who] for who in played.meeting],
        "table": list(played.meeting),
        "seating": list(played.seating),
        "shares": list(played.shares),
        "reason": played.reason,
        "plies": played.plies,
        "fault": fault and {"player": names[fault.by], **fault._asdict()},
        "seconds": [round(spent, 3) for spent in played.seconds],
        **({"luck": list(played.luck)} if played.luck else {}),
    }


def _played(line: Mapping[str, Any]) -> Played:
    fault = line["fault"]
    return Played(
        number=line["number"] - 1,
        shares=tuple(map(float, line["shares"])),
        record="",
        meeting=tuple(line["table"]),
        seating=tuple(line["seating"]),
        round=line["round"] - 1,
        reason=line["reason"],
        plies=line["plies"],
        fault=fault and Fault(fault["by"], fault["kind"], fault["why"]),
        seconds=tuple(line["seconds"]),
        luck=tuple(line.get("luck", ())),
    )
