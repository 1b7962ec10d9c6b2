"""The peer plays Tortuga by the rules in Python: the same moves, the same boards, the same ends."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from random import Random

from ludotheque.games import take
from ludotheque.position import perft

ANSWERS = Path(__file__).parents[1] / "peer" / "answers.mjs"
GAME = take("tortuga")
GAMES = 300
DEPTH = 4


def question(position, past=(), tried=()):
    return {
        "board": position.cells,
        "side": position.turn,
        "past": list(past),
        "tried": [str(move) for move in tried],
    }


def answers(questions):
    """Return what the peer answers, one answer a question."""
    asked = "".join(json.dumps(each) + "\n" for each in questions)
    done = subprocess.run(
        [shutil.which("node"), str(ANSWERS)],
        input=asked,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def ended(outcome):
    """Return how the peer says that a game ended."""
    if outcome is None:
        return None
    return {"winner": str(outcome.shares.index(1)), "reason": outcome.reason}


@cache
def random_positions():
    """Return every position of some random games, their ends included."""
    found = []
    for seed in range(GAMES):
        rng, position = Random(seed), GAME.start()
        found.append(position)
        while moves := position.moves():
            position = position.after(rng.choice(moves))
            found.append(position)
    return found


def test_every_move_of_random_games_is_listed_played_and_ended_alike():
    positions = random_positions()
    asked = [question(each, tried=each.moves()) for each in positions]
    for position, answer in zip(positions, answers(asked), strict=True):
        moves = position.moves()
        after = [position.after(move) for move in moves]
        assert answer["legal"] == [str(move) for move in moves], str(position)
        assert answer["played"] == [
            {"board": each.cells, "ended": ended(each.outcome())} for each in after
        ], str(position)
    ends = [position.outcome().reason for position in positions if position.outcome()]
    assert len(ends) == GAMES
    assert {"corner", "stuck"} <= set(ends)


def test_what_is_not_legal_is_refused():
    positions = random_positions()[::7]
    everything = sorted({str(move) for position in positions for move in position.moves()})
    rng, asked = Random(1), []
    for position in positions:
        legal = set(map(str, position.moves()))
        tried = [move for move in rng.sample(everything, 20) if move not in legal]
        asked.append(question(position, tried=tried))
    for answer, each in zip(answers(asked), asked, strict=True):
        assert answer["played"] == [None] * len(each["tried"])


def test_perft_counts_the_same():
    counted, level = [], [GAME.start().cells]
    for depth in range(DEPTH):
        side = "SN"[depth % 2]
        asked = [{"board": board, "side": side, "past": [], "tried": []} for board in level]
        listed = [answer["legal"] for answer in answers(asked)]
        counted.append(sum(map(len, listed)))
        if depth + 1 < DEPTH:
            tried = [dict(each, tried=moves) for each, moves in zip(asked, listed, strict=True)]
            level = [state["board"] for answer in answers(tried) for state in answer["played"]]
    assert counted == [perft(GAME.start(), depth + 1) for depth in range(DEPTH)]


def test_1_end_the_third_time_a_position_comes_up_the_game_is_drawn():
    position = GAME.start()
    move = position.moves()[0]
    after = position.after(move)
    again = after.cells + after.turn
    once, twice = answers(
        [question(position, ["elsewhere", *[again] * times], [move]) for times in (1, 2)]
    )
    assert once["played"][0]["ended"] is None
    assert twice["played"][0]["ended"] == {"draw": True, "reason": "repetition"}
