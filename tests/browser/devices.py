"""Devices that are lent to one test after the other, and remember nothing of the last.

A browser needs a second of CPU to set up what belongs to a device, and to fetch and compile the
modules of the page: on one that has seen the page before, they are there. Half of that again goes
into a new tab, which has its own process: so the tab stays, too, where nothing is left in it.
"""

import json
from collections import defaultdict
from contextlib import contextmanager, suppress
from functools import wraps

from playwright.sync_api import Error

from browser.screens import KEPT, NOTHING, WAITING
from waiting import wait_until

PLACE = "ludotheque"
"""Where a page keeps what its reader has chosen."""
BEGIN = """([place, liked, look]) => {
  if (location.protocol !== "http:") return;
  if (localStorage.getItem(place) === null) localStorage.setItem(place, liked);
  window.unpainted = new CSSStyleSheet();
  unpainted.replaceSync(look);
  document.adoptedStyleSheets.push(unpainted);
  addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective));
  window.heard = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (!node.matches?.(".toast, .says")) continue;
      heard.push([node.textContent, node.parentElement?.className]);
    }
  }).observe(document, { childList: true, subtree: true });
}"""
"""Comes before everything else on a page, and notes what is said in passing, or refused."""
UNPAINTED = "* { filter: none !important; } html { opacity: 0 !important; }"
"""Pages are laid out and touched as ever, and painted for pictures and for axe alone.

Without a graphics card, shadows are a third of the work of a move, and other paint a fifth.
"""
MOST_TABS = 4
"""How many tabs wait at most: each has a process, and its memory."""
LASTING = (
    "add_init_script",
    "add_locator_handler",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "on",
    "once",
    "route",
    "route_from_har",
    "route_web_socket",
    "set_extra_http_headers",
)
"""What is done to a tab and outlasts the page that it shows."""


class Devices:
    """The devices of one browser: contexts in Playwright's words."""

    def __init__(self, browser):
        self._browser = browser
        self._idle = defaultdict(list)
        self._waiting = []

    @contextmanager
    def lent(self, url, settings, kind, *, new=False):
        """Lend a device of that *kind* that knows nothing of *url* but what its owner likes.

        It has a tab, perhaps one that has waited. One that is *new* has none, has nothing in its
        cache either, and is lent to nobody else.
        """
        idle = self._idle[json.dumps([url, settings, kind], sort_keys=True)]
        if idle and not new:
            context = idle.pop()
        else:
            context = self._browser.new_context(base_url=url, **kind)
            begin(context, settings)
        self._waiting = [tab for tab in self._waiting if tab.context != context]
        tab = None if new else plain_tab(context)
        try:
            yield context
        finally:
            if new:
                context.close()
            else:
                # What works in the background of a page is only forgotten once the page has gone.
                if kind["service_workers"] == "block" and tab.plain and waits(tab, url):
                    self._keep(tab, url)
                else:
                    put_away(context, url)
                idle.append(context)

    def _keep(self, tab, url):
        """Keep a *tab* that waits, and close the one that has waited longest if they are many."""
        forget(tab, url)
        self._waiting.append(tab)
        if len(self._waiting) > MOST_TABS:
            self._waiting.pop(0).close()


def plain_tab(context):
    """Return the tab that waits on a device, else a new one.

    It is `plain` until something is done to it that outlasts its page.
    """
    if context.pages:
        return context.pages[0]
    tab = context.new_page()
    tab.plain = True
    tab.size = tab.viewport_size

    def noted(deed):
        @wraps(deed)
        def done(*how, **more):
            tab.plain = False
            return deed(*how, **more)

        return done

    for name in LASTING:
        setattr(tab, name, noted(getattr(tab, name)))
    return tab


def begin(context, settings):
    """Let every page of a device begin with what its owner likes, and not be painted."""
    given = [PLACE, json.dumps(settings), "" if KEPT else UNPAINTED]
    context.add_init_script(f"({BEGIN})({json.dumps(given)})")


def waits(tab, url):
    """Let a *tab* wait for the next test, alone and as it was; return whether it does.

    It waits at the house: for who comes from nowhere a browser begins a new process.
    """
    for page in tab.context.pages:
        if page != tab:
            page.close()
    tab.context.set_offline(offline=False)
    if tab.is_closed() or not left(tab, f"{url}{WAITING}"):
        return False
    tools = tab.context.new_cdp_session(tab)
    own = {"securityOrigin": url, "isLocalStorage": False}
    tools.send("DOMStorage.clear", {"storageId": own})
    tools.detach()
    if tab.viewport_size != tab.size:
        tab.set_viewport_size(tab.size)
    tab.mouse.move(-1, -1)
    return True


def put_away(context, url, forgotten="all"):
    """Close all pages of a device, and let it forget what it keeps for *url*.

    What is *forgotten* is named as browsers do: all of it, with what works in the background.
    """
    last, *others = context.pages or [context.new_page()]
    for page in others:
        page.close()
    context.set_offline(offline=False)
    wait_until(lambda: left(last))
    forget(last, url, forgotten)
    last.close()


def forget(page, url, forgotten="all"):
    """Let the device of a *page* forget what it keeps for *url*."""
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": forgotten})
    tools.detach()


def left(page, there=NOTHING):
    """Leave what *page* shows, so that nothing is written by it any more; return whether it worked.

    It does not where the page was about to go elsewhere itself.
    """
    with suppress(Error):
        page.goto(there)
    return page.url == there
