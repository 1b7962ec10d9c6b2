"""Puzzles in a real browser: solved by touch and keys, judged by the house, told afterwards."""

import json
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect
from sqlalchemy import create_engine, update

from browser.everyone import barriers
from browser.rooms import BLUNDER
from browser.screens import by_finger, by_keys, by_mouse
from ludotheque.games import shelf, take
from ludotheque.store.schema import PUZZLE_STREAKS
from ludotheque.study.puzzles import Task, run, shipped
from server.test_puzzles import without_choices

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
DESK = {"viewport": {"width": 1366, "height": 768}}
GAMES = [slug for slug, game in shelf().items() if shipped(game)]


def one_of(slug, task, moves=1):
    """Return a puzzle of that kind whose solution has that many moves, replies among them."""
    return next(p for p in shipped(take(slug)) if p.task is task and len(p.line) == moves)


def choices_of(screen, puzzle, made=()):
    """Return what can be touched: at first, or after some moves."""
    if not made:
        path = f"/api/games/{puzzle.game}/puzzles/{puzzle.id}"
        return screen.ask("GET", path)["puzzle"]["picture"]["choices"]
    line = {"position": puzzle.position, "options": dict(puzzle.options), "moves": list(made)}
    return screen.ask("POST", f"/api/games/{puzzle.game}/moment", line)["picture"]["choices"]


def wrong_move(screen, puzzle):
    return next(c["move"] for c in choices_of(screen, puzzle) if c["move"] != puzzle.line[0])


def play(screen, touch, choices, move):
    """Make a move, touching as much as it takes and no more: the next puzzle may lie there then."""
    page = screen.page
    touches = next(c["touches"] for c in choices if c["move"] == move)
    for number, thing in enumerate(touches):
        fitting = [c for c in choices if c["touches"][:number] == touches[:number]]
        if number >= 2 and len({c["move"] for c in fitting}) == 1:
            return
        following = {c["touches"][number] for c in fitting if len(c["touches"]) > number}
        if "=" in thing and following == {thing}:
            continue  # What has one answer is not asked.
        place = screen.place(thing)
        if number == 0:
            expect(page.locator(place)).to_have_attribute("aria-disabled", "false")
        touch(page, place)
    if len(touches) == 1 or any(
        c["touches"][: len(touches)] == touches != c["touches"] for c in choices
    ):
        touch(page, screen.place(touches[-1]))


def opened(screen, puzzle):
    screen.page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
    expect(screen.page.locator("#question")).not_to_be_empty()


def clean(page):
    assert barriers(page) == []


# Solving.


@pytest.mark.parametrize(
    ("puzzle", "touch", "device", "words"),
    [
        (one_of("tortuga", Task.WIN, 3), by_mouse, {**DESK}, ("Not ", "Right", "Solved!")),
        (
            one_of("tortuga", Task.HOLD),
            by_finger,
            {**PHONE, "locale": "fr-FR", "color_scheme": "dark"},
            ("Pas ", "Juste", "Résolu"),
        ),
        (one_of("hops", Task.WIN), by_keys, {**DESK}, ("Not ", "Right", "Solved!")),
        (
            one_of("race", Task.CHANCE),
            by_finger,
            {**SIDEWAYS, "locale": "fr-FR"},
            ("Pas ", "Juste", "Résolu"),
        ),
        (one_of("race", Task.CHANCE), by_keys, {**PHONE}, ("Not ", "Right", "Solved!")),
    ],
    ids=["mouse-desk-en", "finger-phone-fr", "keys-desk-en", "finger-side-fr", "keys-phone-en"],
)
def test_a_puzzle_is_tried_and_solved(house, screens, puzzle, touch, device, words):
    screen = screens(house, **device)
    page = screen.page
    opened(screen, puzzle)
    clean(page)
    verdict = page.locator("#verdict")
    play(screen, touch, choices_of(screen, puzzle), wrong_move(screen, puzzle))
    expect(verdict).to_contain_text(words[0])
    expect(verdict).to_have_attribute("role", "status")
    if puzzle.task is not Task.CHANCE:
        expect(page.locator("#wrong-lines .proof")).to_be_visible()
    made = ()
    while len(made) < len(puzzle.line):
        # The board comes back by itself, with what can be touched.
        play(screen, touch, choices_of(screen, puzzle, made), puzzle.line[len(made)])
        made = puzzle.line[: len(made) + 2]
        expect(verdict).to_contain_text(words[1] if len(made) < len(puzzle.line) else words[2])
    expect(page.locator("#after-told li")).not_to_have_count(0)
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#give-up")).to_be_hidden()
    expect(page.locator("#analyse")).to_be_visible(visible=not puzzle.covered)
    expect(page.locator("#chances")).to_be_visible(visible=puzzle.task is Task.CHANCE)
    screen.keep(f"puzzle-{puzzle.game}-{puzzle.task.value}", whole=False)
    clean(page)
    assert screen.faults == []


