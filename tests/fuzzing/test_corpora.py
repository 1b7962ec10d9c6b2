"""Whatever has ever led a reader somewhere new is refused or read, and never anything else."""

import pytest

from fuzzing import corpora, readers


@pytest.mark.parametrize("name", readers.READERS)
def test_a_reader_refuses_or_reads_whatever_stands_in_its_corpus(name):
    texts = corpora.corpus(name)  # none for a game that has just been added
    refused = [readers.refused(name, text) for text in texts]
    # Every reader has come both ways: the corpus is none of noise alone.
    assert not texts or {True, False} == set(refused) or name in {"options", "ugi"}


def test_there_is_no_corpus_without_its_reader():
    assert {file.stem for file in corpora.HERE.glob("*.json")} <= set(readers.READERS)
