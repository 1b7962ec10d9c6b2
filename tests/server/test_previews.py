"""Questions over a table's socket: what a move leads to, why a touch is none; nothing is done."""

import asyncio
import json

import pytest

from server.client import Client, Guest, http_client
from server.doors import open_doors

MOVES = ["d2-d3", "d3-d2", "nonsense"]
"""At the start of Tortuga: one that can be made, one that cannot, and one that is none."""


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as opened:
        yield opened


async def asked(client, key, kind="preview", **question):
    """Return what a question over the socket is answered by."""
    await client.say(json.dumps({"type": kind, "id": key, **question}))
    answers = []

    def answered():
        answers[:] = [message for message in client.messages if message.get("id") == key]
        return answers

    await client.until(answered)
    (answer,) = answers
    return answer


async def at_a_table(doors, act):
    """Let Ana, who begins, Ben and someone who looks on come to a table, and then *act*."""
    async with http_client() as http:
        ana, ben, cleo = Guest(doors), Guest(doors), Guest(doors)
        table = await ana.open(http, "tortuga", ["me", "open"], beginner=0, rated=False)
        async with (
            Client(ana, table, picture=True) as mover,
            Client(ben, table, picture=True) as other,
            Client(cleo, table, picture=True) as onlooker,
        ):
            await other.do("sit")
            await mover.until(lambda: mover.to_move)
            await act(mover, other, onlooker)


def test_the_mover_sees_what_the_move_then_shows_and_nothing_is_done(doors):
    async def act(mover, _other, _onlooker):
        before = mover.seq
        answer = await asked(mover, "p1", moves=MOVES, seat=0)
        assert answer["type"] == "preview"
        assert answer["turn"] == mover.match["turn"]
        shown, *others = answer["pictures"]
        assert others == [None, None]
        assert mover.seq == before
        await mover.do("move", turn=mover.match["turn"], move=MOVES[0])
        made = mover.picture
        assert {piece["id"]: piece for piece in shown["pieces"]} == {
            piece["id"]: piece for piece in made["pieces"]
        }
        assert (shown["last"], shown["told"]) == (made["last"], made["told"])

    asyncio.run(at_a_table(doors, act))


def test_who_is_not_to_move_or_only_looks_on_sees_nothing(doors):
    async def act(_mover, other, onlooker):
        for client in (other, onlooker):
            for seat in (0, 1, None):
                answer = await asked(client, f"p{seat}", moves=MOVES, seat=seat)
                assert answer["pictures"] == [None, None, None]

    asyncio.run(at_a_table(doors, act))


def test_only_the_mover_is_told_why_a_touch_is_no_move(doors):
    async def act(mover, other, onlooker):
        before = mover.seq
        answer = await asked(mover, "w1", "why", touches=["c1", "d2"], seat=0)
        assert (answer["type"], answer["turn"]) == ("why", mover.match["turn"])
        taken = "d2 is taken. A turtle hops over another onto the empty cell behind it."
        assert answer["reason"] == {"message": taken, "rule": "1.2", "spots": []}
        for client in (other, onlooker):
            assert (await asked(client, "w2", "why", touches=["d2"], seat=0))["reason"] is None
        assert mover.seq == before

    asyncio.run(at_a_table(doors, act))


@pytest.mark.parametrize("moves", [[], ["d2-d3"] * 13, ["x" * 1_001], "d2-d3"])
def test_what_no_page_asks_is_refused(doors, moves):
    async def act(mover, _other, _onlooker):
        await mover.say(json.dumps({"type": "preview", "id": "p1", "moves": moves}))
        refused = {"type": "refused", "id": None, "code": "request/unreadable"}
        await mover.until(lambda: any(refused.items() <= m.items() for m in mover.messages))

    asyncio.run(at_a_table(doors, act))
