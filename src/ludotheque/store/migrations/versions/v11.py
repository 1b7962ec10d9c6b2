"""Games that people bring from their devices."""

import sqlalchemy as sa
from alembic import op

revision = "11"
down_revision = "10"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them."""
    op.create_table(
        "brought",
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("shares", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "id", name="brought_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="brought_of_people", ondelete="CASCADE"
        ),
    )
