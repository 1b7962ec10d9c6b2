"""Someone before a screen: opens tables, sits down, and plays by mouse, finger or keys."""

import json
import os
import re
from pathlib import Path
from random import Random

from playwright.sync_api import Error

from ludotheque.engine import HINTS_BY, level
from ludotheque.games import take
from waiting import wait_until

SHOTS = Path(__file__).parents[2] / "build" / "screens"
"""Where pictures of screens are kept, for people to look at."""
KEPT = "LUDOTHEQUE_SCREENS" in os.environ
"""Whether they are: `make screens` wants them, and no test looks at one."""
MIDDLE = {
    "hops": "r6.r6.r5../......./..r6..../...b4.../..b6..../......./b6b5b6.... r",
    "race": "./././p/./gb/y/r/./. 1 rgb r+,g+,b-,y+,p-|g+,b+,y-,p++,*-|r-,b+,y+,*+,^+ -",
    "tortuga": "4/S4/2oNN1/SNN3N/1SS2N/S3N/1oSS S",
}
"""Positions from which the end is not far, but at least a few moves away; the race is for three."""
NOTHING = "about:blank"
WAITING = "/healthz"
"""A page of the house that does nothing."""
GLANCE_MS = 700
"""A little longer than one's own move is looked at, at the usual pace, and no sentence is gone."""
LOOK_MS = 20
"""Between two looks at the page: whoever looks at every frame has every frame made."""
DEAF = re.compile("WebSocket connection|ERR_CONNECTION_REFUSED|ERR_INTERNET")
"""What a browser notes while the house is closed, as it should."""


class Screen:
    """A device with its own cookies, on one page at a time."""

    def __init__(self, context):
        self.context = context
        self.noted = []
        context.on("console", self._console)
        context.on("weberror", self._error)
        self.page = context.pages[0] if context.pages else self.tab()

    def _console(self, line):
        if line.type == "error":
            self.noted.append(line.text)

    def _error(self, fault):
        self.noted.append(str(fault.error))

    def leave(self):
        """Let someone else have the device."""
        self.context.remove_listener("console", self._console)
        self.context.remove_listener("weberror", self._error)

    def tab(self):
        """Return another tab on the same device."""
        return self.context.new_page()

    @property
    def faults(self):
        """What the browser complained about, but for a house that was closed for a while."""
        return [line for line in self.noted if not DEAF.search(line)]

    def keep(self, name, *, whole=True):
        """Keep a picture of the page, the *whole* of it or what is in sight, where it is wanted."""
        if KEPT:
            SHOTS.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=SHOTS / f"{name}.png", full_page=whole)

    def hears(self, words, beside=""):
        """Wait until the page has said *words* in passing, *beside* a part of that class if given.

        They are gone after seconds: on a busy machine sooner than anyone looks.
        """
        self.page.wait_for_function(
            """([words, beside]) => heard.some(
                ([text, part]) => text.includes(words) && part.includes(beside))""",
            arg=[words, beside],
            polling=LOOK_MS,
        )

    # Asking the house, as the page does.

    def ask(self, method, path, body=None):
        """Return what the house answers to this person."""
        if self.page.url == NOTHING:
            self.page.goto(WAITING)
        return self.page.evaluate(
            """async ([method, path, body]) => {
              const headers = body === null ? {} : { "content-type": "application/json" };
              const answer = await fetch(path, { method, headers, body });
              return await answer.json();
            }""",
            [method, path, None if body is None else json.dumps(body)],
        )

    def open(self, game, chairs, **terms):
        """Open a table, go there and return its id."""
        wish = {"game": game, "chairs": chairs, "public": False, "rated": False, **terms}
        self.id = self.ask("POST", "/api/tables", wish)["id"]
        self.page.goto(f"/t/{self.id}")
        return self.id

    def come(self, link):
        """Follow the link to a table and sit down."""
        self.id = re.search(r"/t/([\w-]+)", link)[1]
        self.page.goto(link)
        self.page.get_by_role("button", name="Sit down").click()

    def begun(self):
        """Wait until the game has begun."""
        self.page.locator('#table[data-status="playing"]').wait_for()

    def link(self):
        """Return the link that the page offers to send to a friend."""
        self.page.locator("#invite").wait_for()
        return self.page.locator("#link").input_value()

    def seen(self):
        """Return the table as the house shows it to this person."""
        return self.ask("GET", f"/api/tables/{self.id}?picture=true")

    def stop_clock(self):
        """Let the page's clock, which was installed, stand still from now on."""

        def stopped():
            try:
                self.page.clock.pause_at(self.page.evaluate("Date.now() / 1_000 + 1"))
            except Error as fault:  # on a slow machine that moment may have passed meanwhile
                if "past" not in str(fault):
                    raise
                return False
            return True

        wait_until(stopped)

    def wind(self, until):
        """Wind the page's clock, which was stopped, glance by glance *until* something holds.

        Wound once for long, it may have stopped before the page has begun to count what comes
        next, or have gone past it.
        """
        wait_until(lambda: until() or self.page.clock.run_for(GLANCE_MS))

    # Playing.

    @property
    def over(self):
        """Whether the page shows how the game ended."""
        return self.page.locator("#ending").is_visible()

    def wait(self):
        """Wait until this person may move, or the game is over; return whether they may move."""
        self.page.wait_for_function(
            """() => document.getElementById("table").dataset.mine === "true"
                || !document.getElementById("ending").hidden""",
            polling=LOOK_MS,
        )
        return not self.over

    def later(self, turn):
        """Wait until the game has gone on since that *turn*."""
        self.page.wait_for_function(
            "turn => document.getElementById('table').dataset.turn !== turn",
            arg=turn,
            polling=LOOK_MS,
        )

    @property
    def may_move(self):
        """Whether the page lets this person move."""
        return self.page.locator("#table").get_attribute("data-mine") == "true"

    @property
    def turn(self):
        """The turn that the page shows."""
        return self.page.locator("#table").get_attribute("data-turn")

    def advised(self, seen=None):
        """Return a good move, which no house would tell against others, and what to touch.

        Whoever has *seen* the table need not look again.
        """
        seen = seen or self.seen()
        terms, position = seen["table"]["terms"], seen["table"]["match"]["position"]
        game = take(terms["game"])
        view = game.view(position, seen["seat"], **terms["options"])
        move = str(level(HINTS_BY, game, Random(self.turn)).choose(view))
        return next(c for c in seen["picture"]["choices"] if c["move"] == move)

    def play(self, touch, choice=None):
        """Make a move, touching each thing by *touch*, and wait until the house has it."""
        seen, turn = self.seen(), self.turn
        choice, picture = choice or self.advised(seen), seen["picture"]
        touches = list(choice["touches"])
        choices = [each["touches"] for each in picture["choices"]]
        pieces = {piece["id"] for piece in picture["pieces"]}
        if len(touches) == 1:
            touches *= 2  # A card is lifted, then played.
        for number, thing in enumerate(touches):
            if not self.may_move or self.turn != turn:
                break  # Nothing was left to choose.
            others = {
                each[number]
                for each in choices
                if each[:number] == touches[:number] and len(each) > number
            }
            if others == {thing} and thing not in pieces and not self.is_place(thing):
                continue  # What has one answer is not asked.
            touch(self.page, self.place(thing))
        self.later(turn)
        return choice["move"]

    def is_place(self, thing):
        """Return whether it is a spot or a card, and no answer."""
        return self.page.locator(f'[data-spot="{thing}"]').count() > 0

    def place(self, thing):
        """Return what to touch for a spot, a card in the hand, or an answer in the bubble."""
        either = f'[data-spot="{thing}"], #bubble [data-answer="{thing}"]'
        self.page.locator(either).first.wait_for(state="attached")
        if self.is_place(thing):
            return f'[data-spot="{thing}"]'
        answer = f'#bubble [data-answer="{thing}"]'
        self.page.locator(answer).wait_for()
        return answer

    def moves(self):
        """Return the moves of the seats in the game's record."""
        record = self.ask("GET", f"/api/tables/{self.id}/record.json")
        return [event["move"] for event in record["events"] if event["type"] == "move"]


