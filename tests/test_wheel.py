"""What an index would offer: built from its own sources, installed elsewhere, used by a newcomer.

`make test-wheel` runs it, and nobody else: the kernel is compiled, and five environments are made,
which takes an index of packages. PYTHON builds and installs; with a second one in OTHER, the wheel
of the stable interface, which Python 3.12 and later build, is installed there, too.
"""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from index_page import page

from fourth import FILES, GUIDE
from ports import free_port
from waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(
    "LUDOTHEQUE_PYTHON" not in os.environ, reason="`make test-wheel` says what to build with"
)

ROOT = Path(__file__).parent.parent
PYTHON = os.environ.get("LUDOTHEQUE_PYTHON") or sys.executable
OTHER = os.environ.get("LUDOTHEQUE_OTHER") or None
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
# What the tests run in must not be found by what they install.
CLEAN = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith(("LUDOTHEQUE", "PYTHON", "VIRTUAL_ENV", "XDG_"))
}


def run(*command, cwd, **terms):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=CLEAN | terms,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("wheel")


def has_stable_interface():
    """Return whether what PYTHON builds is for all later versions as well."""
    version = run(PYTHON, "-c", "import sys; print(*sys.version_info[:2])", cwd=ROOT).split()
    return tuple(map(int, version)) >= (3, 12)


def venv(folder, name, *packages, python=PYTHON):
    """Return the programs of a new environment with these packages."""
    run(python, "-m", "venv", folder / name, cwd=folder)
    bin_ = folder / name / "bin"
    run(bin_ / "python", *PIP, *packages, cwd=folder)
    return bin_


@pytest.fixture(scope="module")
def sources(folder):
    """Return the source distribution, unpacked where there is no git."""
    builder = venv(folder, "builder", "build")
    run(builder / "python", "-m", "build", "--sdist", "--outdir", folder, ROOT, cwd=folder)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder / "sources", filter="data")
    (unpacked,) = (folder / "sources").iterdir()
    return unpacked


@pytest.fixture(scope="module")
def wheel(sources, folder):
    """Return the wheel that is built from the source distribution."""
    builder = folder / "builder" / "bin" / "python"
    run(builder, "-m", "build", "--wheel", "--outdir", folder / "wheels", sources, cwd=folder)
    (made,) = (folder / "wheels").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def base(wheel, folder):
    """Return the programs where nothing but the library is installed."""
    return venv(folder, "base", wheel)


@pytest.fixture(scope="module")
def full(wheel, folder):
    """Return the programs where the library is installed with what its documents use."""
    return venv(folder, "full", f"{wheel}[arena,openspiel,pandas,png,server]", "mypy")


def test_where_nothing_compiles_the_house_is_built_without_its_kernel(sources, folder):
    builder = folder / "builder" / "bin" / "python"
    command = (builder, "-m", "build", "--wheel", "--outdir", folder / "plain", sources)
    run(*command, cwd=folder, CXX="false")
    (made,) = (folder / "plain").glob("*.whl")
    assert made.name.endswith("-py3-none-any.whl")
    plain = venv(folder, "plain-base", made)
    assert "without its kernel" in run(plain / "ludotheque", "perft", "tortuga", "2", cwd=folder)


def test_the_sources_hold_what_is_needed_to_build_test_and_read(sources):
    for name in ("CMakeLists.txt", "LICENSE", "Makefile", "kernel", "docs", "tests", "tools"):
        assert (sources / name).exists(), name


def test_the_index_shows_no_picture_and_no_link_that_leads_nowhere(sources):
    shown = (sources / "PKG-INFO").read_text("utf-8").partition("\n\n")[2]
    assert shown.strip() == page((ROOT / "README.md").read_text("utf-8")).strip()
    assert "<img" not in shown
    assert not re.search(r"\]\((?!http|#)", shown)
    assert "pip install 'ludotheque[server]'" in shown.partition("## ")[0]


def test_the_wheel_holds_the_kernel_and_the_types_and_no_tests(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"ludotheque/py.typed", "ludotheque/games/taken.pyi"} <= names
    assert any(re.fullmatch(r"ludotheque/_kernel[\w.-]*\.so", name) for name in names)
    assert not any("/tests/" in name for name in names)
    assert ("-cp312-abi3-" in wheel.name) == has_stable_interface()


