"""The rows of a log are chained: each holds a hash of itself and of all before it."""

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"
branch_labels = None
depends_on = None

AT_ONCE = 500
"""The tables whose logs are read together."""


def upgrade() -> None:
    """Chain what is there; what has been damaged before is taken as it is."""
    op.add_column("acts", sa.Column("link", sa.Text))
    op.add_column("tables", sa.Column("head", sa.Text))
    connection, last = op.get_bind(), ""
    some = sa.text(
        f"SELECT id, secret FROM tables WHERE id > :last ORDER BY id LIMIT {AT_ONCE}"  # noqa: S608 - a number
    )
    while tables := connection.execute(some, {"last": last}).all():
        _chain(connection, [tuple(table) for table in tables])
        last = tables[-1].id


def _chain(connection: sa.Connection, tables: list[tuple[str, str]]) -> None:
    rows = sa.text(
        "SELECT table_id, seq, stamp, at, body FROM acts"
        " WHERE table_id BETWEEN :first AND :last ORDER BY table_id, seq"
    )
    heads = {table_id: _hashed(table_id, _hashed(secret)) for table_id, secret in tables}
    links = []
    for table_id, seq, stamp, at, body in connection.execute(
        rows, {"first": tables[0][0], "last": tables[-1][0]}
    ):
        heads[table_id] = _hashed(heads[table_id], str(seq), stamp, str(at), body)
        links.append({"link": heads[table_id], "id": table_id, "seq": seq})
    if links:
        connection.execute(
            sa.text("UPDATE acts SET link = :link WHERE table_id = :id AND seq = :seq"), links
        )
    connection.execute(
        sa.text("UPDATE tables SET head = :head WHERE id = :id"),
        [{"id": table_id, "head": head} for table_id, head in heads.items()],
    )


def _hashed(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode()).hexdigest()[:32]
