"""Names that a visitor may bear at tables: nobody is taken for somebody else."""

from functools import partial

import anyio.to_thread

from ludotheque.server.access.identity import Visitor
from ludotheque.store import NameTaken, Person, Store
from ludotheque.store.people import TAKEN
from ludotheque.tables import Sitter, clean_label, clean_name, folded, skeleton
from ludotheque.tables.names import check_not_a_level


async def name_for(someone: Visitor, wish: str, store: Store) -> str:
    """Return *wish* as a name that *someone* may bear, or whoever shares their screen.

    Raises NotAllowed if it is no name, NameAlike or NameTaken if others would take it for that of
    somebody else. An account keeps a name from before there was a profile.
    """
    if someone.person.name is not None and folded(wish) == someone.person.name:
        return clean_label(wish)
    name = clean_name(wish)
    check_not_a_level(name)
    await _check_free(name, someone.id, store)
    return name


async def neighbour(someone: Visitor, wish: str, store: Store) -> Sitter:
    """Return who shares the screen of *someone* under a name that they say: a guest.

    Unless it is their own account that they sit down by.
    """
    name = await name_for(someone, wish, store)
    own = not someone.guest and skeleton(name) == skeleton(someone.name)
    return Sitter(someone.id, name, guest=not own)


async def sitter_of(person: Person, store: Store) -> Sitter:
    """Return *person* as they sit down; raise NameTaken if a guest's name is an account's now."""
    if person.name is None:
        await _check_free(person.shown, person.id, store)
    return Sitter(person.id, person.shown, guest=person.name is None)


async def _check_free(name: str, person_id: str, store: Store) -> None:
    look = partial(store.people.alike, name, person_id)
    if await anyio.to_thread.run_sync(look) is not None:
        raise NameTaken(TAKEN, name=name)