def test_the_base_install_plays_and_says_how_to_get_the_house(base, tmp_path):
    ludotheque = base / "ludotheque"
    assert "156,989" in run(ludotheque, "perft", "tortuga", "4", cwd=tmp_path)
    built = "from ludotheque.engine import BUILT; print(BUILT)"
    assert run(base / "python", "-c", built, cwd=tmp_path) == "True\n"
    refused = subprocess.run(
        [ludotheque, "serve"], env=CLEAN, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "pip install 'ludotheque[server]'" in refused.stderr


@contextmanager
def house(programs, home, port):
    """Open the house of whoever lives at *home*, and close it as a person would."""
    log = home / "house.log"
    with log.open("a", encoding="utf-8") as told:
        served = subprocess.Popen(
            [programs / "ludotheque", "serve", "--port", str(port)],
            env=CLEAN | {"HOME": str(home)},
            cwd=home,
            stdout=told,
            stderr=told,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until(
            lambda: served.poll() is not None or _answers(address), lambda: log.read_text("utf-8")
        )
        assert served.poll() is None, log.read_text("utf-8")
        yield address
        served.send_signal(signal.SIGINT)
        served.wait(PATIENCE)
    finally:
        served.kill()
        served.wait()


def _answers(address):
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_the_house_is_opened_from_the_wheel_and_finds_its_data_again(full, tmp_path):
    port = free_port()
    visitor = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
    with visitor, house(full, tmp_path, port) as address:
        visitor.headers["Origin"] = address
        assert visitor.get("/").status_code == 200
        wish = {"game": "tortuga", "chairs": ["me", {"person": "Ben"}]}
        table = visitor.post("/api/tables", json=wish).json()["id"]
        now = visitor.get(f"/api/tables/{table}/moves").json()
        deed = {"type": "move", "id": "d1", "turn": now["turn"], "move": "d2-d3"}
        assert visitor.post(f"/api/tables/{table}/deeds", json=deed).status_code == 200
        assert visitor.get(f"/api/tables/{table}/moves").json()["turn"] == now["turn"] + 1
    kept = tmp_path / ".local" / "share" / "ludotheque" / "house.db"
    assert kept.is_file()
    visitor = httpx.Client(
        base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, cookies=visitor.cookies
    )
    with visitor, house(full, tmp_path, port):
        assert visitor.get(f"/api/tables/{table}/moves").json()["turn"] == now["turn"] + 1
    # A house of an older version left it among the settings: there it is used, and no new one made.
    former = tmp_path / ".config" / "ludotheque" / "house.db"
    former.parent.mkdir(parents=True)
    with closing(sqlite3.connect(kept)) as one, closing(sqlite3.connect(former)) as other:
        one.backup(other)
    for file in kept.parent.iterdir():
        file.unlink()
    visitor = httpx.Client(
        base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, cookies=visitor.cookies
    )
    with visitor, house(full, tmp_path, port):
        assert visitor.get(f"/api/tables/{table}/moves").json()["turn"] == now["turn"] + 1
    assert not kept.exists()


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm fetches Pyodide")
def test_a_static_site_is_written_from_the_wheel_and_says_what_it_lacks(full, tmp_path):
    told = run(
        *(full / "ludotheque", "site", tmp_path / "site"),
        cwd=tmp_path,
        XDG_CACHE_HOME=str(tmp_path / "cache"),
    )
    assert "Without the kernel" in told
    assert (tmp_path / "site" / "sw.js").is_file()


DOCUMENTS = ["README.md", *(f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md")))]
DOCUMENTS.remove("docs/adding-a-game.md")  # It writes a folder instead: see below.


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_newcomer_follows_the_documents(full, name, tmp_path):
    """Every block of Python runs where only the wheel is installed, in an empty folder."""
    program = f"""
import doctest, re
from pathlib import Path
text = Path({str(ROOT / name)!r}).read_text("utf-8")
names = {{"__name__": "__main__"}}
for block in re.findall(r"^```python\\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
    if block.startswith(">>>"):
        session = doctest.DocTestParser().get_doctest(block, names, "session", None, 0)
        assert not doctest.DocTestRunner().run(session).failed
    else:
        exec(block, names)
"""
    run(full / "python", "-c", program, cwd=tmp_path)


def test_a_newcomer_adds_a_game_to_what_is_installed(wheel, folder, tmp_path):
    """The folder of the guide, written where the guide says that it goes."""
    programs = venv(folder, "fourth", wheel)
    (where,) = re.findall(r"^python -c '(.+)'$", GUIDE, re.MULTILINE)
    game = Path(run(programs / "python", "-c", where, cwd=tmp_path).strip()) / "straws"
    game.mkdir()
    for name, text in FILES.items():
        (game / name).write_text(text, "utf-8")
    assert "straws" in run(programs / "ludotheque", "shelf", cwd=tmp_path)
    seats = ("--seats", "level:8,level:1", "--seed", "5eed" * 16)
    told = run(programs / "ludotheque", "play", "straws", *seats, cwd=tmp_path, LANG="C")
    assert "the last straw has been taken" in told


def test_a_users_file_is_typed_and_runs_from_the_wheel(full, tmp_path):
    file = tmp_path / "user.py"
    file.write_text((ROOT / "examples" / "library.py").read_text("utf-8"), "utf-8")
    run(full / "python", "-m", "mypy", "--strict", file, cwd=tmp_path)
    run(full / "python", file, cwd=tmp_path)


@pytest.mark.skipif(OTHER is None, reason="OTHER names no second Python")
def test_the_stable_interface_serves_another_version(wheel, folder, tmp_path):
    if not has_stable_interface():
        pytest.skip("the wheel is for one version: PYTHON is older than 3.12")
    assert "-abi3-" in wheel.name
    other = venv(folder, "other", wheel, python=OTHER)
    built = "from ludotheque.engine import BUILT; print(BUILT)"
    assert run(other / "python", "-c", built, cwd=tmp_path) == "True\n"
    assert "156,989" in run(other / "ludotheque", "perft", "tortuga", "4", cwd=tmp_path)
