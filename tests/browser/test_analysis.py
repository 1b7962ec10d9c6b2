"""The analysis board in a real browser: a tree of moves, live lines, notes, files and links."""

import json
import re
from dataclasses import replace

import pytest
from pictures import study_some
from playwright.sync_api import expect

from browser.everyone import barriers
from browser.screens import by_mouse
from browser.test_study import played
from ludotheque.engine.score import Score
from ludotheque.match import from_json, from_text, to_json
from ludotheque.match.notes import Note, Tried
from ludotheque.study.telling import score_told
from ludotheque.words import Words
from rounds import everyone_moves
from waiting import wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK = {"viewport": {"width": 1366, "height": 768}}
LINE = "/study/tortuga?move=d2-d3&move=d6-d5"
SCORE = {"share": 0.6, "certain_in": None}
MANY = 300


def found(*moves, complete=False, depth=9):
    """Return a line of an answer that has found these moves."""
    lines = [
        {
            "score": SCORE,
            "moves": [move],
            "brief": move,
            "told": [f"Plays {move}."],
            "spots": move.split("-"),
        }
        for move in moves
    ]
    told = {"type": "found", "lines": lines, "depth": depth, "nodes": 2_500_000, "speed": 1_200_000}
    return json.dumps({**told, "complete": complete}) + "\n"


def answering(page, *bodies):
    """Let the house's live analyses be answered so, and return the questions."""
    asked = []
    left = list(bodies)

    def answer(route):
        if route.request.method != "POST":
            route.fallback()
            return
        asked.append(route.request.post_data_json)
        body = left.pop(0) if len(left) > 1 else left[0]
        route.fulfill(status=200, content_type="application/x-ndjson", body=body)

    page.route("**/api/games/*/analysis", answer)
    return asked


def looked_at(page, **how):
    """Wait for a question that asks for this."""
    return page.expect_request(
        lambda request: (
            request.url.endswith("/analysis") and how.items() <= request.post_data_json.items()
        )
    )


def try_move(screen, *spots):
    for spot in spots:
        by_mouse(screen.page, screen.place(spot))


@pytest.mark.parametrize(
    ("device", "choice", "sign", "best"),
    [
        ({**DESK, "locale": "en-GB"}, "Move 1, choice 2 of 2", "Interesting", "Best: d6-d5, 60%"),
        (
            {**PHONE, "locale": "fr-FR", "color_scheme": "dark"},
            "Coup 1, choix 2 sur 2",
            "Intéressant",
            "Le meilleur\N{NO-BREAK SPACE}: d6-d5, 60\N{NARROW NO-BREAK SPACE}%",
        ),
    ],
    ids=["desk-en", "phone-fr"],
)
def test_moves_are_tried_compared_and_spoken_of(house, screens, device, choice, sign, best):
    screen = screens(house, **device)
    page = screen.page
    answering(page, found("d6-d5", "c6-c5", "e6-e5", complete=True))
    page.goto(LINE)
    expect(page.locator("#moves .move")).to_have_text(["d2-d3", "d6-d5"])
    page.locator('[data-step="first"]').click()
    expect(page.locator("#board .target.active").first).to_be_attached()
    try_move(screen, "c2", "c3")
    expect(page.locator("#moves .aside .move")).to_have_text(["c2-c3"])
    expect(page.locator("#path")).to_have_text(choice)
    # What the computer thinks, lines of different weight, and what one thinks oneself.
    expect(page.locator("#lines li")).to_have_count(3)
    expect(page.locator("#board .line-arrow .arrow-head")).to_have_count(3)
    expect(page.locator("#engine-said")).to_have_text(best)
    expect(page.locator("#engine-figures")).to_contain_text("9")
    weights = page.locator("#board .arrow-line").evaluate_all(
        "all => all.map((line) => parseFloat(getComputedStyle(line).strokeWidth))"
    )
    assert weights == sorted(weights)
    assert len(set(weights)) == 3
    page.locator('[data-sign="!?"]').click()
    expect(page.locator("#told")).to_have_text(sign)
    page.locator("#comment").fill("What if?")
    expect(page.locator("#moves .aside .comment")).to_have_text("What if?")
    screen.keep(f"analysis-{device['locale']}")
    assert barriers(page) == []
    # It comes before the other, is taken away, and is brought back.
    page.locator("#promote").click()
    expect(page.locator("#moves .aside .move")).to_have_text(["d2-d3", "d6-d5"])
    page.locator("#prune").click()
    expect(page.locator("#moves .move")).to_have_text(["d2-d3", "d6-d5"])
    page.locator("#restore").click()
    expect(page.locator("#moves > li > .comment, #moves > .comment")).to_have_text("What if?")
    # All of it is there again.
    page.reload()
    expect(page.locator("#moves .move")).to_have_text(["c2-c3", "d2-d3", "d6-d5"])
    expect(page.locator("#comment")).to_have_value("What if?")
    expect(page.locator("#moves [aria-current]")).to_contain_text("c2-c3")
    assert screen.faults == []


