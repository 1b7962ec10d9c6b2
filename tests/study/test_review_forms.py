"""A review as JSON, as a picture, in a notebook, on the screen: the same facts everywhere."""

import json
from dataclasses import replace
from io import StringIO
from random import Random
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

import ludotheque
from ludotheque.engine import Score
from ludotheque.errors import BadRecord, Phrase
from ludotheque.games import Claim, Told, take
from ludotheque.match import Record
from ludotheque.match.numbering import move_number
from ludotheque.study import Label, from_json, graph, review, reviewing, to_json
from ludotheque.study.html_form import to_html
from ludotheque.study.telling import called, line_called, mark_of, score_told, sentences, summary
from ludotheque.terminal.ask import Desk
from ludotheque.terminal.review import graph_rows, reviewed, show_review
from ludotheque.words import Words
from tables import REFEREE, SEED, begin, play, play_on

TORTUGA, RACE = take("tortuga"), take("race")
START = "4/5/6/1N1So2/3S2/5/4 S"
ENGLISH, FRENCH = Words("en"), Words("fr")


def lost():
    """Return the review of two moves: a win is missed, and the one that was allowed is played."""
    return review(Record.of(play(begin(TORTUGA, start=START), "e4-e5", "d2-d1"), SEED), nodes=3_000)


def a_race():
    match = play_on(begin(RACE, 4), Random(5), 12)
    match = match if match.outcome else REFEREE.resign(match, 0, match.now)
    return review(Record.of(match, SEED), nodes=300)


@pytest.fixture(scope="module", params=[lost, a_race], ids=["open", "secret"])
def found(request):
    return request.param()


def test_json_holds_all_of_it(found):
    text = to_json(found)
    assert from_json(text) == found
    plain = json.loads(text)
    assert plain["format"] == "ludotheque-review"
    assert [move["move"] for move in plain["moves"]] == [move.move for move in found.moves]


def test_words_in_a_claim_stay_words_that_can_be_translated():
    told = Told("{colour} and {n}", {"colour": Phrase("red"), "n": 3})
    whole = lost()
    slip = whole.moves[0]
    claim = Claim("kind", (told,), ("a", "b"), instead=True, spots=("d4",))
    changed = type(whole)(
        **{**vars(whole), "moves": (type(slip)(**{**vars(slip), "claims": (claim,)}),)}
    )
    (move,) = from_json(to_json(changed)).moves
    assert move.claims == (claim,)
    assert isinstance(move.claims[0].told[0].facts["colour"], Phrase)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "ludotheque-review", "version": 2}'])
def test_what_is_no_review_is_refused(text):
    with pytest.raises(BadRecord, match="no review"):
        from_json(text)


