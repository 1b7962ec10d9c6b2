"""Notes on a record: signs, comments, marks and variations survive both forms and can be played."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.match import (
    from_json,
    from_text,
    redacted,
    replay,
    to_json,
    to_text,
    verify,
    verifying,
)
from ludotheque.match.notes import DEEPEST, MOST_MOVES, NOTHING, SIGNS, Note, Tried
from ludotheque.position import CHANCE
from ludotheque.terminal.replay import pictures
from ludotheque.words import Words
from records import TORTUGA, a_race, a_short_match, kept, refusal
from tables import begin, play

COMMENTS = st.one_of(
    st.just(""),
    st.sampled_from(
        ['Why not "c2"?', "back\\slash", "[a] {b} (c) <d> 1. @2 ..", "Écoute : 🐢", "]"]
    ),
    st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=60),
).map(lambda text: " ".join(text.split()))
SPOTS = st.sampled_from(["d4", "e5", "deck", "0"])
MARKS = st.lists(st.lists(SPOTS, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple)


@st.composite
def notes_at(draw, position, depth=0):
    """Draw a note on *position*, whose variations can be played."""
    count = draw(st.integers(0, 2)) if depth < 2 and position.moves() else 0
    lines = tuple(draw(variations(position, depth + 1)) for _ in range(count))
    return Note(draw(COMMENTS), draw(MARKS), lines, draw(st.sampled_from(["", *SIGNS])))


@st.composite
def variations(draw, position, depth):
    line = []
    for _ in range(draw(st.integers(1, 3))):
        if not (moves := position.moves()):
            break
        move = moves[draw(st.integers(0, len(moves) - 1))]
        chance = position.to_move is CHANCE
        position = position.after(move)
        line.append(Tried(str(move), chance, draw(notes_at(position, depth))))
    return tuple(line)


@st.composite
def noted_records(draw):
    record = draw(st.sampled_from([a_short_match(), a_race(), a_race(4)]))
    *_, end = replay(record)
    moments = draw(st.sets(st.integers(0, len(end.plies)), max_size=3))
    notes = [(moment, draw(notes_at(end.positions[moment]))) for moment in sorted(moments)]
    return replace(record, notes=tuple((moment, note) for moment, note in notes if note))


@settings(max_examples=settings().max_examples * 3 // 5)
@given(noted_records())
def test_notes_survive_both_forms_and_can_be_played(record):
    assert from_json(to_json(record)) == record
    assert from_text(to_text(record)).notes == record.notes
    assert from_text(to_text(record)).events[-1].word == record.events[-1].word
    assert verify(record).match == verify(replace(record, notes=())).match


SAID = (
    (0, Note('The "coast" is long.', (("d2", "d3"), ("d7",)))),
    (
        1,
        Note(
            "",
            (),
            (
                (Tried("d6-d5", note=Note("as before", (), ((Tried("c1-c2"),),))), Tried("c1-c2")),
                (Tried("a4-a3"),),
            ),
        ),
    ),
)


def test_the_text_of_notes():
    text = to_text(replace(a_short_match(), notes=SAID))
    assert text.partition("\n\n")[2] == (
        '"The \\"coast\\" is long." <d2 d3> <d7> 1. d2-d3 d6-d5 {ask-takeback 1}\n'
        '{agree-takeback 2} {takeback 1 -> 0} 2. d2-d3 [d6-d5 "as before" [c1-c2] c1-c2]\n'
        "[a4-a3] {resign 2} {1-0 resigned}\n"
    )
    assert from_text(text).notes == SAID


def test_a_note_follows_a_move_that_was_not_taken_back():
    text = to_text(replace(a_short_match(), notes=SAID)).replace("d6-d5 {ask", 'd6-d5 "so" {ask')
    assert "a note follows a move of the line of play" in refusal(from_text, text)


def test_who_reads_only_older_records_is_told_the_version():
    record = replace(a_short_match(), notes=SAID)
    assert json.loads(to_json(record))["version"] == 4
    old = to_text(record).replace('[Version "4"]', '[Version "2"]')
    assert refusal(from_text, old) == "tag Version: records have notes since version 4"


def test_signs_are_written_as_in_pgn_and_have_a_version_of_their_own():
    tried = (Tried("d6-d5", note=Note(sign="??")), Tried("c1-c2", note=Note("so", sign="!?")))
    record = replace(a_short_match(), notes=((1, Note("", (), (tried,), "!")),))
    text = to_text(record)
    assert 'd2-d3 $1 [d6-d5 $4 c1-c2 $5 "so"]' in " ".join(text.split())
    assert from_text(text).notes == record.notes
    assert json.loads(to_json(record))["version"] == 5
    said = "notes have signs since version 5"
    assert refusal(from_text, text.replace('"5"]', '"4"]')) == f"tag Version: {said}"
    older = to_json(record).replace('"version": 5', '"version": 4')
    assert refusal(from_json, older) == f"version: {said}"


def test_what_is_still_being_played_is_shown_without_notes():
    record = replace(kept(play(begin(TORTUGA), "d2-d3")), notes=((1, Note("my plan")),))
    assert redacted(record, 1).notes == ()


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        (((9, Note("late")),), "notes.moments[0].after: the line of play has only 1 moves"),
        (
            ((0, Note("", (), ((Tried("d2-d4"),),))),),
            "notes.moments[0].variations[0][0].move: move “d2-d4” is not legal",
        ),
        (
            ((0, Note("", (), ((Tried("d2-d3", chance=True),),))),),
            "notes.moments[0].variations[0][0]: it is not chance’s turn",
        ),
        (
            ((0, NOTHING), (1, Note("", (), ((Tried("d6-d5", note=SAID[1][1]),),)))),
            "notes.moments[1].variations[0][0].variations[0][0].move: ",
        ),
    ],
)
def test_a_variation_that_cannot_be_played_is_named(notes, said):
    assert refusal(verify, replace(a_short_match(), notes=notes)).startswith(said)


def test_every_move_of_a_variation_is_a_step():
    """All moves that a record tries may stand in one note: others have their turn in between."""
    record = a_short_match()
    noted, bare = (list(verifying(replace(record, notes=notes))) for notes in (SAID, ()))
    assert len(noted) == len(bare) + len(SAID) + 4


def test_a_replay_in_the_terminal_tells_notes_where_they_belong():
    record = replace(a_short_match(), notes=SAID)
    captions = [caption for caption, _ in pictures(list(replay(record)), Words("en"), record.notes)]
    assert captions[0].endswith('is long." <d2 d3> <d7>')
    assert [caption.endswith("[a4-a3]") for caption in captions] == [
        False,
        True,
        False,
        False,
        True,
    ]


def in_text(words):
    """Return the text of the short match with *words* before its first move."""
    text = to_text(replace(a_short_match(), notes=((0, Note("so")),)))
    return text.replace('"so"', words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('"so" "and so"', "is not a comment in quotes"),
        ('"so', "is not a comment in quotes"),
        ("<d4", "is not a comment in quotes, places in angles"),
        ("$1 $2", "the only sign from $1 to $6"),
        ("$7", "the only sign from $1 to $6"),
        ("$12", "the only sign from $1 to $6"),
        ("<>", "note.marks: [[]] are not the names of at most"),
        ("[]", "note.variations[0]: a variation has at least one move"),
        ("[d2-d3", "this variation does not end"),
        ("[d2-d3 {resign 1}]", "is not the text of a move"),
        ("[" * 2_000, "variations are nested too deep"),
        ("[a " * 2_000, "variations are nested too deep"),
        (f"[{'a ' * (MOST_MOVES + 1)}]", "its variations have more than"),
        (f'"{"a" * 2_001}"', "is no comment of one line and at most"),
    ],
)
def test_a_wrong_note_is_refused_in_the_text(words, said):
    assert said in refusal(from_text, in_text(words))


def changed(part):
    """Return the JSON of the short match with *part* as its notes."""
    record = json.loads(to_json(replace(a_short_match(), notes=((0, Note("so")),))))
    record["notes"] = part
    return json.dumps(record)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ([], "notes: [] is not an object"),
        ({}, "notes.moments: this field is missing"),
        ({"moments": [{"comment": "so"}]}, "notes.moments[0].after: null is not a whole number"),
        ({"moments": [{"after": 0}]}, "notes.moments[0]: this note says nothing"),
        ({"moments": [{"after": 0, "mood": "so"}]}, 'notes.moments[0]."mood": there is no'),
        ({"moments": [{"after": 0, "comment": "a  b"}]}, "notes.moments[0].comment: "),
        ({"moments": [{"after": 0, "comment": "a\nb"}]}, "notes.moments[0].comment: "),
        ({"moments": [{"after": 0, "marks": [["a b"]]}]}, "notes.moments[0].marks: "),
        ({"moments": [{"after": 0, "sign": "!!!"}]}, "notes.moments[0].sign: "),
        ({"moments": [{"after": 0, "marks": "d4"}]}, "notes.moments[0].marks: "),
        ({"moments": [{"after": n, "comment": "so"} for n in (1, 1)]}, "notes.moments[1].after: "),
        (
            {"moments": [{"after": 0, "variations": [[{"move": "d2 d3"}]]}]},
            "notes.moments[0].variations[0][0].move: ",
        ),
        ({"moments": [{"after": 0, "comment": "other"}]}, "notes.check: the record was cut"),
    ],
)
def test_a_wrong_note_is_named(part, said):
    assert refusal(from_json, changed(part)).startswith(said)


def test_no_note_is_nested_without_end():
    part = {"comment": "deep"}
    for _ in range(DEEPEST + 1):
        part = {"variations": [[{"move": "d2-d3", **part}]]}
    assert "nested too deep" in refusal(from_json, changed({"moments": [{"after": 0, **part}]}))
