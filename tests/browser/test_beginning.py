"""Who begins, as people see it: asked before the first game, told before every one after it."""

import pytest
from playwright.sync_api import expect

from rounds import everyone_moves

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FRENCH = {"locale": "fr-FR"}


def give_up(person, *others):
    """Give up once everyone has moved: before that, nobody loses."""
    everyone_moves(person.id, person.ask, *(other.ask for other in others))
    person.page.locator('[data-deed="resign"]').click()
    person.page.locator('#sure [value="yes"]').click()


def told(person):
    """Return what the page says about the next game, once the game is over."""
    person.page.locator("#ending").wait_for()
    return person.page.locator("#ending-begins").inner_text()


def play_again(*people):
    """Play on, and wait until everyone has the next game before them."""
    number = people[0].seen()["table"]["number"]
    for person in people:
        person.page.locator("#again").click()
    for person in people:
        person.begun()
    assert people[0].seen()["table"]["number"] == number + 1


def first_plate(person):
    """Return the name at the first seat, as the page shows it."""
    return person.page.locator("#players .plate").first.locator(".name").inner_text()


def sit_down(screens, house, game, beginner):
    """Return Ana and Ben, each at a screen of their own, at a table where *beginner* begins."""
    ana, ben = screens(house), screens(house)
    for person, name in ((ana, "Ana"), (ben, "Ben")):
        person.ask("PATCH", "/api/me", {"name": name})
    ana.open(game, ["me", "open"], beginner=beginner)
    ben.come(ana.page.url)
    ana.begun()
    ben.begun()
    return ana, ben


def test_3_start_three_games_in_a_row_the_loser_begins(screens, house):
    ana, ben = sit_down(screens, house, "hops", 0)
    assert first_plate(ben) == "Ana"
    for loser, winner, name in ((ben, ana, "Ben"), (ben, ana, "Ben"), (ana, ben, "Ana")):
        give_up(loser, winner)
        assert told(loser) == "You lost, so you begin the next game."
        assert told(winner) == f"{name} lost, so {name} begins the next game."
        play_again(ana, ben)
        assert loser.wait(), "the loser is to move"
        assert not winner.may_move
        assert first_plate(winner) == name
    assert ana.faults == ben.faults == []


def test_3_start_after_a_draw_whoever_did_not_begin_begins(screens, house):
    ana, ben = sit_down(screens, house, "hops", 1)
    assert ben.wait()
    ana.page.locator('[data-deed="draw"]').click()
    ben.page.get_by_role("button", name="Agree").click()
    assert told(ana) == "A draw: you did not begin it, so you begin the next game."
    assert told(ben) == "A draw: Ana did not begin it, so Ana begins the next game."
    play_again(ana, ben)
    assert ana.wait()
    assert first_plate(ben) == "Ana"


def test_1_who_starts_the_sides_alternate(screens, house):
    ana, ben = sit_down(screens, house, "tortuga", 0)
    for beginner, other, name in ((ben, ana, "Ben"), (ana, ben, "Ana")):
        give_up(ana, ben)
        assert told(beginner) == "You swap sides, so you begin the next game."
        assert told(other) == f"The players swap sides: {name} begins the next game."
        play_again(ana, ben)
        assert beginner.wait()
        assert first_plate(other) == name


def test_2_set_up_at_one_screen_the_next_seat_begins(screens, house):
    screen = screens(house, **FRENCH)
    people = [{"person": name} for name in ("Ana", "Ben", "Cleo")]
    screen.open("race", people, beginner=1)
    for name in ("Cleo", "Ana"):
        screen.page.locator("#lift").click()
        screen.wait()
        give_up(screen)
        commence = f"c\u2019est {name} qui commence la prochaine partie."
        assert told(screen) == f"Chacun son tour\u00a0: {commence}"
        play_again(screen)
        expect(screen.page.locator("#cover-title")).to_contain_text(name)
        assert first_plate(screen) == name
    assert screen.faults == []


def test_3_start_the_loser_begins_against_the_computer(screens, house):
    screen = screens(house)
    screen.open("hops", ["me", {"level": 1}], beginner=1)
    for _ in range(3):
        assert screen.wait()
        give_up(screen)
        assert told(screen) == "You lost, so you begin the next game."
        play_again(screen)
        assert screen.wait()
        assert screen.moves() == [], "nobody has moved before"
    assert screen.faults == []


# What is asked before the first game.


