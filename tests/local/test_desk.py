"""The desk of a local house: what closes early, what is asked twice, and what breaks."""

import asyncio

from local.browsers import Tab
from waiting import until


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
        status, told = await tab.ask(
            "POST", "/api/tables", {**wish, "chairs": ["me", {"level": 1}]}
        )
        assert status != 200, told
        assert tab.kept["tables"].keys() == {first["id"]}

    asyncio.run(evening())
