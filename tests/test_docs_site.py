"""The site of the documents: built without a warning, whole, and asking no other machine."""

import re
import subprocess
import sys

import docs_site
import pytest

import ludotheque as lu


def test_the_site_is_built_without_a_warning_and_is_whole(tmp_path):
    """One test of much: the site takes long to build, and each process would build its own."""
    done = subprocess.run(
        [sys.executable, docs_site.__file__, tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
    site = tmp_path / "docs"
    pages = {file.name: file.read_text("utf-8") for file in site.glob("*.html")}
    every_document_is_a_page(pages)
    every_link_and_picture_is_there(pages, site)
    the_reference_has_every_name(pages["reference.html"])


def every_document_is_a_page(pages):
    listed = {page for pages in docs_site.CONTENTS.values() for page in pages}
    assert {f"{page}.html" for page in (*listed, "index")} <= set(pages)
    sources = {name.removesuffix(".md") for name in docs_site.gathered()}
    assert listed == sources - {"index"}


def every_link_and_picture_is_there(pages, site):
    """Sphinx looks after links in Markdown; pictures are HTML, and anchors are what it made."""
    anchors = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in pages.items()}
    for name, text in pages.items():
        for target in re.findall(r'\b(?:href|src)="(?!https?:|mailto:|data:)([^"]*)"', text):
            file, _, anchor = target.partition("#")
            file = file.partition("?")[0] or name
            assert (site / file).is_file(), f"{name}: {target}"
            if anchor and file in anchors:
                assert anchor in anchors[file], f"{name}: {target}"


def the_reference_has_every_name(page):
    """Under the heading that the tool has written stands what Sphinx has found by that name."""
    entries = dict(re.findall(r"<h3>lu\.(\w+)<.*?</h3>(.*?)(?=<h[23]>|</article)", page, re.DOTALL))
    assert set(entries) == {name for name in lu.__all__ if not name.startswith("_")}
    for name, entry in entries.items():
        assert re.search(rf'"sig-name descname">(?:<[^>]+>)*{name}<', entry), name
    # The words are those of the docstrings, their marks turned.
    article = page.partition("<article")[2].partition("</article")[0]
    assert "Return the position after" in article
    assert "`" not in re.sub(r"<[^>]+>", "", article)


@pytest.mark.parametrize(
    ("written", "asks"),
    [
        ('<script src="https://a.example/x.js">', True),
        ("<img alt='' src='//a.example/x.png'>", True),
        ('<link rel="stylesheet" href="https://a.example/x.css">', True),
        ("body { background: url(https://a.example/x.png) }", True),
        ("@import 'https://a.example/x.css';", True),
        ('<a href="https://a.example">', False),
        ('<img src="pictures/x.svg">', False),
        ('<link rel="license" href="https://a.example">', False),
    ],
)
def test_what_asks_another_machine_is_found(written, asks):
    assert bool(docs_site.ELSEWHERE.search(written)) == asks


def test_links_are_turned_to_where_the_site_has_them():
    turned = docs_site.turned
    assert turned("[a](docs/record.md#notes)", ".") == "[a](record.md#notes)"
    assert turned("[a](../SECURITY.md)", "docs") == "[a](reporting.md)"
    assert turned("[a](../deploy/nginx.conf)", "docs") == "[a](shown-deploy.md#nginxconf)"
    assert turned('<img src="docs/pictures/a.svg">', ".") == '<img src="pictures/a.svg">'
    assert turned("[a](https://a.example) [b](#notes)", "docs") == (
        "[a](https://a.example) [b](#notes)"
    )
