"""Draw the mark of the house, and make the pictures of it that devices ask for.

The SVG is drawn by the house; the PNGs are made from it by a browser: `make icons` needs one.
"""

import re
import sys
from math import cos, pi, sin
from pathlib import Path

from chromium import chromium
from playwright.sync_api import sync_playwright

from ludotheque.draw import symbol_defs
from ludotheque.draw.symbols import symbol_id

ICONS = Path(__file__).parent.parent / "src" / "ludotheque" / "page" / "static" / "icons"
SYMBOL = "turtle/red"
SIZE = 512
DRAWN_ALONE = (
    ("turtle-on-its-back", "turtle/belly", "-0.55 -0.55 1.1 1.1"),
    ("turtle-walking", "racer/green", "-0.6 -0.5 1.2 0.8"),
)
"""Files for pages with little else to show: the symbol, and the part of it in view."""
GREEN, DEEP, CREAM, WOOD = "#2b6e54", "#174533", "#f6e7c6", "#b98350"


def hexagon(radius: float) -> str:
    """Return the corners of a hexagon around the middle."""
    corners = ((cos(pi * n / 3), sin(pi * n / 3)) for n in range(6))
    return " ".join(f"{256 + radius * x:.1f},{256 + radius * y:.1f}" for x, y in corners)


def icon(*, maskable: bool) -> str:
    """Return the mark; *maskable* leaves room around it and fills the corners."""
    corner, scale = (0, 0.8) if maskable else (112, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}"><defs>'
        '<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{GREEN}"/><stop offset="1" stop-color="{DEEP}"/>'
        f"</linearGradient></defs>{symbol_defs([SYMBOL])}"
        f'<rect width="{SIZE}" height="{SIZE}" rx="{corner}" fill="url(#ground)"/>'
        f'<g transform="translate(256 256) scale({scale}) translate(-256 -256)">'
        f'<polygon points="{hexagon(214)}" fill="{WOOD}" stroke="#6b3f1c" stroke-width="6"/>'
        f'<polygon points="{hexagon(184)}" fill="{CREAM}"/>'
        f'<use href="#{symbol_id(SYMBOL)}" transform="translate(256 256) rotate(18) scale(330)"/>'
        "</g></svg>\n"
    )


def alone(symbol: str, box: str) -> str:
    """Return one symbol on its own, for pages that have little else to show."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{symbol_defs([symbol])}'
        f'<use href="#{symbol_id(symbol)}"/></svg>\n'
    )


def main() -> None:
    """Write the icons."""
    ICONS.mkdir(exist_ok=True)
    for name, symbol, box in DRAWN_ALONE:
        (ICONS / f"{name}.svg").write_text(alone(symbol, box), encoding="utf-8")
    plain, maskable = icon(maskable=False), icon(maskable=True)
    (ICONS / "icon.svg").write_text(plain, encoding="utf-8")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, drawing, size in (
            ("icon-192", plain, 192),
            ("icon-512", plain, 512),
            ("icon-maskable-512", maskable, 512),
        ):
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = re.sub("<svg ", f'<svg width="{size}" height="{size}" ', drawing, count=1)
            page.set_content(f'<body style="margin:0;line-height:0">{sized}</body>')
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