def test_a_line_is_shown_move_by_move_where_nothing_moves_by_itself(house, screens):
    puzzle = one_of("tortuga", Task.WIN, 3)
    screen = screens(house, **DESK)
    page = screen.page
    opened(screen, puzzle)
    page.locator("#give-up").click()
    expect(page.locator("#heard")).to_contain_text(f"(1 of {puzzle.plies})")
    shown = page.locator("#after-lines .proof").first
    expect(shown).to_have_attribute("aria-pressed", "true")
    shown.click()
    expect(page.locator("#heard")).to_contain_text(f"(2 of {puzzle.plies})")
    shown.click()
    expect(page.locator("#heard")).to_contain_text(f"(3 of {puzzle.plies})")
    for _ in range(puzzle.plies - 3):
        shown.click()
    expect(page.locator("#heard")).to_contain_text(f"({puzzle.plies} of {puzzle.plies})")
    shown.click()
    expect(page.locator("#heard")).to_contain_text(f"(1 of {puzzle.plies})")
    assert screen.faults == []


def test_what_somebody_plays_for_is_told_from_their_plays(house, screens):
    puzzle = one_of("race", Task.SECRET)
    screen = screens(house, **PHONE)
    page = screen.page
    opened(screen, puzzle)
    plays = page.locator("#play-list li")
    expect(plays).to_have_count(len(puzzle.plays))
    meant = sum(play.seat == puzzle.about for play in puzzle.plays)
    expect(page.locator("#play-list .meant")).to_have_count(meant)
    plays.last.locator("button").click()
    expect(plays.last.locator("button")).to_have_attribute("aria-current", "step")
    expect(page.locator("#heard")).not_to_be_empty()
    wrong = next(a.text for a in puzzle.answers if a.text != puzzle.line[0])
    page.locator(f'#answers [data-answer="{wrong}"]').tap()
    expect(page.locator("#verdict")).to_contain_text("Something else is likelier")
    page.locator(f'#answers [data-answer="{puzzle.line[0]}"]').tap()
    expect(page.locator("#verdict")).to_have_text("Solved!")
    expect(page.locator("#chance-rows tr")).to_have_count(len(puzzle.answers))
    expect(page.locator("#chance-rows .best")).to_have_count(1)
    clean(page)
    assert screen.faults == []


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_a_wrong_answer_leaves_in_sight_what_there_is_room_for(house, screens, device):
    """The verdict wholly; and before it the question and all answers, where they fit with it."""
    puzzle = one_of("race", Task.SECRET)
    screen = screens(house, **device)
    page = screen.page
    opened(screen, puzzle)
    wrong = next(a.text for a in puzzle.answers if a.text != puzzle.line[0])
    page.locator(f'#answers [data-answer="{wrong}"]').click()
    expect(page.locator("#verdict")).to_contain_text("Something else is likelier")
    above, below, fit = page.evaluate(
        """() => {
          const words = document.querySelector(".words");
          const room = words.getBoundingClientRect();
          const [question, verdict] = ["question", "verdict"].map(
            (id) => document.getElementById(id).getBoundingClientRect());
          return [question.top >= room.top, verdict.bottom <= room.bottom,
            verdict.bottom - question.top < room.height - 20];
        }"""
    )
    assert below
    assert above or not fit


TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_question_stands_at_its_board(house, screens, device):
    """The room for what is said afterwards lay between the two."""
    screen = screens(house, **device)
    opened(screen, one_of("tortuga", Task.WIN))
    gap = screen.page.evaluate(
        """() => document.getElementById("board").getBoundingClientRect().top
          - document.getElementById("question").getBoundingClientRect().bottom"""
    )
    assert 0 <= gap < 48


def test_on_a_phone_on_its_side_all_answers_are_in_sight_with_the_question(house, screens):
    """They began where the words fade out, as if there were none."""
    screen = screens(house, locale="fr-FR", **SIDEWAYS)
    opened(screen, one_of("race", Task.SECRET))
    within = screen.page.evaluate(
        """() => {
          const words = document.querySelector(".words");
          const { top, bottom } = words.getBoundingClientRect();
          const faded = Number.parseFloat(getComputedStyle(words).paddingBottom);
          return [...document.querySelectorAll("#question, #answers button")]
            .map((each) => each.getBoundingClientRect())
            .map((box) => box.top >= top && box.bottom <= bottom - faded);
        }"""
    )
    assert within == [True] * 6


def test_on_a_phone_on_its_side_no_answer_is_broken_within_a_word(house, screens):
    """“yellow” and “purple” were: all answers had the same room."""
    screen = screens(house, **SIDEWAYS)
    opened(screen, one_of("race", Task.SECRET))
    names = screen.page.locator("#answers button span")
    expect(names).to_have_count(5)
    heights = names.evaluate_all("all => all.map((name) => name.getBoundingClientRect().height)")
    assert len(set(heights)) == 1, heights


def tapped_twice(page, answer):
    """Tap an answer a second time before anyone can have judged the first."""
    chosen = page.locator(f'#answers [data-answer="{answer}"]')
    chosen.focus()
    chosen.evaluate("button => { button.click(); button.click(); }")


def test_an_answer_that_is_tapped_twice_is_given_once(house, screens):
    puzzle = one_of("race", Task.SECRET)
    screen = screens(house, **PHONE)
    page = screen.page
    opened(screen, puzzle)
    given = []
    page.on("request", lambda request: request.url.endswith("/answer") and given.append(request))
    wrong = next(a.text for a in puzzle.answers if a.text != puzzle.line[0])
    tapped_twice(page, wrong)
    expect(page.locator("#verdict")).to_contain_text("Something else is likelier")
    # Whoever answers by keys stays where they are, and can answer again.
    expect(page.locator(f'#answers [data-answer="{wrong}"]')).to_be_focused()
    expect(page.locator("#answers [aria-disabled]")).to_have_count(0)
    tapped_twice(page, puzzle.line[0])
    expect(page.locator("#verdict")).to_have_text("Solved!")
    assert [request.post_data_json["answer"] for request in given] == [wrong, puzzle.line[0]]
    assert screen.faults == []


def test_the_page_is_sent_no_solution_before_it_is_found(house, screens):
    """Every answer of the house is read, from the first page to the last wrong move."""
    puzzle = one_of("tortuga", Task.WIN, 3)
    screen = screens(house, **DESK)
    page = screen.page
    heard = []
    page.on("response", lambda answer: heard.append(answer))  # noqa: PLW0108 - Playwright marks it
    opened(screen, puzzle)
    play(screen, by_mouse, choices_of(screen, puzzle), wrong_move(screen, puzzle))
    expect(page.locator("#wrong-lines .proof")).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator("#verdict")).to_contain_text("It is about")
    told = [r for r in heard if "json" in (r.headers.get("content-type") or "")]
    assert len(told) >= 3
    for answer in told:
        assert not (answer.json() or {}).get("solution")
    # Among the moves that can be made it stands, as all do: there, and nowhere else.
    assert not [a.url for a in told if puzzle.line[0] in json.dumps(without_choices(a.json()))]
    page.locator("#give-up").click()
    expect(page.locator("#after")).to_be_visible()
    assert screen.faults == []


