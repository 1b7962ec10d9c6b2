"""Answers to pages that were written beforehand, about the table that they show."""

from dataclasses import replace

from ludotheque.errors import N_, BadPosition, Unreadable
from ludotheque.games import take
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.house import ME, House
from ludotheque.local.routes import route
from ludotheque.page.about import table_data
from ludotheque.page.agreed import agreed
from ludotheque.page.editors import editor_facts
from ludotheque.page.page_data import LateData
from ludotheque.page.records import replay_data
from ludotheque.page.studies import study_address, study_data, study_refused
from ludotheque.tables.teller import seat_of


@route("GET", "/api/pages/table")
async def table_page(house: House, asked: Asked) -> Answer:
    """Return what the page of a table needs to know of it, as the server writes it into one."""
    table_id = asked.one("id")
    if table_id is None:
        raise Unreadable(N_("the request cannot be read"))
    table, words = (await house.room(table_id)).table, asked.words
    late = LateData(words.say(table.terms.game.title), tuple(agreed(table, words)))
    return answered(table_data(table_id, table, words, late))


@route("GET", "/api/pages/leading")
async def study_of_table(house: House, asked: Asked) -> Answer:
    """Return the path of the board on which the present game of a table is studied."""
    table_id = asked.one("table") or ""
    table = (await house.room(table_id)).table
    look, flip = seat_of(table, ME, asked.number("seat")), asked.one("flip") == "true"
    path = study_address(table_id, table, look, asked.number("moves"), flip=flip)
    return answered({"path": path})


@route("GET", "/api/pages/replay")
async def replay_page(_house: House, asked: Asked) -> Answer:
    """Return which game the page of a replay shows; none, where one is to be opened."""
    return answered(replay_data(asked.one("table"), asked.number("number")))


@route("GET", "/api/pages/editor/{slug}")
async def editor_page(_house: House, asked: Asked) -> Answer:
    """Return what the page of a board that is set up by hand needs to know of its position."""
    game = take(asked.parts["slug"])
    options = game.settle(asked.options)
    return answered(editor_facts(game, asked.one("position"), options, asked.words)["data"])


@route("GET", "/api/pages/position/{slug}")
async def position_page(_house: House, asked: Asked) -> Answer:
    """Return what the page of a board to study on needs to know of its position."""
    game = take(asked.parts["slug"])
    text, options, words = asked.one("position"), game.settle(asked.options), asked.words
    try:
        data = study_data(game, text, options, words)
    except BadPosition as problem:
        told = study_refused(game, text or "", options, problem, words)
        data = replace(study_data(game, None, options, words), refused=told)
    return answered(data)
