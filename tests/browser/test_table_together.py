"""Several people: far apart, through a restart; with secrets; and at one screen."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser.screens import MIDDLE, by_mouse
from rounds import everyone_moves
from server.house import House

FACE_DOWN = {"card/back", "tile/back"}


def test_two_browsers_play_on_through_a_restart(screens, tmp_path):
    with House(tmp_path).running() as house:
        ann, ben = screens(house), screens(house)
        ann.open("tortuga", ["me", "invited"], start=MIDDLE["tortuga"])
        ben.come(ann.link())
        ann.begun()
        for person in (ann, ben):
            assert not person.page.locator('[data-deed="hint"]').is_visible()
        made = []
        while True:
            first, second = (ann, ben) if ann.seen()["seat"] == len(made) % 2 else (ben, ann)
            if not first.wait():
                break
            if len(made) == 1:
                choice = first.advised()
                house.stop()
                first.page.locator("#link-lost").wait_for()
                for thing in choice["touches"]:
                    if first.may_move:
                        by_mouse(first.page, f'[data-spot="{thing}"]')
                made.append(choice["move"])
                house.start().wait()
                second.page.locator("#link-lost").wait_for(state="hidden")
            else:
                made.append(first.play(by_mouse))
        assert len(made) > 2
        assert ann.moves() == made
        ben.page.locator("#ending").wait_for()
        assert ann.faults == ben.faults == []


def shown_to_others(message):
    """Yield what a message shows of each seat's cards and tile, by the number of the seat."""
    pieces = (message.get("picture") or {}).get("pieces", [])
    for piece in pieces:
        if found := re.fullmatch(r"(?:hand|tile)-(\d)(?:-\d)?", piece["spot"]):
            yield int(found[1]) - 1, piece["symbol"]


def listen(person):
    """Return the list to which every message is added that a page gets from now on."""
    heard = []
    person.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda line: heard.append(json.loads(line))),
    )
    return heard


def check_the_screen(person, own):
    """Fail if the page shows the face of something that lies before another seat."""
    pieces = person.page.locator("#board [data-piece] use").evaluate_all(
        "uses => uses.map((use) => [use.parentNode.dataset.piece, use.getAttribute('href')])"
    )
    seen = {name: href for name, href in pieces if re.match("hand-|tile-", name)}
    if not person.over:
        assert set(seen.values()) <= {"#card-back", "#tile-back"}, f"seat {own} sees {seen}"


def check_what_was_heard(messages, own):
    """Fail if a message told what lies before another seat, before the end of the game."""
    for message in messages:
        match = message.get("match") or message.get("table", {}).get("match") or {}
        if not match.get("outcome"):
            for seat, symbol in shown_to_others(message):
                assert seat == own or symbol in FACE_DOWN, f"seat {own} is told of {symbol}"


def test_no_screen_shows_what_its_seat_may_not_know(screens, house):
    people = [screens(house) for _ in range(3)]
    heard = [listen(person) for person in people]
    people[0].open("race", ["me", "open", "open"])
    for person in people[1:]:
        person.come(people[0].page.url)
    for person in people:
        person.page.locator("#hand button").first.wait_for()
    seats = [person.seen()["seat"] for person in people]
    at = dict(zip(seats, people, strict=True))
    for _ in range(9):
        match = people[0].seen()["table"]["match"]
        if match["outcome"]:
            break  # seldom: so few cards may just be enough
        seat = match["to_move"]
        at[seat].wait()
        for person, own in zip(people, seats, strict=True):
            check_the_screen(person, own)
        at[seat].play(by_mouse)
    table = people[0].page.url.rpartition("/")[2]
    people[0].ask("POST", f"/api/tables/{table}/deeds", {"type": "resign", "id": "r"})
    for person in people:
        person.page.locator("#ending").wait_for()
    for messages, own in zip(heard, seats, strict=True):
        assert messages
        check_what_was_heard(messages, own)
    people[1].keep("race-revealed")
    assert [person.faults for person in people] == [[], [], []]


