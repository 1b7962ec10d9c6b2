"""UGI: what the house answers as an engine, and how it gets along with other engines."""

import sys
from io import StringIO
from itertools import islice
from random import Random

import pytest

from ludotheque.engine import Limits, Score
from ludotheque.errors import LudothequeError
from ludotheque.games import shelf, take
from ludotheque.match import Referee
from ludotheque.position import play
from ludotheque.ugi import Engine, EngineFault, Server
from ludotheque.ugi.dialect import TEXT, Listener, position_line, read_go, score_words
from waiting import PATIENCE

GAMES = list(shelf().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)

OWN = f"{sys.executable} -m ludotheque ugi"
SCRIPT = """
import os, sys, time
def say(text): print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": {ugi}
    elif word == "isready": {ready}
    elif word == "go": {go}
"""


@pytest.fixture
def engine(tmp_path):
    """Return a function that starts an engine which answers as its arguments say."""
    started = []

    def start(ugi='say("ugiok")', ready='say("readyok")', go='say("bestmove x")', **terms):
        file = tmp_path / "engine.py"
        file.write_text(SCRIPT.format(ugi=ugi, ready=ready, go=go))
        started.append(
            Engine(
                f"{sys.executable} {file}",
                take("tortuga"),
                2,
                {},
                **{"grace": PATIENCE, "patience": PATIENCE, **terms},
            )
        )
        return started[-1]

    yield start
    for one in started:
        one.close()


def talk(*lines, game="tortuga"):
    """Return what the house answers to *lines*; it may think until the last is read."""
    said = []
    Server(take(game), said.append).serve(lines)
    return said


def random_match(game, seed, seats=None, options=None):
    """Yield the moments of a random match at which a seat is to move."""
    referee, rng = Referee(f"{seed:064x}"), Random(seed)
    names = "ABCDE"[: seats or game.seats[0]]
    match = referee.begin(game, names, began=0, options=options or {})
    while isinstance(match.to_move, int):
        yield match
        move = rng.choice(match.position.moves())
        match = referee.play(match, match.to_move, str(move), at=0)


# What is told of a position.


@every_game
def test_a_view_round_trips_through_its_text(game):
    options = {name: values[-1] for name, values in game.options.items()}
    for chosen in ({}, options):
        for match in islice(random_match(game, 1, game.seats[-1], chosen), 60):
            for seat in match.seats:
                view = match.seen_by(seat)
                assert game.view(str(view), seat, **chosen) == view


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rgbyp/././././././././. 1 r# r+,r+,g-,*+,^+|#,#,#,#,#,# -", "6 cards"),
        ("rgbyp/././././././././. 1 r#g r+|# -", "3 tiles for 2 hands"),
        ("rgbyp/././././././././. 1 rr r+|# -", "dealt twice"),
        ("rgbyp/././././././././. 1 #x r+|# -", "tile 2 is “x”"),
        ("rgbyp/././././././././. 1 ## ?|# -", "still to be dealt"),
    ],
)
def test_a_view_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(LudothequeError, match=complaint):
        take("race").view(text, 0)
    with pytest.raises(LudothequeError):
        take("race").position("rgbyp/././././././././. 1 r# r+|# -")


def test_more_cards_than_there_are_cannot_lie_face_down():
    names = ("r", "g", "b", "y", "p")
    gone = [card for c in names for card in [f"{c}++", *[f"{c}+"] * 5, *[f"{c}-"] * 2]]
    gone += ["*+"] * 5 + ["*-"] * 2
    text = f"rgbyp/././././././././. 1 r# ^+|{{}} {','.join(gone)}"
    take("race").view(text.format("#,#,#,#"), 0)
    with pytest.raises(LudothequeError, match="6 cards in hand, but the discards leave only 5"):
        take("race").view(text.format("#,#,#,#,#"), 0)


@every_game
def test_an_engine_is_told_what_its_seat_has_seen_and_nothing_else(game):
    seats = game.seats[-1]
    listener = Listener(game, seats, {})
    for number, match in enumerate(islice(random_match(game, 2, seats), 60)):
        if number % 7 == 0:
            listener = Listener(game, seats, {})
        seat = match.to_move
        view, past = match.seen_by(seat), match.past(seat)
        line = position_line(game, seats, {}, view, past)
        told = listener.moment(line.split()[1:])
        assert (told.to_move, told.view, told.outcome) == (seat, view, None)
        assert [(s.seat, str(s.move), s.before) for s in told.past] == [
            (s.seat, str(s.move), s.before) for s in past
        ]
        hidden = game.read_view is not None
        begins = f"{TEXT} {match.position}" in line
        assert begins is (not hidden and not past and view != game.start())


