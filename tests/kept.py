"""What the database holds of a table beside its log, row by row, for tests to look at."""

from sqlalchemy import select

from ludotheque.store.schema import TABLES


def kept(store, table_id):
    """Return the row of a table, None if there is no such table."""
    which = select(TABLES).where(TABLES.c.id == table_id)
    return store.database.read(lambda c: c.execute(which).first())
