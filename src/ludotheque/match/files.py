"""Record files: read in either form, written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ludotheque.errors import N_, BadRecord, LudothequeError
from ludotheque.match.json_form import from_json, to_json
from ludotheque.match.record import Record
from ludotheque.match.text_form import from_text, to_text


def read_record(file: str | Path) -> Record:
    """Return the record in *file*, in its JSON or its text form. Raise BadRecord.

    Its moves are not played yet: `replay` and `verify` do that.
    """
    file = Path(file)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise BadRecord(N_("{file}: there is no such file"), file=file) from error
    except OSError as error:
        raise BadRecord(
            N_("{file}: cannot be read ({why})"), file=file, why=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise BadRecord(N_("{file}: this is not a text file"), file=file) from error
    with about(file):
        return from_json(text) if text.lstrip().startswith("{") else from_text(text)


@contextmanager
def about(file: Path) -> Iterator[None]:
    """Say in every refusal inside which file it is about."""
    try:
        yield
    except LudothequeError as problem:
        raise BadRecord(N_("{file}: {problem}"), file=file, problem=problem) from problem


def refuse_to_overwrite(file: Path) -> None:
    """Raise BadRecord if there is something at *file* already: a record is never written over."""
    if file.exists() or file.is_symlink():
        raise BadRecord(N_("{file}: there is something here already"), file=file)


def write_record(file: Path, record: Record) -> None:
    """Write *record*: as JSON if the name ends so, else as text. A fault leaves the old file."""
    write_whole(file, to_json(record) if file.suffix.lower() == ".json" else to_text(record))


def write_whole(file: Path, text: str) -> None:
    """Write *text*, or raise BadRecord and leave the old file."""
    draft = file.with_name(f".{file.name}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        with suppress(OSError):  # What could not be written may be no file at all.
            draft.unlink()
        raise BadRecord(
            N_("{file}: cannot be written ({why})"), file=file, why=error.strerror
        ) from error
