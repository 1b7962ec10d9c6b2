"""Devices that are lent to one test after the other, and remember nothing of the last.

A browser needs a second of CPU to set up what belongs to a device, and to fetch and compile the
modules of the page: on one that has seen the page before, they are there.
"""

import json
from collections import defaultdict
from contextlib import contextmanager

PLACE = "ludotheque"
"""Where a page keeps what its reader has chosen."""


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
        liked = {"name": PLACE, "value": json.dumps(settings)}
        state = {"cookies": [], "origins": [{"origin": url, "localStorage": [liked]}]}
        if idle and not new:
            context = idle.pop()
            context.set_storage_state(state)
        else:
            context = self._browser.new_context(base_url=url, storage_state=state, **kind)
        try:
            yield context
        finally:
            if new:
                context.close()
            else:
                put_away(context, url)
                idle.append(context)


def put_away(context, url):
    """Close all pages of a device, and with them what works for *url* in the background."""
    last = context.new_page()
    for page in context.pages:
        if page is not last:
            page.close()
    context.set_offline(offline=False)
    tools = context.new_cdp_session(last)
    tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
    last.close()
