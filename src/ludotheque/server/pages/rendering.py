"""HTML responses: a template with what every page needs."""

from typing import Any, cast
from urllib.parse import urlencode

from fastapi import Request, Response

from ludotheque.page.render import render
from ludotheque.server.access.identity import Visitor
from ludotheque.server.api.dependencies import door_of
from ludotheque.server.device import Device
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import LANGUAGE, theme_of, words_for


def page(
    request: Request,
    template: str,
    known: Visitor | None = None,
    **facts: Any,  # noqa: ANN401 - whatever a template shows
) -> Response:
    """Return a page of the house for *known*, in the language and the light they have chosen.

    A link with `?lang=…` chooses the language from then on, without any script.
    """
    words = words_for(request)
    door_of(request).expect(request)
    if request.query_params.get(LANGUAGE) == words.lang:
        door_of(request).speak(request, words.lang)
    html = render(
        template,
        words,
        theme=theme_of(request),
        me=None if known is None else known.name,
        account=known is not None and known.person.name is not None,
        here=_here(request),
        device=device_of(request) is not None,
        **facts,
    )
    headers = {
        "cache-control": "private, no-cache",
        "content-language": words.lang,
        "vary": "Cookie, Accept-Language",
    }
    return packed(request, html.encode(), "text/html; charset=utf-8", headers)


def device_of(request: Request) -> Device | None:
    """Return the house for devices, None where none is offered."""
    return cast("Device | None", request.app.state.device)


def _here(request: Request) -> str:
    """Return the address of what is asked for, without the language."""
    query = [item for item in request.query_params.multi_items() if item[0] != LANGUAGE]
    return f"{request.url.path}?{urlencode(query)}" if query else request.url.path
