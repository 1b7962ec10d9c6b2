"""Settings of the site that `make docs` builds: Sphinx with MyST, and the reference by autodoc."""

import re
from importlib.metadata import version as version_of
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "ludotheque"
author = project_copyright = "The ludotheque developers"
release = version = version_of(project)

extensions = ["myst_parser", "sphinx.ext.autodoc"]
nitpicky = False
default_role = "code"

# Every link to a heading is checked: those that people see in the repository are the same here.
myst_heading_anchors = 4

autodoc_class_signature = "separated"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries = False

html_theme = "furo"
html_title = "ludotheque"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    # The reader's own letters: nothing is fetched from elsewhere.
    "light_css_variables": {
        "color-brand-primary": "#1f5a43",
        "color-brand-content": "#8f4a10",
        "color-background-primary": "#fffaf0",
        "color-background-secondary": "#f6efe1",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8fd0ae",
        "color-brand-content": "#e8a862",
        "color-background-primary": "#17211c",
        "color-background-secondary": "#1d2a23",
    },
}

_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_LIST = re.compile(r"^(?!- |  )(.+)\n(?=- )", re.MULTILINE)
"""The line before a list, which needs an empty one between."""


def _as_text(lines: list[str]) -> None:
    """Turn the marks of our docstrings, `code` and *names*, into those of reStructuredText."""
    text = _CODE.sub(r"``\1``", "\n".join(lines)).replace("|", r"\|")
    lines[:] = _LIST.sub(r"\1\n\n", text).split("\n")


def setup(app: "Sphinx") -> None:
    """Let docstrings be read as they are written."""
    app.connect("autodoc-process-docstring", lambda *given: _as_text(given[-1]))
