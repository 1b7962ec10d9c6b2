"""Arranging a table: who sits where, how they play and who may watch; whatever way one has come."""

import json

import pytest
from playwright.sync_api import expect

from browser.everyone import barriers
from browser.screens import by_mouse
from waiting import wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1366, "height": 768}}
FRENCH = {"locale": "fr-FR"}
DEVICES = {"phone": PHONE, "lying": LYING, "desk": DESK}


class Dialog:
    """The dialog of a game on the shelf, opened one of the ways."""

    def __init__(self, screen, game, way):
        self.page = screen.page
        self.page.goto("/")
        self.open(game, way)

    def open(self, game, way):
        self.page.locator(f"[data-game={game}] .label [data-way={way}]").click()
        self.all = self.page.locator("#arrange")
        expect(self.all).to_be_visible()

    def seat(self, n):
        return self.all.locator(".seat").nth(n - 1)

    def put(self, n, who, **said):
        """Let *who* sit on the seat *n*, with that name or level."""
        self.seat(n).locator(".who").select_option(who)
        if "name" in said:
            self.seat(n).locator(".called").fill(said["name"])
        if "level" in said:
            self.seat(n).locator(".level").select_option(str(said["level"]))

    @property
    def seats(self):
        """Who sits on each seat, with their name or level."""
        return self.all.locator(".seat").evaluate_all(
            """seats => seats.map((seat) => [
              seat.querySelector(".who").value,
              seat.querySelector(".called, .level")?.value
                ?? seat.querySelector(".own")?.textContent ?? "",
            ])"""
        )

    @property
    def sides(self):
        return self.all.locator(".side").all_inner_texts()

    def field(self, name):
        return self.all.locator(f"[name={name}]")

    def clocks(self):
        """Return the clocks that are offered."""
        offered = self.field("clock").locator("option:enabled")
        return offered.evaluate_all("all => all.map(one => one.value)")

    def begin(self):
        self.page.locator("#arrange-open").click()
        self.page.wait_for_url("**/t/*")


def terms(screen):
    """Return what was agreed at the table that the screen shows."""
    screen.id = screen.page.url.partition("#")[0].rpartition("/")[2]
    return screen.seen()["table"]["terms"]


def header(page):
    return page.locator("#me-link span")


def check(screen):
    """Check that everyone can use what the screen shows."""
    page = screen.page
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
    assert screen.faults == []


def test_two_people_and_a_computer_play_at_one_screen(screens, house):
    screen = screens(house, **DESK)
    dialog = Dialog(screen, "race", "here")
    dialog.put(1, "me", name="Ana")
    dialog.put(2, "here", name="Ben")
    dialog.page.locator("#one-more").click()
    dialog.put(3, "computer", level=1)
    dialog.field("beginner").select_option("Ben")
    dialog.begin()
    screen.begun()
    names = screen.page.locator("#players .plate .name")
    expect(names).to_have_text(["Ben", "Hatchling (1)", "Ana"])
    agreed = terms(screen)
    assert agreed["public"] is agreed["rated"] is False
    for name in ("Ben", "Ana"):
        expect(screen.page.locator("#cover-title")).to_contain_text(name)
        screen.page.locator("#lift").click()
        assert screen.wait()
        screen.play(by_mouse)
    assert len(screen.moves()) >= 3, "each has moved once"
    assert screen.faults == []


def test_the_order_at_the_table_is_the_order_of_the_seats(screens, house):
    screen = screens(house, **DESK)
    dialog = Dialog(screen, "race", "other")
    dialog.put(2, "here", name="Ben")
    dialog.put(3, "computer", level=4)
    dialog.field("beginner").select_option("Ben")
    assert dialog.sides == ["Seat 3", "Seat 1, begins", "Seat 2"]
    dialog.page.get_by_role("button", name="Chair 3: move up").click()
    expect(dialog.page.get_by_role("button", name="Chair 2: move up")).to_be_focused()
    dialog.page.keyboard.press("Enter")
    assert [who for who, _ in dialog.seats] == ["computer", "me", "here"]
    assert dialog.field("beginner").locator("option:checked").inner_text() == "Ben"
    assert dialog.sides == ["Seat 2", "Seat 3", "Seat 1, begins"]
    assert dialog.page.get_by_role("button", name="Chair 1: move up").is_disabled()
    dialog.page.get_by_role("button", name="Chair 1: move down").click()
    dialog.begin()
    screen.begun()
    plates = screen.page.locator("#players .plate .name").all_inner_texts()
    assert plates[0] == "Ben"
    assert "(4)" in plates[2], "behind the one who sits before it"


