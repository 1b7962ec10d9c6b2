"""Deeds from messages: how one is known again, and what its sender wishes."""

from ludotheque.server.wire import messages
from ludotheque.tables.deeds import digest
from ludotheque.tables.wishes import WISHES, Wish


def deed_digest(deed: messages.Incoming) -> str:
    """Return a digest of a deed without its key, to recognise it when it is sent again."""
    return digest(deed.model_dump_json(exclude={"id"}, exclude_defaults=True))


def wish_of(message: messages.AnyDeed) -> Wish:
    """Return what the sender of *message* wishes."""
    facts = dict(vars(message))
    del facts["id"]
    return WISHES[facts.pop("type")](**facts)
