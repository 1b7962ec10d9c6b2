"""Ratings know who has met whom: a pair counts so often a day, and newcomers are told apart."""

import json
from itertools import permutations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for those whom someone has met; the results so far say who they are."""
    rivals = op.create_table(
        "rivals",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("rival", sa.Text, primary_key=True),
        sa.Column("day", sa.BigInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    results = sa.table("results", sa.column("game"), sa.column("people"))
    ratings = sa.table("ratings", sa.column("game"), sa.column("who"))
    connection = op.get_bind()
    rated = {tuple(row) for row in connection.execute(sa.select(ratings.c.game, ratings.c.who))}
    met = {
        (row.game, *pair)
        for row in connection.execute(sa.select(results.c.game, results.c.people))
        for pair in permutations(set(json.loads(row.people)), 2)
        if (row.game, pair[0]) in rated and (row.game, pair[1]) in rated and ":" not in pair[0]
    }
    if met:
        names = ("game", "who", "rival")
        rows = [{**dict(zip(names, one, strict=True)), "day": 0, "games": 0} for one in sorted(met)]
        connection.execute(rivals.insert(), rows)