def test_a_move_that_is_played_again_is_not_brought_back_beside_itself(house, screens):
    screen = screens(house, **DESK)
    page = screen.page
    page.goto(LINE)
    moves, back = page.locator("#moves .move"), page.locator("#restore")
    expect(moves).to_have_text(["d2-d3", "d6-d5"])
    page.locator("#prune").click()
    expect(moves).to_have_text(["d2-d3"])
    # What something else is played beside can still be brought back.
    try_move(screen, "c5", "c4")
    expect(moves).to_have_text(["d2-d3", "c5-c4"])
    expect(back).to_be_visible()
    page.locator('[data-step="back"]').click()
    expect(page.locator("#path")).to_have_text("Move 1")
    try_move(screen, "d6", "d5")
    expect(page.locator("#path")).to_have_text("Move 2, choice 2 of 2")
    expect(back).to_be_hidden()
    expect(moves).to_have_text(["d2-d3", "c5-c4", "d6-d5"])
    assert screen.faults == []


def test_the_picture_of_the_documents_is_taken_however_late_the_house_answers(house, screens):
    """A line of the moment before was touched where the house was slower than the computer."""
    screen = screens(house, **DESK)
    page = screen.page
    lines = {3: ("b5-b4", "c5-c4", "e5-e4"), 2: ("c2-c3", "e2-e3", "b1-b2"), 1: ("c5-c4",)}

    def think(route):
        moves = route.request.post_data_json["moves"]
        body = found(*lines.get(len(moves), lines[3]), complete=True)
        route.fulfill(status=200, content_type="application/x-ndjson", body=body)

    def answer(route):
        if len(route.request.post_data_json["moves"]) == 2:
            page.locator("#lines li:nth-child(3)").wait_for()
            # Whoever does not wait for the moment has touched a line long before so many questions.
            for _ in range(MANY):
                page.evaluate("0")
        route.continue_()

    page.route("**/api/games/*/analysis", think)
    page.route("**/moment", answer)
    study_some(page)
    expect(page.locator("#moves .aside .move")).to_have_text(["e2-e3"])
    expect(page.locator("#path")).to_have_text("Move 2")
    expect(page.locator("#lines .move")).to_have_text(list(lines[2]))
    assert screen.faults == []


def test_keys_alone_walk_the_tree_and_switch_the_computer_on_and_off(house, screens):
    screen = screens(house)
    page = screen.page
    asked = answering(page, found("c2-c3"))
    page.goto(LINE)
    path = page.locator("#path")
    expect(path).to_have_text("Move 2")
    page.keyboard.press("Home")
    expect(path).to_have_text("At the start")
    page.locator('[data-spot="c2"]').press("Enter")
    page.locator('[data-spot="c3"]').press("Enter")
    expect(path).to_have_text("Move 1, choice 2 of 2")
    page.locator("#flip").focus()
    page.keyboard.press("ArrowUp")
    expect(path).to_have_text("Move 1, choice 1 of 2")
    page.keyboard.press("ArrowRight")
    expect(path).to_have_text("Move 2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(path).to_have_text("Move 1, choice 2 of 2")
    expect(page.locator("#told")).to_contain_text("c3")
    expect(page.locator("#engine")).to_have_attribute("aria-checked", "true")
    page.locator("#lines button").first.wait_for()
    assert asked[-1]["moves"] == ["c2-c3"]
    with looked_at(page, lines=5):
        page.locator("#line-count").select_option("5")
    page.locator("#engine").press("Enter")
    expect(page.locator("#engine-room")).to_be_hidden()
    expect(page.locator("#board .line-arrow")).to_have_count(0)
    # How many lines one likes is remembered, and that one wants none now.
    page.reload()
    expect(page.locator("#line-count")).to_have_value("5")
    expect(page.locator("#engine")).to_have_attribute("aria-checked", "false")
    page.locator("#engine").press("Enter")
    page.locator("#lines button").first.wait_for()
    assert screen.faults == []


def test_after_a_move_by_mouse_the_arrows_step_and_behind_tab_they_wander(house, screens):
    """They went over the board, and the page said that they step."""
    screen = screens(house)
    page = screen.page
    answering(page, found("c2-c3"))
    page.goto("/study/tortuga")
    path = page.locator("#path")
    try_move(screen, "d2", "d3")
    expect(path).to_have_text("Move 1")
    page.keyboard.press("ArrowLeft")
    expect(path).to_have_text("At the start")
    page.keyboard.press("ArrowRight")
    expect(path).to_have_text("Move 1")
    page.locator("#flip").focus()
    page.locator('[data-spot="d3"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-spot="d4"]')).to_be_focused()
    expect(path).to_have_text("Move 1")
    assert screen.faults == []


