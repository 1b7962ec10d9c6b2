"""Whoever leaves a table says so: the last sign of life may be a farewell."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note with the last sign of life whether the person was still there."""
    op.add_column(
        "presence", sa.Column("here", sa.Boolean, nullable=False, server_default=sa.true())
    )
