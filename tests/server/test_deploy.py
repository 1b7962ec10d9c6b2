"""The files and the page about running the house name settings that there are."""

import inspect
import re
from pathlib import Path

import pytest

from ludotheque.server import commands, run

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "docs" / "deploy.md", *sorted((ROOT / "deploy").iterdir())]
OPTIONS = {f"--{name}" for name in inspect.signature(commands.serve).parameters}
VARIABLES = {getattr(run, name) for name in ("DATABASE", "REDIS", "ORIGINS", "PROXIES", "WORKERS")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_settings_in_use_exist(file):
    text = file.read_text(encoding="utf-8")
    assert set(re.findall(r"\bLUDOTHEQUE_[A-Z]+\b", text)) <= VARIABLES
    for line in text.splitlines():
        if re.search(r"\bserve\b.*--", line):
            assert set(re.findall(r"--[a-z]+", line)) <= OPTIONS, line


def test_the_page_lists_every_setting():
    page = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in page.splitlines() if line.startswith("| `--"))
    named = {"--open_page": "--open", "--context": None}  # how the command line calls them
    options = {named.get(option, option) for option in OPTIONS} - {None}
    assert set(re.findall(r"--[a-z]+", table)) == options
    assert set(re.findall(r"LUDOTHEQUE_[A-Z]+", table)) == VARIABLES


def test_every_file_is_told_of():
    told = FILES[0].read_text(encoding="utf-8") + (ROOT / "deploy/compose.yaml").read_text("utf-8")
    assert all(file.name in told for file in FILES[1:])
