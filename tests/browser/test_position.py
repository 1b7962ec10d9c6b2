"""Studying a position: legal moves for both sides, taken back and forward, and the way back."""

import re

import pytest
from playwright.sync_api import expect

from browser.screens import MIDDLE, by_keys, by_mouse
from browser.test_study import NEARLY_WON, opened, played
from ludotheque.games import take
from ludotheque.games.race.notation import read_play
from ludotheque.match import to_json
from ludotheque.match.events import Moved
from ludotheque.pictures.telling import briefly
from ludotheque.words import Words

READY = """([thing, moves]) => {
  const place = `.target.active[data-spot="${thing}"]`;
  const next = `${place}, #bubble:not([hidden]) [data-answer="${thing}"]`;
  const made = document.querySelectorAll("#moves .move").length > moves;
  return made || document.querySelector(next) !== null;
}"""
"""Something is to be touched, or the move is made without it."""


def try_out(screen, slug, touch=by_mouse):
    """Make the first legal move where the line has come to, and return its text."""
    page = screen.page
    line = page.locator("#moves .move")
    before = line.all_inner_texts()
    query = page.evaluate("() => [...new URLSearchParams(location.search)]")
    position = next(value for name, value in query if name == "position")
    asked = {"position": position, "moves": [value for name, value in query if name == "move"]}
    found = screen.ask("POST", f"/api/games/{slug}/moment", asked)
    choice = min(found["picture"]["choices"], key=lambda each: len(each["touches"]))
    for thing in choice["touches"]:
        page.wait_for_function(READY, arg=[thing, len(before)])
        if line.count() > len(before):
            break  # Nothing was left to choose.
        touch(page, screen.place(thing))
    expect(line).to_have_count(len(before) + 1)
    return choice["move"]


@pytest.mark.parametrize(("slug", "touch"), [("tortuga", by_mouse), ("hops", by_keys)])
def test_a_table_is_studied_from_ones_own_side_and_found_again(screens, house, slug, touch):
    screen = screens(house)
    screen.open(slug, [{"level": 1}, "me"], start=MIDDLE[slug], beginner=0)
    assert screen.wait()
    page, table = screen.page, screen.page.url
    now = screen.seen()["table"]["match"]["position"]
    turned = page.locator("#board .turned").get_attribute("transform")
    assert "rotate(180" in turned
    with screen.context.expect_page() as beside:
        page.get_by_role("button", name="Study this position").click()
    screen.page = page = beside.value
    expect(page.locator("#board .turned")).to_have_attribute("transform", turned)
    made = [try_out(screen, slug, touch), try_out(screen, slug, touch)]
    line = page.locator("#moves .move")
    expect(line).to_have_text(made)
    game = take(slug)
    position = game.position(now)
    for move in made:
        position = position.after(game.move(move, position))
    # Back and forward.
    page.get_by_role("button", name="Take the move back").click()
    expect(page.locator("#moves [aria-current]")).to_contain_text(made[0])
    expect(line).to_have_count(2)
    page.reload()
    expect(page.locator("#moves [aria-current]")).to_contain_text(made[0])
    page.get_by_role("button", name="Next move").click()
    expect(page.locator("#moves [aria-current]")).to_contain_text(made[1])
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    screen.keep(f"position-{slug}")
    page.get_by_role("link", name="Change this position by hand").click()
    expect(page.locator("#text")).to_have_value(str(position))
    page.go_back()
    page.get_by_role("link", name="Back to where you came from").click()
    page.wait_for_url(table)
    assert screen.faults == []


def test_a_moment_of_a_table_that_is_looked_back_at_is_studied(screens, house):
    screen = screens(house)
    screen.open("hops", [{"person": "Ann"}, {"person": "Ben"}], start=MIDDLE["hops"], beginner=0)
    screen.wait()
    for _ in range(2):
        screen.play(by_mouse)
        screen.wait()
    page = screen.page
    page.locator('#story [data-step="first"]').click()
    page.locator("#past").wait_for()
    with screen.context.expect_page() as beside:
        page.get_by_role("button", name="Study this position").click()
    beside.value.wait_for_url("**/study/hops*")
    studied = "() => new URLSearchParams(location.search).get('position')"
    assert beside.value.evaluate(studied) == MIDDLE["hops"]