def test_one_screen_for_several_covers_the_next_hand(screens, house):
    screen = screens(house)
    screen.open("race", [{"person": "Ann"}, {"person": "Ben"}, {"person": "Cleo"}], clock="10m")
    page = screen.page
    names = set()
    for _ in range(3):
        page.locator("#cover").wait_for()
        assert page.locator("#hand button").count() == 0
        assert not page.locator('[data-deed="share"]').is_visible()
        names.add(page.locator("#cover-title").inner_text())
        box = page.locator("#board .piece").first.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        seen = page.evaluate(
            "at => document.elementFromPoint(...at).closest('#board, #cover').id", middle
        )
        assert seen == "board", "the move that was just made is covered"
        screen.keep("cover")
        page.get_by_role("button", name="Lift the cover").click()
        screen.wait()
        expect(page.locator("#hand .in-hand")).to_have_count(5)
        assert page.locator("#hand .covered use").get_attribute("href") == "#tile-back"
        seat = screen.seen()["table"]["match"]["to_move"]
        choice = screen.ask("GET", f"/api/tables/{screen.id}?picture=true&seat={seat}")["picture"][
            "choices"
        ][0]
        screen.play(by_mouse, choice)
    assert len(names) == 3
    assert page.locator(".clock").first.is_visible()
    assert screen.faults == []


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("device", [PHONE, {"viewport": {"width": 1440, "height": 900}}])
@pytest.mark.parametrize("game", ["race", "tortuga"])
def test_a_clock_leaves_room_for_the_names(screens, house, game, device):
    screen = screens(house, **device)
    screen.open(game, [{"person": "Guest 9876"}, {"person": "Guest 1234"}], clock="10m")
    page = screen.page
    expect(page.locator(".plate .clock").first).to_be_visible()
    cut = page.locator(".plate .name").evaluate_all(
        "names => names.filter((name) => name.scrollWidth > name.clientWidth).length"
    )
    assert cut == 0


def test_the_end_can_be_seen_whole_and_the_next_game_begins_at_the_top(screens, house):
    screen = screens(house, **PHONE)
    screen.open("tortuga", [{"person": "Ann"}, {"person": "Ben"}], start=MIDDLE["tortuga"])
    while screen.wait():
        screen.play(by_mouse)
    page = screen.page
    expect(page.locator("#again")).to_be_in_viewport()
    page.wait_for_function(
        """() => {
          const list = document.getElementById("moves-told");
          return list.scrollHeight - list.scrollTop - list.clientHeight < 2;
        }"""
    )
    page.locator("#again").click()
    screen.begun()
    page.wait_for_function("() => scrollY === 0")
    assert screen.faults == []


@pytest.mark.parametrize("game", ["hops", "tortuga"])
def test_one_screen_for_two_without_secrets_needs_no_cover(screens, house, game):
    screen = screens(house)
    screen.open(game, [{"person": "Ann"}, {"person": "Ben"}])
    for _ in range(4):
        screen.wait()
        screen.play(by_mouse)
    assert len(screen.moves()) == 4
    assert not screen.page.locator("#cover").is_visible()
    assert screen.faults == []


def test_a_lobby_fills_and_a_series_goes_on(screens, house):
    ann, ben = screens(house), screens(house)
    ann.open("tortuga", ["me", "open"], first_to=2)
    ann.page.locator("#link").wait_for()
    # Whoever opened the house for this computer alone must not send a link that fails.
    assert "ludotheque serve --host 0.0.0.0" in ann.page.locator("#only-here").inner_text()
    assert not ann.page.locator("#qr").is_visible()
    ann.keep("lobby")
    ben.come(ann.page.url)
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Yes").click()
    for person in (ann, ben):
        person.page.get_by_role("button", name="Next game").click()
    ann.begun()
    assert ann.seen()["table"]["number"] == 2
    assert ann.page.locator(".score").first.is_visible()
    assert ann.faults == ben.faults == []


def sit_down_together(screens, house, game="tortuga"):
    """Return two people at a table whose game has begun."""
    ann, ben = screens(house), screens(house)
    ann.open(game, ["me", "open"])
    ben.come(ann.page.url)
    ann.begun()
    ben.begun()
    return ann, ben


def test_a_draw_is_offered_and_agreed(screens, house):
    ann, ben = sit_down_together(screens, house)
    ann.page.get_by_role("button", name="Offer a draw").click()
    ben.page.get_by_role("button", name="Agree").click()
    for person in (ann, ben):
        person.page.get_by_role("heading", name="A draw").wait_for()
    assert ann.faults == ben.faults == []


def test_a_draw_that_is_declined_is_answered_and_not_offered_again(screens, house):
    ann, ben = sit_down_together(screens, house)
    offer = ann.page.get_by_role("button", name="Offer a draw")
    offer.click()
    expect(ann.page.locator("#asked")).to_contain_text("You have offered a draw")
    expect(offer).to_be_hidden()
    expect(ben.page.locator("#asked")).to_contain_text("offers a draw")
    ben.page.get_by_role("button", name="Decline").click()
    ann.hears("declines the draw: the game goes on.")
    ben.hears("You have declined the draw: the game goes on.")
    for person in (ann, ben):
        expect(person.page.locator("#asked")).to_be_hidden()
    expect(offer).to_be_hidden()  # the house would refuse it before the next move
    mover = ann if ann.may_move else ben
    mover.play(by_mouse)
    expect(offer).to_be_visible()
    assert ann.faults == ben.faults == []


