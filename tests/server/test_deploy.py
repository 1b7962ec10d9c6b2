"""The files and the page about running the house name settings that there are."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from ludotheque.cli import serve
from ludotheque.errors import BadOption
from ludotheque.server import run
from ludotheque.server.config import Settings, variable
from ludotheque.server.rates import RATES

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "docs" / "deploy.md", *sorted((ROOT / "deploy").iterdir())]
PAGE = FILES[0].read_text(encoding="utf-8")
OPTIONS = {f"--{name}" for name in inspect.signature(serve.command).parameters}
SETTINGS = {variable(setting.name): setting for setting in fields(Settings)}
VARIABLES = {run.DATABASE, run.WORKERS, *SETTINGS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_settings_in_use_exist(file):
    text = file.read_text(encoding="utf-8")
    assert set(re.findall(r"\bLUDOTHEQUE_[A-Z_]+\b", text)) <= VARIABLES
    for line in text.splitlines():
        if re.search(r"\bserve\b.*--", line):
            assert set(re.findall(r"--[a-z]+", line)) <= OPTIONS, line


def test_the_page_lists_every_setting():
    table = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `--"))
    named = {"--open_page": "--open", "--context": None}  # how the command line calls them
    options = {named.get(option, option) for option in OPTIONS} - {None}
    assert set(re.findall(r"--[a-z]+", table)) == options
    rest = dict(re.findall(r"^\| `(LUDOTHEQUE_[A-Z_]+)` \| `?([^ `]*)`? *\|", PAGE, re.MULTILINE))
    assert {*re.findall(r"LUDOTHEQUE_[A-Z_]+", table), *rest} == VARIABLES
    for name, usual in rest.items():
        default = SETTINGS[name].default
        if name != variable("rates"):
            assert usual == (",".join(default) if isinstance(default, tuple) else str(default))


def test_the_page_lists_every_limit():
    assert dict(re.findall(r"^\| `([a-z-]+)` \| `([0-9a-z/]+)` \|", PAGE, re.MULTILINE)) == RATES


def test_every_setting_can_be_made_in_the_environment():
    texts = {
        "origins": "https://a.example, https://b.example",
        "proxies": "10.0.0.1",
        "metrics_for": "10.0.0.0/8",
        "redis": "redis://there",
        "rates": "deed=",
    }
    said = {name: texts.get(SETTINGS[name].name, "7") for name in SETTINGS}
    made = Settings.from_environment(said)
    assert made.origins == ("https://a.example", "https://b.example")
    assert "deed" not in made.rates
    assert all(getattr(made, s.name) != s.default for s in SETTINGS.values())
    assert Settings.from_environment(dict.fromkeys(SETTINGS, "")) == Settings()


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("sockets_each", "many"), ("sockets_address", "0"), ("keep_alive", "nan"),
        ("body_bytes", "-1"), ("metrics_for", "everyone"), ("rates", "deed=often"),
    ],
)  # fmt: skip
def test_a_setting_that_says_nothing_is_refused(setting, text):
    with pytest.raises(BadOption, match=text.rpartition("=")[2]):
        Settings.from_environment({variable(setting): text})


def test_nginx_lets_through_what_the_house_takes():
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    (most,) = re.findall(r"client_max_body_size ([0-9]+)k;", text)
    assert int(most) * 1024 == Settings().record_bytes


def test_every_file_is_told_of():
    told = PAGE + (ROOT / "deploy/compose.yaml").read_text("utf-8")
    assert all(file.name in told for file in FILES[1:])
