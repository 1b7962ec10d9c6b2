"""What the documents say can be run: every Python block, every session, every link."""

import doctest
import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
from pictures import FOLDER, called, drawn

from ludotheque.engine import LEVELS
from parts import AT_HOME

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!http)([^)#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_in_the_documents_runs(page, monkeypatch, tmp_path):
    if page.name == "adding-a-game.md":
        return  # followed to the letter by test_adding_a_game.py
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if block.startswith(">>>"):
            session = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
            result = doctest.DocTestRunner().run(session)
            assert not result.failed, page.name
        else:
            exec(compile(block, str(page), "exec"), names)  # noqa: S102 - our own documents


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_tests_of_every_promise_are_there():
    promises = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z`].*) \| (.*) \|$", promises, re.MULTILINE)
    named = {name for _, tests in rows for name in re.findall(r"`(test_\w+(?:\.py)?)`", tests)}
    assert all("`test_" in tests for _, tests in rows)
    assert len(rows) > 15
    files = list((ROOT / "tests").rglob("test_*.py"))
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    there = {*re.findall(r"^def (test_\w+)", text, re.MULTILINE), *(file.name for file in files)}
    assert named - there == set()


def test_the_changelog_has_releases_and_the_newest_is_this_one():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    coming, *released = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert coming == "Unreleased"
    versions, dates = zip(*(release.split(" - ") for release in released), strict=True)
    assert versions[0] == PROJECT["version"]
    assert list(versions) == sorted(versions, key=version_key, reverse=True)
    assert list(dates) == sorted(map(str, map(date.fromisoformat, dates)), reverse=True)
    kinds = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def version_key(version):
    """Return what versions are sorted by."""
    return tuple(map(int, version.split(".")))


def test_the_readme_leads_to_every_document():
    readme = (ROOT / "README.md").read_text("utf-8")
    for page in PAGES[1:]:
        assert f"](docs/{page.name})" in readme, page.name


def test_the_readme_says_what_every_extra_is_for():
    readme = (ROOT / "README.md").read_text("utf-8")
    (extras,) = re.findall(r"^## Extras\n(.+?)^## ", readme, re.MULTILINE | re.DOTALL)
    told = re.findall(r"^\| `(\w+)` \|", extras, re.MULTILINE)
    assert sorted(told) == sorted(PROJECT["optional-dependencies"])


def test_the_readme_shows_the_two_commands_on_its_first_screen():
    first_screen = "\n".join((ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40])
    assert "make play" in first_screen
    assert "make test" in first_screen
    assert re.search(r"!\[.*\]\(.*\.svg\)|<img", first_screen)


@pytest.mark.parametrize("slug", AT_HOME)
def test_the_pictures_of_the_readme_are_what_the_artist_draws_today(slug):
    assert (FOLDER / f"{slug}.svg").read_text(encoding="utf-8") == drawn(slug)


def test_the_pictures_of_the_library_are_what_one_call_draws_today():
    for name, picture in called().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == picture


def test_the_page_about_levels_says_how_far_they_look_without_the_kernel():
    page = (ROOT / "docs" / "levels.md").read_text("utf-8").partition("## Without the kernel")[2]
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \| (\d+) \| (\d+)% \|$", page, re.MULTILINE)
    assert [tuple(int(cell.replace(",", "")) for cell in row) for row in rows] == [
        (number, level.positions, level.playouts, round(100 * level.slip))
        for number, level in enumerate(LEVELS, 1)
    ]
