"""A static site on hosts of several kinds: what its pages need of them, and how editions follow."""

import os
import shutil
from contextlib import contextmanager
from itertools import count

import pytest
from playwright.sync_api import expect

from browser import sites
from browser.devices import begin
from browser.screens import LOOK_MS

PATIENCE_MS = 240_000
KEPT = """async () => {
  const found = {};
  for (const name of (await caches.keys()).filter((name) => / \\w/.test(name.slice(12)))) {
    const page = await (await caches.open(name)).match(new URL("index.html", location.href));
    found[name.split(" ").at(-1)] = (await page.text()).match(/<!--(.*)-->$/)?.[1] ?? "";
  }
  return found;
}"""
"""What the shelf of each kept edition ends with."""
UPDATED = """async (edition) => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const next = registration.installing;
  if (next) await new Promise((done) => {
    next.onstatechange = () => done();
    if (next.state !== "installing") done();
  });
  return (await caches.keys()).some((name) => name.endsWith(` ${edition}`));
}"""
"""Whether an edition is kept. A page asks for news by itself: who joins it may hear of the one
before, and asks again."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return sites.once(tmp_path_factory.getbasetemp())


@contextmanager
def visitor(browser, **how):
    context = browser.new_context(locale="en", reduced_motion="reduce", **how)
    context.set_default_timeout(PATIENCE_MS)
    begin(context, {})
    try:
        yield context
    finally:
        context.close()


def controlled(page):
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", polling=LOOK_MS)


def test_over_plain_http_it_plays(browser, folder):
    """A page at a name of the network is no secure one: it has no locks, and no worker."""
    with sites.served(folder) as site, visitor(browser) as context:
        far = "http://house.example.org/"
        context.route(
            f"{far}**",
            lambda route: route.fulfill(
                response=route.fetch(url=route.request.url.replace(far, site.url))
            ),
        )
        page = context.new_page()
        page.goto(f"{far}en/index.html")
        assert page.evaluate("[isSecureContext, 'locks' in navigator]") == [False, False]
        page.locator(".box button.primary").first.click()
        page.wait_for_function(
            "() => document.getElementById('table')?.dataset.mine === 'true'", polling=LOOK_MS
        )


def test_a_host_that_leaves_out_endings(browser, folder):
    with sites.served(folder, sites.Shortening) as site, visitor(browser) as context:
        page = context.new_page()
        page.goto(f"{site.url}en/index.html")
        assert page.url == f"{site.url}en/"
        controlled(page)
        context.set_offline(True)
        for address in ("", "en/", "en/index.html", "en/index", "en/me"):
            page.goto(site.url + address)
            page.locator(".brand").wait_for()


def test_the_edition_that_was_in_use_stays_and_every_tab_goes_over(browser, folder, tmp_path):
    place = tmp_path / "site"
    shutil.copytree(folder, place)
    shelf, worker = place / "en" / "index.html", place / "sw.js"
    first, script = shelf.read_text("utf-8"), worker.read_text("utf-8")

    def publish(edition):
        shelf.write_text(f"{first}<!--{edition}-->", "utf-8")
        head, rest = script.split("\n", 1)
        assert head.startswith("const EDITION")
        # Whole or not at all: a browser may ask for it at any moment.
        draft = worker.with_suffix(".draft")
        draft.write_text(f'const EDITION = "{edition}";\n{rest}', "utf-8")
        # A host tells editions apart by the second in which they were published.
        second = next(seconds)
        os.utime(draft, (second, second))
        draft.replace(worker)

    seconds = count(int(worker.stat().st_mtime))
    publish("one")
    with sites.served(place, sites.Caching) as site, visitor(browser) as context:
        tabs = [context.new_page(), context.new_page()]
        for tab in tabs:
            tab.goto(f"{site.url}en/index.html")
            controlled(tab)
        for edition in ("two", "three"):
            publish(edition)
            tabs[0].wait_for_function(UPDATED, arg=edition, polling=LOOK_MS)
        assert tabs[0].evaluate(KEPT) == {"one": "one", "two": "two", "three": "three"}
        for tab in tabs:
            with tab.expect_navigation():
                tab.locator(".toast button").last.click()
            controlled(tab)
            assert tab.evaluate("document.lastChild.data") == "three"
        tab.wait_for_function(f"async () => !('two' in await ({KEPT})())", polling=LOOK_MS)
        assert tab.evaluate(KEPT) == {"one": "one", "three": "three"}
        expect(tab.locator(".toast button")).to_have_count(0)
