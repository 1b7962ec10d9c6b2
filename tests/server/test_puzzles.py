"""Puzzles at the house: asked without their solution, judged, counted once, raced and looked up."""

import json

import pytest

from ludotheque.games import shelf, take
from ludotheque.position import play
from ludotheque.server.access import quota
from ludotheque.server.api import streaks
from ludotheque.server.rates import RATES
from ludotheque.study.puzzles import Task, run, shipped
from ludotheque.study.puzzles.streak import GRACE
from server.doors import open_doors

GAMES = [slug for slug, game in shelf().items() if shipped(game)]


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), review_effort=1) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        visitor.get("/puzzles")
        yield visitor


def path(puzzle, part=""):
    return f"/api/games/{puzzle.game}/puzzles/{puzzle.id}{part}"


def answered(visitor, puzzle, answer, made=()):
    found = visitor.post(path(puzzle, "/answer"), json={"made": list(made), "answer": answer})
    assert found.status_code == 200, found.text
    return found.json()


def wrong_answer(puzzle):
    """Return an answer that is one, and not the right one."""
    if puzzle.answers:
        return puzzle.answers[-1].text
    return next(str(m) for m in puzzle.view().moves() if str(m) != puzzle.line[0])


def solved(visitor, puzzle):
    """Answer every question of a puzzle rightly; return the last answer of the house.

    Until then no answer holds more of the solution than what has been played of it.
    """
    made, found = (), None
    while len(made) < len(puzzle.line):
        found = answered(visitor, puzzle, puzzle.line[len(made)], made)
        assert found["right"], found
        made = tuple(found["made"])
        if len(made) < len(puzzle.line):
            assert found["solution"] is None
            assert json.dumps(puzzle.line[len(made)])[1:-1] not in json.dumps(
                without_choices(found)
            )
    return found


def one_of(slug, task, *, long=False):
    """Return a puzzle of that kind, one of several moves if it is to be *long*."""
    return next(p for p in shipped(take(slug)) if p.task is task and (len(p.line) > 1) >= long)


KINDS = [
    one_of("tortuga", Task.WIN, long=True),
    one_of("tortuga", Task.HOLD),
    one_of("hops", Task.WIN, long=True),
    one_of("hops", Task.HOLD),
    one_of("race", Task.CHANCE),
    one_of("race", Task.SECRET),
]
each_kind = pytest.mark.parametrize("puzzle", KINDS, ids=lambda p: f"{p.game}-{p.task.value}")


# What is asked, and what came of it.


@each_kind
def test_a_puzzle_is_solved_answer_by_answer_and_told_afterwards(ana, puzzle):
    asked = ana.get(path(puzzle)).json()
    assert asked["id"] == puzzle.id
    assert asked["puzzle"]["question"]
    assert asked["puzzle"]["seat"] == puzzle.seat
    assert bool(asked["puzzle"]["answers"]) == (puzzle.task is Task.SECRET)
    assert len(asked["puzzle"]["plays"]) == len(puzzle.plays)
    assert (asked["puzzle"]["position"] is None) == puzzle.covered
    found = solved(ana, puzzle)
    assert found["solved"]
    assert found["solution"]["told"]
    assert [c["right"] for c in found["solution"]["chances"]] == [
        answer.text == puzzle.line[0] for answer in puzzle.answers
    ]
    if puzzle.task is not Task.SECRET:
        assert tuple(found["solution"]["line"]["moves"]) == puzzle.line
        assert len(found["solution"]["line"]["pictures"]) == len(puzzle.line) + 1