@pytest.mark.parametrize("words", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_the_graph_is_a_picture_that_is_told_in_words_too(found, words):
    drawn = ET.fromstring(graph(found, words))  # noqa: S314 - our own drawing
    texts = [element.text for element in drawn.iter() if element.text]
    assert summary(found, words) in texts
    players = found.setup.players
    # Where each seat has a curve of its own, its number stands at the end of that, too.
    own = any(None in point.shares for point in found.points)
    for number, player in enumerate(players, 1):
        assert (f"{number} {player}" if own else player) in texts
        assert (str(number) in texts) == own
    slips = [move for move in found.moves if move.label is not None]
    for move in slips:
        played = called(found.setup, move, move.move, words)
        number = move_number(move.turn, move.seat, len(players))
        assert any(f"{number} {played}" in text for text in texts)
    assert "prefers-color-scheme" in graph(found, words)


def test_a_notebook_shows_graph_accuracies_and_mistakes(found):
    shown = found._repr_html_()
    assert "<svg" in shown
    assert "<script" not in shown
    assert ludotheque.review is review
    for player in found.setup.players:
        assert player in shown


def test_a_name_is_no_markup():
    match = REFEREE.begin(TORTUGA, ["<b>", "&"], began=0)
    found = review(Record.of(play(match, "d2-d3"), SEED), nodes=200)
    assert "<b>" not in found._repr_html_()
    ET.fromstring(graph(found))  # noqa: S314 - our own drawing


@pytest.mark.parametrize(
    ("score", "english", "french"),
    [
        (Score(0.624), "62%", "62\u00a0%"),
        (Score.win(1), "won in 1", "gagné en 1"),
        (Score.win(3), "won in 2", "gagné en 2"),
        (Score.loss(2), "lost in 1", "perdu en 1"),
        (Score.loss(0), "lost", "perdu"),
        (Score.win(0), "won", "gagné"),
    ],
)
def test_a_certain_end_is_told_in_the_winners_moves(score, english, french):
    assert (score_told(score, ENGLISH), score_told(score, FRENCH)) == (english, french)


def test_a_blunder_is_told_in_both_languages():
    found = lost()
    slip, winner = found.moves
    assert sentences(found.setup, slip, ENGLISH) == [
        "Blunder.",
        "d4~d6 was better.",
        "The move played allows a win at once: d2-d1.",
        "There was a win in 2 moves at most, beginning with d4~d6.",
    ]
    assert sentences(found.setup, slip, FRENCH)[0] == "Gaffe."
    assert (mark_of(slip), mark_of(winner)) == ("??", "")


@pytest.mark.parametrize(
    ("words", "played", "was_better"),
    [
        (ENGLISH, "rainbow \N{MINUS SIGN} on green", "rainbow + on red was better."),
        (FRENCH, "arc-en-ciel \N{MINUS SIGN} sur vert", "arc-en-ciel + sur rouge était meilleur."),
    ],
    ids=["en", "fr"],
)
def test_moves_in_sentences_are_called_as_in_lists_of_moves(words, played, was_better):
    """Whoever plays with cards does not read `*-:g`."""
    match = begin(RACE, 2, start="./p/./gb/y/r/./././. 1 pg *-,*+,b-,^+,p-|g+,b+,y-,p++,*- -")
    match = REFEREE.resign(play(match, "*-:g"), 0, match.now)
    found = review(Record.of(match, SEED), nodes=300)
    (judged,) = found.moves
    slip = replace(
        judged, label=Label.BLUNDER, lines=(replace(judged.lines[0], moves=("*+:r",)),), claims=()
    )
    found = replace(found, moves=(slip,), turning_points=(slip.number,))
    assert sentences(found.setup, slip, words)[1] == was_better
    assert was_better.startswith(*line_called(found.setup, slip, ("*+:r",), words))
    console = Console(width=100, record=True, file=StringIO())
    show_review(Desk(console, words), found, every_move=True)
    shown = console.export_text()
    for told in (summary(found, words), graph(found, words), to_html(found, words), shown):
        assert played in told
    assert "*+" not in shown


def test_as_many_moves_of_a_line_are_shown_as_a_claim_rests_on():
    found = lost()
    slip, last = found.moves
    line = ("d2-d3", "d6-d5", "c2-c3", "c5-c4", "e2-e3", "e5-e4", "c1-c2", "c6-c5")
    slip = replace(
        slip,
        before=str(TORTUGA.start()),
        move=line[0],
        lines=(replace(slip.lines[0], moves=line),),
        answer=line[1:],
        claims=(),
    )
    told = Claim("any", (Told("", {}),), line[:7], instead=True)

    def shown(*claims):
        console = Console(width=200, file=StringIO())
        whole = replace(found, moves=(replace(slip, claims=claims), last))
        show_review(Desk(console, ENGLISH), whole, every_move=False)
        rows = (row.strip().split(": ") for row in console.file.getvalue().splitlines())
        return [row[1] for row in rows if row[0] in {"Better", "Played"}]

    six, seven, eight = (" ".join(line[:n]) for n in (6, 7, 8))
    assert shown() == [f"{six} …", f"{six} …"]
    assert shown(told) == [f"{seven} …", f"{six} …"]
    assert shown(told._replace(line=line[1:], instead=False)) == [f"{six} …", eight]
    for own in ({"instead": False}, {"line": (*line[:6], "d3-d4")}):
        assert shown(told._replace(**own)) == [f"{six} …", f"{six} …"], "it has a line of its own"


def test_the_moves_of_a_line_are_called_as_in_lists_of_moves():
    hops = take("hops")
    before = "......./.r4b1..../b1..b2b2.r1/...b3.r4./...r3..b1/..r2r1.../....... b"
    judged = replace(lost().moves[0], before=before)
    line = ("C1*A3*C3=2*E5=3*E3=4-F2", "C7*E5*G3=2*E3=3*E5=4-D5")
    setup = begin(hops).setup
    assert line_called(setup, judged, line, ENGLISH) == ("C1…F2=4", "C7…D5=4")
    cut = (line[0], "nonsense", line[1])
    assert line_called(setup, judged, cut, ENGLISH) == ("C1…F2=4", *cut[1:])


@pytest.mark.parametrize("width", [20, 100])
def test_the_screen_shows_it_at_any_width(found, width):
    console = Console(width=width, record=True, file=StringIO())
    show_review(Desk(console, ENGLISH), found, every_move=True)
    text = " ".join(console.export_text().split())  # however it is wrapped
    for move in found.moves:
        assert called(found.setup, move, move.move, ENGLISH) in text
    assert all(len(row) <= width for row in graph_rows(found, width))


def test_sentences_are_broken_between_words_where_there_is_a_screen():
    found = lost()
    text = " ".join(sentences(found.setup, found.moves[0], ENGLISH))
    screen = Console(width=40, record=True, file=StringIO(), force_terminal=True)
    show_review(Desk(screen, ENGLISH), found, every_move=True)
    shown = screen.export_text().splitlines()
    assert all(len(line) <= 40 for line in shown if line.startswith("     "))
    words = [line.split() for line in shown]
    assert " ".join(word for line in words for word in line).count(" ".join(text.split())) == 1
    piped = Console(width=40, file=StringIO())
    show_review(Desk(piped, ENGLISH), found, every_move=True)
    assert f"\n     {text}\n" in piped.file.getvalue(), "programs get one line"


def test_a_notebook_numbers_moves_by_rounds_as_the_graph_does():
    found = lost()
    slip, last = found.moves
    both = replace(found, moves=(slip, replace(last, label=Label.MISTAKE)))
    told = to_html(both, ENGLISH)
    assert f"<strong>1. {found.setup.players[0]}: " in told
    assert f"<strong>1… {found.setup.players[1]}: " in told


def test_marks_stand_below_the_moves_that_they_are_about():
    *_, marks = graph_rows(lost(), 80)
    assert marks.plain.strip() == "!"
    assert lost().moves[0].label is Label.BLUNDER


def test_ctrl_c_shows_what_is_known_so_far(monkeypatch):
    record = Record.of(play_on(begin(TORTUGA), Random(1), 8), SEED)

    def interrupted(*args, **how):
        for known in reviewing(*args, **how):
            if len(known.moves) == 3:
                raise KeyboardInterrupt
            yield known

    monkeypatch.setattr("ludotheque.terminal.review.reviewing", interrupted)
    console = Console(width=100, record=True, file=StringIO())
    desk = Desk(console, ENGLISH)
    found = reviewed(desk, record, nodes=200, threads=1)
    assert [move.turn for move in found.moves] == [7, 8]
    assert not found.complete
    show_review(desk, found, every_move=True)
    assert "Stopped early: moves 4 to 4… were looked at." in console.export_text()


def test_ctrl_c_before_anything_is_known_leaves_nothing(monkeypatch):
    def interrupted(*_args, **_how):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("ludotheque.terminal.review.reviewing", interrupted)
    desk = Desk(Console(file=StringIO()), ENGLISH)
    assert (
        reviewed(desk, Record.of(play(begin(TORTUGA), "d2-d3"), SEED), nodes=1, threads=1) is None
    )