def test_seats_are_added_and_taken_away_within_the_games_numbers(screens, house):
    screen = screens(house)
    dialog = Dialog(screen, "race", "other")
    more, away = dialog.page.locator("#one-more"), dialog.all.locator(".away")
    more.click()
    more.click()
    expect(more).to_be_hidden()
    assert len(dialog.seats) == 5
    for _ in range(3):
        away.last.click()
    assert len(dialog.seats) == 2
    assert all(button.is_disabled() for button in away.all())
    dialog.page.keyboard.press("Escape")
    dialog.open("hops", "other")
    expect(more).to_be_hidden()
    expect(away).to_have_count(0)


def test_side_and_level_are_chosen_beside_play_now_and_come_back(screens, house):
    screen = screens(house, **DESK)
    page = screen.page
    page.goto("/")
    box = page.locator("[data-game=hops]")
    box.locator("[name=level]").select_option("1")
    box.locator("[name=side]").select_option("Black")
    box.locator(".ways [data-way=now]").click()
    page.wait_for_url("**/t/*")
    screen.begun()
    expect(page.locator("#players .plate .name").first).to_have_text("Hatchling (1)")
    agreed = terms(screen)
    assert agreed["public"] is agreed["rated"] is False
    page.goto("/")
    assert box.locator("[name=level]").input_value() == "1"
    assert box.locator("[name=side]").input_value() == "1"
    assert page.locator("[data-game=tortuga] [name=level]").input_value() == "2", (
        "of this game alone"
    )
    race = page.locator("[data-game=race]")
    race.locator("[name=others]").select_option("1")
    race.locator(".ways [data-way=now]").click()
    page.wait_for_url("**/t/*")
    screen.begun()
    expect(page.locator("#players .plate")).to_have_count(2)


def test_what_was_chosen_last_comes_back(screens, house):
    screen = screens(house, **DESK)
    dialog = Dialog(screen, "race", "here")
    dialog.put(1, "me", name="Ana")
    dialog.put(2, "here", name="Ben")
    dialog.page.locator("#one-more").click()
    dialog.put(3, "computer", level=5)
    dialog.field("beginner").select_option("Ben")
    dialog.field("clock").select_option("30m~1m")
    dialog.field("first_to").select_option("3")
    dialog.all.locator("summary").click()
    dialog.field("tiles").select_option("open")
    dialog.field("public").check()
    dialog.begin()
    again = Dialog(screen, "race", "here")
    assert again.seats == [["me", "Ana"], ["here", "Ben"], ["computer", "5"]]
    assert again.field("beginner").locator("option:checked").inner_text() == "Ben"
    assert again.field("clock").input_value() == "30m~1m"
    assert again.field("first_to").input_value() == "3"
    assert again.field("tiles").is_visible()
    assert again.field("tiles").input_value() == "open"
    assert again.field("public").is_checked()
    again.page.keyboard.press("Escape")
    again.open("hops", "here")
    assert again.seats == [["me", "Ana"], ["here", "Ben"]], "the last names, in another game too"
    assert again.field("clock").input_value() == ""


@pytest.mark.parametrize(
    "garbage",
    [
        "{",
        "7",
        '{"race": []}',
        json.dumps({"race": {"here": {"rows": [{"who": "king"}], "clock": 5, "beginner": -1}}}),
        json.dumps({"race": {"here": {"rows": [{"who": "me", "name": "", "level": 1}] * 3}}}),
        json.dumps({"race": {"here": {"rows": 3, "options": {"tiles": "constructor"}}}}),
    ],
)
def test_whatever_the_device_has_kept_the_dialog_opens_as_usual(screens, house, garbage):
    screen = screens(house)
    screen.page.goto("/healthz")
    screen.page.evaluate(
        """garbage => {
          for (const name of ["", "-arranged", "-now", "-people", "-named"])
            localStorage.setItem(`ludotheque${name}`, garbage);
        }""",
        garbage,
    )
    dialog = Dialog(screen, "race", "here")
    assert dialog.seats == [["me", ""], ["here", "Player 2"]]
    dialog.begin()
    screen.begun()
    assert screen.faults == []


