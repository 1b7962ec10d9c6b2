"""Games that were read and found right stay as they are."""

from pathlib import Path

import pytest

from golden import FOLDER, moves_of, rewritten

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_reads_as_before(file):
    golden = Path(file).read_text(encoding="utf-8")
    assert rewritten(golden) == golden
    assert len(moves_of(golden)) > 15
    assert "end: Outcome" in golden
