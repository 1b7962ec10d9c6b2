"""The commands as people type them: what they print, what they refuse, and the exit code."""

import json
import os
import subprocess
from tempfile import TemporaryFile

import pytest

import forked
from ludotheque.games import shelf

SEED = "5eed" * 16


def ludotheque(*words, stdin="", env=None, cwd=None):
    """Run a command in a process of its own, as a person would, and return it when done."""
    with TemporaryFile() as typed, TemporaryFile() as out, TemporaryFile() as err:
        typed.write(stdin.encode())
        typed.seek(0)
        env = {**os.environ, "LANGUAGE": "en", "COLUMNS": "100", **(env or {})}
        done = forked.begin(words, streams=(typed, out, err), env=env, cwd=cwd)
        return subprocess.CompletedProcess(words, done.wait(), *map(written, (out, err)))


def written(file):
    """Return all that was written to a file, by whomever."""
    file.seek(0)
    return file.read().decode()


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Return a finished record of each game, played by computers."""
    folder = tmp_path_factory.mktemp("records")
    for slug in shelf():
        file = folder / f"{slug}.json"
        seats = ("--seats", "level:2,random", "--limit", "60", "--seed", SEED, "--save", str(file))
        done = ludotheque("play", slug, *seats)
        assert done.returncode == 0, done.stderr
    return folder


def assert_refused(done, *complaints):
    """Assert exit code 2 and one line on stderr that says what is wrong."""
    assert done.returncode == 2, done.stdout
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("ludotheque: ")
    for complaint in complaints:
        assert complaint in done.stderr


@pytest.mark.parametrize(
    ("words", "complaints"),
    [
        (["play", "chess"], ["“chess”", "it holds"]),
        (["rules", "tortoga"], ["did you mean “tortuga”"]),
        (["play", "tortuga", "--seats", "human"], ["tortuga", "players, not 1"]),
        (["play", "race", "--seats", ",".join(["random"] * 6)], ["2 to 5 players, not 6"]),
        (["play", "tortuga", "--seats", "human,robot"], ["“robot” cannot sit down"]),
        (["play", "tortuga", "--first-to", "0"], ["a series to 0 points would have no games"]),
        (["play", "tortuga", "-o", "start=moon"], ["“moon”", "camp, coast"]),
        (["play", "tortuga", "-o", "colour=red"], ["no option “colour”"]),
        (["play", "tortuga", "-o", "start"], ["NAME=VALUE"]),
        (["play", "tortuga", "--clock", "soon"], ["clock “soon”"]),
        (["play", "tortuga", "--seed", "abc"], ["64 digits"]),
        (["play", "tortuga", "--limit", "0"], ["between 1 and"]),
        (["play", "tortuga", "-p", "4/5/6/6S/6/5/4 N"], ["already over"]),
        (["play", "tortuga", "--names", "A,B,C"], ["3 names"]),
        (["draw", "tortuga", "-p", "4/5 S"], ["2 columns"]),
        (["draw", "tortuga", "-p", "SSSS/SSSSS/SSSSSS/SS5/6/5/4 S"], ["17 turtles"]),
        (
            [
                "draw",
                "hops",
                "-p",
                "r1r1r1r1r1r1r1/......./......./......./......./......./....... r",
            ],
            ["red"],
        ),
        (["draw", "race", "-p", "rgbyp/./././././././././. 1 rb r+,r+,r+,r+,r+|r+ -"], ["r+"]),
        (["perft", "race", "2", "--seats", "6"], ["players, not 6"]),
        (["perft", "tortuga", "0", "--divide"], ["--divide needs a first move"]),
        (["replay", "no-such-file.json"], ["no-such-file.json"]),
        (["verify", "no-such-file.json"], ["no-such-file.json"]),
        (["review", "no-such-file.json"], ["no-such-file.json"]),
        (["--lang", "xx", "shelf"], ["“xx”", "en, fr"]),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(words, complaints):
    assert_refused(ludotheque(*words), *complaints)


def test_what_is_missing_or_unknown_on_the_command_line_has_exit_code_2_too():
    for words in (
        ["play"],
        ["dance"],
        ["perft", "tortuga", "deep"],
        ["perft", "hops", "51"],
        ["shelf", "-c"],
    ):
        done = ludotheque(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_the_shelf_shows_every_game_in_both_languages():
    english, french = ludotheque("shelf").stdout, ludotheque("shelf", "--lang", "fr").stdout
    for slug in shelf():
        assert slug in english
        assert slug in french
    assert "La course des tortues" in french
    assert "The turtle race" in english


def test_the_language_comes_from_the_locale_unless_it_is_said():
    locale = {"LANGUAGE": "", "LC_ALL": "fr_FR.UTF-8"}
    assert "joueurs" in ludotheque("shelf", env=locale).stdout
    assert "players" in ludotheque("--lang=en", "shelf", env=locale).stdout
    assert (
        "Règles" in ludotheque("--help", env=locale).stdout
        or "règles" in ludotheque("--help", env=locale).stdout
    )


@pytest.mark.parametrize("slug", list(shelf()))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_are_printed_with_their_figures(slug, lang):
    done = ludotheque("rules", slug, "--lang", lang)
    assert done.returncode == 0
    assert "Figure 1." in done.stdout
    assert "position:" not in done.stdout


@pytest.mark.parametrize("slug", list(shelf()))
def test_a_position_is_drawn_as_text_and_as_svg(slug, tmp_path):
    game = shelf()[slug]
    assert str(game.start()) in ludotheque("draw", slug).stdout
    ludotheque("draw", slug, "--output", str(tmp_path / "start.svg"))
    assert (tmp_path / "start.svg").read_text("utf-8").startswith("<svg")
    assert ludotheque("draw", slug, "--output", "-").stdout.startswith("<svg")


@pytest.mark.parametrize("slug", list(shelf()))
def test_a_saved_game_is_replayed_and_verified(slug, records, tmp_path):
    file = str(records / f"{slug}.json")
    done = ludotheque("verify", file)
    assert done.returncode == 0, done.stderr
    assert ": correct." in done.stdout
    assert ludotheque("replay", file).returncode == 0
    ludotheque("replay", file, "--svg", str(tmp_path))
    assert (tmp_path / "000.svg").exists()


@pytest.mark.parametrize("slug", list(shelf()))
def test_a_saved_game_is_reviewed_in_words_as_json_and_as_a_picture(slug, records, tmp_path):
    file, picture = str(records / f"{slug}.json"), tmp_path / "graph.svg"
    few = ("--nodes", "100")
    told = ludotheque("review", file, *few, "--all", "--lang", "fr")
    assert (told.returncode, told.stderr) == (0, "")
    assert "Précision" in told.stdout
    written = ludotheque("review", file, *few, "--json", "--svg", str(picture))
    moves = json.loads((records / f"{slug}.json").read_text("utf-8"))["events"]
    reviewed = json.loads(written.stdout)
    assert len(reviewed["moves"]) == sum(event["type"] == "move" for event in moves)
    assert picture.read_text("utf-8").startswith("<svg")


def test_luck_is_drawn_where_there_is_any(records, tmp_path):
    picture, few = tmp_path / "luck.svg", ("--nodes", "100")
    done = ludotheque("review", str(records / "race.json"), *few, "--luck", str(picture))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert picture.read_text("utf-8").startswith("<svg")
    done = ludotheque("review", str(records / "hops.json"), "--luck", str(tmp_path / "none.svg"))
    assert_refused(done, "nothing is left to chance in hops")
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize("slug", list(shelf()))
def test_the_same_seed_and_players_give_the_same_game(slug, records, tmp_path):
    again = tmp_path / "again.txt"
    seats = ("--seats", "level:2,random", "--limit", "60", "--seed", SEED, "--save", str(again))
    ludotheque("play", slug, *seats)
    first = json.loads((records / f"{slug}.json").read_text("utf-8"))
    text = again.read_text("utf-8")
    assert all(e["move"] in text for e in first["events"] if e["type"] == "move")
    assert ludotheque("verify", str(again)).returncode == 0


def test_a_file_of_several_games_is_verified_and_each_is_replayed_and_reviewed(records, tmp_path):
    games = [(records / f"{slug}.json").read_text("utf-8") for slug in shelf()]
    file = tmp_path / "games.json"
    file.write_text("".join(games), "utf-8")
    done = ludotheque("verify", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{file}: {len(games)} games, all correct." in done.stdout.replace("\n", " ")
    for number, game in enumerate(shelf().values(), 1):
        shown = ludotheque("replay", str(file), "--game", str(number))
        assert shown.stdout.startswith(f"{game.title}: ")
    first, *_ = shelf().values()
    told = ludotheque("review", str(file), "--nodes", "100")
    assert "--game 2 shows the next" in told.stdout.replace("\n", " ")
    assert first.title in told.stdout
    told = ludotheque("review", str(file), "--nodes", "100", "--json")
    assert json.loads(told.stdout)
    assert_refused(ludotheque("replay", str(file), "--game", "9"), "there is no game 9", "is 3")


def test_wrong_games_among_others_are_named_by_number(records, tmp_path):
    good = (records / "race.json").read_text("utf-8")
    file = tmp_path / "games.json"
    file.write_text(good + good.replace('"seat": 1', '"seat": 0', 1) + good, "utf-8")
    done = ludotheque("verify", str(file))
    assert_refused(done, "games.json: 1 of 3 games are wrong")
    line = good.count("\n") + 1
    assert f"games.json, game 2 (line {line}): " in done.stdout.replace("\n", " ")
    (tmp_path / "none.txt").write_text("")
    for command in ("verify", "replay", "review"):
        assert_refused(ludotheque(command, str(tmp_path / "none.txt")), "no record in this file")


def test_a_cut_or_edited_record_is_refused_and_the_place_named(records, tmp_path):
    text = (records / "race.json").read_text("utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text(text[: len(text) // 2], "utf-8")
    assert_refused(ludotheque("verify", str(broken)), "line", "column")
    record = json.loads(text)
    record["events"].pop(20)
    broken.write_text(json.dumps(record), "utf-8")
    assert_refused(ludotheque("replay", str(broken)), "events[20]")
    broken.write_bytes(b"\xff\xfe\x00")
    assert_refused(ludotheque("verify", str(broken)), "broken.json")


def test_a_person_plays_by_number_by_text_and_by_narrowing():
    stdin = "d2-d3\nd1\n1\nd9-d8\nhelp\nposition\nhint\nquit\n"
    done = ludotheque("play", "tortuga", "--seats", "human,random", "--seed", SEED, stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert "Player 1 · South (red): d2-d3" in done.stdout
    assert "move “d9-d8”" in done.stdout
    assert "take back the last move" in done.stdout
    assert "The computer would play" in done.stdout


def test_an_illegal_move_is_explained_and_nothing_changes(tmp_path):
    file = tmp_path / "game.json"
    start = ("-p", "4/5/6/2SN3/6/4N/S3 S", "--save", str(file))
    done = ludotheque("play", "tortuga", "--seats", "human,human", *start, stdin="g1-g2\nquit\n")
    assert "you can hop over a foe, so you must" in done.stdout
    assert json.loads(file.read_text("utf-8"))["events"] == []


def test_hot_seat_hides_the_hand_before_the_screen_is_passed_on():
    done = ludotheque("play", "race", "--seats", "human,human", "--seed", SEED, stdin="\n1\n\n")
    screens = done.stdout.split("Pass the screen to")
    assert len(screens) == 3
    assert screens[0].strip() == ""
    assert "to move" in screens[1]
    assert "Player 1 · " in screens[2], "what was played while one was not looking is told"


def test_two_people_undo_agree_on_a_draw_and_resign():
    seats = ("--seats", "human,human", "--names", "Ana,Ben")
    undone = ludotheque("play", "tortuga", *seats, stdin="d2-d3\nundo\ny\nquit\n")
    assert undone.stdout.count("Ana · South (red) to move.") == 2
    drawn = ludotheque("play", "tortuga", *seats, stdin="draw\ny\n")
    assert "A draw: the players have agreed on a draw." in drawn.stdout
    resigned = ludotheque("play", "tortuga", *seats, stdin="resign\nyes\n")
    assert "Ben · North (blue) wins: a player has resigned." in resigned.stdout


def test_french_commands_work_in_french():
    done = ludotheque(
        "play", "hops", "--seats", "human,human", "--lang", "fr", stdin="aide\nquitter\n"
    )
    assert done.returncode == 0
    assert "abandonner" in done.stdout


def test_a_series_is_played_until_someone_has_the_points():
    done = ludotheque(
        "play", "tortuga", "--seats", "random,random", "--first-to", "2", "--seed", SEED
    )
    assert done.returncode == 0, done.stderr
    assert "Game 1. Random (1) begins." in done.stdout, "the first seat begins the first game"
    assert "The players swap sides: Random (2) begins the next game." in done.stdout
    assert "Game 2. Random (2) begins." in done.stdout


def test_without_a_command_a_passer_by_is_welcomed_and_plays():
    number = list(shelf()).index("tortuga") + 1
    done = ludotheque(stdin=f"{number}\n\n1\n1\nd2-d3\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Which game?" in done.stdout
    assert "Player 1 · South (red): d2-d3" in done.stdout
    assert "See you next time!" in done.stdout