@each_kind
def test_a_wrong_answer_is_answered_kindly_and_can_be_tried_again(ana, puzzle):
    answer = wrong_answer(puzzle)
    found = answered(ana, puzzle, answer)
    assert not found["right"]
    assert not found["solved"]
    assert found["told"].startswith("Not ")
    assert found["solution"] is None
    assert (found["refuted"] is not None) == (puzzle.task in (Task.WIN, Task.HOLD))
    assert solved(ana, puzzle)["solved"]
    body = {"solution": list(puzzle.line), "made": [], "answer": answer}
    why = ana.post(path(puzzle, "/why"), json=body)
    assert why.status_code == 200, why.text
    if puzzle.task is Task.CHANCE:
        assert why.json()["claims"][0]["told"]


def test_a_refutation_is_a_line_that_the_rules_allow_and_that_wins(ana):
    puzzle = one_of("tortuga", Task.HOLD)
    game, wrong = take(puzzle.game), wrong_answer(puzzle)
    refuted = answered(ana, puzzle, wrong)["refuted"]
    position = puzzle.begin()
    for move in (wrong, *refuted["moves"]):
        position = position.after(game.move(move, position))
    assert position.outcome().shares[1 - puzzle.seat] == 1
    assert len(refuted["pictures"]) == len(refuted["moves"]) + 1