def held_back(page, address):
    """Hold back what is answered there from now on; return what lets it come, and all later."""
    held = []
    page.route(address, lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it

    def come():
        # Playwright hears of a request and of its route one after the other.
        wait_until(lambda: page.evaluate("0") or held)
        for route in held:
            route.continue_()
        page.unroute(address)

    return come


def by_mouse(page, place):
    """Click it."""
    page.locator(place).click()


def by_finger(page, place):
    """Tap it."""
    page.locator(place).tap()


ARROWS = (("ArrowRight", 1, 0), ("ArrowLeft", -1, 0), ("ArrowDown", 0, 1), ("ArrowUp", 0, -1))


def by_keys(page, place):
    """Walk there with Tab and arrows, and press Enter."""
    for _ in range(80):
        at, to = page.evaluate(
            """place => {
              const middle = (element) => {
                const box = element.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
              };
              const here = document.activeElement;
              const wanted = document.querySelector(place);
              if (here === wanted) return ["there", null];
              const group = (element) => element.closest("#board, #bubble, #hand");
              const walks = group(here) === group(wanted) && group(here).id === "board";
              if (!walks) return ["elsewhere", null];
              return [middle(here), middle(wanted)];
            }""",
            place,
        )
        if at == "there":
            page.keyboard.press("Enter")
            return
        if at == "elsewhere":
            page.keyboard.press("Tab")
            continue
        across, down = to[0] - at[0], to[1] - at[1]
        key = max(ARROWS, key=lambda arrow: arrow[1] * across + arrow[2] * down)[0]
        page.keyboard.press(key)
    here = page.evaluate("() => document.activeElement.outerHTML.slice(0, 300)")
    raise AssertionError(f"the keys do not lead to {place}, but to {here}")
