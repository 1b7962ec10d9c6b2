"""Who is not helped: whoever plays a rated game of the same kind at the moment."""

from ludotheque.errors import N_, NotAllowed
from ludotheque.server.api.dependencies import in_thread
from ludotheque.server.wire.outgoing import read_note
from ludotheque.store import Store


async def plays_rated(store: Store, who: str | None, slug: str) -> bool:
    """Return whether that person plays a rated game of the kind *slug*."""
    tables = [] if who is None else await in_thread(store.tables.playing, who)
    return any(table.game == slug and read_note(table.note).rated for table in tables)


async def check_fair(store: Store, who: str | None, slug: str) -> None:
    """Raise NotAllowed if that person plays a rated game of the same kind: it would help there."""
    if await plays_rated(store, who, slug):
        raise NotAllowed(
            N_(
                "you are playing a rated game of this kind: the computer’s advice waits until it is"
                " over"
            )
        )