@pytest.mark.parametrize("slug", GAMES)
def test_no_answer_holds_the_solution_before_it_is_found_or_given_up(ana, slug):
    """Every text that is sent is read: what the right move is called stands in none of them.

    It is among the moves that can be made, as all are: there, and nowhere else.
    """
    game = take(slug)
    for puzzle in shipped(game)[:: len(shipped(game)) // 12]:
        first, wrong = puzzle.line[0], wrong_answer(puzzle)
        heard = [
            ana.get(path(puzzle)),
            ana.get(f"/puzzles/{slug}/{puzzle.id}"),
            ana.get(f"/puzzles/{slug}"),
            ana.post(path(puzzle, "/look"), json={"tries": [wrong], "touches": []}),
            ana.post(path(puzzle, "/hint")),
            ana.post(path(puzzle, "/answer"), json={"answer": wrong}),
        ]
        for answer in heard:
            assert answer.status_code == 200, answer.text
            told = answer.text
            if answer.headers["content-type"] == "application/json":
                told = json.dumps(without_choices(answer.json()))
            assert "solution" not in told or '"solution": null' in told or told.startswith("<!")
            if len(first) > 2:  # a colour is the name of many things
                assert json.dumps(first)[1:-1] not in told, (answer.url, first)
            assert all(str(round(a.least, 4)) not in told for a in puzzle.answers if a.least % 1)
    refused = ana.post(path(puzzle, "/why"), json={"solution": ["x"], "answer": wrong})
    assert refused.status_code == 409


def without_choices(value):
    """Return what was sent without the list of all that can be touched, and what is to be seen."""
    if isinstance(value, dict):
        left = {
            k: v for k, v in value.items() if k not in {"choices", "pieces", "plays", "answers"}
        }
        return {k: without_choices(v) for k, v in left.items()}
    return [without_choices(each) for each in value] if isinstance(value, list) else value


def test_the_answers_to_choose_from_come_in_an_order_that_tells_nothing(ana):
    puzzles = [p for p in shipped(take("race")) if p.task is Task.SECRET]
    orders = {
        tuple(answer["text"] for answer in ana.get(path(p)).json()["puzzle"]["answers"])
        for p in puzzles[:6]
    }
    assert len(orders) == 1
    assert len({p.line[0] for p in puzzles[:6]}) > 1


def test_who_gives_up_is_shown_the_solution(ana):
    puzzle = KINDS[0]
    found = ana.post(path(puzzle, "/solution")).json()
    assert tuple(found["solution"]["line"]["moves"]) == puzzle.line
    assert found["rating"] is None


def test_the_solution_is_shown_to_the_end_of_the_win(ana):
    """The line of a puzzle ends with the last choice; a win of nine may be asked for by one."""
    puzzle = next(p for p in shipped(take("tortuga")) if p.plies > len(p.line) == 1)
    onward = ana.post(path(puzzle, "/solution")).json()["solution"]["onward"]
    position = puzzle.begin()
    for move in onward["moves"]:
        position = play(position, move)
    assert position.outcome().shares[puzzle.seat] == 1
    assert len(onward["moves"]) == puzzle.plies
    assert len(onward["pictures"]) == puzzle.plies + 1
    assert onward["told"].endswith(" ".join(onward["moves"]))
    held = next(p for p in shipped(take("tortuga")) if p.task is Task.HOLD)
    assert ana.post(path(held, "/solution")).json()["solution"]["onward"] is None


def test_what_is_no_answer_is_refused_and_nothing_counts(ana):
    offered = ana.post("/api/games/tortuga/puzzles/rated").json()["id"]
    base = f"/api/games/tortuga/puzzles/{offered}"
    assert ana.post(f"{base}/answer", json={"answer": "d2-d9"}).status_code in {400, 409}
    assert ana.post(f"{base}/answer", json={"answer": ""}).status_code == 422
    assert ana.post("/api/games/tortuga/puzzles/rated").json()["id"] == offered
    assert ana.get("/api/games/tortuga/puzzles/00000000").status_code == 404
    assert ana.get("/api/games/tortuga/puzzles/17").status_code == 404
    assert ana.get("/puzzles/tortuga?theme=nothing").status_code == 422
    assert ana.get("/puzzles/chess/day").status_code == 404


def test_everything_is_told_in_the_readers_language(doors):
    puzzle = one_of("race", Task.SECRET)
    with doors.visitor(**{"accept-language": "fr"}) as reader:
        asked = reader.get(path(puzzle)).json()["puzzle"]
        assert asked["answers"][0]["label"] == "rouge"
        found = answered(reader, puzzle, wrong_answer(puzzle))
        assert found["told"].startswith("Pas ")
        assert "Problème du jour" in reader.get("/puzzles").text


# What counts.


def by_id(slug, puzzle_id):
    return next(p for p in shipped(take(slug)) if p.id == puzzle_id)


def test_a_rated_puzzle_counts_once_at_the_first_attempt(ana):
    first = ana.post("/api/games/hops/puzzles/rated").json()
    assert (first["points"], first["puzzles"]) == (900, 0)
    assert ana.post("/api/games/hops/puzzles/rated").json() == first, (
        "it stays until it is answered"
    )
    puzzle = by_id("hops", first["id"])
    found = solved(ana, puzzle)
    assert found["rating"]["before"] == 900
    assert found["rating"]["after"] > 900
    assert solved(ana, puzzle)["rating"] is None, "again it counts for nothing"
    then = ana.post("/api/games/hops/puzzles/rated").json()
    assert (then["points"], then["puzzles"]) == (found["rating"]["after"], 1)
    assert then["id"] != first["id"]
    lost = answered(ana, by_id("hops", then["id"]), wrong_answer(by_id("hops", then["id"])))
    assert lost["rating"]["after"] < lost["rating"]["before"]
    assert solved(ana, by_id("hops", then["id"]))["rating"] is None, "the first attempt has counted"


def test_ones_own_place_shows_how_well_one_solves(ana):
    assert "My puzzles" not in ana.get("/me").text
    offered = ana.post("/api/games/tortuga/puzzles/rated").json()["id"]
    assert "My puzzles" not in ana.get("/me").text
    given_up = ana.post(f"/api/games/tortuga/puzzles/{offered}/solution").json()
    row = ana.get("/me").text.partition("My puzzles")[2].partition("</table>")[0]
    assert '<a href="/puzzles/tortuga/rated">Tortuga</a>' in row
    assert f'<td class="figure">{given_up["rating"]["after"]}</td><td class="figure">1</td>' in row


@pytest.mark.parametrize("part", ["hint", "solution"])
def test_who_asks_for_help_has_not_solved_it(ana, part):
    offered = ana.post("/api/games/tortuga/puzzles/rated").json()["id"]
    helped = ana.post(f"/api/games/tortuga/puzzles/{offered}/{part}").json()
    assert helped["rating"]["after"] < helped["rating"]["before"]
    assert solved(ana, by_id("tortuga", offered))["rating"] is None


def test_moves_that_are_guessed_ahead_are_a_wrong_answer(ana):
    """Else the house would say for nothing whether a first move is right."""
    offered = ana.post("/api/games/tortuga/puzzles/rated").json()["id"]
    puzzle = by_id("tortuga", offered)
    body = {"made": [wrong_answer(puzzle), "d1-d2"], "answer": "d2-d3"}
    assert ana.post(path(puzzle, "/answer"), json=body).status_code == 409
    assert solved(ana, puzzle)["rating"] is None
    assert ana.post("/api/games/tortuga/puzzles/rated").json()["puzzles"] == 1


def test_a_puzzle_that_was_not_offered_does_not_count(ana):
    puzzle = shipped(take("race"))[3]
    assert solved(ana, puzzle)["rating"] is None
    assert ana.post("/api/games/race/puzzles/rated").json()["puzzles"] == 0


def test_who_has_tried_all_is_offered_none(ana, monkeypatch):
    few = shipped(take("race"))[:1]
    monkeypatch.setattr("ludotheque.study.puzzles.choosing.shipped", lambda _: few)
    solved(ana, few[0])
    assert ana.post("/api/games/race/puzzles/rated").json()["id"] is None


# Against the clock.


def run_answer(visitor, slug, state, answer, made=()):
    body = {"run": state["run"], "turn": state["turn"], "made": list(made), "answer": answer}
    return visitor.post(f"/api/games/{slug}/streak/answer", json=body)


def puzzle_in(slug, state):
    return run.asked(take(slug), state["run"], state["turn"])


def go_on(visitor, slug, state, *, rightly=True):
    """Answer the present puzzle of a run, all of it; return how the run stands."""
    puzzle, made = puzzle_in(slug, state), ()
    if not rightly:
        return run_answer(visitor, slug, state, wrong_answer(puzzle)).json()
    while len(made) < len(puzzle.line):
        then = run_answer(visitor, slug, state, puzzle.line[len(made)], made).json()
        assert then["answered"], then
        made = tuple(then["made"]) or puzzle.line
    return then


@pytest.mark.parametrize("slug", GAMES)
def test_a_run_goes_on_until_three_answers_were_wrong(ana, slug):
    state = ana.post(f"/api/games/{slug}/streak").json()
    assert 0 < state["left"] <= run.SECONDS * 1_000
    seen = [state["asked"]["difficulty"]]
    for _ in range(4):
        state = go_on(ana, slug, state)
        seen.append(state["asked"]["difficulty"])
    assert (state["right"], state["wrong"], state["best"]) == (4, 0, 4)
    assert seen == sorted(seen), "ever harder"
    for wrong in (1, 2, 3):
        state = go_on(ana, slug, state, rightly=False)
        assert state["wrong"] == wrong
    assert state["over"]
    assert state["asked"] is None
    assert run_answer(ana, slug, state, "x").status_code == 409
    again = ana.post(f"/api/games/{slug}/streak").json()
    assert (again["right"], again["best"]) == (0, 4)
    assert again["run"] != state["run"]


def test_an_answer_is_given_once(ana):
    state = ana.post("/api/games/hops/streak").json()
    then = go_on(ana, "hops", state, rightly=False)
    assert then["wrong"] == 1
    right = puzzle_in("hops", state).line[0]
    assert run_answer(ana, "hops", state, right).status_code == 409, "it cannot be taken back"


def test_the_house_has_its_own_clock(ana, monkeypatch):
    state = ana.post("/api/games/tortuga/streak").json()
    began = streaks.now()
    monkeypatch.setattr(streaks, "now", lambda: began + run.SECONDS * 1_000 + GRACE + 1)
    late = run_answer(ana, "tortuga", state, puzzle_in("tortuga", state).line[0]).json()
    assert late["over"]
    assert (late["right"], late["best"]) == (0, 0)


def test_whoever_has_begun_no_run_has_nothing_to_answer(ana):
    state = {"run": "abc", "turn": 0}
    assert run_answer(ana, "tortuga", state, "d2-d3").status_code == 409


# Limits.


def test_nobody_answers_more_than_anyone_can(tmp_path):
    rates = {"puzzle": "2/year", "puzzle-thought": "1/year"}
    assert set(rates) <= set(RATES)
    with open_doors(tmp_path, rates=rates) as doors, doors.visitor() as visitor:
        visitor.get("/puzzles")
        puzzle = one_of("tortuga", Task.HOLD)
        assert answered(visitor, puzzle, wrong_answer(puzzle))["refuted"]
        found = answered(visitor, puzzle, wrong_answer(puzzle))
        assert found["refuted"] is None, "the verdict comes without a proof"
        refused = visitor.post(path(puzzle, "/answer"), json={"answer": wrong_answer(puzzle)})
        assert refused.status_code == 429


@pytest.mark.parametrize("why", ["full", "crowded"])
def test_where_no_guest_is_taken_answers_are_judged_and_nothing_is_kept(tmp_path, monkeypatch, why):
    """Who was new was refused every answer, hint and solution."""
    monkeypatch.setattr(quota, "AGAIN", 0.0)
    rates = {"guest": "1/year"} if why == "crowded" else {}
    with open_doors(tmp_path, rates=rates) as doors, doors.visitor() as ana, doors.visitor() as ben:
        puzzle = one_of("tortuga", Task.HOLD)
        rated = "/api/games/tortuga/puzzles/rated"
        waits = by_id("tortuga", ana.post(rated).json()["id"])
        if why == "full":
            monkeypatch.setattr(type(doors.store.space), "used", lambda _space: 10**18)
        ben.get("/puzzles?lang=fr")
        wrong = answered(ben, puzzle, wrong_answer(puzzle))
        assert not wrong["right"]
        assert wrong["solution"] is None
        assert "nouveaux invités" in wrong["unkept"]
        assert solved(ben, puzzle)["solved"]
        for part in ("/hint", "/solution"):
            assert ben.post(path(puzzle, part)).json()["rating"] is None
        refused = [ben.post(each).status_code for each in (rated, "/api/games/tortuga/streak")]
        assert refused == [507 if why == "full" else 429] * 2
        guessed = ben.post(path(puzzle, "/answer"), json={"made": ["x"], "answer": "y"})
        assert guessed.json()["code"] == "match/refused"
        assert doors.store.tidy.held().people == 1, "nobody was made a guest"
        # Of who is known all is kept, and a rated puzzle counts.
        found = answered(ana, waits, wrong_answer(waits))
        assert (found["unkept"], found["rating"]["before"]) == (None, 900)


# Pages.


@pytest.mark.parametrize("slug", GAMES)
def test_every_way_to_solve_puzzles_has_a_page(ana, slug):
    index = ana.get("/puzzles").text
    for way in ("day", "rated", "streak", "own", ""):
        address = f"/puzzles/{slug}/{way}".rstrip("/")
        assert f'href="{address}"' in index
        assert ana.get(address).status_code == 200
    picture = ana.get(path(shipped(take(slug))[0], "/picture.svg"))
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_the_index_tells_what_one_has_done(ana):
    game = take("hops")
    day = ana.get("/puzzles/hops/day").text
    data = json.loads(day.partition('id="puzzle-data">')[2].partition("</script>")[0])
    puzzle = by_id("hops", data["ids"][0])
    assert "Solved" not in ana.get("/puzzles").text
    solved(ana, puzzle)
    index = ana.get("/puzzles").text
    assert "✓ Solved" in index
    assert f"1 of {len(shipped(game))} solved" in index
