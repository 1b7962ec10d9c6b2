"""Records on disk: read in either form, written whole or not at all."""

from pathlib import Path

from ludotheque.errors import N_, BadRecord
from ludotheque.match import Record, from_json, from_text, to_json, to_text


def read_record(file: Path) -> Record:
    """Return the record in *file*, in its JSON or its text form. Raise BadRecord."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadRecord(N_("{file}: there is no such file"), file=file) from error
    except OSError as error:
        raise BadRecord(
            N_("{file}: cannot be read ({why})"), file=file, why=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise BadRecord(N_("{file}: this is not a text file"), file=file) from error
    return from_json(text) if text.lstrip().startswith("{") else from_text(text)


def write_record(file: Path, record: Record) -> None:
    """Write *record*: as JSON if the name ends so, else as text. A fault leaves the old file."""
    text = to_json(record) if file.suffix == ".json" else to_text(record)
    draft = file.with_name(f".{file.name}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise BadRecord(
            N_("{file}: cannot be written ({why})"), file=file, why=error.strerror
        ) from error
