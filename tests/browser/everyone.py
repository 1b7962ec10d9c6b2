"""Whether a page can be used by everyone, as far as axe can tell."""

from axe_playwright_python.base import AXE_SCRIPT

RUN = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
"""Only what is asked for is handed over: axe tells much more of what is right."""


def barriers(page):
    """Return what keeps some people from using a *page*: each rule, and where it is broken."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        (fault["id"], [node["html"][:200] for node in fault["nodes"][:3]])
        for fault in page.evaluate(RUN)
    ]
