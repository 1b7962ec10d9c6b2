"""A static site as files: what is written, how large it is, and what is refused."""

import sys

import pytest

from browser import sites
from ludotheque.errors import BadOption
from ludotheque.page.device import LISTING
from ludotheque.site.addresses import relinked, way
from ludotheque.site.bundle import compiled
from ludotheque.site.fetching import fetched, version
from ludotheque.site.folder import fill
from ludotheque.words import Words


def test_the_way_from_a_page_to_another():
    assert way("en/index.html", "en/rules/x.html") == "../index.html"
    assert way("static/x.css", "index.html") == "static/x.css"
    assert way("", "en/index.html") == "../"
    assert way("en/", "en/index.html") == "./"
    page = '<a href="/rules/x#rule-1.2">x</a><a href="https://example.org/">y</a>'
    assert relinked(page, "en/index.html", lambda path: f"en{path}.html") == (
        '<a href="rules/x.html#rule-1.2">x</a><a href="https://example.org/">y</a>'
    )


EDITION = {"index.html": b"one", "en/art/lid.svg": b"<svg/>", "sw.js": b"// kept"}


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "sw.js").write_text("years of work")
    with pytest.raises(BadOption, match="something else"):
        fill(tmp_path, EDITION)
    assert [file.name for file in tmp_path.iterdir()] == ["sw.js"]
    assert (tmp_path / "sw.js").read_text() == "years of work"


def test_a_newer_edition_removes_only_what_the_last_one_wrote(tmp_path):
    fill(tmp_path, EDITION)
    (tmp_path / "CNAME").write_text("play.example.org")
    (tmp_path / "en" / "mine.html").write_text("my own")
    fill(tmp_path, {"index.html": b"two", "sw.js": b"// kept anew"})
    assert _files(tmp_path) == {"CNAME", "en/mine.html", "index.html", "sw.js", LISTING}
    assert not (tmp_path / "en" / "art").exists()
    assert (tmp_path / "index.html").read_bytes() == b"two"


def test_a_file_of_others_is_never_written_over(tmp_path):
    fill(tmp_path, EDITION)
    (tmp_path / "CNAME").write_text("play.example.org")
    with pytest.raises(BadOption, match="in the way"):
        fill(tmp_path, {"index.html": b"two", "CNAME": b""})
    assert (tmp_path / "CNAME").read_text() == "play.example.org"
    assert (tmp_path / "index.html").read_bytes() == b"one"


def test_a_run_that_was_interrupted_is_repeated(tmp_path):
    fill(tmp_path, EDITION)
    with pytest.raises(TypeError):
        fill(tmp_path, {"index.html": b"two", "new.html": b"", "sw.js": None})
    assert (tmp_path / "new.html").exists()
    fill(tmp_path, {"index.html": b"three", "sw.js": b""})
    assert _files(tmp_path) == {"index.html", "sw.js", LISTING}


def test_a_listing_leads_nowhere_else(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    site = tmp_path / "site"
    fill(site, EDITION)
    with (site / LISTING).open("a") as listing:
        listing.write(f"../thesis.txt\n{tmp_path}/thesis.txt\n")
    fill(site, {"index.html": b"two"})
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def _files(folder):
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_without_pyodide_it_is_said_how_to_get_it(tmp_path):
    with pytest.raises(BadOption, match="npm fetches it"):
        compiled(tmp_path)


def npm(folder, monkeypatch, script):
    """Let *script* be the only npm there is."""
    program = folder / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")


def test_pyodide_is_fetched_once_as_the_lock_has_it(tmp_path, monkeypatch):
    npm(
        tmp_path,
        monkeypatch,
        """test "$1" = ci && grep -q '"integrity": "sha512-' package-lock.json || exit 1
        mkdir -p node_modules/pyodide
        echo fetched >> node_modules/.package-lock.json""",
    )
    for _ in range(2):
        folder = fetched(tmp_path / "cache")
    assert folder == tmp_path / "cache" / f"pyodide-{version()}" / "node_modules" / "pyodide"
    assert (folder.parent / ".package-lock.json").read_text() == "fetched\n"


def test_pyodide_that_is_not_as_the_lock_has_it_is_refused(tmp_path, monkeypatch):
    npm(tmp_path, monkeypatch, "echo integrity checksum failed >&2; exit 1")
    with pytest.raises(BadOption, match="integrity checksum failed"):
        fetched(tmp_path / "cache")


def test_without_npm_it_is_said_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadOption, match="npm is missing"):
        fetched(tmp_path / "cache")


def test_the_first_visit_is_small(capsys, tmp_path_factory):
    """Compressed as servers do: at most 7 MB in all, and 250 kB before the shelf can be used."""
    site = sites.made(tmp_path_factory.getbasetemp())
    sizes = site.sizes()
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *site.told(Words("en"))]))
    assert sum(sizes.values()) <= 7_000_000
    assert sum(sizes[path] for path in site.first) <= 250_000
