"""A real house and a real browser: the system's Chromium, as people have it before them."""

import os
import shutil

import pytest
from playwright.sync_api import expect

from browser.screens import Screen
from servers import missing
from waiting import PATIENCE

PATIENCE_MS = PATIENCE * 1_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Launch the Chromium of the system, which runs as root in containers too."""
    path = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if path is None:
        missing("Chromium")
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
    given = {"executable_path": path, "args": arguments, "timeout": PATIENCE_MS}
    return {**browser_type_launch_args, **given}


@pytest.fixture
def screens(browser):
    """Return what opens a screen for another person: its own cookies, its own device."""
    contexts = []

    def open_screen(house, **device):
        context = browser.new_context(
            base_url=house.url, **{"reduced_motion": "reduce", "locale": "en-GB", **device}
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return Screen(context)

    yield open_screen
    for context in contexts:
        context.close()