def test_a_move_answers_what_was_asked(screens, house):
    ann, ben = sit_down_together(screens, house)
    mover, other = (ann, ben) if ann.may_move else (ben, ann)
    other.page.get_by_role("button", name="Offer a draw").click()
    expect(mover.page.locator("#asked")).to_contain_text("offers a draw")
    mover.play(by_mouse)
    other.hears("declines the draw")
    assert ann.faults == ben.faults == []


@pytest.mark.parametrize(
    ("locale", "agree", "asked", "granted", "declined"),
    [
        ("en-GB", "Agree", "You have asked", "has taken the last move back", "does not agree"),
        (
            "fr-FR",
            "Accepter",
            "Vous avez demandé",
            "a repris son dernier coup",
            "n’est pas d’accord",
        ),
    ],
)
def test_a_takeback_is_asked_granted_or_declined_before_both(
    screens, house, locale, agree, asked, granted, declined
):
    people = screens(house, locale=locale), screens(house, locale=locale)
    people[1].id = people[0].open("tortuga", ["me", "open"])
    people[1].page.goto(people[0].page.url)
    people[1].page.locator("#lobby .primary").first.click()
    for person in people:
        person.begun()
    for answer, told in ((True, granted), (False, declined)):
        first, second = sorted(people, key=lambda person: not person.may_move)
        first.play(by_mouse)
        assert second.wait()
        second.play(by_mouse)  # so the first may not take it back alone
        assert first.wait()
        first.page.locator('[data-deed="undo"]').click()
        expect(first.page.locator("#asked")).to_contain_text(asked)
        answers = second.page.locator("#asked button")
        expect(answers.first).to_have_text(agree)
        (answers.first if answer else answers.last).click()
        teller = second if answer else first
        teller.hears(told)
        expect(first.page.locator("#asked")).to_be_hidden()
    expect(first.page.locator('[data-deed="undo"]')).to_be_hidden()
    assert people[0].faults == people[1].faults == []


def test_a_draw_declined_at_one_screen_can_still_be_offered_by_the_other(screens, house):
    screen = screens(house)
    screen.open("hops", [{"person": "Ann"}, {"person": "Ben"}])
    screen.wait()
    for _ in range(2):  # each of the two, and no third time
        screen.page.get_by_role("button", name="Offer a draw").click()
        screen.page.get_by_role("button", name="Decline").click()
        expect(screen.page.locator("#asked")).to_be_hidden()
    expect(screen.page.get_by_role("button", name="Offer a draw")).to_be_hidden()
    assert screen.faults == []


def test_nobody_goes_on_looking_back_at_a_hand_when_the_screen_is_passed_on(screens, house):
    screen = screens(house)
    people = [{"person": name} for name in ("Ann", "Ben", "Cleo")]
    screen.open("race", people, start=MIDDLE["race"])
    for _ in range(2):
        screen.page.get_by_role("button", name="Lift the cover").click()
        assert screen.wait()
        screen.play(by_mouse)
    screen.page.get_by_role("button", name="Lift the cover").click()
    assert screen.wait()
    screen.page.get_by_role("button", name="Previous move").click()
    expect(screen.page.locator("#past")).to_be_visible()
    expect(screen.page.locator("#hand .in-hand")).not_to_have_count(0)
    seen = screen.seen()
    deed = {"type": "move", "id": "elsewhere", "turn": seen["table"]["match"]["turn"]}
    move = screen.advised()["move"]
    screen.ask("POST", f"/api/tables/{screen.id}/deeds", {**deed, "move": move})
    screen.page.get_by_role("button", name="Lift the cover").wait_for()
    expect(screen.page.locator("#hand .in-hand")).to_have_count(0)
    expect(screen.page.locator("#past")).to_be_hidden()
    assert screen.faults == []


def test_a_wish_to_play_again_is_seen_by_the_other(screens, house):
    ann, ben = sit_down_together(screens, house)
    everyone_moves(ann.page.url.rpartition("/")[2], ann.ask, ben.ask)
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Yes").click()
    ann.page.get_by_role("button", name="Play again").click()
    expect(ben.page.locator("#ending-again")).to_contain_text("would like to play again")
    assert ann.page.locator("#ending-again").inner_text() == ""
    ben.page.get_by_role("button", name="Play again").click()
    ann.begun()
    # From the second game on one sees how many each has won.
    for person, points in ((ann, "1"), (ben, "0")):
        expect(person.page.locator(".plate.yours .score")).to_have_text(points)
    assert ann.faults == ben.faults == []


