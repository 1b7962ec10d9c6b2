"""Web app manifest: what a device needs to know to put the house among its programs."""

from collections.abc import Callable
from typing import Any, Final

from ludotheque.words import Words

PAPER: Final = "#f6efe1"


def manifest(words: Words, start: str, scope: str, place: Callable[[str], str]) -> dict[str, Any]:
    """Return the manifest of a house that begins at *start*; *place* finds a static file."""
    return {
        "id": start,
        "name": "Ludotheque",
        "short_name": "Ludotheque",
        "description": words.say(
            "Board games to play right away: with people near and far, or with the computer."
        ),
        "lang": words.lang,
        "start_url": start,
        "scope": scope,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [
            {
                "src": place(f"icons/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in (
                ("icon-192", 192, "any"),
                ("icon-512", 512, "any"),
                ("icon-maskable-512", 512, "maskable"),
            )
        ],
    }