# The ways that puzzles follow each other.


def test_a_guest_is_rated_once_for_a_puzzle(house, screens):
    screen = screens(house, **DESK)
    page = screen.page
    page.goto("/puzzles/hops/rated")
    facts = page.locator("#facts")
    expect(facts).to_contain_text("Your first rated puzzle")
    with page.expect_response("**/hint") as helped:
        page.locator("#hint").click()
    moved = helped.value.json()["rating"]
    expect(facts).to_contain_text(f"Your rating: {moved['after']}")
    with page.expect_response("**/solution") as given_up:
        page.locator("#give-up").click()
    assert given_up.value.json()["rating"] is None
    expect(facts).to_contain_text(f"Your rating: {moved['after']}")
    page.locator("#next").click()
    expect(facts).to_contain_text(f"Your rating: {moved['after']}")
    expect(page.locator("#question")).not_to_be_empty()
    page.goto("/puzzles")
    expect(page.locator(".card", has=page.locator("#of-hops"))).to_contain_text(
        f"Rating {moved['after']}"
    )
    assert screen.faults == []


def test_puzzles_of_a_theme_follow_each_other_untried_ones_first(house, screens):
    screen = screens(house, **DESK)
    page = screen.page
    page.goto("/puzzles")
    page.locator('.themes a[href*="theme=only-move"]').first.click()
    expect(page.locator("h1")).to_contain_text("Only move")
    facts = page.locator("#facts")
    expect(facts).to_contain_text("Puzzle 1 of")
    page.locator("#give-up").click()
    page.locator("#next").click()
    expect(facts).to_contain_text("Puzzle 2 of")
    page.reload()
    expect(facts).to_contain_text("Puzzle 2 of")
    assert screen.faults == []


def test_a_run_against_the_clock_ends_with_the_third_mistake(house, screens):
    screen = screens(house, **PHONE)
    page = screen.page
    page.goto("/puzzles/hops/streak")
    clean(page)
    with page.expect_response("**/streak") as begun:
        page.locator("#begin").click()
    state = begun.value.json()
    for number in range(run.MISSES):
        puzzle = run.asked(take("hops"), state["run"], state["turn"])
        choices = choices_of(screen, puzzle)
        wrong = next(c["move"] for c in choices if c["move"] != puzzle.line[0])
        expect(page.locator("#missed")).to_have_text(f"{number} of {run.MISSES} mistakes")
        with page.expect_response("**/streak/answer") as answered:
            play(screen, by_finger, choices, wrong)
        state = answered.value.json()
    expect(page.locator("#finish")).to_be_focused()
    expect(page.locator("#finish-title")).to_have_text("0 puzzles solved")
    expect(page.locator("#finish-missed a")).to_have_count(run.MISSES)
    clean(page)
    page.locator("#again").click()
    expect(page.locator("#run")).to_be_visible()
    expect(page.locator("#finish")).to_be_hidden()
    assert screen.faults == []


