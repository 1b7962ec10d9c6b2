"""What the local house answers is what the served house answers, letter by letter."""

import asyncio
import json
from random import Random
from urllib.parse import urlencode

import pytest

from heard import heard
from local.browsers import Tab
from ludotheque.games import shelf, take
from ludotheque.local.encoding import encode
from ludotheque.match import Record, Referee, to_json, to_text
from ludotheque.rulebook import lesson
from ludotheque.server.wire import outgoing
from ludotheque.study.puzzles import has_puzzles, shipped
from server.doors import open_doors

GAMES = list(shelf())
SEED = "5e" * 32
LONG = 100


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with (
        open_doors(tmp_path_factory.mktemp("house"), rates={}) as doors,
        doors.visitor() as visitor,
    ):
        yield visitor


def same(served, method, path, body=None, lang="en"):
    """Ask both houses, and return what both answer."""
    address = f"{path}{'&' if '?' in path else '?'}lang={lang}"
    answer = served.request(method, address, json=body)
    status, told = asyncio.run(Tab(lang=lang).ask(method, path, body))
    assert status == answer.status_code or not answer.is_success
    if answer.headers["content-type"].startswith("application/json"):
        assert told == answer.json()
        return told
    assert told == answer.text
    return told


def record_of(game, seats=2):
    """Return a game at random, given up if it takes long: hops would take hundreds of moves."""
    rng, referee = Random(5), Referee(SEED)
    match = referee.begin(take(game), [f"Player {n + 1}" for n in range(seats)], began=0)
    while match.outcome is None:
        if len(match.events) >= LONG:
            match = referee.resign(match, 0, at=0)
        else:
            move = rng.choice(match.position.moves())
            match = referee.play(match, match.to_move, str(move), at=0)
    return Record.of(match, SEED)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_boards_lines_and_pictures(served, game, lang):
    start = take(game).start()
    while not isinstance(start.to_move, int):
        start = start.after(start.moves()[0])
    move = str(start.moves()[0])
    query = urlencode({"position": str(start), "move": move})
    same(served, "GET", f"/api/games/{game}/board?seats=2&seat=0&hand=false", lang=lang)
    same(served, "GET", f"/api/games/{game}/line?{query}", lang=lang)
    same(served, "GET", f"/api/games/{game}/line?{urlencode({'position': 'nonsense'})}", lang=lang)
    same(served, "GET", f"/api/games/{game}/picture.svg?{query}", lang=lang)
    body = {"position": str(start), "moves": [move], "tries": []}
    same(served, "POST", f"/api/games/{game}/moment", body, lang=lang)
    same(served, "POST", f"/api/games/{game}/setup", {"position": str(start)}, lang=lang)
    same(served, "POST", f"/api/games/{game}/setup", {"position": "nonsense"}, lang=lang)
    same(served, "POST", f"/api/games/{game}/setup", {"empty": True}, lang=lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", [game for game in GAMES if lesson(take(game), "en")])
def test_first_games(served, game, lang):
    for task in lesson(take(game), lang).tasks[:3]:
        address = f"/api/games/{game}/lesson/{task.number}"
        query = urlencode({"move": task.answer(take(game))})
        assert same(served, "GET", f"{address}?{query}", lang=lang)["right"]
        same(served, "GET", f"{address}/preview?{query}", lang=lang)
        same(served, "GET", f"{address}?move=nonsense", lang=lang)


@pytest.mark.parametrize("game", GAMES)
def test_records_that_are_brought(served, game):
    record = record_of(game)
    for text in (to_json(record), to_text(record), "nonsense"):
        same(served, "POST", "/api/replay", {"record": text}, lang="fr")


@pytest.mark.parametrize("game", GAMES)
def test_trees(served, game):
    record = record_of(game)
    seen = same(served, "POST", "/api/tree", {"record": to_json(record)}, lang="fr")
    nodes = [
        {
            "chance": node["seat"] is None and node["parent"] is not None,
            **{name: node[name] for name in ("parent", "move", "sign", "comment", "marks")},
        }
        for node in seen["nodes"]
    ]
    body = {"record": to_json(record), "nodes": nodes}
    assert same(served, "POST", f"/api/games/{game}/tree", body)["json_form"]


@pytest.mark.parametrize("game", [game for game in GAMES if has_puzzles(take(game))])
def test_puzzles(served, game):
    puzzle = shipped(take(game))[0]
    address = f"/api/games/{game}/puzzles/{puzzle.id}"
    same(served, "GET", address, lang="fr")
    same(served, "GET", f"/api/games/{game}/puzzles/00000000", lang="fr")
    same(served, "GET", f"{address}/picture.svg", lang="fr")
    same(served, "POST", f"{address}/hint", {}, lang="fr")
    shown = same(served, "POST", f"{address}/solution", {}, lang="fr")
    right = shown["solution"]["answer"]
    same(served, "POST", f"{address}/answer", {"made": [], "answer": right}, lang="fr")
    same(served, "POST", f"{address}/answer", {"made": [], "answer": "nonsense"}, lang="fr")
    same(served, "POST", f"{address}/look", {"tries": [], "touches": ["nowhere"]}, lang="fr")


def test_good_moves(served):
    query = urlencode({"position": str(take(GAMES[0]).start())})
    same(served, "GET", f"/api/games/{GAMES[0]}/analysis?{query}", lang="fr")


def test_values_become_the_same_text():
    """All that is told of a table is made of these."""
    asyncio.run(_encoded())


async def _encoded():
    tab = Tab()
    table = await tab.open(GAMES[0], ["me", {"level": 2}], clock="10m+5s~1m")
    socket, _ = await tab.look(table)
    for plain in tab.page.heard[socket]:
        value = heard(plain)
        assert encode(value) == outgoing.encode(value)
        assert json.loads(encode(value)) == plain