def test_the_house_looks_and_stops_when_the_page_is_left(house, screens):
    """The race imagines games for as long as it may: only leaving ends it within this test."""
    screen = screens(house)
    page = screen.page
    page.goto("/study/race")
    page.locator(".target.active").first.wait_for(state="attached")
    expect(page.locator("#lines li").first).to_be_visible()
    expect(page.locator("#board .line-arrow").first).to_be_attached()
    page.locator("#engine-stop").click()
    expect(page.locator("#engine-stop")).to_have_text("Look again")
    expect(page.locator("#lines li").first).to_be_visible()
    with page.expect_request_finished(lambda request: request.url.endswith("/moment")):
        page.locator("#lines button").first.click()
    expect(page.locator("#engine-stop")).to_have_text("Stop")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/analysis")):
        page.goto("/rules/race")
    assert screen.faults == []


def test_where_one_stands_and_why_nothing_is_looked_at_is_told(house, screens):
    screen = screens(house)
    page = screen.page
    queued = json.dumps({"type": "queued", "ahead": 3}) + "\n"
    refusal = {"type": "refused", "id": None, "code": "limit", "message": "Not now."}
    answering(page, queued + json.dumps(refusal) + "\n", found("d2-d3", complete=True))
    page.goto("/study/tortuga")
    expect(page.locator("#engine-figures")).to_have_text("Not now.")
    expect(page.locator("#engine-said")).to_have_text("Not now.")
    page.locator("#engine-stop").click()
    expect(page.locator("#lines li")).to_have_count(1)
    assert screen.faults == []


