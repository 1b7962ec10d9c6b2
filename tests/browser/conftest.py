"""A real house and a real browser: the system's Chromium, as people have it before them."""

import os
from contextlib import ExitStack

import pytest
from chromium import chromium
from playwright.sync_api import expect, sync_playwright

from browser.devices import Devices
from browser.screens import Screen
from servers import missing
from waiting import PATIENCE

PATIENCE_MS = PATIENCE * 1_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def browser():
    """Run the Chromium of the system, which runs as root in containers too.

    It goes with the last test of this folder: until then Playwright keeps an event loop running in
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


@pytest.fixture(scope="package")
def devices(browser):
    """Lend devices to one test after the other."""
    return Devices(browser)


@pytest.fixture
def screens(devices):
    """Return what opens a screen for another person: its own cookies, its own device.

    The clock of a page is its device's: whoever stops it asks for one that is *new*, and so does
    whoever tells a first visit from a second. Nothing works in the background of a device, but of
    one that is asked to allow it: to set that up takes as long as to show a page.
    """
    with ExitStack() as lent:

        def open_screen(house, pace="now", *, new=False, **device):
            usual = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
            given = {**usual, **device}
            context = lent.enter_context(devices.lent(house.url, {"pace": pace}, given, new=new))
            context.set_default_timeout(PATIENCE_MS)
            screen = Screen(context)
            lent.callback(screen.leave)
            return screen

        yield open_screen
