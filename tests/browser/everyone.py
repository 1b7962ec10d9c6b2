"""Whether a page can be used by everyone, as far as axe can tell."""

from axe_playwright_python.base import AXE_SCRIPT

PLAIN = "*, *::before, *::after { background-image: none !important; }"
"""Of what stands on a gradient axe says nothing: it stands on the colour beneath."""
RUN = """async (plain) => {
  const worn = [...document.adoptedStyleSheets];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(plain);
  document.adoptedStyleSheets = [...worn.filter((each) => each !== window.unpainted), sheet];
  try {
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  } finally {
    document.adoptedStyleSheets = worn;
  }
}"""
"""Only what is asked for is handed over: axe tells much more of what is right.

It looks at colours, so the page is painted meanwhile.
"""


def barriers(page):
    """Return what keeps some people from using a *page*: each rule, and where it is broken."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        (fault["id"], [node["html"][:200] for node in fault["nodes"][:3]])
        for fault in page.evaluate(RUN, PLAIN)
    ]
