"""No message holds what its reader may not know.

For a reader at a seat, and one who only watches, another world is made up in which all that they
have seen is the same and the rest is dealt anew. Every message must be the same there: it then
cannot tell which of the two is the true one.
"""

import asyncio
import contextlib
import json
import os
from random import Random

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.games import take
from ludotheque.match import Record, redacted, to_json, to_text
from ludotheque.match.events import Drew
from ludotheque.pictures import Showing
from ludotheque.server.live.room import Room
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.server.wire import messages, outgoing
from ludotheque.tables import Chair, Deed, Host, Sitter, Step, Terms
from ludotheque.tables.shown import moves_seen
from ludotheque.tables.teller import Teller
from ludotheque.words import Words
from server.audit import audits
from server.client import Client, Guest, Refused, http_client
from server.worlds import folded, imagined
from waiting import until

GAMES = int(os.environ.get("LUDOTHEQUE_WORLDS", "1"))
"""How many games are played of each kind, at least; `make torture` asks for twenty."""
ENOUGH = 8
"""The other worlds that must be found, or nothing is shown."""
HOST = Host("c0ffee" * 10 + "beef")
AT = 1_700_000_000_000
ATTEMPTS = ["r+", "g++", "b-", "y+!", "p-", "*+:r", "^++:g", "*-:b!", "nonsense", "?", "#"]
"""What a curious reader may try to play, to learn from the refusals."""


def played(rng, seats, options):
    """Return the acts of a game between *seats* people, with takebacks, refused and agreed."""
    game = take("race")
    terms = Terms(game=game, options=game.settle(options))
    chairs = [Chair(Sitter("p0", "Ann")), *[Chair()] * (seats - 1)]
    step = HOST.open(Deed("p0", AT), terms, chairs)
    acts = [step.act]

    def add(done):
        nonlocal step
        step = done
        acts.append(done.act)

    for number in range(1, seats):
        sitter = Sitter(f"p{number}", f"Guest {number}")
        add(HOST.sit(step.after, Deed(f"p{number}", AT + number), sitter))
    while step.after.playing:
        table, at = step.after, step.after.now + rng.randrange(1, 4_000)
        seat = table.match.to_move
        chance = rng.random()
        if chance < 0.15 and may_ask(table.match, seat):
            add(HOST.take_back(table, Deed(table.sitter(seat).who, at), seat=None))
            for other in range(seats):
                if step.after.match.takeback and other != seat:
                    agree = rng.random() < 0.8
                    deed = Deed(table.sitter(other).who, at)
                    add(HOST.answer_takeback(step.after, deed, agree=agree, seat=None))
        else:
            move = rng.choice(moves_seen(table, seat))
            add(HOST.play(table, Deed(table.sitter(seat).who, at), move, table.turn, seat=None))
    return acts


def may_ask(match, seat):
    """Return whether *seat* has a move to take back and has not just asked."""
    moved = isinstance(match.events[-1], Drew)
    return moved and match.last_turn(seat) is not None


def everything_told(acts, seat):
    """Return all that a reader at *seat* was told act by act, and can ask for now."""
    tables = folded(acts)
    told, showing = [], Showing()
    for before, act, table in zip([None, *tables], acts, tables, strict=False):
        who, look = reader(table, seat)
        teller = Teller(HOST, before, Step(act, table), showing, outgoing.encode)
        told.append(teller.told(Subscriber(who, look, picture=True)))
    now = acts[-1].at + 77
    room = Room("table", HOST, table)
    told.append(outgoing.encode(room.welcome(who, look, now, lang="en")))
    told.append(str(moves_seen(table, look)))
    for move in (*moves_seen(table, look), *ATTEMPTS):
        asked = messages.Preview(type="preview", id="p", moves=(move,), seat=look)
        told.append(room.previewing(who, asked, Words("en"))())
    for spot in table.match.setup.game.scene(table.match.position, look, None).board.spots:
        puzzled = messages.Why(type="why", id="w", touches=(spot.id,), seat=look)
        told.append(room.explaining(who, puzzled, Words("en"))())
    record = redacted(Record.of(table.match, HOST.seeds_of(table)[0]), look)
    told += [to_json(record), to_text(record)]
    return told + (refusals(table, seat, now) if seat is not None else [])