def asked(page):
    """Return the question who begins, and its answers."""
    answers = page.locator("#arrange [name=beginner] option").all_inner_texts()
    return page.locator("#arrange-begins").inner_text(), answers


def take(page, game, way):
    page.locator(f"[data-game={game}] .label [data-way={way}]").click()
    page.locator("#arrange[open]").wait_for()


def begun_by(page):
    """Return the name at the first seat of the table that has just been opened."""
    page.wait_for_url("**/t/*")
    page.locator('#table[data-status="playing"]').wait_for()
    return page.locator("#players .plate .name").first.inner_text()


def test_2_set_up_people_at_one_screen_say_who_is_the_youngest(screens, house):
    screen = screens(house, **PHONE)
    page = screen.page
    page.goto("/")
    take(page, "race", "here")
    assert asked(page) == ("Who is the youngest?", ["By lot", "Me", "Player 2"])
    page.locator("#one-more").click()
    for field, name in zip(
        page.locator("#arrange .called").all(), ("Ana", "Ben", "Cleo"), strict=True
    ):
        field.fill(name)
    assert asked(page)[1] == ["By lot", "Ana", "Ben", "Cleo"]
    page.get_by_label("Who is the youngest?").select_option("Cleo")
    page.locator("#arrange .called").nth(2).fill("Chloe")
    screen.keep("youngest")
    page.locator("#arrange .primary").click()
    assert begun_by(page) == "Chloe"
    assert screen.faults == []


@pytest.mark.parametrize("game", ["hops", "tortuga"])
def test_people_at_one_screen_agree_who_begins(screens, house, game):
    screen = screens(house)
    page = screen.page
    page.goto("/")
    take(page, game, "here")
    assert asked(page) == ("Who begins?", ["By lot", "Me", "Player 2"])
    page.get_by_label("Who begins?").select_option("Player 2")
    page.locator("#arrange .primary").click()
    assert begun_by(page) == "Player 2"


def test_a_dialog_opened_anew_asks_anew(screens, house):
    page = screens(house).page
    page.goto("/")
    for way in ("here", "invite", "other"):
        take(page, "hops", way)
        page.locator("#arrange [name=beginner]").select_option("1")
        page.keyboard.press("Escape")
        take(page, "race", way)
        assert page.locator("#arrange [name=beginner]").input_value() == ""
        page.keyboard.press("Escape")


def test_who_opens_a_table_may_say_who_begins(screens, house):
    screen = screens(house)
    page = screen.page
    page.goto("/")
    take(page, "hops", "other")
    assert asked(page) == ("Who begins?", ["By lot", "Me", "The computer"])
    page.locator("#arrange [name=beginner]").select_option("Me")
    page.locator("#arrange .primary").click()
    begun_by(page)
    screen.id = page.url.rpartition("/")[2]
    assert screen.wait()
    assert screen.seen()["seat"] == 0


def test_2_set_up_the_owner_of_a_table_far_away_may_say_who_is_the_youngest(screens, house):
    ana, guests = screens(house), [screens(house) for _ in range(2)]
    page = ana.page
    page.goto("/")
    take(page, "race", "other")
    everyone = ["By lot", "Me", "The computer #1", "The computer #2"]
    assert asked(page) == ("Who begins?", everyone), "a computer has no age"
    for who in page.locator("#arrange .who").all()[1:]:
        who.select_option("friend")
    people = ["By lot", "Me", "Player 2", "Player 3"]
    assert asked(page) == ("Who is the youngest?", people)
    page.locator("#arrange [name=beginner]").select_option("Player 3")
    page.get_by_role("button", name="Chair 3: remove").click()
    assert asked(page)[1] == ["By lot", "Me", "The other player"]
    assert page.locator("#arrange [name=beginner]").input_value() == "", (
        "there is no third any more"
    )
    page.locator("#one-more").click()
    page.locator("#arrange [name=beginner]").select_option("Player 3")
    page.locator("#arrange .primary").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#chairs li").nth(2)).to_contain_text("begins")
    expect(page.locator("#chairs li").nth(1)).not_to_contain_text("begins")
    link = ""
    for guest in guests:
        page.wait_for_function("link => document.getElementById('link').value !== link", arg=link)
        link = ana.link()
        guest.come(link)
    guests[1].begun()
    assert guests[1].wait()
    assert guests[1].seen()["seat"] == 0
    assert ana.faults == []
