"""Front end: templates, style sheets, ES modules, and every sentence that they show.

No build step: what lies in `static` is served as it is. Python writes the pages and draws all that
is on them; the modules only move it.
"""

from ludotheque.page.art import lid
from ludotheque.page.render import STATIC, THEMES, render, static, version
from ludotheque.page.sentences import spoken

__all__ = ["STATIC", "THEMES", "lid", "render", "spoken", "static", "version"]
