"""The end of a game: what was hidden is turned over seat by seat, then all is said and shown."""

import pytest
from playwright.sync_api import expect

from browser.rooms import ended
from browser.screens import by_mouse

LAST = "./././p/./g/./b/yr/. 1 rgb r+,g+,b-,y+,p-|g+,b+,y-,p++,*-|r-,b+,y+,*+,^+ -"
"""The red turtle of the first seat is a step away from the lettuce."""
CORNER = "4/5/6/5S1/6/5/1N2 S"
"""In Tortuga, the turtle on d6 is a step away from its goal."""
FAMILY = [{"person": "Mum"}, {"person": "Leo"}, {"level": 1}]
SAID = {
    "en-GB": (
        "Mum has won",
        "Mum’s red turtle is first at the lettuce!",
        ["Mum", "nobody", "Hatchling (1)", "Leo", "nobody"],
    ),
    "fr-FR": (
        "Mum a gagné",
        "La tortue rouge est la première aux laitues, et elle est à Mum\N{NARROW NO-BREAK SPACE}!",
        ["Mum", "personne", "Bébé tortue (1)", "Leo", "personne"],
    ),
}
COUNT_LEAVES = """() => {
  window.leaves = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.matches(".leaf")) window.leaves += 1;
    return animate.apply(this, how);
  };
}"""


def finish(screens, house, **device):
    """Return a family that shares a screen, and of which the first has just won."""
    screen = screens(house, new=True, **device)
    screen.page.clock.install()
    screen.open("race", FAMILY, start=LAST, beginner=0)
    screen.page.locator("#lift").click()
    screen.wait()
    screen.page.evaluate(COUNT_LEAVES)
    screen.stop_clock()
    for _ in range(2):
        by_mouse(screen.page, '[data-spot="hand-1-0"]')
    return screen


def hidden(page):
    """Return the seats whose tile lies face down."""
    tiles = page.locator('#board [data-piece^="tile-"] use').evaluate_all(
        "all => all.map((use) => [use.parentElement.dataset.piece, use.getAttribute('href')])"
    )
    return sorted(piece for piece, href in tiles if href == "#tile-back")


@pytest.mark.parametrize("locale", SAID)
def test_secrets_are_turned_over_one_by_one_and_the_winner_last(screens, house, locale):
    title, why, ranking = SAID[locale]
    screen = finish(screens, house, pace="normal", locale=locale)
    page, caption = screen.page, screen.page.locator("#caption")
    expect(caption).to_contain_text("Mum")
    assert hidden(page) == ["tile-2", "tile-3"]
    screen.wind(until=lambda: "Leo" in caption.inner_text())
    assert hidden(page) == ["tile-3"]
    expect(page.locator("#ending")).to_be_hidden()
    screen.wind(until=lambda: ranking[2] in caption.inner_text())
    assert hidden(page) == []
    screen.wind(until=lambda: screen.over)
    expect(page.locator("#ending-title")).to_have_text(title)
    expect(page.locator("#ending-reason")).to_have_text(why)
    assert page.locator("#ranking .name").all_inner_texts() == ranking
    expect(page.locator("#ranking .winner")).to_have_count(1)
    expect(page.locator("#spoken p").last).to_have_text(why)
    # Whoever wants no motion gets none.
    assert page.evaluate("window.leaves") == 0
    screen.keep(f"ending-{locale}")
    assert screen.faults == []


def test_a_win_is_celebrated_for_a_moment(screens, house):
    screen = finish(screens, house, reduced_motion="no-preference")
    page = screen.page
    page.locator("#ending").wait_for()
    page.wait_for_function("window.leaves > 0")
    expect(page.locator(".leaf")).to_have_count(0)
    page.reload()
    expect(page.locator("#ranking li")).to_have_count(5)
    assert screen.faults == []


@pytest.mark.parametrize(
    ("locale", "mine", "theirs"),
    [
        (
            "en-GB",
            "You win: a turtle has reached the far corner.",
            "Ann wins: a turtle has reached the far corner.",
        ),
        (
            "fr-FR",
            "Vous gagnez : une tortue a atteint le coin opposé.",
            "Ann gagne : une tortue a atteint le coin opposé.",
        ),
    ],
)
def test_an_ending_by_the_rules_says_who_wins_and_why(screens, house, locale, mine, theirs):
    """To whoever has won, to those at one screen, and to who looks at it again."""
    screen = screens(house, locale=locale)
    page, reason = screen.page, screen.page.locator("#ending-reason")
    for chairs, told in (
        (["me", {"level": 1}], mine),
        ([{"person": "Ann"}, {"person": "Leo"}], theirs),
    ):
        screen.open("tortuga", chairs, start=CORNER, beginner=0)
        assert screen.wait()
        for spot in ("d6", "d7"):
            by_mouse(page, f'[data-spot="{spot}"]')
        expect(reason).to_have_text(told)
    page.locator("#replay").click()
    expect(page.locator("#reason")).to_have_text(theirs)
    assert screen.faults == []


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-GB", "Nobody has won: the game ended before everyone had moved."),
        ("fr-FR", "Personne n’a gagné\N{NO-BREAK SPACE}: la partie s’est terminée avant que"),
    ],
)
def test_a_game_that_was_broken_off_is_no_draw(screens, house, locale, told):
    """The table and the replay say so in the same words."""
    screen = screens(house, locale=locale)
    ended(screen, "hops")
    expect(screen.page.locator("#ending-reason")).to_contain_text(told)
    screen.page.locator("#replay").click()
    expect(screen.page.locator("#reason")).to_contain_text(told)
    assert screen.faults == []
