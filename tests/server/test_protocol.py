"""docs/protocol.md tells the wire, all of it and nothing else, by examples that can be read."""

import json
import re
import subprocess
import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from fastapi import Response
from pydantic import BaseModel, TypeAdapter

from heard import heard
from ludotheque import errors
from ludotheque.match.events import KINDS
from ludotheque.server import api
from ludotheque.server.access import sockets
from ludotheque.server.api import board, bots, brought, games, health, me, people, socket, tables
from ludotheque.server.wire import messages, models, outgoing
from ludotheque.server.wire.errors import STATUS
from ludotheque.tables.events import WORDS
from server.doors import open_doors

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```json ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|(?: (\d+) \|)?", re.MULTILINE)
DEEDS = {
    get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(messages.AnyIncoming)
}
ROUTES = {
    f"{method} {route.path}": route
    for part in (games, board, tables, *api.STUDY, me, brought, people, bots, health)
    for route in part.router.routes
    for method in route.methods - {"HEAD"}
}


def chapter(title):
    """Return the text under a heading of the page, up to the next of its kind."""
    return re.split(r"^## ", PAGE.partition(f"## {title}\n")[2], flags=re.MULTILINE)[0]


def sections(title):
    """Return the sections of a chapter by their names."""
    parts = re.split(r"^### `(.+)`$", chapter(title), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def examples(text, kind=""):
    return [json.loads(block) for word, block in BLOCK.findall(text) if word == kind]


@pytest.mark.parametrize(
    ("title", "words", "reads"),
    [
        ("Messages to the house", DEEDS, messages.INCOMING.validate_python),
        ("Messages from the house", set(outgoing.KINDS), heard),
    ],
)
def test_every_message_is_told_with_an_example(title, words, reads):
    told = sections(title)
    assert set(told) == words
    for word, text in told.items():
        (example,) = examples(text)
        message = reads(example)
        assert message.type == word
        if title == "Messages from the house":
            assert json.loads(outgoing.encode(message)) == example, "all fields, and no others"


def test_the_pages_types_are_those_of_the_values_that_are_sent():
    """`python tools/wire_types.py` writes them."""
    done = subprocess.run(
        [sys.executable, HOUSE / "tools" / "wire_types.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_event_of_a_step_is_told():
    assert sorted(word for word, _ in ROW.findall(chapter("Events"))) == sorted({**WORDS, **KINDS})


def test_every_refusal_is_told_with_its_status():
    told = {code: int(status) for code, status in ROW.findall(chapter("Refusals"))}
    assert told == STATUS


def test_every_refusal_of_the_rules_has_a_status():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    codes = {kind.code for kind in kinds if issubclass(kind, errors.LudothequeError)}
    assert codes <= set(STATUS)


def test_every_code_with_which_a_socket_is_closed_is_told():
    told = {int(code) for code, _ in ROW.findall(chapter("The socket"))}
    assert told == {
        socket.NOT_TEXT,
        sockets.FLOOD,
        socket.RESTART,
        socket.LATER,
        socket.LOGGED_OUT,
        socket.FOREIGN,
        socket.UNKNOWN,
        socket.TOO_SLOW,
    }
    assert f"GET {socket.router.routes[0].path}" in chapter("The socket")


def test_every_address_is_told_and_is_in_the_openapi_document(tmp_path):
    assert sorted(sections("Addresses")) == sorted(ROUTES)
    with open_doors(tmp_path) as doors, doors.visitor() as visitor:
        paths = visitor.get("/api/openapi.json").json()["paths"]
    documented = {f"{way.upper()} {path}" for path, ways in paths.items() for way in ways}
    assert documented == set(ROUTES)
    for path, ways in paths.items():
        for way, operation in ways.items():
            assert operation["tags"], path
            assert operation["description"], path
            assert {"400", "404", "409", "422", "429", "503"} <= set(operation["responses"]), way


def body_of(route):
    """Return what reads the body of a request, None if it has none."""
    if "deed" in get_type_hints(route.endpoint):
        return TypeAdapter(messages.AnyDeed)
    asking = [route.endpoint, *(each.call for each in route.dependant.dependencies)]
    kinds = [kind for each in asking for kind in get_type_hints(each).values()]
    kinds = [kind for kind in kinds if isinstance(kind, type)]
    return next((TypeAdapter(k) for k in kinds if issubclass(k, messages.Incoming)), None)


def answer_of(route, *, shown):
    """Return what reads the answer; of what is encoded elsewhere it may be *shown*, or not."""
    kind = get_type_hints(route.endpoint)["return"]
    if shown and kind is Response:
        kind = route.response_model
    is_model = isinstance(kind, type) and (issubclass(kind, BaseModel) or is_dataclass(kind))
    return TypeAdapter(kind) if is_model else None


@pytest.mark.parametrize("address", list(ROUTES))
def test_the_examples_of_an_address_can_be_read(address):
    text = sections("Addresses")[address]
    route, shown = ROUTES[address], bool(examples(text, "answer"))
    for word, reads in (
        ("request", body_of(route)),
        ("answer", answer_of(route, shown=shown)),
    ):
        found = examples(text, word)
        assert len(found) == (reads is not None), f"{address}: {word}"
        for example in found:
            reads.validate_python(example)


def test_every_event_of_a_bot_is_told():
    told = examples(sections("Addresses")["GET /api/bot/events"], "event")
    words = [models.BotEvent.model_validate(event).type for event in told]
    assert sorted(words) == sorted(get_args(models.BotEvent.model_fields["type"].annotation))


def test_every_line_of_a_review_is_told():
    told = examples(sections("Addresses")["POST /api/review"], "line")
    kinds = {"queued": outgoing.Queued, "review": outgoing.Reviewed}
    lines = [msgspec.convert(line, kinds[line["type"]]) for line in told]
    assert {type(line) for line in lines} | {outgoing.Refused} == set(
        get_args(outgoing.AnyReviewed)
    )
    assert [json.loads(outgoing.encoded(line)) for line in lines] == told


def test_every_line_of_an_analysis_is_told():
    told = examples(sections("Addresses")["POST /api/games/{slug}/analysis"], "line")
    kinds = {"queued": outgoing.Queued, "found": outgoing.Found}
    lines = [msgspec.convert(line, kinds[line["type"]]) for line in told]
    assert {type(line) for line in lines} | {outgoing.Refused} == set(get_args(outgoing.AnyFound))
    assert [json.loads(outgoing.encoded(line)) for line in lines] == told


def test_every_block_of_the_page_is_looked_at():
    kinds = {word for word, _ in BLOCK.findall(PAGE)}
    assert kinds == {"", "request", "answer", "event", "line"}
    assert PAGE.count("```json") == len(BLOCK.findall(PAGE))