def test_a_run_goes_on_once_where_an_answer_is_tapped_twice(house, screens):
    """The house asks for two secrets, one after the other, and is answered once."""
    first, second = [p for p in shipped(take("race")) if p.task is Task.SECRET][:2]
    screen = screens(house, **PHONE)
    page = screen.page
    page.goto("/puzzles/race/streak")
    asked = {p.id: screen.ask("GET", f"/api/games/race/puzzles/{p.id}") for p in (first, second)}
    state = screen.ask("POST", "/api/games/race/streak", {}) | {"asked": asked[first.id]}
    begun, given = [], []

    def begin(route):
        begun.append(route)
        route.fulfill(json=state)

    def judge(route):
        given.append(route)
        later = {"turn": 1, "right": 1, "answered": True, "asked": asked[second.id]}
        refused = {"code": "deed", "message": "gone on"}
        on = len(given) == 1
        route.fulfill(status=200 if on else 403, json=state | later if on else refused)

    page.route("**/streak", begin)
    page.route("**/streak/answer", judge)
    page.locator("#begin").evaluate("button => { button.click(); button.click(); }")
    page.locator(f'#answers [data-answer="{first.line[0]}"]').wait_for()
    tapped_twice(page, first.line[0])
    expect(page.locator("#right")).to_have_text("1")
    expect(page.locator("#verdict")).to_have_text("Solved!")
    expect(page.locator("#play-list li")).to_have_count(len(second.plays))
    expect(page.locator("#answers [aria-disabled]")).to_have_count(0)
    assert (len(begun), len(given)) == (1, 1)
    assert screen.faults == []


AN_HOUR = 3_600_000


def stop_time(page):
    """Let no time pass on the pages that come, by which a run would end before it is solved."""
    page.add_init_script("window.moment = 0; performance.now = () => window.moment")


def end_time(page):
    """Let more time pass than any run has."""
    page.evaluate("window.moment = 1e12")