def test_a_record_is_studied_and_is_there_again_at_the_same_move(screens, house):
    """Of the race: all lies open once it is over, and chance goes on by lot."""
    screen = screens(house, locale="fr-FR")
    page = screen.page
    record = played("race", 3)
    opened(page, "game.json", to_json(record))
    page.locator("#moves button").nth(6).click()
    expect(page).to_have_url(re.compile("#7$"))
    page.get_by_role("link", name="Étudier cette position").click()
    expect(page.locator("#status")).to_contain_text("Player 2")
    expect(page.locator("#story")).to_contain_text("tiré au sort")
    game = take("race")
    moves = [event.move for event in record.events if isinstance(event, Moved)]
    briefs = [briefly(game, read_play(move), Words("fr")) for move in moves]
    expect(page.locator("#moves .move")).to_have_text(briefs)
    expect(page.locator("#path")).to_have_text("Coup 7")
    screen.keep("position-race")
    page.get_by_role("link", name="Revenir d’où vous venez").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(1)
    assert page.url.endswith("/replay#7")
    assert screen.faults == []


def test_the_end_is_told_and_the_best_move_can_be_asked_for(screens, house):
    screen = screens(house)
    page = screen.page
    page.goto(f"/study/tortuga?position={NEARLY_WON}")
    best = page.locator("#lines button").first
    expect(best).to_contain_text("wins")
    best.click()
    expect(page.locator("#status")).to_have_text("South (red) has won")
    expect(page.locator(".target.active")).to_have_count(0)
    assert screen.faults == []


COVERED = """() => {
  const names = [...document.querySelectorAll("#board .ground text")];
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const covered = [];
  for (const piece of document.querySelectorAll("#board .piece")) {
    // What a <use> shows has no boxes of its own.
    const { href } = piece.firstElementChild;
    const shown = document.querySelector(href.baseVal).cloneNode(true);
    shown.style.transform = getComputedStyle(piece).transform;
    piece.parentNode.append(shown);
    const shells = shown.querySelectorAll("ellipse:not([fill*=shadow])");
    const boxes = [...shells].map((shell) => shell.getBoundingClientRect());
    const below = (name) => boxes.some((box) => meet(box, name.getBoundingClientRect()));
    covered.push(...names.filter(below).map((name) => name.textContent));
    shown.remove();
  }
  return [names.length, covered];
}"""
"""How much is written on the board, and what of it lies below the shell of a turtle."""


@pytest.mark.parametrize("flipped", ["", "&flip=1"])
def test_no_turtle_lies_on_the_name_of_its_cell(house, screens, flipped):
    page = screens(house).page
    page.goto(f"/study/tortuga?position={MIDDLE['tortuga']}{flipped}")
    expect(page.locator("#board .target.active").first).to_be_attached()
    assert page.evaluate(COVERED) == [2 * (37 + 2 * 7), []]


def test_what_is_hidden_cannot_be_studied_and_the_house_says_so(screens, house):
    screen = screens(house, locale="fr-FR")
    screen.open("race", ["me", {"level": 1}], start=None, beginner=0)
    assert screen.wait()
    page = screen.page
    assert page.locator('[data-deed="study"]').is_hidden()
    page.goto(f"/t/{screen.id}/study")
    expect(page.locator(".refusal")).to_contain_text("vous est cachée")
    page.get_by_role("link", name="Revenir d’où vous venez").click()
    page.wait_for_url(f"**/t/{screen.id}")
    page.goto("/study/tortuga?position=nonsense")
    expect(page.locator(".refusal")).to_contain_text("nonsense")
    page.get_by_role("link", name="Étudier depuis le début").click()
    page.wait_for_url("**/study/tortuga")
    page.locator(".target.active").first.wait_for(state="attached")
