"""Games in a notebook: a replay that needs no server, and the way to the page.

Positions, views, matches and records draw themselves; see docs/notebooks.md.
"""

from ludotheque.notebook.replay import Replay, show
from ludotheque.notebook.visit import open_on_page

__all__ = ["Replay", "open_on_page", "show"]