def test_the_start_is_called_so_and_another_beginning_by_its_text():
    game = take("tortuga")
    assert position_line(game, 2, {}, game.start(), ()) == "position startpos"
    coast = game.start(start="coast")
    assert position_line(game, 2, {"start": "coast"}, coast, ()) == "position startpos"
    assert position_line(game, 2, {}, coast, ()) == f"position fen {coast}"


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("movetime 500", Limits(seconds=0.5)),
        ("nodes 10 depth 3", Limits(nodes=10, depth=3)),
        ("infinite", Limits()),
        ("", Limits()),
        ("p1time 60000 p2time 9000 p1inc 0 p2inc 0", Limits(seconds=0.3)),
        ("p2time 9000 movetime 100", Limits(seconds=0.1)),
        ("movetime 0", Limits(seconds=0.001)),
    ],
)
def test_limits_are_those_of_the_seat_to_move(words, limits):
    assert read_go(words.split(), 1) == limits


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(0.5), "cp 0"),
        (Score(0.75), "cp 100"),
        (Score(0.25), "cp -100"),
        (Score.win(4), "mate 4"),
        (Score.loss(3), "mate -3"),
    ],
)
def test_scores_are_written_as_other_engines_write_them(score, words):
    assert score_words(score) == words


# The house as an engine.


def test_the_house_introduces_itself():
    said = talk("ugi", "isready")
    assert said[0].startswith("id name ludotheque ")
    games = " ".join(f"var {slug}" for slug in shelf())
    assert f"option name Game type combo default tortuga {games}" in said
    assert said[-2:] == ["ugiok", "readyok"]


def test_queries_tell_whose_turn_it_is_and_how_it_ended():
    over = "S3/5/5S/7/6/5/N3 S"
    assert talk(
        "query p1turn",
        "position startpos moves d2-d3",
        "query p1turn",
        "query seat",
        "query gameover",
        "query result",
        f"position fen {over}",
        "query position",
        f"position fen {over} moves c6-d7",
        "query gameover",
        "query result",
        "query moves",
    ) == [
        f"response {answer}"
        for answer in ("true", "false", "2", "false", "none", over, "true", "p1win", "")
    ]


def test_a_line_goes_on_from_the_last_one_or_begins_again():
    def standing(*lines):
        return talk(*(f"position startpos {line}" for line in lines), "query position")

    one = standing("moves d2-d3 d6-d5")
    assert standing("moves d2-d3", "moves d2-d3 d6-d5") == one
    assert standing("moves e2-e3 d6-d5", "moves d2-d3 d6-d5") == one
    assert standing("moves d2-d3 d6-d5 e2-e3", "moves d2-d3 d6-d5") == one


def test_the_third_repetition_is_a_draw_and_several_can_win():
    shuffle = "A1-B2 A3-B3 B2-A1 B3-A3 " * 2
    said = talk(f"position startpos moves {shuffle}", "query gameover", "query result", game="hops")
    assert said == ["response true", "response draw"]
    table = "rgbyp/././././././././. 1 rgb r+|g+|b+ -"
    said = talk(
        "setoption name start value loose", f"position fen {table}", "query seat", game="race"
    )
    assert said == ["response 1"]
    level = "rgb/./././././././yp/. 1 rgb y+|g+|b+ -"
    said = talk(
        "setoption name start value loose",
        f"position fen {level} moves y+",
        "query result",
        game="race",
    )
    assert said == ["response draw"]


@every_game
def test_the_house_plays_whatever_the_game(game):
    match = next(random_match(game, 3))
    line = position_line(game, 2, {}, match.seen_by(0), match.past(0))
    for go in ("go nodes 50", "go depth 2", "go movetime 20", "go p1time 600 p1inc 0"):
        said = talk(line, go, game=game.slug)
        assert said[-1].removeprefix("bestmove ") in map(str, match.position.moves())


def test_stop_ends_a_search_without_limits_and_the_best_move_is_told():
    said = talk(
        "position startpos", "go infinite", "isready", "position startpos", "stop", "isready"
    )
    assert said.count("readyok") == 2, "once while it thinks"
    assert [line.split()[0] for line in said[-2:]] == ["bestmove", "readyok"]
    assert sum("has to wait" in line for line in said) == 1


def test_a_win_is_told_in_plies_and_a_player_can_be_chosen():
    said = talk("position fen S3/5/5S/7/6/5/N3 S", "go depth 3")
    assert "score mate 1 " in said[0]
    assert said[-1] == "bestmove c6-d7"
    said = talk("setoption name Player value random", "setoption name Seed value 3", "go")
    assert [line.split()[0] for line in said] == ["bestmove"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "no command “hello”"),
        ("position", "expected startpos"),
        ("position e4", "fen or moves, not “e4”"),
        ("position startpos moves d2-d9", "d9"),
        ("position fen 4/5 S", "2 columns"),
        ("position fen S3/5/5S/7/6/5/N3 S moves c6-d7 a4-a3", "over before the move “a4-a3”"),
        ("go depth x", "“depth” needs a whole number"),
        ("query weather", "“weather” is not one of"),
        ("setoption Game tortuga", "expected name"),
        ("setoption name Game value chess", "no game “chess”"),
        ("setoption name Seats value 3", "players, not 3"),
        ("setoption name Threads value 0", "from 1 to 256"),
        ("setoption name Player value human", "not a computer"),
        ("setoption name Player value level:99", "cannot sit down"),
        ("setoption name start value moon", "“moon”"),
        ("setoption name lights value on", "“lights”"),
    ],
)
def test_what_cannot_be_understood_is_told_and_changes_nothing(line, complaint):
    said = talk("position startpos moves d2-d3", line, "query p1turn")
    assert said[0].startswith("info string ")
    assert complaint in said[0]
    assert said[1:] == ["response false"]


