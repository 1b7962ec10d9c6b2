"""Corpora: for each reader, texts that between them lead it everywhere it was ever led."""

import json
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

HERE = Path(__file__).parent / "corpus"
LONGEST = 4_096
"""The longest text, in bytes, that a reader is given."""
ROOM = 40_000
"""The characters that the kept texts of a reader may have in all."""


def corpus(name):
    """Return the texts that are kept for a reader."""
    file = HERE / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def keep(name, texts):
    """Keep these texts for a reader, too, the shortest first, as many as there is room for.

    Those that are kept already stay: whole records are long, and lead further than scraps.
    """
    HERE.mkdir(exist_ok=True)
    old = corpus(name)
    new = sorted({*texts} - {*old}, key=lambda text: (len(text), text))
    sizes = accumulate(len(json.dumps(text)) for text in (*old, *new))
    fits = [text for text, size in zip((*old, *new), sizes, strict=True) if size <= ROOM]
    kept = sorted({*old, *fits}, key=lambda text: (len(text), text))
    (HERE / f"{name}.json").write_text(f"{json.dumps(kept, indent=0)}\n", "utf-8")


def lay_out(texts, folder):
    """Write each of *texts* into a file of its own, as fuzzers read them."""
    folder.mkdir(parents=True, exist_ok=True)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        (folder / sha256(data).hexdigest()[:20]).write_bytes(data)


def gathered(folder):
    """Return the texts in the files of a folder."""
    return [text_of(file.read_bytes()) for file in sorted(folder.iterdir())]


def text_of(data):
    """Return bytes as text, whatever they are."""
    return data.decode("utf-8", "replace")
