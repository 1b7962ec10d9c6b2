"""What wins is on the table, for whoever looks; and everyone is shown where they sit."""

import pytest
from playwright.sync_api import expect

from browser.screens import by_mouse
from browser.test_table_senses import RACE

SIXES = "r5r6...r1./......./......./......./......./......./b6....b2. r"
"""A position of Hops in which red hops to another six at once."""
AIMS = {
    ("en-GB", 0): (
        "Bring a red turtle to d7, the corner at the top.",
        "Bring a red turtle to d7, the corner at the bottom.",
        ["you, below, red", "above, blue"],
        ["you, above, red", "below, blue"],
    ),
    ("fr-FR", 1): (
        "Amenez une tortue bleue en d1, tout en haut.",
        "Amenez une tortue bleue en d1, tout en bas.",
        ["en haut, rouge", "vous, en bas, bleu"],
        ["en bas, rouge", "vous, en haut, bleu"],
    ),
}


@pytest.mark.parametrize(("locale", "seat"), AIMS)
def test_the_aim_and_the_plates_follow_the_board_as_it_is_seen(screens, house, locale, seat):
    screen = screens(house, locale=locale)
    screen.open("tortuga", ["me", {"level": 1}], beginner=seat)
    assert screen.wait()
    page = screen.page
    told, turned, places, places_turned = AIMS[locale, seat]
    aim, plates = page.locator("#aim"), page.locator(".plate .place")
    expect(aim).to_have_text(told)
    expect(plates).to_have_text(places)
    page.locator('[data-deed="flip"]').click()
    expect(aim).to_have_text(turned)
    expect(plates).to_have_text(places_turned)
    assert screen.faults == []


def test_the_picture_of_the_aim_comes_until_it_was_seen(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    assert screen.wait()
    page = screen.page
    picture = page.locator("#aim-figure")
    expect(picture.locator(".lies")).to_have_attribute("href", "#turtle-red")
    picture.click()
    expect(picture).to_be_hidden()
    page.reload()
    expect(page.locator("#aim")).to_be_visible()
    expect(picture).to_be_hidden()
    # Another game is another aim, until one has played.
    screen.open("race", ["me", {"level": 1}], start=RACE, beginner=0)
    assert screen.wait()
    expect(picture).to_be_visible()
    screen.play(by_mouse)
    expect(picture).to_be_hidden()
    assert screen.faults == []


def test_sixes_are_tallied_beside_the_names(screens, house):
    screen = screens(house)
    screen.open("hops", ["me", {"person": "Ann"}], start=SIXES)
    assert screen.wait()
    tally = screen.page.locator(".plate .tally")
    expect(tally).to_have_text(["1/3Sixes: 1 of 3", "1/2Sixes: 1 of 2"])
    choices = screen.seen()["picture"]["choices"]
    screen.play(by_mouse, next(c for c in choices if c["touches"] == ["A1", "B4", "=6"]))
    expect(tally.first).to_contain_text("2/3")
    assert screen.faults == []


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("en-GB", "You are the purple turtle"), ("fr-FR", "Vous êtes la tortue violette")],
)
def test_whoever_peeks_is_told_who_they_are(screens, house, locale, sentence):
    screen = screens(house, locale=locale)
    screen.open("race", ["me", {"level": 1}], start=RACE, beginner=0)
    assert screen.wait()
    page = screen.page
    assert sentence not in page.locator("body").inner_text()
    tile = page.locator("#hand .covered")
    tile.click()
    expect(tile.locator(".means")).to_have_text(sentence)
    expect(page.locator("#spoken")).to_contain_text(sentence)
    tile.click()
    expect(tile).not_to_contain_text(sentence)
    assert screen.faults == []