@contextmanager
def in_run(name):
    """Tell of which run it was that something failed: its puzzles are drawn by lot."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"in the run {name}")
        raise


def begun_later(house, name):
    """Let a run have begun in an hour: no answer is late then, however slow the machine is."""
    later = update(PUZZLE_STREAKS).values(began=PUZZLE_STREAKS.c.began + AN_HOUR)
    with create_engine(house.database).begin() as kept:
        assert kept.execute(later.where(PUZZLE_STREAKS.c.run == name)).rowcount == 1


def test_a_run_ends_when_the_time_is_up_and_the_best_is_kept(house, screens):
    screen = screens(house, new=True, **DESK)
    page = screen.page
    stop_time(page)
    page.goto("/puzzles/tortuga/streak")
    with page.expect_response("**/streak") as begun:
        page.locator("#begin").click()
    state, made = begun.value.json(), ()
    begun_later(house, state["run"])
    puzzle = run.asked(take("tortuga"), state["run"], state["turn"])
    with in_run(state["run"]):
        while len(made) < len(puzzle.line):
            with page.expect_response("**/streak/answer"):
                play(screen, by_mouse, choices_of(screen, puzzle, made), puzzle.line[len(made)])
            made = puzzle.line[: len(made) + 2]
        expect(page.locator("#right")).to_have_text("1")
    end_time(page)
    expect(page.locator("#finish-title")).to_have_text("1 puzzle solved")
    expect(page.locator("#finish-told")).to_have_text("Your best run so far!")
    page.goto("/puzzles")
    expect(page.locator(".card", has=page.locator("#of-tortuga"))).to_contain_text("Best: 1")
    assert screen.faults == []


def test_own_mistakes_come_from_reviewed_games(house, screens):
    screen = screens(house, **DESK)
    page = screen.page
    page.goto("/puzzles/tortuga/own")
    expect(page.locator(".sheet")).to_contain_text("There is nothing to put right yet")
    clean(page)
    table = screen.open("tortuga", ["me", {"person": "Ben"}], start=BLUNDER, beginner=0)
    for seat, move in enumerate(("a4^c6", "d2-d1")):
        turn = screen.ask("GET", f"/api/tables/{table}/moves")["turn"]
        deed = {"type": "move", "id": f"m{turn}", "turn": turn, "move": move, "seat": seat}
        screen.ask("POST", f"/api/tables/{table}/deeds", deed)
    page.goto(f"/t/{table}/replay/1?review=1")
    page.locator("#own-link").click()
    expect(page.locator("#question")).to_contain_text("Here you played a4^c6")
    page.locator("#hint").click()
    expect(page.locator("#verdict")).to_contain_text("begins here: e6, turtle (red)")
    expect(page.locator("#hint")).to_be_hidden()
    choices = screen.ask("GET", f"/api/me/mistakes/{table}/1/1")["puzzle"]["picture"]["choices"]
    play(screen, by_mouse, choices, "a4^c6")
    expect(page.locator("#verdict")).to_contain_text("what you played")
    play(screen, by_mouse, choices, "e6-d7")
    expect(page.locator("#verdict")).to_contain_text("is a good move")
    expect(page.locator("#after-lines .proof")).to_have_count(3)
    page.locator("#whole-game").click()
    expect(page.locator("#verdict-told strong")).to_have_text("Blunder")
    assert screen.faults == []


def test_the_way_to_the_puzzles_is_on_the_shelf_and_in_the_rules(house, screens):
    screen = screens(house, **PHONE)
    page = screen.page
    page.goto("/")
    expect(page.locator('.more a[href^="/puzzles"]')).to_have_count(len(GAMES))
    page.goto(f"/rules/{GAMES[0]}")
    page.locator('a[href^="/puzzles"]').click()
    expect(page.locator(f"#of-{GAMES[0]}")).to_be_in_viewport()
    clean(page)
    page.locator(f'a[href="/puzzles/{GAMES[0]}/day"]').click()
    expect(page.locator("h1")).to_contain_text("Puzzle of the day")
    expect(page.locator("#question")).not_to_be_empty()
    page.locator("#give-up").click()
    page.locator("#next").click()
    page.wait_for_url(f"**/puzzles/{GAMES[0]}")
    assert screen.faults == []


def test_what_the_house_refuses_is_said(house, screens):
    screen = screens(house, **DESK)
    page = screen.page
    puzzle = one_of("race", Task.SECRET)
    opened(screen, puzzle)
    page.route("**/answer", lambda route: route.abort())
    page.locator("#answers button").first.click()
    expect(page.locator("#verdict")).to_contain_text("cannot be reached")
    page.unroute("**/answer")
    page.locator(f'#answers [data-answer="{puzzle.line[0]}"]').click()
    expect(page.locator("#verdict")).to_have_text("Solved!")


def test_what_is_not_kept_of_who_is_new_is_said(house, screens):
    screen = screens(house, **PHONE)
    page = screen.page
    puzzle = one_of("race", Task.SECRET)
    opened(screen, puzzle)
    why = "The house takes no new guests just now: answers are judged, and not kept."

    def unkept(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "unkept": why})

    expect(page.locator("#unkept")).to_be_empty()
    page.route("**/answer", unkept)
    page.locator(f'#answers [data-answer="{puzzle.line[0]}"]').click()
    expect(page.locator("#unkept")).to_have_text(why)
    expect(page.locator("#verdict")).to_have_text("Solved!")
    screen.keep("puzzle-unkept", whole=False)
    clean(page)
    assert screen.faults == []


def test_where_the_house_asks_nothing_it_says_why_and_can_be_asked_again(house, screens):
    """A full house knows no new guests: rated puzzles ended there, and in half a sentence."""
    page = screens(house, **DESK).page
    full = {"code": "house/full", "message": "the house is full just now"}
    page.route("**/puzzles/rated", lambda route: route.fulfill(status=507, json=full))
    page.goto("/puzzles/tortuga/rated")
    expect(page.locator("#verdict")).to_have_text("the house is full just now")
    assert page.locator("#verdict").inner_text() == "The house is full just now"
    expect(page.locator("#deeds :is(button, a):visible")).to_have_text(["Next puzzle"])
    clean(page)
    page.unroute("**/puzzles/rated")
    page.locator("#next").click()
    expect(page.locator("#question")).not_to_be_empty()
    expect(page.locator("#verdict")).to_be_empty()
    expect(page.locator("#give-up")).to_be_visible()
