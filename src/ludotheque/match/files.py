"""Record files: one game or many, read in either form, written whole or not at all."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from ludotheque.errors import N_, BadRecord
from ludotheque.match.json_form import to_json, to_line
from ludotheque.match.record import Record
from ludotheque.match.several import LONGEST, Kept, games_in
from ludotheque.match.text_form import to_text


def read_record(file: str | Path) -> Record:
    """Return the record in *file*, in its JSON or its text form. Raise BadRecord.

    Its moves are not played yet: `replay` and `verify` do that. A file of several games is for
    `read_records`.
    """
    games = kept_in(file)
    only = next(games, None)
    if only is None:
        raise no_record(file)
    if not only.alone:
        raise BadRecord(
            N_("{file}: there are several games here, the second from line {line} on"),
            file=file,
            line=next(games).line,
        )
    return only.record()


def no_record(file: str | Path) -> BadRecord:
    """Return the refusal of a file without a game."""
    return BadRecord(N_("{file}: there is no record in this file"), file=file)


def read_records(
    file: str | Path | TextIO, *, refused: Callable[[BadRecord], object] | None = None
) -> Iterator[Record]:
    """Yield the records in *file*, a path or a stream of text, one after another.

    Two games are held at a time, however many there are. The first that cannot be read raises
    BadRecord, with the file, the number of the game and its line; where *refused* is given, it is
    told instead, and the next one follows. No move is played, as by `read_record`.
    """
    for kept in kept_in(file):
        try:
            record = kept.record()
        except BadRecord as refusal:
            if refused is None:
                raise
            refused(refusal)
        else:
            yield record


def kept_in(file: str | Path | TextIO) -> Iterator[Kept]:
    """Yield the games in *file* where they stand, unread. Raise BadRecord where it is no text."""
    if not isinstance(file, str | Path):
        name = str(getattr(file, "name", "-"))
        yield from games_in(_lines(file, name), name)
        return
    with _told(file):
        stream = Path(file).open(encoding="utf-8-sig")  # noqa: SIM115 - closed below
    with stream:
        yield from games_in(_lines(stream, file), str(file))


def _lines(stream: TextIO, file: str | Path) -> Iterator[str]:
    """Yield the lines of *stream*; one that is longer than any record is cut."""
    while True:
        with _told(
            file
        ):  # Only round the reading: what those who are given a line raise is theirs.
            line = stream.readline(LONGEST + 1)
        if not line:
            return
        yield line


@contextmanager
def _told(file: str | Path) -> Iterator[None]:
    """Turn what the system refuses inside into BadRecord."""
    try:
        yield
    except FileNotFoundError as error:
        raise BadRecord(N_("{file}: there is no such file"), file=file) from error
    except OSError as error:
        raise BadRecord(
            N_("{file}: cannot be read ({why})"), file=file, why=error.strerror or error
        ) from error
    except EOFError as error:  # Of what was compressed, and cut short.
        raise BadRecord(N_("{file}: cannot be read ({why})"), file=file, why=error) from error
    except UnicodeDecodeError as error:
        raise BadRecord(N_("{file}: this is not a text file"), file=file) from error


def refuse_to_overwrite(file: Path) -> None:
    """Raise BadRecord if there is something at *file* already: a record is never written over."""
    if file.exists() or file.is_symlink():
        raise BadRecord(N_("{file}: there is something here already"), file=file)


def write_record(file: Path, record: Record) -> None:
    """Write *record*: as JSON if the name ends so, else as text. A fault leaves the old file."""
    write_records(file, [record])


def write_records(file: str | Path, records: Iterable[Record]) -> int:
    """Write *records* one after another, and return how many there were.

    A name that ends in `.jsonl` makes a line of JSON each, `.json` JSON for people's eyes, any
    other text. *records* may be more than memory holds. A fault, theirs too, leaves the old file.
    """
    file = Path(file)
    form, between = _form(file.suffix.lower())
    return _write(file, (f"{between if n else ''}{form(r)}" for n, r in enumerate(records)))


def _form(suffix: str) -> tuple[Callable[[Record], str], str]:
    """Return how a record is written in a file of that *suffix*, and what stands between two."""
    if suffix == ".jsonl":
        return lambda record: f"{to_line(record)}\n", ""
    return (to_json, "") if suffix == ".json" else (to_text, "\n")


def write_whole(file: Path, text: str) -> None:
    """Write *text*, or raise BadRecord and leave the old file."""
    _write(file, [text])


def _write(file: Path, texts: Iterable[str]) -> int:
    """Write *texts* and return how many there were, or raise and leave the old file."""
    draft, count = file.with_name(f".{file.name}.new"), 0
    with _kept(file):
        stream = draft.open("w", encoding="utf-8")
    try:
        with stream:
            for text in texts:
                with _kept(file):
                    stream.write(text)
                count += 1
            with _kept(file):
                stream.flush()
        with _kept(file):
            draft.replace(file)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    return count


@contextmanager
def _kept(file: Path) -> Iterator[None]:
    """Turn what the system refuses to write inside into BadRecord; what is read fails elsewhere."""
    try:
        yield
    except OSError as error:
        raise BadRecord(
            N_("{file}: cannot be written ({why})"), file=file, why=error.strerror or error
        ) from error
