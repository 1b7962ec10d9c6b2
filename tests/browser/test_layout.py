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

SEEN = "#board, #board [data-spot], #hand button, #cover, #bubble, #caption, #judgement, #told"
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
  const wide = document.documentElement.scrollWidth;
  return wide > innerWidth ? [...outside, `page: ${wide} wide`] : outside;
}"""

PLACE = """() => {
  const { x, y, width, height } = document.getElementById("board").getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}"""

TALK = """words => {
  for (const id of ["status", "caption", "told", "judgement", "verdict"]) {
    const place = document.getElementById(id);
    if (place) (place.querySelector("span") ?? place).textContent = words;
  }
}"""
"""Everyone who says something says more than ever before."""

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
        if faulty := page.evaluate(BEYOND, SEEN):
            faults[width, height] = faulty
        screen.keep(f"layout-{name}-{width}x{height}", whole=False)
    assert faults == {}
    assert screen.faults == []
    places = []
    for words in ("", "Il était une fois une tortue qui parlait sans fin. " * 6):
        page.evaluate(TALK, words)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            places.append((width, height, *page.evaluate(PLACE)))
    assert places[: len(SIZES)] == places[len(SIZES) :]
