"""A static site as files: what is written, how large it is, and what is refused."""

import sys

import pytest

from browser import sites
from ludotheque.errors import BadOption
from ludotheque.site.addresses import relinked, way
from ludotheque.site.build import Site
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


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(BadOption, match="something else"):
        Site.__new__(Site).write(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_without_pyodide_it_is_said_how_to_get_it(tmp_path):
    with pytest.raises(BadOption, match="make site"):
        Site(tmp_path)


def test_the_first_visit_is_small(capsys):
    """Compressed as servers do: at most 7 MB in all, and 250 kB before the shelf can be used."""
    if not sites.PYODIDE.exists() or not sites.KERNEL.exists():
        sites.missing("Pyodide, or the kernel as WebAssembly,")
    site = Site(sites.PYODIDE, sites.KERNEL)
    sizes = site.sizes()
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *site.told(Words("en"))]))
    assert sum(sizes.values()) <= 7_000_000
    assert sum(sizes[path] for path in site.first) <= 250_000
