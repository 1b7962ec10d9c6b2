"""Every board fits every screen: measured, at the sizes of phones, tablets and desks."""

import pytest

from browser.rooms import ROOMS

SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (683, 384),
    (768, 1024),
    (1366, 768),
    (1920, 1080),
)
"""Phones upright and on their side, a desk enlarged twice, a tablet, desks."""

SEEN = (
    "#board, #board [data-spot], #hand button, #cover, #bubble, #aim, #caption, #judgement, #told,"
    "#graph, [data-mistake], .replay > #verdict"
)
"""What must be in sight without scrolling, where it is on the page."""

BEYOND = """async (seen) => {
  scrollTo(0, 0);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const outside = [...document.querySelectorAll(seen)].flatMap((element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    if (width === 0) return [];
    const fits = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const name = element.id || element.dataset.spot;
    return fits ? [] : [`${name}: ${[left, top, right, bottom].map(Math.round)}`];
  });
  const { width, height } = document.getElementById("board").getBoundingClientRect();
  const least = Math.min(innerWidth, innerHeight) * 0.6;
  if (Math.max(width, height) < least) outside.push(`board: only ${width} wide`);
  const { scrollWidth: wide, scrollHeight: long } = document.documentElement;
  const end = document.querySelector(".house-foot").getBoundingClientRect().bottom;
  if (long > Math.max(end, innerHeight) + 1) outside.push(`page: ${long} long, and ends at ${end}`);
  return wide > innerWidth ? [...outside, `page: ${wide} wide`] : outside;
}"""

WORDS = ("", "Il était une fois une tortue qui parlait sans fin. " * 6)
"""Everyone who says something says nothing, and then more than ever before."""

UNEVEN = """() => {
  const tools = [...document.querySelectorAll(".deeds > *")].filter((e) => e.offsetParent !== null);
  const rows = Object.values(Object.groupBy(tools, (e) => e.offsetTop)).map((row) => row.length);
  const missing = rows.length * Math.max(...rows, 0) - tools.length;
  return rows.length > 1 && missing >= rows.length ? [`tools: rows of ${rows}`] : [];
}"""
"""Whether a row of the tray could be filled by one tool of each other row."""

PLACES = """async (sayings) => {
  const speakers = ["status", "caption", "told", "judgement", "verdict"]
    .map((id) => document.getElementById(id)).filter((place) => place)
    .map((place) => place.querySelector("span") ?? place);
  const before = speakers.map((place) => [...place.childNodes]);
  const places = [];
  for (const words of sayings) {
    for (const place of speakers) place.textContent = words;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { x, y, width, height } = document.getElementById("board").getBoundingClientRect();
    places.push([x, y, width, height].map(Math.round));
  }
  speakers.forEach((place, number) => place.replaceChildren(...before[number]));
  return places;
}"""
"""Where the board is while they say so; in the end they say what they said before."""

WIDE = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const all = [...document.querySelectorAll("main *")];
  return all.filter((e) => !e.closest(".shelf") && (e.getBoundingClientRect().right > innerWidth + 1
    || (/auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth)))
  .map((e) => e.outerHTML.slice(0, 80)).concat(
    document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : []
  );
}"""

PAGES = (
    "/",
    "/me",
    "/rules/race",
    "/learn/hops",
    "/editor/hops",
    "/editor/race",
    "/replay",
    "/puzzles",
)

BOARDS = [name for name in ROOMS if name != "lobby"]


@pytest.mark.parametrize("name", BOARDS)
def test_the_whole_board_is_in_sight_on_every_screen(house, screens, name):
    """The hand and the words, too; and the board stays where it is, whatever is said."""
    screen = screens(house, locale="fr-FR", viewport={"width": 1366, "height": 768})
    ROOMS[name](screen)
    page = screen.page
    faults = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if faulty := page.evaluate(BEYOND, SEEN) + page.evaluate(UNEVEN):
            faults[width, height] = faulty
        screen.keep(f"layout-{name}-{width}x{height}", whole=False)
        silent, talking = page.evaluate(PLACES, WORDS)
        assert silent == talking, (width, height)
    assert faults == {}
    assert screen.faults == []


HEADS = """() => ["title", "status"].map((id) => document.getElementById(id))
  .concat([...document.querySelectorAll(".position-head h1")])
  .filter((e) => e && getComputedStyle(e).clipPath === "none")
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3)
  .map((e) => `${e.textContent}: ${e.scrollWidth}x${e.scrollHeight} of ${e.clientWidth}`)"""
"""The heads of a page that are cut off."""


@pytest.mark.parametrize("name", ["study-race", "review-race-5"])
def test_which_game_it_is_and_whose_turn_is_said_wholly(house, screens, name):
    """Of “La course des tortues” the study said “La c…”, and of whose turn it was as little."""
    screen = screens(house, locale="fr-FR", viewport={"width": 1366, "height": 768})
    ROOMS[name](screen)
    cut = {}
    for back in (True, False):
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            if found := screen.page.evaluate(HEADS):
                cut[width, height, back] = found
        screen.page.evaluate("document.getElementById('way-back')?.remove()")
    assert cut == {}


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_its_screen(house, screens, path):
    screen = screens(house, locale="fr-FR")
    page = screen.page
    page.goto(path, wait_until="networkidle")
    wide = {}
    for width, height in ((320, 568), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(WIDE):
            wide[width, height] = found
        screen.keep(f"layout-{path.strip('/').replace('/', '-') or 'shelf'}-{width}x{height}")
    assert wide == {}


def test_every_figure_of_the_rules_fits_the_screen(house, screens):
    page = screens(house, locale="fr-FR").page
    page.goto("/rules/tortuga")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        heights = page.locator(".pictures").evaluate_all("all => all.map((e) => e.offsetHeight)")
        assert heights
        assert max(heights) <= height


def test_paper_shows_no_tools_and_is_black_on_white(house, screens):
    screen = screens(house, color_scheme="dark")
    page = screen.page
    for name in ("replay-tortuga", "review-tortuga", "ended-hops", "lobby"):
        ROOMS[name](screen)
        page.emulate_media(media="print")
        # A move in the list is a button, too, and looks like words.
        tools = page.locator(".house-head, .house-foot, main a, main button:not(li button)")
        assert not any(tool.is_visible() for tool in tools.all())
        colours = "b => [getComputedStyle(b).color, getComputedStyle(b).backgroundColor]"
        black_on_white = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
        assert page.locator("body").evaluate(colours) == black_on_white
        screen.keep(f"paper-{name}")
        page.emulate_media(media="screen")


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
def test_a_game_is_begun_from_the_shelf_without_scrolling(screens, house, lang):
    """On wide screens any of the games, on upright phones the first of them."""
    screen = screens(house, locale=lang)
    screen.page.goto("/")
    buttons = screen.page.locator("main .ways .primary")
    buttons.first.wait_for()
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        ends = [buttons.nth(n).bounding_box() for n in range(buttons.count())]
        seen = [end["y"] + end["height"] <= height for end in ends]
        assert all(seen) if width > height else seen[0], (width, height)