def test_friendly_words_stand_beside_the_name_in_the_readers_language(screens, house):
    ann, ben = screens(house), screens(house, locale="fr-FR")
    ann.open("hops", ["me", "invited"])
    ben.page.goto(ann.link())
    ben.page.get_by_role("button", name="S’asseoir").click()
    ann.begun()
    say = ann.page.get_by_role("button", name="Say something friendly")
    say.click()
    expect(ann.page.locator("#reactions button").first).to_be_focused()
    ann.page.get_by_role("button", name="Well played!").click()
    expect(ann.page.locator("#reactions")).to_be_hidden()
    expect(say).to_be_focused()
    ann.hears("Well played!", beside="yours")
    ben.hears("Bien joué", beside="plate")
    assert not ben.page.evaluate("heard.some(([, part]) => part.includes('yours'))")
    expect(ben.page.locator("#spoken")).to_contain_text("Bien joué")
    ben.keep("reaction")
    for _ in range(2):
        say.click()
        ann.page.get_by_role("button", name="Oops!").click()
    say.click()
    ann.page.get_by_role("button", name="Oops!").click()
    ann.hears("until the next move")
    assert ann.faults == ben.faults == []


def test_a_picture_to_share_fits_its_dialog(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    screen.wait()
    screen.page.locator('[data-deed="share"]').click()
    screen.page.locator(".share img").wait_for()
    width = screen.page.locator(".share").evaluate("it => it.scrollWidth - it.clientWidth")
    assert width <= 0


def test_a_friend_is_there_from_the_moment_they_sit_down_and_away_while_they_are(screens, house):
    ann, ben = sit_down_together(screens, house, "hops")
    plate = ann.page.locator(".plate:not(.yours)")
    away = plate.locator(".presence")
    expect(plate).to_have_count(1)
    link = ben.page.url
    ben.page.goto("/healthz")
    expect(away).to_have_text("away")
    # Nobody is asked to go on without someone who has only just gone.
    expect(ann.page.locator("#asked")).to_be_hidden()
    ben.page.goto(link)
    expect(away).to_have_text("")
    ben.begun()
    ben.page.reload()
    ben.begun()
    expect(ben.page.locator(".plate:not(.yours) .presence")).to_have_text("")
    assert ann.faults == ben.faults == []


def test_a_game_that_the_other_has_left_can_be_claimed(screens, house):
    ann, ben = sit_down_together(screens, house, "hops")
    everyone_moves(ann.page.url.rpartition("/")[2], ann.ask, ben.ask)
    ben.page.get_by_role("button", name="Leave").click()
    ben.page.get_by_role("button", name="Yes").click()
    ann.page.get_by_role("button", name="Claim the win").click()
    ann.page.get_by_role("heading", name="You have won!").wait_for()
    assert ann.faults == ben.faults == []


def test_a_computer_plays_on_for_someone_who_has_left(screens, house):
    ann, ben = sit_down_together(screens, house, "race")
    ben.page.get_by_role("button", name="Leave").click()
    ben.page.get_by_role("button", name="Yes").click()
    ann.page.get_by_role("button", name="Let the computer play on").click()
    expect(ann.page.locator("#asked")).to_be_hidden()
    chairs = ann.seen()["table"]["chairs"]
    assert [bool(chair["computer"]) for chair in chairs] == [False, True]
    for _ in range(2):
        assert ann.wait()
        ann.play(by_mouse)
    assert ann.wait()
    assert ann.faults == ben.faults == []


def test_whoever_opened_a_table_fills_it_with_computers(screens, house):
    screen = screens(house)
    screen.open("race", ["me", "invited", "invited"])
    adding = screen.page.get_by_label("Add a computer")
    adding.first.select_option("Hatchling (1)")
    expect(adding).to_have_count(1)
    adding.select_option("Hatchling (1)")
    screen.begun()
    assert [chair["computer"] for chair in screen.seen()["table"]["chairs"]] == [
        None,
        "level:1",
        "level:1",
    ]
    for name in ("Hatchling #1", "Hatchling #2"):
        expect(screen.page.locator("#players")).to_contain_text(name)
    assert screen.faults == []


def test_a_spectator_sees_the_game_and_can_touch_nothing(screens, house):
    ann, _ = sit_down_together(screens, house)
    watcher = screens(house)
    watcher.page.goto(ann.page.url)
    watcher.begun()
    watcher.page.locator("#board .piece").first.wait_for()
    assert watcher.page.locator(".board .target.active").count() == 0
    assert not watcher.page.locator("#typed").is_visible()
    assert watcher.page.locator("#deeds button:visible").all_inner_texts() == [
        "Turn",
        "Study",
        "Share",
    ]