def test_watching_and_counting_are_off_unless_a_stranger_is_sought(screens, house):
    screen = screens(house)
    dialog = Dialog(screen, "hops", "other")
    listed, rated = dialog.field("public"), dialog.field("rated")
    why = dialog.page.locator("#arrange-uncounted")
    for who in ("computer", "friend"):
        dialog.put(2, who)
        expect(listed).not_to_be_checked()
        expect(rated).not_to_be_checked()
        expect(rated).to_be_enabled()
        expect(why).to_be_hidden()
    dialog.put(2, "anyone")
    expect(listed).to_be_checked()
    expect(rated).to_be_checked()
    dialog.put(2, "here")
    expect(listed).not_to_be_checked()
    expect(rated).not_to_be_checked()
    expect(rated).to_be_disabled()
    expect(why).to_be_visible()
    dialog.put(2, "anyone")
    rated.uncheck()
    dialog.put(2, "friend")
    dialog.put(2, "anyone")
    assert not rated.is_checked(), "what was said by hand stays"
    dialog.begin()
    agreed = terms(screen)
    assert agreed["public"] is True
    assert agreed["rated"] is False


def test_days_a_move_are_for_those_far_away(screens, house):
    dialog = Dialog(screens(house), "hops", "invite")
    assert "3d/move" in dialog.clocks()
    dialog.field("clock").select_option("3d/move")
    for who in ("here", "computer"):
        dialog.put(2, who)
        assert dialog.clocks() == ["", "5m+3s~1m", "10m+5s~1m", "30m~1m", "30s/move~1m"]
        assert dialog.field("clock").input_value() == ""


# Names.


def test_the_name_is_asked_once_and_the_header_knows_at_once(screens, house):
    screen = screens(house)
    page = screen.page
    dialog = Dialog(screen, "hops", "other")
    expect(dialog.all.locator(".called")).to_have_count(0)
    page.keyboard.press("Escape")
    dialog.open("hops", "invite")
    page.get_by_label("What may the others call you?").fill("Zoe")
    # While there is no table yet, the page is still the same.
    held = []
    page.route("**/api/tables", lambda route: held.append(route))  # noqa: PLW0108 - it counts arguments
    page.locator("#arrange-open").click()
    expect(header(page)).to_have_text("Zoe")
    assert page.url.endswith("/")
    wait_until(lambda: page.evaluate("0") or held)
    held.pop().continue_()
    page.wait_for_url("**/t/*")
    expect(page.locator("#chairs li").first).to_contain_text("Zoe")
    expect(header(page)).to_have_text("Zoe")
    again = Dialog(screen, "hops", "here")
    assert again.seats[0] == ["me", "Zoe"]
    expect(page.get_by_label("What may the others call you?")).to_have_count(0)


def test_who_gives_no_name_is_not_asked_again(screens, house):
    screen = screens(house)
    Dialog(screen, "hops", "here").begin()
    screen.begun()
    expect(header(screen.page)).to_contain_text("Guest")
    again = Dialog(screen, "hops", "invite")
    expect(again.all.locator(".called")).to_have_count(0)


def test_a_guest_is_asked_with_the_name_that_the_house_has_given(screens, house):
    screen = screens(house)
    screen.page.goto("/")
    screen.page.locator("[data-game=hops] .ways [data-way=now]").click()
    screen.page.wait_for_url("**/t/*")
    guest = header(screen.page).inner_text()
    dialog = Dialog(screen, "hops", "invite")
    assert guest.startswith("Guest")
    assert dialog.seats[0] == ["me", guest]


def test_a_name_that_is_taken_is_said_in_the_dialog(screens, house):
    owner, screen = screens(house), screens(house)
    password = {"name": "Taken One", "password": "three dull green turtles"}
    owner.ask("POST", "/api/me/password", password)
    dialog = Dialog(screen, "hops", "invite")
    dialog.put(1, "me", name="Taken One")
    screen.page.locator("#arrange-open").click()
    expect(screen.page.locator("#arrange-problem")).to_contain_text("please choose another")
    dialog.put(1, "me", name="Another One")
    dialog.begin()
    expect(header(screen.page)).to_have_text("Another One")
    known = Dialog(owner, "hops", "invite")
    assert known.seats[0] == ["me", "Taken One"], "who has a password has a name"