def reader(table, seat):
    """Return who sits at *seat* and where they look from: nowhere before the game begins."""
    return (None, None) if seat is None or not table.seating else (table.sitter(seat).who, seat)


def refusals(table, seat, now):
    """Return what a reader learns from trying anything at all, short of doing it."""
    answers = []
    for attempt in ATTEMPTS:
        try:
            deed = Deed(table.sitter(seat).who, now)
            HOST.play(table, deed, attempt, table.turn, seat=None)
        except LudothequeError as refusal:
            answers.append(f"{refusal.code}: {refusal}")
        else:
            answers.append("done")
    return answers


@pytest.mark.parametrize("tiles", ["secret", "open"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_message_is_the_same_in_an_imagined_world(seats, tiles):
    rng = Random(f"{seats} {tiles}")
    found = 0
    for number in range(10 * GAMES):
        if number >= GAMES and found > ENOUGH:
            break
        acts = played(rng, seats, {"tiles": tiles})
        begun = seats
        for end in rng.sample(range(begun, len(acts)), min(4, len(acts) - begun)):
            past = acts[:end]
            for seat in (None, *range(seats)):
                other = imagined(past, seat, rng)
                if other is None:
                    continue
                found += 1
                assert folded(other)[-1].match.position != folded(past)[-1].match.position
                assert everything_told(other, seat) == everything_told(past, seat)
    assert found > ENOUGH, "hardly any other world was found: the test shows nothing"


def test_an_imagined_world_is_told_apart_by_who_sees_it():
    """The test above can fail: whose cards were changed is told something else."""
    rng = Random(5)
    acts = played(rng, 3, {})[:6]
    other = next(world for world in iter(lambda: imagined(acts, 0, rng), 0) if world)
    assert any(everything_told(other, seat) != everything_told(acts, seat) for seat in (1, 2))


# Over the wire


CARDS_HELD = 5


async def overheard(house, seats, rng):
    """Play at a real table and return all that went out, by reader and channel."""
    async with contextlib.AsyncExitStack() as stack:
        http = await stack.enter_async_context(http_client())
        guests = [Guest(house) for _ in range(seats)]
        table_id = await guests[0].open(http, "race", ["me", *["open"] * (seats - 1)])
        players = [Client(guest, table_id, picture=True) for guest in guests]
        for player in players:
            await stack.enter_async_context(player)
        watcher = await stack.enter_async_context(Client(Guest(house), table_id, picture=True))
        for player in players[1:]:
            await player.do("sit")
        asked = []
        readers = [*players, watcher]
        streamed = await stack.enter_async_context(bot_stream(http, players[0]))
        for turn in range(8):
            seq = max(reader.seq for reader in readers)
            for reader in readers:
                await reader.until(lambda reader=reader, seq=seq: reader.seq >= seq)
            asked += [await looked_up(http, reader) for reader in readers]
            mover = next(player for player in players if player.to_move)
            with contextlib.suppress(Refused):
                await mover.do("move", turn=mover.match["turn"], move="^++:r")
                continue
            # By single steps no turtle is home after eight moves.
            steps = [move for move in mover.legal() if "++" not in move] or mover.legal()
            await mover.do("move", turn=mover.match["turn"], move=rng.choice(steps))
            if turn == 3:
                await mover.do("take-back")
                for other in players:
                    if other is not mover:
                        await other.do("answer-takeback", agree=True)
        last = max(player.seq for player in players)
        for reader in readers:
            await reader.until(lambda reader=reader: reader.seq >= last)
        late = Client(watcher.guest, table_id, since=1, picture=True)
        await stack.enter_async_context(late)
        await late.until(lambda: late.seq >= last)
        await until(lambda: len(streamed) >= last)
        return table_id, readers, late, asked, streamed


@contextlib.asynccontextmanager
async def bot_stream(http, player):
    """Give the steps that a program with the player's token is told from the first act on."""
    made = await player.guest.ask(http, "POST", "/api/me/tokens", label="Bot")
    address = f"{player.house.url}/api/bot/tables/{player.table_id}/stream?since=0"
    headers = {"authorization": f"Bearer {made.json()['token']}"}
    steps = {}

    async def listen():
        async with http.stream("GET", address, headers=headers) as lines:
            async for line in lines.aiter_lines():
                message = json.loads(line or "{}")
                if message.get("type") == "step":
                    steps[message["seq"]] = message

    listening = asyncio.create_task(listen())
    try:
        yield steps
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening


async def looked_up(http, reader):
    """Return what a reader finds by asking: the table, their moves, the record in both forms."""
    base = f"/api/tables/{reader.table_id}"
    paths = [f"{base}?picture=true", f"{base}/moves", f"{base}/record.json", f"{base}/record.txt"]
    return reader, reader.seq, [(await reader.guest.ask(http, "GET", path)).text for path in paths]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_that_leaves_a_real_house_is_the_same_in_an_imagined_world(seats, house):
    rng = Random(seats)
    table_id, readers, late, asked, streamed = asyncio.run(overheard(house, seats, rng))
    audit = asyncio.run(audits(house.database, [table_id]))[table_id]
    last = audit.last
    assert last.playing, "the game ended too soon to hide anything"
    seat_of = {reader: reader.seats[0] if reader.seats else None for reader in readers}
    assert sorted(seat for seat in seat_of.values() if seat is not None) == list(range(seats))
    assert late.steps == {q: s for q, s in readers[-1].steps.items() if q > 1}
    for seq, step in readers[0].steps.items():
        assert streamed[seq] == {**step, "picture": None}
    compared = 0
    for reader, seat in seat_of.items():
        who = None if seat is None else last.sitter(seat).who
        for seq, step in reader.steps.items():
            check_plainly(step, seat)
            other = imagined(audit.acts[:seq], seat, rng)
            if other is None:
                continue
            *_, before, table = [None, *folded(other)]
            teller = Teller(audit.host, before, Step(other[-1], table), Showing(), outgoing.encode)
            assert step == json.loads(teller.told(Subscriber(who, seat, picture=True)))
            compared += 1
    for reader, seq, (page, moves, record, text) in asked:
        seat = seat_of[reader]
        other = imagined(audit.acts[:seq], seat, rng)
        if other is None:
            continue
        table = folded(other)[-1]
        room = Room(table_id, audit.host, table)
        who = None if seat is None else last.sitter(seat).who
        seen = json.loads(page)
        told = room.welcome(who, seat, seen["at"], lang="en")
        assert seen == json.loads(outgoing.encode(told))
        assert json.loads(moves)["moves"] == moves_seen(table, seat)
        kept = redacted(Record.of(table.match, audit.host.seeds_of(table)[0]), seat)
        assert json.loads(record) == json.loads(to_json(kept))
        assert text.strip() == to_text(kept).strip()
        compared += 1
    assert compared > 10, "of twenty other worlds nineteen are found"


def check_plainly(step, seat):
    """Look at a message without the house's own eyes: others' cards and tiles are backs."""
    for event in step["events"]:
        if event["type"] == "chance" and event["move"] is not None and len(event["move"]) < 5:
            dealt_to_reader = seat is not None
            assert dealt_to_reader, f"a watcher was told what was dealt: {event}"
    if step["match"] is None:
        return
    _track, _turn, tiles, hands, _discards = step["match"]["position"].split(" ")
    for owner, (tile, hand) in enumerate(zip(tiles, hands.split("|"), strict=True)):
        if owner != seat:
            assert tile == "#"
            assert set(hand.split(",")) == {"#"}
            assert len(hand.split(",")) == CARDS_HELD
    assert step["match"]["seed"] is None
