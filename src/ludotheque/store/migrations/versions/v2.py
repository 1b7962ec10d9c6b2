"""Sessions that were logged out of are known to all workers, and their cookies open nothing."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the sessions that have ended."""
    op.create_table(
        "sessions_ended",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_ended_by_ended", "sessions_ended", ["ended"])
