"""The files and the page about running the house name settings that there are."""

import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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


def test_nginx_lets_an_address_have_what_the_house_does():
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    (connections,) = re.findall(r"limit_conn +ludotheque_connections ([0-9]+);", text)
    assert int(connections) >= Settings().connections_address + Settings().sockets_address
    (rate,) = re.findall(r"rate=([0-9]+)r/s", text)
    assert int(rate) * 60 >= sum(int(RATES[kind].split("/")[0]) for kind in ("request", "file"))
    (idle,) = re.findall(r"keepalive_timeout ([0-9]+)s;\n\}", text)
    assert int(idle) < Settings().idle_seconds


def test_nginx_has_its_limits_before_it_knows_which_server_is_asked_for():
    """Until a header is whole, those of the first server of a port hold: so they hold for all."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    shared, servers = text.split("\nserver {", 1)
    for limit in (
        "client_header_timeout", "client_body_timeout", "send_timeout", "limit_conn", "limit_req",
        "client_header_buffer_size", "client_max_body_size", "access_log",
    ):  # fmt: skip
        assert re.search(rf"^{limit} ", shared, re.MULTILINE), limit
        assert not re.search(rf"^ +{limit} ", servers, re.MULTILINE), limit
    (wait,) = re.findall(r"client_header_timeout ([0-9]+)s;", text)
    assert int(wait) <= 5


def test_nginx_has_room_for_more_than_one_address_opens_in_a_moment():
    text = (ROOT / "deploy" / "nginx.main.conf").read_text(encoding="utf-8")
    (room,) = map(int, re.findall(r"worker_connections ([0-9]+);", text))
    (files,) = map(int, re.findall(r"worker_rlimit_nofile ([0-9]+);", text))
    assert room >= 16_384
    assert files > 2 * room
    web = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))["services"]["web"]
    assert web["ulimits"]["nofile"] >= files
    assert "./nginx.main.conf:/etc/nginx/nginx.conf:ro" in web["volumes"]


def test_every_service_is_confined_watched_and_bounded():
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))["services"]
    assert services.keys() == {"web", "house", "database", "redis"}
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}
        assert {"mem_limit", "pids_limit", "healthcheck"} <= service.keys(), name
        waited_for = service.get("depends_on", {}).values()
        assert all(one["condition"] == "service_healthy" for one in waited_for)
        assert "build" in service or re.fullmatch(
            r"\$\{[A-Z]+_IMAGE:-[a-z]+:.+\}", service["image"]
        )
        for image in re.findall(r"[A-Z]+_IMAGE", str(service)):
            assert image in PAGE


def test_every_image_is_named_by_its_digest():
    """A tag is what its maker says it is today."""
    for name, number in (("compose.yaml", 4), ("Dockerfile", 1)):
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        images = re.findall(r"_IMAGE(?::-|=)([a-z]+:[^\s}]+)", text)
        assert len(images) == number
        assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", one) for one in images)
    (python,) = images
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
    assert python in str(compose["services"]["house"]["build"]), "both files name the same"


def test_digests_are_written_as_the_registry_tells_them(tmp_path):
    """The registry is a script here: nobody is asked on the network."""
    asked, told = tmp_path / "asked", "sha256:" + "5e" * 32
    docker = tmp_path / "docker"
    docker.write_text(f"#!/bin/sh\necho $* >> {asked}\necho {told}\n", encoding="utf-8")
    docker.chmod(0o755)
    for name in ("compose.yaml", "Dockerfile"):
        shutil.copy(ROOT / "deploy" / name, tmp_path)
    call = [sys.executable, ROOT / "tools" / "digests.py", tmp_path]
    subprocess.run(call, check=True, env={"PATH": f"{tmp_path}:{os.defpath}"})
    for name in ("compose.yaml", "Dockerfile"):
        before = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        after = (tmp_path / name).read_text(encoding="utf-8")
        assert after == re.sub(r"sha256:[0-9a-f]{64}", told, before)
    assert asked.read_text().count("imagetools inspect") == 4
    docker.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    failed = subprocess.run(call, env={"PATH": f"{tmp_path}"}, stderr=subprocess.PIPE, check=False)
    assert failed.returncode == 1
    assert told in (tmp_path / "Dockerfile").read_text(encoding="utf-8"), "nothing is half changed"


def test_the_service_is_confined_watched_and_bounded():
    text = (ROOT / "deploy" / "ludotheque.service").read_text(encoding="utf-8")
    said = dict(line.split("=", 1) for line in text.splitlines() if re.match(r"[A-Z]\w+=", line))
    assert said["Type"] == "notify"
    assert said["NotifyAccess"] == "all"  # the workers tell, not the process that starts them
    assert int(said["WatchdogSec"]) > 0
    assert {"MemoryMax", "TasksMax", "LimitNOFILE", "SystemCallFilter"} <= said.keys()
    # The house raises its own limit of open files, by a call of @resources.
    assert "@resources" not in text


def locked(name):
    """Return the requirements of a lock file, each with the number of its hashes."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(Requirement(line.split(" --hash")[0]), line.count("--hash=sha256:")) for line in lines]


@pytest.mark.parametrize("name", ["server.lock", "build.lock"])
def test_a_lock_has_hashes_and_names_no_registry(name):
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    assert all(
        hashes and str(required.specifier).startswith("==") for required, hashes in locked(name)
    )


def test_the_locks_keep_to_the_floors():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = {
        "server.lock": project["project"]["dependencies"]
        + project["project"]["optional-dependencies"]["server"],
        "build.lock": project["build-system"]["requires"],
    }
    for name, floors in asked.items():
        found = {canonicalize_name(one.name): str(one.specifier)[2:] for one, _ in locked(name)}
        for floor in map(Requirement, floors):
            assert floor.specifier.contains(found[canonicalize_name(floor.name)]), floor


def test_the_container_installs_nothing_that_is_not_locked():
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    calls = re.findall(r"pip (?:install|wheel)[^&\n]*", text)
    assert len(calls) == 4
    assert all("--require-hashes" in call or "--no-deps" in call for call in calls)
    (built,) = [call for call in calls if "pip wheel" in call]
    assert "--no-build-isolation" in built


def test_every_file_is_told_of():
    told = PAGE + (ROOT / "deploy/compose.yaml").read_text("utf-8")
    assert all(file.name in told for file in FILES[1:])
