"""Learning and looking back in a real browser: rules that live, lessons, replays, the editor."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from browser.screens import by_finger, by_keys, by_mouse, held_back
from ludotheque.games import shelf, take
from ludotheque.match import Record, Referee, replay, to_json, to_text
from ludotheque.pictures import replayed
from ludotheque.rulebook import lesson, rulebook
from ludotheque.words import Words

START = "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S"
NEARLY_WON = "S3/S3N/1S2NN/S1SN1N1/SS2NN/S3N/4 S"
SEED = "5e" * 32
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def played(game, seats=2):
    """Return the record of a game that was played anyhow, to its end."""
    rng, referee = Random(5), Referee(SEED)
    match = referee.begin(take(game), [f"Player {n + 1}" for n in range(seats)], began=0)
    while match.outcome is None:
        match = referee.play(match, match.to_move, str(rng.choice(match.position.moves())), at=0)
    return Record.of(match, SEED)


# Rules.


@pytest.mark.parametrize("game", shelf())
def test_a_touch_plays_the_move_of_a_figure_and_another_takes_it_back(house, screens, game):
    screen = screens(house)
    page = screen.page
    page.goto(f"/rules/{game}")
    for figure in rulebook(take(game), "en").figures:
        place = page.locator(f"#figure-{figure.number}")
        if not figure.moves:
            continue
        place.locator(".pictures").click()
        expect(place.locator(".chip").first).to_have_attribute("aria-pressed", "true")
        expect(place.locator(".told")).not_to_be_empty()
        expect(place.locator(".board")).to_be_visible()
        place.locator(".pictures").click()
        expect(place.locator(".chip").first).to_have_attribute("aria-pressed", "false")
        expect(place.locator("img").first).to_be_visible()
    assert screen.faults == []


def test_what_a_figure_forbids_is_tried_and_the_house_says_why_not(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto("/rules/tortuga")
    figure = page.locator("#figure-5")
    figure.get_by_role("button", name="Try b2-b3").click()
    expect(figure.locator(".told")).to_contain_text("b2-b3")
    assert screen.faults == []


def test_a_link_leads_to_the_rule_that_explains(house, screens):
    page = screens(house).page
    page.goto("/rules/tortuga#rule-1.5")
    expect(page.locator("[id='rule-1.5']")).to_be_in_viewport()


def test_without_scripts_the_rules_have_their_pictures(house, screens):
    page = screens(house, java_script_enabled=False).page
    page.goto("/rules/race")
    picture = page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert page.request.get(picture.get_attribute("src")).ok


# First games.


def choice_for(page, task, game, right):
    """Return a way to make a move that solves the task, or does not; None if there is none."""
    data = json.loads(page.locator("#lesson").text_content())
    shown = next(each for each in data["tasks"] if each["number"] == task.number)
    fitting = (c for c in shown["picture"]["choices"] if task.solved_by(game, c["move"]) == right)
    return next(fitting, None)


def make(screen, touch, choice):
    """Make the move of *choice*, touching each thing by *touch* until nothing is left to choose."""
    page = screen.page
    open_ = page.locator(".target.active, .playable, .held, #bubble:not([hidden])")
    expect(open_.first).to_be_attached()
    touches = list(choice["touches"])
    if len(touches) == 1:
        touches *= 2  # A card is lifted, then played.
    for thing in touches:
        if open_.count() == 0:
            break
        touch(page, screen.place(thing))


@pytest.mark.parametrize(
    ("game", "touch", "device"),
    [("tortuga", by_mouse, {}), ("hops", by_keys, {}), ("race", by_finger, PHONE)],
)
def test_a_first_game_is_solved_task_by_task(house, screens, game, touch, device):
    screen = screens(house, **device)
    page = screen.page
    page.goto(f"/learn/{game}")
    tasks = lesson(take(game), "en").tasks
    verdict, following = page.locator("#verdict"), page.locator("#next")
    for number, task in enumerate(tasks, 1):
        expect(page.locator("#dots [aria-current]")).to_have_text(str(number))
        make(screen, touch, choice_for(page, task, take(game), right=True))
        expect(verdict).to_have_text(task.praise)
        following.click()
    expect(page.locator("#dots .solved")).to_have_count(len(tasks))
    screen.keep(f"learned-{game}")
    page.locator("#play-first").click()
    page.wait_for_url("**/t/*")
    screen.id = page.url.rpartition("/")[2]
    screen.begun()
    seen, last = screen.seen(), tasks[-1].start(take(game))
    assert seen["seats"] == [last.to_move]
    assert [chair["computer"] for chair in seen["table"]["chairs"]] == [
        None,
        *["level:1"] * (last.seats - 1),
    ]
    assert screen.faults == []


def test_a_wrong_move_is_answered_with_the_hint_and_taken_back(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto("/learn/tortuga")
    task = lesson(take("tortuga"), "en").tasks[2]
    page.locator("#dots button").nth(2).click()
    page.locator("#hint").click()
    expect(page.locator("#verdict")).to_have_text(task.hint)
    expect(page.locator(".board .arrow-head")).to_have_count(1)
    wrong = choice_for(page, task, take("tortuga"), right=False)
    verdict = page.locator("#verdict")
    make(screen, by_mouse, wrong)
    expect(verdict).to_have_text(task.hint)
    expect(page.locator(".board .arrow-head")).to_have_count(0)
    # What can be touched again lies where the task began.
    expect(page.locator('[data-spot="d2"].active')).to_be_attached()
    right = choice_for(page, task, take("tortuga"), right=True)
    make(screen, by_mouse, right)
    expect(verdict).to_have_text(task.praise)


def test_what_was_solved_is_remembered_by_the_device(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto("/learn/tortuga")
    by_mouse(page, '[data-spot="c6"]')
    by_mouse(page, '[data-spot="d7"]')
    expect(page.locator("#next")).to_be_visible()
    page.reload()
    expect(page.locator("#dots [aria-current]")).to_have_text("2")
    expect(page.locator("#dots .solved")).to_have_count(1)


# Replays.


def opened(page, name, text):
    page.goto("/replay")
    page.locator("#file").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    )


@pytest.mark.parametrize(
    ("game", "seats", "write"),
    [("tortuga", 2, to_json), ("hops", 2, to_text), ("race", 4, to_json)],
)
def test_a_file_is_played_over_by_keys(house, screens, game, seats, write):
    screen = screens(house)
    page = screen.page
    record = played(game, seats)
    opened(page, "game.json", write(record))
    moves = [frame.brief for frame in replayed(record, None, Words("en")).frames[1:]]
    listed = page.locator("#moves .move")
    expect(listed).to_have_text(moves)
    current = page.locator("#moves [aria-current]")
    expect(current).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(current).to_contain_text(moves[1])
    page.keyboard.press("ArrowLeft")
    expect(current).to_contain_text(moves[0])
    page.keyboard.press("End")
    expect(current).to_contain_text(moves[-1])
    # The last picture is that of the last position.
    *_, end = replay(record)
    pieces = take(game).scene(end.position, None, None).pieces
    expect(page.locator("#board .piece")).to_have_count(len(pieces))
    expect(page.locator("#verified")).to_contain_text("seed" if game == "race" else "rules")
    screen.keep(f"replay-{game}")
    assert screen.faults == []


def test_it_plays_by_itself_to_the_end(house, screens):
    page = screens(house).page
    record = played("tortuga")
    opened(page, "game.txt", to_text(record))
    expect(page.locator("#replay")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    auto = page.locator("#auto")
    expect(page.locator("#moves li:last-child [aria-current]")).to_be_visible()
    expect(auto).to_have_attribute("aria-pressed", "false")


def test_a_file_that_is_no_record_is_refused_with_the_reason(house, screens):
    page = screens(house).page
    opened(page, "game.txt", to_text(played("tortuga")).replace("1. ", "1. a1-a1 ", 1))
    expect(page.locator("#refusal")).to_contain_text("cannot be shown")
    expect(page.locator("#replay")).to_be_hidden()
    for nothing in ("", "\n", "Dear Ana,\n\nwe played Tortuga."):
        opened(page, "game.txt", "x" * 300_000)
        expect(page.locator("#refusal")).to_contain_text("longer than any game")
        opened(page, "game.txt", nothing)
        expect(page.locator("#refusal")).to_contain_text("there is no record of a game in it")


def test_a_game_at_a_table_is_looked_at_by_link_at_the_move_that_was_meant(house, screens):
    screen = screens(house)
    table = screen.open("tortuga", [{"person": "Ana"}, {"person": "Ben"}])
    for _ in range(3):
        now = screen.ask("GET", f"/api/tables/{table}/moves")
        deed = {
            "type": "move",
            "id": f"m{now['turn']}",
            "turn": now["turn"],
            "move": now["moves"][0],
        }
        screen.ask("POST", f"/api/tables/{table}/deeds", deed)
    screen.ask("POST", f"/api/tables/{table}/deeds", {"type": "resign", "id": "r", "seat": 1})
    page = screens(house).page
    page.goto(f"/t/{table}/replay/1#2")
    expect(page.locator("#moves li:nth-child(2) [aria-current]")).to_be_visible()
    expect(page.locator("#result")).to_contain_text("has won")
    for link in ("#as-json", "#as-text"):
        assert page.request.get(page.locator(link).get_attribute("href")).ok


# Sharing, and setting up by hand.


def test_a_position_is_shared_as_link_text_and_pictures(house, screens):
    screen = screens(house)
    page = screen.page
    record = played("tortuga")
    opened(page, "game.json", to_json(record))
    page.locator("#moves button").nth(3).click()
    page.locator("#share").click()
    dialog = page.locator("dialog.share")
    text = dialog.get_by_label("Text").input_value()
    link = dialog.get_by_label("Link").input_value()
    with page.expect_download() as drawn:
        dialog.get_by_text("Picture (SVG)").click()
    assert b"<svg" in drawn.value.path().read_bytes()[:200]
    with page.expect_download() as painted:
        dialog.get_by_text("Picture (PNG)").click()
    picture = painted.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000, "an empty canvas"
    screen.keep("share")
    page.goto(link)
    expect(page.locator(".target.active").first).to_be_attached()
    page.locator("#set-up").click()
    expect(page.locator("#text")).to_have_value(text)
    assert text == str([*replay(record)][4].position)
    assert screen.faults == []


def test_a_board_is_set_up_by_touch_and_by_keys(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto("/editor/tortuga")
    text, judgement = page.locator("#text"), page.locator("#judgement")
    expect(text).to_have_value(START)
    page.locator("label:has([value='turtle/belly'])").click()
    by_mouse(page, '[data-spot="d4"]')
    expect(judgement).to_contain_text("17 turtles")
    expect(judgement).not_to_contain_text("…")
    expect(page.locator("#play")).to_be_disabled()
    page.locator('[data-spot="d4"]').focus()
    page.keyboard.press("Delete")
    expect(text).to_have_value(START)
    expect(judgement).to_contain_text("South (red) to move")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(text).to_have_value("4/S3N/SS2NN/SSo2NN/SS2NN/S3N/4 S")
    page.locator("#undo").click()
    expect(text).to_have_value(START)
    page.locator("#turn").select_option("1")
    expect(text).to_have_value(START.replace(" S", " N"))
    page.locator('[data-spot="d2"]').drag_to(page.locator('[data-spot="d3"]'), force=True)
    expect(text).to_have_value("4/S3N/SS2NN/S1S2NN/SS2NN/S3N/4 N")
    page.locator("#clear").click()
    expect(page.locator("#board .piece")).to_have_count(0)
    assert screen.faults == []


def test_the_text_of_a_position_puts_the_pieces_and_says_what_is_wrong(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto("/editor/hops")
    text, judgement = page.locator("#text"), page.locator("#judgement")
    text.fill("......./......./......./...r1.../......./......./......b1 r")
    expect(page.locator("#board .piece")).to_have_count(2)
    expect(judgement).not_to_have_class("judgement impossible")
    text.fill("no board at all")
    expect(judgement).to_have_class("judgement impossible")
    expect(page.locator("#board .piece")).to_have_count(2)
    page.locator("#start").click()
    expect(page.locator("#board .piece")).to_have_count(12)
    assert screen.faults == []


def test_the_house_thinks_about_a_position_and_plays_from_it(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto(f"/editor/tortuga?position={NEARLY_WON}")
    page.locator("#analyse").click()
    expect(page.locator("#lines li").first).to_contain_text("wins")
    page.locator("#play").click()
    page.wait_for_url("**/t/*")
    screen.id = page.url.rpartition("/")[2]
    page.locator("#board .piece").first.wait_for()
    record = screen.ask("GET", f"/api/tables/{screen.id}/record.json")
    assert record["setup"]["start"] == NEARLY_WON
    assert screen.faults == []


def test_a_position_can_be_asked_about_once_the_page_knows_it(house, screens):
    page = screens(house, new=True).page
    come = held_back(page, "**/board?*")
    with page.expect_request("**/board?*"):
        page.goto("/editor/tortuga", wait_until="commit")
    expect(page.locator("#analyse")).to_be_disabled()
    come()
    expect(page.locator("#text")).to_have_value(START)
    expect(page.locator("#analyse")).to_be_enabled()


def test_who_is_told_of_the_same_position_again_keeps_what_was_asked(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto(f"/editor/tortuga?position={NEARLY_WON}")
    come = held_back(page, "**/analysis?*")
    page.locator("#analyse").click()
    expect(page.locator("#thinking-status")).not_to_be_empty()
    # The same text again is read anew, and is a change that can be undone.
    page.locator("#text").fill(f" {NEARLY_WON}")
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator("#thinking-status")).not_to_be_empty()
    expect(page.locator("#analyse")).to_be_disabled()
    come()
    expect(page.locator("#lines li").first).to_contain_text("wins")
    expect(page.locator("#analyse")).to_be_enabled()
    assert screen.faults == []
