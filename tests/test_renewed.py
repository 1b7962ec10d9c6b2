"""Tables that go on from a back-up: they draw from new secrets, which everyone can check."""

from dataclasses import replace
from random import Random

import pytest

from hosted import AT, HOST, open_table, opened_and_played, play_on, refolded
from ludotheque.errors import BadRecord
from ludotheque.match import Record, from_json, from_text, to_json, to_text, verify
from ludotheque.tables import Deed
from ludotheque.tables.shown import act_seen, table_seen


def renewed(table, at=AT + 50_000):
    return HOST.renew(table, at, "5" * 64)


def test_a_game_that_goes_on_from_a_back_up_draws_from_another_seed_and_can_be_checked():
    """The house that made the back-up may have played on, and published what it drew from."""
    steps = open_table("race", seats=3)
    steps += play_on(steps[-1].after, Random(1), AT, moves=4)
    restored = [*steps, renewed(steps[-1].after)]
    ahead, again = (play_on(past[-1].after, Random(2), AT + 60_000) for past in (steps, restored))
    seen = [
        [e.move for e in one.after.match.events if e.word == "chance"]
        for one in (ahead[-1], again[-1])
    ]
    dealt = steps[-1].after.match.draws
    assert seen[0][:dealt] == seen[1][:dealt]
    assert seen[0][dealt:] != seen[1][dealt:]
    over = again[-1].after
    assert refolded([*restored, *again]) == over
    first, later = HOST.seeds_of(over)
    assert first == HOST.seeds_of(ahead[-1].after)[0]
    record = Record.of(over.match, first, (later,))
    for read in (from_json(to_json(record)), from_text(to_text(record))):
        assert read == replace(record, events=read.events)
        assert verify(read).draws == over.match.draws
    assert from_json(to_json(record)) == record
    assert '"version": 3' in to_json(record)
    for wrong in ((), (first,), (later, later)):
        with pytest.raises(BadRecord, match="later_seeds"):
            verify(replace(record, later_seeds=wrong))
    with pytest.raises(BadRecord, match="chance drew"):
        verify(
            replace(
                record, events=tuple(e for e in record.events if e.word != "reseed"), later_seeds=()
            )
        )
    told = table_seen(over, HOST, None, None, AT + 99_999).match
    assert (told.seed, [one.seed for one in told.later]) == (first, [later])


def test_everyone_is_told_of_new_seeds_and_nobody_of_the_secret():
    steps = open_table("race", seats=2)
    step = renewed(steps[-1].after)
    heard = act_seen(steps[-1].after, step.act, step.after, None)
    assert [event["type"] for event in heard] == ["renew", "reseed"]
    seen = table_seen(step.after, HOST, "p0", 0, AT)
    assert [(one.draw, one.seed) for one in seen.match.later] == [(step.after.match.draws, None)]
    for text in (str(heard), str(seen)):
        assert "5" * 64 not in text
        assert not any(seed in text for seed in HOST.seeds_of(step.after))


def test_later_games_at_a_renewed_table_draw_from_its_new_secret_and_older_ones_stay_known():
    table = opened_and_played("race", first_to=9)
    over = HOST.resign(table, Deed("p0", AT + 9_999), seat=None).after
    seed = HOST.seeds_of(over)
    after = renewed(over).after
    assert HOST.seeds_of(after) == seed, "a game that is over keeps its seed"
    for who in ("p0", "p1"):
        over, after = (HOST.again(past, Deed(who, AT + 60_000)).after for past in (over, after))
    assert over.number == after.number == 2
    assert over.match.setup.seed_hash != after.match.setup.seed_hash


def test_a_takeback_past_a_renewal_brings_the_same_cards_again():
    table = opened_and_played("race", rated=False)
    table = renewed(table).after
    played = play_on(table, Random(3), AT + 60_000, moves=1)[-1].after
    asker = table.match.to_move
    who = played.sitter(asker).who
    other = played.sitter(1 - asker).who
    asked = HOST.take_back(played, Deed(who, AT + 70_000), seat=None).after
    back = HOST.answer_takeback(asked, Deed(other, AT + 70_001), agree=True, seat=None).after
    assert back.match.draws == table.match.draws
    again = HOST.play(
        back,
        Deed(who, AT + 70_002),
        str(played.match.plies[len(back.match.plies)].move),
        back.turn,
        seat=None,
    ).after
    assert again.match.position == played.match.position
