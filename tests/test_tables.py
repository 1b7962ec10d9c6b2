"""A table is its acts: whatever a host lets happen can be folded again from what the log keeps."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosted import AT, HOST, mover, open_table, opened_and_played, play_on, refolded, terms
from ludotheque.errors import LudothequeError, MatchOver, NotAllowed, NotSeated, NotYourTurn, Stale
from ludotheque.games import shelf, take
from ludotheque.match import Record, from_json, from_text, read_clock, to_json, to_text, verify
from ludotheque.tables import Act, Chair, Deed, Sitter, clean_name, follow
from ludotheque.tables.deeds import Deeds, Done, mark
from ludotheque.tables.shown import act_seen, moves_seen, table_seen

BOB = Sitter("p1", "Bob")


@pytest.mark.parametrize("slug", shelf())
@pytest.mark.parametrize("most", [False, True])
def test_a_table_is_folded_again_from_its_log(slug, most):
    game = take(slug)
    steps = open_table(slug, game.seats[-1 if most else 0], clock=read_clock("10m+5s"))
    steps += play_on(steps[-1].after, Random(slug), AT + 10)
    assert refolded(steps) == steps[-1].after
    table = steps[-1].after
    assert table.status == "over"
    record = Record.of(table.match, HOST.seeds_of(table)[0])
    assert verify(record).match == table.match
    assert [step.act.seq for step in steps] == list(range(1, len(steps) + 1))


def test_the_game_begins_when_the_last_chair_is_taken():
    *_, before, after = open_table("race", 4)
    assert before.after.status == "open"
    assert after.after.status == "playing"
    assert sorted(after.after.seating) == [0, 1, 2, 3]


def test_the_owner_may_begin_with_fewer_and_nobody_else():
    steps = open_table("race", 5)[:3]
    table = steps[-1].after
    with pytest.raises(NotSeated):
        HOST.start(table, Deed("p1", AT + 9))
    begun = HOST.start(table, Deed("p0", AT + 9))
    assert len(begun.after.chairs) == 3
    assert refolded([*steps, begun]) == begun.after


def test_an_invited_chair_opens_to_its_key_only():
    chairs = [Chair(Sitter("p0", "Ann")), Chair(invited=True), Chair()]
    table = HOST.open(Deed("p0", AT), terms("race"), chairs).after
    with pytest.raises(NotAllowed):
        HOST.sit(table, Deed("p1", AT), BOB, chair=1, key=HOST.key_of(2))
    assert HOST.sit(table, Deed("p1", AT), BOB).after.chairs[2].sitter.name == "Bob"
    assert HOST.sit(table, Deed("p1", AT), BOB, key=HOST.key_of(1)).after.chairs[1].sitter


def test_a_move_for_an_older_turn_is_stale():
    table = open_table()[-1].after
    step = play_on(table, Random(1), AT + 10, moves=1)[0]
    move = moves_seen(step.after, step.after.match.to_move)[0]
    with pytest.raises(Stale):
        HOST.play(step.after, Deed(mover(step.after), AT + 20), move, table.turn, seat=None)


def test_who_is_not_seated_or_not_to_move_does_nothing():
    table = open_table()[-1].after
    move = moves_seen(table, 0)[0]
    with pytest.raises(NotSeated):
        HOST.play(table, Deed("stranger", AT + 9), move, table.turn, seat=None)
    other = table.sitter(1).who
    with pytest.raises(NotYourTurn):
        HOST.play(table, Deed(other, AT + 9), move, table.turn, seat=None)
    with pytest.raises(NotSeated):
        HOST.play(table, Deed(other, AT + 9), move, table.turn, seat=0)


def test_a_deed_is_remembered_by_its_key():
    table = open_table()[-1].after
    step = play_on(table, Random(1), AT + 10, moves=1)[0]
    done = step.after.done.get(f"{mover(table)}/0")
    assert (done.seq, done.mark) == (step.act.seq, mark(step.act.deed))


def test_lag_is_forgiven_up_to_a_second_a_move_from_a_bounded_bank():
    table = open_table(clock=read_clock("5m"))[-1].after
    forgiven = {0: [], 1: []}
    while table.playing and len(forgiven[1]) < 15:
        seat = table.match.to_move
        deed = Deed(mover(table), table.now + 2_500)
        move = moves_seen(table, seat)[0]
        step = HOST.play(table, deed, move, table.turn, seat=None, lag=9_999)
        forgiven[seat].append(step.act.lag)
        table = step.after
    assert forgiven[0][:12] == [1_000] * 10 + [0, 0]
    assert table.match.used[0] == sum(2_500 - lag for lag in forgiven[0])


def test_lag_never_dates_a_move_before_the_one_it_answers():
    table = open_table(clock=read_clock("5m"))[-1].after
    deed = Deed(mover(table), table.now + 300)
    step = HOST.play(table, deed, moves_seen(table, 0)[0], table.turn, seat=None, lag=900)
    assert step.act.lag == 300
    assert step.after.match.left(0, step.after.match.now) == 300_000


def test_a_flag_falls_when_time_is_up_and_not_before():
    steps = open_table(clock=read_clock("1m"))
    table = steps[-1].after
    assert table.due == table.match.deadline + 1_000  # a move may be on its way
    with pytest.raises(NotAllowed):
        HOST.flag(table, table.match.deadline - 1)
    step = HOST.flag(table, table.due + 5_000)
    assert step.after.match.outcome.reason == "aborted"
    assert refolded([*steps, step]) == step.after
    table = opened_and_played(clock=read_clock("1m"))
    assert HOST.flag(table, table.due + 5_000).after.match.outcome.reason == "time"


@pytest.mark.parametrize("slug", ["tortuga", "race", "hops"])
@pytest.mark.parametrize("first_to", [1, 3])
def test_a_game_that_ends_before_everyone_has_moved_has_no_result(slug, first_to):
    """Resigning thirty games at move 0 made a rank 1."""
    steps = open_table(slug, first_to=first_to)
    steps += play_on(steps[-1].after, Random(1), AT, moves=1)
    for moves in (0, 1):
        table = steps[1 + moves].after
        for who in ("p0", "p1"):
            step = HOST.resign(table, Deed(who, AT + 99_999), seat=None)
            over = step.after
            assert (over.match.outcome.reason, over.status) == ("aborted", "over")
            assert not over.counts
            assert over.points == ()
            assert over.series.scores == (0, 0)
            assert over.begins.why == "aborted"
            assert refolded([*steps[: 2 + moves], step]) == over
            record = Record.of(over.match, HOST.seeds_of(over)[0])
            assert verify(from_json(to_json(record))).match.outcome == over.match.outcome
            assert verify(from_text(to_text(record))).match.outcome == over.match.outcome
            assert '"version": 3' in to_json(record)
            for one in ("p0", "p1"):
                over = HOST.again(over, Deed(one, AT + 100_000)).after
            assert over.seating == table.seating, "the same one begins again"


def test_once_everyone_has_moved_there_is_a_result_even_if_moves_are_taken_back():
    table = opened_and_played()
    last = table.sitter(1).who
    back = HOST.take_back(table, Deed(last, AT + 99_999), seat=None).after
    assert len(back.match.plies) == 1
    over = HOST.resign(back, Deed(last, AT + 99_999), seat=None).after
    assert over.match.outcome.reason == "resigned"
    assert over.counts


def test_a_game_left_for_good_can_be_claimed_or_finished_by_a_computer():
    table = open_table()[-1].after
    with pytest.raises(NotAllowed):
        HOST.claim(table, Deed("p0", AT + 9), away=False)
    left = HOST.leave(table, Deed("p1", AT + 10)).after
    assert HOST.claim(left, Deed("p0", AT + 11), away=False).after.status == "over"
    taken = HOST.replace(left, Deed("p0", AT + 11), 1, 3, away=False).after
    assert taken.sitter(taken.seating.index(1)).who == "level:3"
    assert not taken.gone


def test_the_result_is_of_those_who_began_the_game():
    table = open_table()[-1].after
    left = HOST.leave(table, Deed("p1", AT + 10)).after
    taken = HOST.replace(left, Deed("p0", AT + 11), 1, 3, away=False).after
    assert set(taken.players) == {"p0", "p1"}
    over = HOST.resign(taken, Deed("p0", AT + 12), seat=None).after
    with pytest.raises(MatchOver):
        HOST.replace(over, Deed("p0", AT + 13), 1, 3, away=True)


def test_the_last_to_leave_a_game_gives_it_up():
    chairs = [Chair(Sitter("p0", "Ann")), Chair(Sitter.level(1))]
    table = HOST.open(Deed("p0", AT), terms("tortuga"), chairs).after
    assert HOST.leave(table, Deed("p0", AT + 5)).after.match.outcome.reason == "aborted"
    own = table.seats_of("p0")[0]
    while not table.match.all_moved:
        move, to_move = moves_seen(table, table.match.to_move)[0], table.match.to_move
        table = (
            HOST.play(table, Deed("p0", AT + 5), move, table.turn, seat=None)
            if to_move == own
            else HOST.move_for_computer(table, AT + 5, move, table.turn)
        ).after
    left = HOST.leave(table, Deed("p0", AT + 5)).after
    assert left.status == "closed"
    assert left.match.outcome.shares[own] == 0


def test_two_computers_of_one_level_do_not_make_a_game_unrated():
    chairs = [Chair(Sitter("p0", "Ann")), Chair(Sitter.level(1)), Chair(Sitter.level(1))]
    assert HOST.open(Deed("p0", AT), terms("race"), chairs).after.rated


def names_of(*computers):
    """Return what the record of a race calls Ann and these *computers*, by chair."""
    chairs = [Chair(Sitter("p0", "Ann")), *map(Chair, computers)]
    table = HOST.open(Deed("p0", AT), terms("race"), chairs).after
    return [table.match.setup.players[table.seating.index(n)] for n in range(len(chairs))]


def test_a_record_numbers_computers_of_one_level_as_the_page_does():
    first, second = Sitter.level(1), Sitter.level(2)
    assert names_of(first, second) == ["Ann", "Hatchling (1)", "Beginner (2)"]
    assert names_of(first, second, first) == ["Ann", "Hatchling #1", "Beginner (2)", "Hatchling #2"]


def test_a_log_of_an_earlier_house_keeps_the_names_of_its_computers():
    old = replace(Sitter.level(1), name="Level 1")
    assert names_of(old, old) == ["Ann", "Level 1 (2)", "Level 1 (3)"]


def test_who_acts_again_has_come_back():
    table = open_table()[-1].after
    left = HOST.leave(table, Deed("p1", AT + 10)).after
    back = HOST.offer_draw(left, Deed("p1", AT + 11), seat=None).after
    assert left.gone == {1}
    assert not back.gone


def test_when_everyone_has_left_the_table_closes():
    table = open_table()[-1].after
    table = HOST.leave(table, Deed("p0", AT + 10)).after
    assert HOST.leave(table, Deed("p1", AT + 10)).after.status == "closed"


def test_a_few_friendly_words_go_to_everyone_until_the_next_move():
    steps = open_table()
    for number in range(3):
        steps.append(HOST.react(steps[-1].after, Deed("p0", AT + 9), "nice", seat=None))
        heard = act_seen(steps[-2].after, steps[-1].act, steps[-1].after, None)
        chair = steps[-1].after.chairs_of("p0")[0]
        assert heard == ({"type": "react", "chair": chair, "what": "nice"},), number
    with pytest.raises(NotAllowed, match="until the next move"):
        HOST.react(steps[-1].after, Deed("p0", AT + 9), "oops", seat=None)
    steps.append(HOST.react(steps[-1].after, Deed("p1", AT + 9), "thanks", seat=None))
    steps += play_on(steps[-1].after, Random(1), AT + 9, moves=1)
    steps.append(HOST.react(steps[-1].after, Deed("p0", AT + 99_999), "oops", seat=None))
    assert refolded(steps) == steps[-1].after
    with pytest.raises(NotSeated):
        HOST.react(steps[-1].after, Deed("stranger", AT + 99_999), "hello", seat=None)


def test_nobody_reacts_where_only_computers_would_hear_it():
    chairs = [Chair(Sitter("p0", "Ann")), Chair(Sitter.level(1))]
    table = HOST.open(Deed("p0", AT), terms("tortuga"), chairs).after
    with pytest.raises(NotAllowed, match="nobody else"):
        HOST.react(table, Deed("p0", AT), "hello", seat=None)


def test_everyone_must_want_more_before_the_next_game_begins():
    table = opened_and_played(first_to=2)
    table = HOST.resign(table, Deed("p0", AT + 9), seat=None).after
    with pytest.raises(MatchOver):
        HOST.resign(table, Deed("p0", AT + 9), seat=None)
    first = table.seating
    table = HOST.again(table, Deed("p0", AT + 10)).after
    assert table.status == "over"
    table = HOST.again(table, Deed("p1", AT + 11)).after
    assert (table.status, table.number, table.series.scores) == ("playing", 2, (0.0, 1.0))
    assert table.seating != first
    table = play_on(table, Random(1), AT + 11, moves=2)[-1].after
    table = HOST.resign(table, Deed("p0", AT + 12), seat=None).after
    assert table.series.over
    table = HOST.again(table, Deed("p1", AT + 13)).after
    table = HOST.again(table, Deed("p0", AT + 13)).after
    assert (table.number, table.series.scores) == (3, (0.0, 0.0))
    assert table.points == (0, 2), "what was won before is not forgotten"


@pytest.mark.parametrize("rated", [False, True])
def test_a_computer_agrees_to_a_takeback_where_nothing_is_at_stake_and_to_no_draw(rated):
    chairs = [Chair(Sitter("p0", "Ann")), Chair(Sitter.level(1))]
    table = HOST.open(Deed("p0", AT), terms("tortuga", rated=rated), chairs).after
    while (
        table.computer_to_move is not None
        or not table.match.last_turn(table.seats_of("p0")[0]) is not None
    ):
        seat = table.match.to_move
        move = moves_seen(table, seat)[0]
        table = (
            HOST.move_for_computer(table, table.now + 1, move, table.turn).after
            if table.computer_to_move is not None
            else HOST.play(table, Deed("p0", table.now + 1), move, table.turn, seat=None).after
        )
    offered = HOST.offer_draw(table, Deed("p0", table.now + 1), seat=None)
    assert offered.after.match.draw is None
    assert offered.after.playing
    back = HOST.take_back(table, Deed("p0", table.now + 1), seat=None)
    assert (len(back.after.match.plies) < len(table.match.plies)) != rated


ANN, BOB, SHARING, LEVEL = (
    Sitter("p0", "Ann"),
    Sitter("p1", "Bob"),
    Sitter("p0", "Bob"),
    Sitter.level(1),
)


@pytest.mark.parametrize(
    ("sitters", "rated", "hints"),
    [
        ((ANN, LEVEL, LEVEL), False, True),
        ((ANN, LEVEL, LEVEL), True, False),
        ((ANN, SHARING, LEVEL), False, True),
        ((ANN, SHARING), True, True),  # who plays against themselves plays unrated
        ((ANN, BOB), False, False),
        ((ANN, BOB, LEVEL), False, False),
        ((ANN, BOB), True, False),
    ],
)
def test_hints_are_for_games_that_do_not_count_and_against_nobody(sitters, rated, hints):
    chairs = [Chair(sitter) for sitter in sitters]
    table = HOST.open(Deed("p0", AT), terms("race", rated=rated), chairs).after
    assert table.hints_for("p0") == hints
    for who in ("p0", "p1", "p9", None):
        assert table_seen(table, HOST, who, None, AT).hints == (hints and who == "p0")


def test_there_are_hints_once_the_computer_has_taken_over_from_the_last_other_person():
    chairs = [Chair(ANN), Chair(BOB)]
    table = HOST.open(Deed("p0", AT), terms("tortuga", rated=False), chairs).after
    table = HOST.leave(table, Deed("p1", AT + 1)).after
    assert not table.hints_for("p0")
    table = HOST.replace(table, Deed("p0", AT + 2), chair=1, level=1, away=False).after
    assert table.hints_for("p0")


def test_people_at_one_screen_hold_several_chairs_and_play_unrated():
    chairs = [Chair(Sitter("p0", "Ann")), Chair(Sitter("p0", "Bob"))]
    table = HOST.open(Deed("p0", AT), terms("tortuga"), chairs).after
    assert table.seats_of("p0") == (0, 1)
    assert not table.rated
    for step in play_on(table, Random(3), AT + 5, moves=6):
        table = step.after
    assert len(table.match.plies) == 6


@pytest.mark.parametrize("slug", shelf())
def test_no_message_tells_more_than_the_seat_may_know(slug):
    """Two worlds that a reader cannot tell apart give the same messages: only `seen_by` speaks."""
    game = take(slug)
    steps = open_table(slug, game.seats[-1])
    steps += play_on(steps[-1].after, Random(slug), AT + 10)
    before = None
    for step in steps:
        table = step.after
        for seat in (None, *range(len(table.seating))):
            seen = table_seen(table, HOST, None, seat, table.now)
            if table.playing:
                assert seen.match.position == str(table.match.position.seen_by(seat))
                assert seen.match.seed is None
            told = str(seen) + str(act_seen(before, step.act, table, seat))
            assert HOST.secret not in told
            assert "p1" not in told.replace("'p1-", "")
            if table.playing:
                assert HOST.seeds_of(table)[0] not in told
                assert bool(moves_seen(table, seat)) == (table.match.to_move == seat)
        before = table


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a" * 25,
        "a\nb",
        "a\u202eb",
        "a\u200bb",
        "\x00",
        "a\ud800",
        "e" + "\u0301" * 9,
        "a\u3164",
        "Ana\ufe0f",
        "A\u17b5na",
        "Ana\u034f",
        "\u0301Ana",
        "Ana (2)",
        "<b>Ana",
        "...",
    ],
)
def test_names_with_nothing_or_with_something_invisible_are_refused(name):
    with pytest.raises(NotAllowed):
        clean_name(name)


def test_names_are_kept_as_people_write_them():
    assert clean_name("  Zoe\u0308  de la Tour ") == "Zoë de la Tour"


def test_a_refusal_changes_nothing():
    table = open_table()[-1].after
    with pytest.raises(LudothequeError):
        HOST.play(table, Deed(mover(table), AT + 9), "z9-z8", table.turn, seat=None)
    assert table == open_table()[-1].after


def test_the_first_act_opens():
    with pytest.raises(ValueError, match="opens"):
        follow(None, Act(1, AT, ()))


def test_an_id_is_done_once_however_much_has_happened_since():
    """After 133 deeds the first could be done again; also once the log has been read anew."""
    steps = open_table("race", seats=3)[:-1]
    for number in range(300):
        deed = Deed("p1", AT + 10, f"k{number}", f"deed {number}")
        table = steps[-1].after
        steps.append(
            HOST.sit(table, deed, Sitter("p1", "Ben")) if number % 2 else HOST.leave(table, deed)
        )
    keyed = [step.act for step in steps if step.act.key is not None]
    assert len(keyed) > 133
    for table in (steps[-1].after, refolded(steps)):
        for act in keyed:
            done = table.done.get(f"{act.by}/{act.key}")
            assert done == Done(act.seq, mark(act.deed))


@given(st.lists(st.integers(0, 400), max_size=400))
def test_deeds_are_a_mapping_that_forgets_nothing(keys):
    deeds, plain = Deeds(), {}
    for number, key in enumerate(keys):
        if str(key) in plain:
            continue  # the host notes a key once
        deeds = deeds.noted(str(key), number, f"deed {key}")
        plain[str(key)] = Done(number, mark(f"deed {key}"))
    assert {key: deeds.get(key) for key in plain} == plain
    assert len(deeds) == len(plain)
    assert deeds.get("nothing") is None
    assert len(deeds.parts) <= len(plain).bit_length()
