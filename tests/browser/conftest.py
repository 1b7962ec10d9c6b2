"""A real house and a real browser: the system's Chromium, as people have it before them."""

import json
import os

import pytest
from chromium import chromium
from playwright.sync_api import expect, sync_playwright

from browser.screens import Screen
from servers import missing
from waiting import PATIENCE

PATIENCE_MS = PATIENCE * 1_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser():
    """Run the Chromium of the system, which runs as root in containers too.

    It goes with the module that needed it: until then Playwright keeps an event loop running in
    this thread, where others want to run their own.
    """
    path = chromium() or missing("Chromium")
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=arguments, timeout=PATIENCE_MS
        )
        yield browser
        browser.close()


@pytest.fixture
def screens(browser):
    """Return what opens a screen for another person: its own cookies, its own device."""
    contexts = []

    def open_screen(house, pace="now", **device):
        context = browser.new_context(
            base_url=house.url,
            storage_state={"cookies": [], "origins": [_liked(house, pace=pace)]},
            **{"reduced_motion": "reduce", "locale": "en-GB", **device},
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return Screen(context)

    yield open_screen
    for context in contexts:
        context.close()


def _liked(house, **settings):
    """Return what a browser keeps of someone who has chosen these *settings* on the page."""
    kept = {"name": "ludotheque", "value": json.dumps(settings)}
    return {"origin": house.url, "localStorage": [kept]}
