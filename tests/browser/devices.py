"""Devices that are lent to one test after the other, and remember nothing of the last.

A browser needs a second of CPU to set up what belongs to a device, and to fetch and compile the
modules of the page: on one that has seen the page before, they are there.
"""

import json
from collections import defaultdict
from contextlib import contextmanager, suppress

from playwright.sync_api import Error

from browser.screens import KEPT
from waiting import wait_until

PLACE = "ludotheque"
"""Where a page keeps what its reader has chosen."""
BEGIN = """([place, liked, look]) => {
  if (location.protocol !== "http:") return;
  if (localStorage.getItem(place) === null) localStorage.setItem(place, liked);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  document.adoptedStyleSheets.push(sheet);
  window.heard = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (!node.matches?.(".toast, .says")) continue;
      heard.push([node.textContent, node.parentElement?.className]);
    }
  }).observe(document, { childList: true, subtree: true });
}"""
"""Comes before everything else on a page, and notes what is said in passing."""
SHADOWS = "* { filter: none !important; }"
"""Not cast, but for pictures: without a graphics card they are a third of the work of a move."""
NOTHING = "about:blank"


class Devices:
    """The devices of one browser: contexts in Playwright's words."""

    def __init__(self, browser):
        self._browser = browser
        self._idle = defaultdict(list)

    @contextmanager
    def lent(self, url, settings, kind, *, new=False):
        """Lend a device of that *kind* that knows nothing of *url* but what its owner likes.

        One that is *new* has nothing in its cache either, and is lent to nobody else.
        """
        idle = self._idle[json.dumps([url, settings, kind], sort_keys=True)]
        if idle and not new:
            context = idle.pop()
        else:
            context = self._browser.new_context(base_url=url, **kind)
            begin(context, settings)
        try:
            yield context
        finally:
            if new:
                context.close()
            else:
                put_away(context, url)
                idle.append(context)


def begin(context, settings):
    """Let every page of a device begin with what its owner likes, and cast no shadows."""
    given = [PLACE, json.dumps(settings), "" if KEPT else SHADOWS]
    context.add_init_script(f"({BEGIN})({json.dumps(given)})")


def put_away(context, url, forgotten="all"):
    """Close all pages of a device, and let it forget what it keeps for *url*.

    What is *forgotten* is named as browsers do: all of it, with what works in the background.
    """
    last, *others = context.pages or [context.new_page()]
    for page in others:
        page.close()
    context.set_offline(offline=False)
    wait_until(lambda: left(last))
    tools = context.new_cdp_session(last)
    tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": forgotten})
    last.close()


def left(page):
    """Leave what *page* shows, from where nothing is written any more; return whether it worked.

    It does not where the page was about to go elsewhere itself.
    """
    with suppress(Error):
        page.goto(NOTHING)
    return page.url == NOTHING