def test_nobody_thinks_for_chance_or_after_the_end():
    assert talk("position startpos", "go nodes 1", game="race") == ["bestmove (none)"]
    over = "position fen S3/5/5S/7/6/5/N3 S moves c6-d7"
    assert talk(over, "go nodes 1", "stop", "go") == ["bestmove (none)"] * 2


@pytest.mark.parametrize(
    ("slug", "before", "last"),
    [
        ("tortuga", "S3/5/5S/7/6/5/N3 S", "c6-d7"),
        ("race", "././././././././rgbyp/. 1 rg p+,r+,r+,g+,g+|y+,y+,y+,b+,b+ -", "p+"),
    ],
)
def test_a_game_that_is_over_can_be_told_as_a_position_and_asked_about(slug, before, last):
    over = play(take(slug).position(before), last)
    asked = ("query gameover", "query result", "query seat", "query moves", "query position", "go")
    gameover, result, *rest = talk(f"position fen {over}", *asked, game=slug)
    assert gameover == "response true"
    assert result == talk(f"position fen {before} moves {last}", asked[1], game=slug)[0]
    assert rest == ["response none", "response ", f"response {over}", "bestmove (none)"]
    (refused,) = talk(f"position fen {over} moves {last}", game=slug)
    assert refused == f"info string the game is over before the move “{last}”"


# Other engines.


@pytest.mark.parametrize(("slug", "seats"), [("hops", 2), ("race", 3), ("tortuga", 2)])
def test_the_house_plays_against_itself_through_the_protocol(slug, seats):
    game = take(slug)
    options = {name: values[-1] for name, values in game.options.items()}
    engine = Engine(OWN, game, seats, options, patience=PATIENCE, grace=PATIENCE)
    try:
        for seed in range(2):
            engine.begin(seed)
            for count, match in enumerate(random_match(game, seed, seats, options)):
                seat = match.to_move
                move = engine.choose(match.seen_by(seat), match.past(seat), 0.001)
                assert move in map(str, match.position.moves())
                if count > 10:
                    break
    finally:
        engine.close()


def test_an_engine_that_says_more_than_it_must_is_understood(engine):
    chatty = engine(
        ugi='say("hello"); say("option name Hash type spin"); say("ugiok")',
        go='say("info depth 1"); say(""); say("bestmove d2-d3 ponder d6-d5")',
    )
    assert chatty.choose(take("tortuga").start(), (), 0.1) == "d2-d3"


@pytest.mark.parametrize(
    ("go", "kind", "why"),
    [
        ("sys.exit('boom')", "crash", "exit code 1: boom"),
        ("time.sleep(1000)", "time", "no answer in time"),
        ("say('bestmove')", "protocol", "bestmove without a move"),
        ("os.close(1); time.sleep(1000)", "crash", "exit code None"),
    ],
)
def test_an_engine_that_fails_is_found_out_in_time(engine, go, kind, why):
    failing = engine(go=go, grace=0 if kind == "time" else PATIENCE)
    with pytest.raises(EngineFault) as raised:
        failing.choose(take("tortuga").start(), (), 0.01)
    assert (raised.value.kind, raised.value.why) == (kind, why)


def test_an_engine_that_talks_without_end_is_found_out_in_time(engine):
    endless = engine(go="\n      while True: say('info string still thinking')", grace=0)
    with pytest.raises(EngineFault, match="no answer in time"):
        endless.choose(take("tortuga").start(), (), 0.01)


@pytest.mark.parametrize("ugi", ["pass", "sys.exit(3)"])
def test_a_program_that_does_not_speak_ugi_is_found_out(engine, ugi):
    with pytest.raises(EngineFault):
        engine(ugi=ugi, patience=0.1)


def test_an_engine_that_listens_no_more_holds_up_nobody(engine):
    deaf = engine(ready='say("readyok"); sys.stdin = []; time.sleep(1000)', grace=0)
    *_, match = random_match(take("tortuga"), 1)
    long = match.past(0) * 2000  # more than a pipe holds
    with pytest.raises(EngineFault, match="no answer in time"):
        deaf.choose(take("tortuga").start(), long, 0.01)


def test_options_that_an_engine_does_not_have_are_refused(tmp_path):
    file = tmp_path / "engine.py"
    file.write_text(SCRIPT.format(ugi='say("ugiok")', ready='say("readyok")', go="pass"))
    with pytest.raises(EngineFault, match="no option start"):
        Engine(f"{sys.executable} {file}", take("tortuga"), 2, {"start": "coast"})


def test_a_house_spoken_to_in_its_own_process_reads_lines_of_any_stream():
    said = []
    Server(take("tortuga"), said.append).serve(StringIO("isready\n\nquit\nisready\n"))
    assert said == ["readyok"]