def test_a_race_is_seen_as_a_seat_sees_it(house, screens):
    screen = screens(house, locale="fr-FR")
    page = screen.page
    answering(page, found("x-y"))
    with looked_at(page, everything=True):
        page.goto("/study/race")
    page.locator(".target.active").first.wait_for(state="attached")
    expect(page.locator("#known")).to_be_visible()
    faces = page.locator("#board .piece use").evaluate_all(
        "all => all.map((use) => use.getAttribute('href'))"
    )
    page.locator("#known").select_option("1")
    expect(page.locator("#told")).to_contain_text("choisissez de tout savoir")
    expect(page.locator(".target.active")).to_have_count(0)
    expect(page.locator("#engine-figures")).to_contain_text("choisissez de tout savoir")
    hidden = page.locator("#board .piece use").evaluate_all(
        "all => all.map((use) => use.getAttribute('href'))"
    )
    assert hidden != faces
    with looked_at(page, everything=False):
        page.locator("#known").select_option("0")
    page.locator(".target.active").first.wait_for(state="attached")
    screen.keep("analysis-race-seat")
    assert barriers(page) == []
    assert screen.faults == []


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_below_the_lines_moves_when_they_come(house, screens, device):
    """Whoever aims at a note touches that, however many lines come and however long they are."""
    page = screens(house, **device).page
    held = []
    page.route("**/api/games/*/analysis", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    short = found("d6-d5", complete=True)
    long = found("d6-d5", "c6-c5", "e6-e5", complete=True).replace("Plays", "Plays and plays" * 20)
    for answer, lines in ((short, 1), (long, 3)):
        page.goto("/study/tortuga?move=d2-d3")
        expect(page.locator("#comment")).to_be_enabled()
        wait_until(lambda: page.evaluate("0") or held)
        before = page.locator("#comment").bounding_box()
        held.pop().fulfill(status=200, content_type="application/x-ndjson", body=answer)
        expect(page.locator("#lines li")).to_have_count(lines)
        assert page.locator("#comment").bounding_box() == before


def test_places_and_arrows_are_marked_by_touch(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto(LINE)
    expect(page.locator("#path")).to_have_text("Move 2")
    page.locator("#marking").click()
    expect(page.locator("#told")).to_contain_text("Touch a place twice")
    for spot in ("d7", "d7", "c3", "c5"):
        by_mouse(page, screen.place(spot))
    expect(page.locator("#board .noted .light")).to_have_count(1)
    expect(page.locator("#board .noted .arrow-head")).to_have_count(1)
    expect(page.locator("#moves .move")).to_have_count(2)  # nothing was played
    for spot in ("d7", "d7"):
        by_mouse(page, screen.place(spot))
    expect(page.locator("#board .noted .light")).to_have_count(0)
    page.locator("#marking").click()
    expect(page.locator("#board .target.active").first).to_be_attached()
    page.locator("#unmark").click()
    expect(page.locator("#board .noted .arrow-head")).to_have_count(0)
    assert screen.faults == []


def test_what_is_said_is_said_of_the_moment_that_is_shown(house, screens):
    """Another is asked for, and has not arrived: board and notes still show the one before."""
    screen = screens(house)
    page = screen.page
    page.goto(LINE)
    expect(page.locator("#path")).to_have_text("Move 2")
    held = []
    page.route("**/moment", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    with page.expect_request("**/moment"):
        page.locator('[data-step="back"]').click()
    page.locator("#comment").press_sequentially("Of both.")
    page.locator('[data-sign="!?"]').click()
    expect(page.locator("#comment")).to_have_value("Of both.")
    (asked,) = held
    asked.continue_()
    expect(page.locator("#path")).to_have_text("Move 1")
    expect(page.locator("#comment")).to_have_value("")
    expect(page.locator('[data-sign][aria-pressed="true"]')).to_have_count(0)
    page.locator('[data-step="on"]').click()
    expect(page.locator("#comment")).to_have_value("Of both.")
    expect(page.locator('[data-sign="!?"]')).to_have_attribute("aria-pressed", "true")
    assert screen.faults == []


def test_the_board_goes_on_where_the_browser_remembers_nothing(house, screens, tmp_path):
    """Some write their history only so often, and others hold nothing for a tab."""
    screen = screens(house)
    page = screen.page
    page.add_init_script("""
      const refuse = () => { throw new DOMException("no more", "SecurityError"); };
      history.replaceState = refuse;
      Object.defineProperty(window, "sessionStorage", { get: refuse });
    """)
    page.goto(LINE)
    expect(page.locator("#path")).to_have_text("Move 2")
    page.locator('[data-step="first"]').click()
    expect(page.locator("#path")).to_have_text("At the start")
    page.locator("#comment").fill("Where it begins.")
    page.locator("#comment").blur()
    expect(page.locator("#moves .comment")).to_have_text("Where it begins.")
    expect(page.locator("#board .target.active").first).to_be_attached()
    try_move(screen, "c2", "c3")
    expect(page.locator("#moves .aside .move")).to_have_text(["c2-c3"])
    page.locator("#keep").click()
    saved(page, "File (text)").save_as(tmp_path / "mine.txt")
    # A file is opened, and carried by the address.
    page.goto("/study/hops")
    page.locator("#file").set_input_files(tmp_path / "mine.txt")
    page.wait_for_url("**/study/tortuga#record=*")
    expect(page.locator("#moves .comment")).to_have_text("Where it begins.")
    assert screen.faults == []


def test_a_board_that_is_refused_says_why_and_is_shown_later(house, screens):
    screen = screens(house)
    page = screen.page
    busy = {"code": "limit", "message": "Not so fast."}
    page.route("**/moment", lambda route: route.fulfill(status=429, json=busy))
    page.goto(LINE)
    expect(page.locator("#told")).to_have_text("Not so fast.")
    page.locator("#share").click()
    screen.hears("Not so fast.")
    page.unroute("**/moment")
    # What the address means is not forgotten.
    page.reload()
    expect(page.locator("#moves .move")).to_have_text(["d2-d3", "d6-d5"])
    assert [line for line in screen.faults if "429" not in line] == []


def saved(page, name):
    with page.expect_download() as download:
        page.locator("dialog.share").get_by_role("button", name=name).click()
    return download.value


def test_an_analysis_is_saved_passed_on_and_opened_again(house, screens, tmp_path):
    screen = screens(house)
    page = screen.page
    page.goto(LINE)
    page.locator('[data-sign="!"]').click()
    page.locator("#comment").fill("Straight ahead.")
    page.locator("#keep").click()
    link = page.locator("dialog.share input").input_value()
    as_json, as_text = saved(page, "File (JSON)"), saved(page, "File (text)")
    assert as_json.suggested_filename.startswith("tortuga-South-red-North-blue-")
    record = from_json(as_json.path().read_text())
    (note,) = (note for _, note in record.notes)
    said = Note("Straight ahead.", sign="!")
    assert note.variations == ((Tried("d2-d3"), Tried("d6-d5", note=said)),)
    assert from_text(as_text.path().read_text()).notes == record.notes
    # Somebody else follows the link.
    other = screens(house, locale="fr-FR")
    other.page.goto(link)
    expect(other.page.locator("#moves .move")).to_have_text(["d2-d3", "d6-d5"])
    expect(other.page.locator("#moves .comment")).to_have_text("Straight ahead.")
    assert other.faults == []
    # The file is opened from the board of another game.
    as_text.save_as(tmp_path / "mine.txt")
    page.goto("/study/hops")
    page.locator("#file").set_input_files(tmp_path / "mine.txt")
    page.wait_for_url("**/study/tortuga?kept=1")
    expect(page.locator("#moves .comment")).to_have_text("Straight ahead.")
    expect(page.locator("#path")).to_have_text("At the start")
    assert screen.faults == []


def test_the_tree_stays_when_the_language_is_changed(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto(LINE)
    page.locator("#comment").fill("Mine.")
    page.locator('[data-step="back"]').click()
    expect(page.locator("#path")).to_have_text("Move 1")
    # By the keyboard: lines that come meanwhile move what a mouse would aim at.
    page.get_by_role("link", name="Français").press("Enter")
    expect(page.locator("#path")).to_have_text("Coup 1")
    expect(page.locator("#moves .comment")).to_have_text("Mine.")
    expect(page.locator("#moves button").first).to_have_attribute("title", re.compile("La tortue"))
    assert screen.faults == []


def test_the_tree_stays_where_it_cannot_be_told_in_another_language(house, screens):
    screen = screens(house)
    page = screen.page
    page.goto(LINE)
    page.locator("#comment").fill("Mine.")
    busy = {"code": "limit", "message": "Pas si vite."}
    page.route("**/api/games/*/tree", lambda route: route.fulfill(status=429, json=busy))
    # By the keyboard: lines that come meanwhile move what a mouse would aim at.
    page.get_by_role("link", name="Français").press("Enter")
    screen.hears("Pas si vite.")
    expect(page.locator("#path")).to_have_text("Coup 2")
    expect(page.locator("#moves .comment")).to_have_text("Mine.")
    page.reload()
    expect(page.locator("#moves .comment")).to_have_text("Mine.")
    expect(page.locator("#moves .move")).to_have_text(["d2-d3", "d6-d5"])
    assert [line for line in screen.faults if "429" not in line] == []


def test_what_cannot_be_opened_is_refused_in_a_sentence(house, screens, tmp_path):
    screen = screens(house)
    page = screen.page
    page.goto("/study/tortuga#record=broken")
    expect(page.locator("#refusal")).to_contain_text("cannot be shown")
    page.locator(".target.active").first.wait_for(state="attached")
    (tmp_path / "bad.json").write_text("{}")
    page.locator("#file").set_input_files(tmp_path / "bad.json")
    screen.hears("This record cannot be shown")
    page.goto("/study/tortuga?kept=1")
    expect(page.locator("#refusal")).to_contain_text("this tab has no record")
    page.locator(".target.active").first.wait_for(state="attached")
    try_move(screen, "d2", "d3")
    expect(page.locator("#refusal")).to_be_empty()


def test_a_game_that_is_over_is_studied_with_what_was_played(house, screens):
    """What was played stays; variations beside it can be taken away."""
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ben"}], start=None, beginner=0)
    everyone_moves(screen.id, screen.ask)
    screen.ask("POST", f"/api/tables/{screen.id}/deeds", {"type": "resign", "id": "r", "seat": 0})
    page = screen.page
    page.goto(f"/t/{screen.id}/study?moves=1")
    expect(page.locator("#path")).to_have_text("Move 1")
    expect(page.locator("#moves .move")).to_have_count(2)
    expect(page.locator("#prune")).to_be_disabled()
    page.locator('[data-step="on"]').click()
    expect(page.locator("#path")).to_have_text("Move 2")
    page.locator('[data-step="first"]').click()
    expect(page.locator("#path")).to_have_text("At the start")
    moves = page.locator("#moves .move").all_inner_texts()
    spots = ("c2", "c3") if moves[0] != "c2-c3" else ("e2", "e3")
    expect(page.locator("#board .target.active").first).to_be_attached()
    try_move(screen, *spots)
    expect(page.locator("#path")).to_have_text("Move 1, choice 2 of 2")
    expect(page.locator("#promote")).to_be_disabled()
    expect(page.locator("#prune")).to_be_enabled()
    page.locator("#keep").click()
    record = from_json(saved(page, "File (JSON)").path().read_text())
    assert len(record.notes) == 1
    assert record.result is not None
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Back to where you came from").click()
    page.wait_for_url(f"**/t/{screen.id}")
    assert screen.faults == []


def test_no_help_is_offered_to_who_plays_a_rated_game(house, screens):
    screen = screens(house)
    wish = {"game": "tortuga", "chairs": ["me", {"level": 1}], "public": False, "rated": True}
    screen.page.goto("/")
    screen.ask("POST", "/api/tables", wish)
    screen.page.goto(LINE)
    expect(screen.page.locator("#moves .move")).to_have_text(["d2-d3", "d6-d5"])
    expect(screen.page.get_by_role("switch")).to_have_count(0)
    expect(screen.page.locator(".thinking")).to_contain_text("rated game")
    assert screen.faults == []


def test_a_record_with_notes_is_shown_with_them(house, screens, tmp_path):
    record = played("hops")
    first = next(event.move for event in record.events)
    again = ((Tried(first, note=Note("Once more.")),),)
    said = ((0, Note(variations=again)), (1, Note("A good start.", sign="!")))
    noted = replace(record, notes=said)
    (tmp_path / "noted.json").write_text(to_json(noted))
    screen = screens(house)
    page = screen.page
    page.goto("/replay")
    page.locator("#file").set_input_files(tmp_path / "noted.json")
    expect(page.locator("#noted")).to_contain_text("“Study” shows them")
    page.locator("#study").click()
    expect(page.locator("#moves .comment")).to_have_text(["A good start.", "Once more."])
    expect(page.locator("#moves .sign").first).to_have_text("!")
    expect(page.locator("#moves .move").first).to_have_text(first)
    # The same move, said twice, is two moves: one looks at the one that was touched.
    page.locator("#moves .aside button").click()
    expect(page.locator("#path")).to_have_text("Move 1, choice 2 of 2")
    expect(page.locator("#comment")).to_have_value("Once more.")
    assert screen.faults == []


COUNTED = """async (scores) => {
  const { src } = document.querySelector("script[src*='js/pages/']");
  const { expected } = await import(new URL("../study/good_lines.js", src));
  return scores.map(([share, certain_in]) => expected({ share, certain_in }));
}"""


def test_a_certain_win_or_loss_is_counted_as_in_a_review(screens, house):
    page = screens(house).page
    page.goto("/study/tortuga")
    scores = [Score.win(1), Score.win(2), Score.win(17), Score.loss(2), Score.loss(7)]
    told = page.evaluate(COUNTED, [[score.share, score.certain_in] for score in scores])
    numbers = [re.search(r"\d+", sentence)[0] for sentence in told]
    assert numbers == [re.search(r"\d+", score_told(score, Words("en")))[0] for score in scores]
