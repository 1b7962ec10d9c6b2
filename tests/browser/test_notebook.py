"""Replays in a notebook's page, and records opened on the page, in a real browser."""

import os
import re
import signal
import stat
import subprocess
import sys
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

import ludotheque
from ludotheque.errors import BadOption
from ludotheque.match import replay, to_json
from ludotheque.pictures import replayed
from ludotheque.words import Words
from notebooks.games import NAMES, record_of
from ports import free_port
from waiting import PATIENCE, wait_until

RUDE = "<style>button { display: none !important } svg { opacity: 0 } * { color: red }</style>"
"""What the page around a replay may do."""


def notebook(screens, house, tmp_path, *replays, **device):
    """Return a page that shows *replays* as a notebook does, and the frame of each."""
    screen = screens(house, **device)
    file = tmp_path / "notebook.html"
    shown = "".join(f"<div>{each._repr_html_()}</div>" for each in replays)
    file.write_text(f"<!doctype html><meta charset=utf-8>{RUDE}{shown}", encoding="utf-8")
    screen.page.goto(file.as_uri())
    return screen, screen.page.frames[1:]


def moves_of(record):
    return [frame.brief for frame in replayed(record, None, Words("en")).frames[1:]]


def test_several_replays_live_in_one_notebook_each_by_itself(house, screens, tmp_path):
    games = [record_of("tortuga"), record_of("race", 4), record_of("hops", plies=30)]
    replays = [ludotheque.show(record) for record in games]
    screen, frames = notebook(screens, house, tmp_path, *replays)
    for record, frame in zip(games, frames, strict=True):
        moves = moves_of(record)
        current = frame.locator("[aria-current]")
        expect(frame.locator("li .move")).to_have_text(moves)
        expect(frame.locator(".told")).to_have_text("The start of the game")
        frame.get_by_label("Next move").click()
        frame.get_by_label("Next move").click()
        expect(current).to_contain_text(moves[1])
        frame.locator("body").press("ArrowLeft")
        expect(current).to_contain_text(moves[0])
        expect(frame.locator(".told")).to_contain_text(f"{NAMES[0]}: ")
        frame.locator("body").press("End")
        expect(current).to_contain_text(moves[-1])
        *_, end = replay(record)
        pieces = record.setup.game.scene(end.seen_by(None), None, None).pieces
        expect(frame.locator(".piece")).to_have_count(len(pieces))
        frame.locator("input").fill("3")
        expect(current).to_contain_text(moves[2])
        expect(frame.locator("input")).to_have_attribute(
            "aria-valuetext", f"Move 3 of {len(moves)}"
        )
        frame.locator("li button").nth(1).click()
        expect(current).to_contain_text(moves[1])
        frame.get_by_label("To the start").click()
        expect(current).to_have_count(0)
    # Each kept to itself: the first is still where it was left.
    expect(frames[0].locator("[aria-current]")).to_have_count(0)
    assert screen.faults == []


def test_the_board_turns_round_and_names_stay_text(house, screens, tmp_path):
    record = record_of("tortuga")
    screen, (frame,) = notebook(screens, house, tmp_path, ludotheque.show(record, 1))
    turned = frame.locator("svg.board .turned")
    expect(turned).to_have_attribute("transform", re.compile(r"rotate\(180 .*"))
    frame.get_by_label("Turn the board").click()
    expect(turned).to_have_attribute("transform", "")
    frame.locator("body").press("f")
    expect(turned).to_have_attribute("transform", re.compile(r"rotate\(180 .*"))
    expect(frame.locator("header")).to_contain_text(NAMES[0])
    assert frame.locator("header b").count() == 0
    assert screen.faults == []


@pytest.mark.parametrize(("scheme", "theme"), [("dark", "system"), ("light", "dark")])
def test_by_night_it_is_dark(house, screens, tmp_path, scheme, theme):
    replay_ = ludotheque.show(record_of("tortuga", plies=2), theme=theme)
    _, (frame,) = notebook(screens, house, tmp_path, replay_, color_scheme=scheme)
    expect(frame.locator("body")).to_have_css("background-color", "rgb(23, 33, 28)")


def test_a_narrow_notebook_has_the_moves_below(house, screens, tmp_path):
    replay_ = ludotheque.show(record_of("hops", plies=9))
    _, (frame,) = notebook(
        screens, house, tmp_path, replay_, viewport={"width": 360, "height": 740}
    )
    board = frame.locator("svg.board").bounding_box()
    moves = frame.locator("ol").bounding_box()
    assert moves["y"] > board["y"] + board["height"]
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")


# On the page.


def test_a_record_is_opened_on_a_house_that_runs(house, screens, monkeypatch):
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    record = record_of("race", 3)
    link = ludotheque.open_on_page(record, house.url)
    screen = screens(house)
    screen.page.goto(link)
    expect(screen.page.locator("#moves .move")).to_have_text(moves_of(record))
    screen.page.keyboard.press("ArrowRight")
    expect(screen.page.locator("#moves [aria-current]")).to_have_count(1)
    screen.page.reload()  # The link still carries it.
    expect(screen.page.locator("#moves .move")).to_have_text(moves_of(record))
    assert screen.faults == []


@pytest.mark.parametrize("carried", ["A", "AAAA", "7cEBAAAAAMKg9U9tCF8AAAAAAAAAAAAAAAAA"])
def test_a_link_that_carries_no_record_is_refused(house, screens, carried):
    page = screens(house).page
    page.goto(f"/replay#record={carried}")
    expect(page.locator("#refusal")).to_contain_text("cannot be shown")
    expect(page.locator("#opening")).to_be_visible()


def test_where_no_house_answers_it_is_said(house):
    record = record_of("tortuga", plies=2)
    for address in ("http://127.0.0.1:9", "ftp://example.org", f"{house.url}/rules"):
        with pytest.raises(BadOption, match="no house answers"):
            ludotheque.open_on_page(record, address)


def is_open(link):
    try:
        with urlopen(link.partition("/replay")[0] + "/healthz", timeout=PATIENCE):  # noqa: S310 - our own address
            return True
    except (URLError, OSError):
        return False


@pytest.mark.parametrize("end", [signal.SIGKILL, None])
def test_a_house_is_started_for_it_and_ends_with_the_interpreter(screens, house, tmp_path, end):
    record = record_of("tortuga")
    (tmp_path / "record.json").write_text(to_json(record), encoding="utf-8")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/opened\n', encoding="utf-8")
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    program = f"""
import sys
from pathlib import Path
import ludotheque
from ludotheque.match import from_json
from ludotheque.notebook import own_house, visit
visit.USUAL = "http://127.0.0.1:9"  # whatever runs on this machine, this is a house of its own
own_house.FIRST_PORT = {free_port()}
record = from_json(Path("record.json").read_text(encoding="utf-8"))
link = ludotheque.open_on_page(record)
assert ludotheque.open_on_page(record) == link, "one house is enough"
print(link, flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "BROWSER": f"{browser} %s"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        link = process.stdout.readline().strip()
        assert (tmp_path / "opened").read_text(encoding="utf-8") == link
        page = screens(house).page
        page.goto(link)
        expect(page.locator("#moves .move")).to_have_text(moves_of(record))
        if end is not None:
            process.send_signal(end)
    wait_until(lambda: not is_open(link), lambda: "the house outlived its interpreter")
