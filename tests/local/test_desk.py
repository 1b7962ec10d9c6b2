"""The desk of a local house: what closes early, what is asked twice, and what breaks."""

import asyncio

from local.browsers import Tab
from ludotheque.local import computers, house
from ludotheque.tables.protocol import LATER
from waiting import PATIENCE, until


def test_a_socket_that_is_closed_before_it_is_open_shows_nothing():
    async def evening():
        tab = Tab()
        table = await tab.open("tortuga", ["me", {"person": "Ben"}])
        early = tab.number()
        tab.desk.open(early, table, None, "en")
        tab.desk.close(early)
        late, _ = await tab.look(table)
        await tab.do(late, type="resign")
        assert early not in tab.page.heard
        assert early not in tab.page.closed_with

    asyncio.run(evening())


def test_an_id_opens_one_table_and_no_other():
    async def evening():
        tab = Tab()
        wish = {"id": "k", "game": "tortuga", "chairs": ["me", {"person": "Ben"}]}
        first = await tab.asked("POST", "/api/tables", wish)
        assert await tab.asked("POST", "/api/tables", wish) == first
        renamed = {**wish, "chairs": ["me", {"person": "Benedict"}]}
        assert await tab.asked("POST", "/api/tables", renamed) == first
        status, told = await tab.ask(
            "POST", "/api/tables", {**wish, "chairs": ["me", {"level": 1}]}
        )
        assert status != 200, told
        assert tab.kept["tables"].keys() == {first["id"]}

    asyncio.run(evening())


def test_a_computer_whose_move_cannot_be_kept_says_so_and_tries_again(monkeypatch):
    monkeypatch.setattr(computers, "PAUSE_S", 0)

    async def evening():
        tab = Tab()
        table = await tab.open("tortuga", ["me", {"level": 1}], beginner=1)
        tab.page.full = True
        socket, welcome = await tab.look(table)
        await until(lambda: tab.messages(socket, "refused"))
        assert "free some space" in tab.messages(socket, "refused")[0]["message"]
        assert tab.match(socket)["turn"] == welcome["table"]["match"]["turn"]
        tab.page.full = False
        await until(lambda: tab.match(socket)["to_move"] == 0)

    asyncio.run(evening())


def test_a_log_that_cannot_be_read_keeps_nobody_waiting(monkeypatch):
    """Whatever is wrong with it: what was done is refused, and a socket may be opened again."""

    async def broken(*_):
        raise OSError

    async def evening():
        tab = Tab()
        table = await tab.open("tortuga", ["me", {"person": "Ben"}])
        socket, _ = await tab.look(table)
        monkeypatch.setattr(tab.page, "read", broken)
        tab.desk.hear(socket, '{"type": "resign", "id": "r"}')
        await until(lambda: tab.messages(socket, "refused"))
        assert tab.messages(socket, "refused")[0]["id"] == "r"
        late = tab.number()
        tab.desk.open(late, table, None, "en")
        await until(lambda: tab.page.closed_with.get(late) == LATER)

    asyncio.run(evening())


def test_a_computer_that_breaks_says_so(monkeypatch):
    async def broken(*_):
        raise RuntimeError("the kernel has broken down")

    monkeypatch.setattr(computers.AtOnce, "choose", broken)

    async def evening():
        noted = []
        asyncio.get_running_loop().set_exception_handler(lambda _, facts: noted.append(facts))
        tab = Tab()
        table = await tab.open("tortuga", ["me", {"level": 1}], beginner=1)
        socket, _ = await tab.look(table)
        await until(lambda: tab.messages(socket, "refused"))
        assert "something broke" in tab.messages(socket, "refused")[0]["message"]
        await until(lambda: noted)
        assert "the kernel has broken down" in str(noted[0]["exception"])

    asyncio.run(evening())


def test_a_flag_that_cannot_be_kept_is_tried_again_after_a_pause(monkeypatch):
    monkeypatch.setattr(house, "PAUSE_S", PATIENCE)

    async def evening():
        tab = Tab()
        table = await tab.open("tortuga", ["me", {"person": "Ben"}], clock="1s")
        tab.page.full = True
        socket, _ = await tab.look(table)
        await until(lambda: tab.messages(socket, "refused"))
        assert "free some space" in tab.messages(socket, "refused")[0]["message"]
        tab.page.full = False
        tab.desk.heard(table)
        await until(lambda: tab.match(socket)["outcome"] is not None)
        assert len(tab.messages(socket, "refused")) == 1

    asyncio.run(evening())
