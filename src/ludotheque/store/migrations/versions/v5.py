"""Accounts that look alike: one of each kind from now on."""

import sqlalchemy as sa
from alembic import op

from ludotheque.tables.names import skeleton

revision = "5"
down_revision = "4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note what each account's name looks like; of those that look alike, of the oldest alone."""
    op.add_column("people", sa.Column("skeleton", sa.Text))
    op.create_index("people_by_skeleton", "people", ["skeleton"], unique=True)
    people = sa.table("people", *map(sa.column, ("id", "name", "shown", "created", "skeleton")))
    named = sa.select(people.c.id, people.c.shown).where(people.c.name.is_not(None))
    met = set[str]()
    for row in op.get_bind().execute(named.order_by(people.c.created, people.c.id)).all():
        looks = skeleton(row.shown)
        if looks not in met:
            met.add(looks)
            mine = sa.update(people).where(people.c.id == row.id)
            op.get_bind().execute(mine.values(skeleton=looks))
