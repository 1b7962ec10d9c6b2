"""Addresses of a static site: where a path of the served house lies among its files.

A site may stand anywhere below its server's root, so a page leads to others by the way from itself.
"""

import re
from collections.abc import Callable
from html import escape, unescape
from posixpath import dirname, relpath
from typing import Final
from urllib.parse import parse_qs, urlsplit

ATTRIBUTE: Final = re.compile(r'\b(href|src)="(/[^"]*)"')
"""An address in a page that begins at the root of the house."""


def page_file(path: str, lang: str) -> str:
    """Return the file of a page of the house in one language: `/rules/x` is `en/rules/x.html`."""
    return f"{lang}/{path.strip('/') or 'index'}.html"


def way(there: str, here: str) -> str:
    """Return the way to a file or a folder from the page at *here*, both from the top."""
    folder = there.endswith("/") or not there
    found = relpath(there or ".", dirname(here) or ".")
    return f"{found}/" if folder else found


def relinked(html: str, file: str, find: Callable[[str], str]) -> str:
    """Return a page, which is to lie at *file*, with the ways to the files that it leads to.

    *find* returns the file of an address of the house.
    """

    def led(found: re.Match[str]) -> str:
        path, mark, place = unescape(found[2]).partition("#")
        return f'{found[1]}="{escape(way(find(path), file) + mark + place)}"'

    return ATTRIBUTE.sub(led, html)


def language_asked(address: str) -> str | None:
    """Return the language that a link chooses, None if it chooses none."""
    found = parse_qs(urlsplit(address).query).get("lang")
    return found[0] if found else None