def test_who_follows_a_link_is_asked_for_a_name_and_may_leave_it(screens, house):
    ana, ben, cleo = (screens(house) for _ in range(3))
    ana.open("race", ["me", "open", "open"])
    ben.page.goto(ana.page.url)
    ben.page.get_by_label("What may the others call you?").fill("Ben at the Door")
    check(ben)
    ben.page.get_by_role("button", name="Sit down").click()
    expect(header(ben.page)).to_have_text("Ben at the Door")
    expect(ana.page.locator("#chairs li").nth(1)).to_contain_text("Ben at the Door")
    expect(ben.page.locator("#ask-name")).to_be_hidden()
    cleo.come(ana.page.url)
    cleo.begun()
    expect(header(cleo.page)).to_contain_text("Guest")
    assert ben.faults == cleo.faults == []


# What was agreed.


def test_lobby_table_and_shelf_tell_what_was_agreed(screens, house):
    mine, theirs = screens(house, **DESK), screens(house, **PHONE, **FRENCH)
    dialog = Dialog(mine, "race", "invite")
    dialog.put(1, "me", name="Ana")
    dialog.put(2, "anyone")
    dialog.field("clock").select_option("10m+5s~1m")
    dialog.field("first_to").select_option("2")
    dialog.all.locator("summary").click()
    dialog.field("start").select_option("loose")
    dialog.begin()
    told = [
        "10 minutes each, plus 5 seconds a move",
        "Each clock starts with its player’s first move, or after 60 seconds",
        "First to 2 points",
        "Turtles at the start: Side by side",
        "Counts towards the rankings",
        "Everyone in the house may watch",
    ]
    expect(mine.page.locator("#lobby .agreed li")).to_have_text(told)
    expect(mine.page.locator("#lobby-begins")).to_have_text("A lot decides who begins.")
    mine.keep("lobby-agreed")
    theirs.page.goto("/")
    table = mine.page.url.rpartition("/")[2]
    line = theirs.page.locator(f'#open-tables a[href="/t/{table}"]')
    expect(line).to_contain_text("10 minutes par joueur, plus 5 secondes par coup")
    expect(line).to_contain_text("Compte pour le classement")
    line.click()
    theirs.page.get_by_role("button", name="S’asseoir").click()
    theirs.begun()
    agreed = theirs.page.locator("#terms")
    agreed.locator("summary").click()
    expect(agreed.locator("li").nth(5)).to_have_text("Toute la maison peut regarder")
    theirs.keep("table-agreed")
    check(theirs)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_dialog_can_be_used_by_everyone(screens, house, device, lang):
    screen = screens(house, **DEVICES[device], **(FRENCH if lang == "fr" else {}))
    page = screen.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    screen.keep(f"shelf-{device}-{lang}")
    dialog = Dialog(screen, "race", "here")
    page.locator("#one-more").click()
    dialog.put(3, "computer")
    dialog.field("beginner").select_option("1")
    screen.keep(f"arrange-{device}-{lang}", whole=False)
    check(screen)
    expect(page.locator("#arrange-open")).to_be_in_viewport()
    expect(page.locator("#arrange-open")).to_have_text("Commencer" if lang == "fr" else "Begin")


# Refusals.

LASTING = """
const soon = window.setTimeout;
window.setTimeout = (what, after, ...more) => (after < 3000 ? soon(what, after, ...more) : 0);
"""
"""What is said in passing stays for a test to read, however slow the machine is."""


def test_a_house_that_is_full_says_so_once_and_in_a_sentence(screens, house):
    page = screens(house).page
    page.add_init_script(LASTING)
    full = {"code": "house/full", "message": "the house is full just now"}
    page.route("**/api/tables", lambda route: route.fulfill(status=507, json=full))
    page.goto("/")
    toasts = page.locator(".toast")
    page.locator('[data-way="now"]').first.click()
    expect(toasts).to_have_count(1)
    toasts.evaluate("first => first.classList.add('first')")
    page.locator('[data-way="now"]').first.click()
    expect(page.locator(".toast:not(.first)")).to_have_count(1)
    expect(toasts).to_have_count(1)
    assert toasts.inner_text() == "The house is full just now"
    assert page.url.endswith("/")
