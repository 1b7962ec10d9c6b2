"""Lists tell whose turn it is: a table says whom it waits for."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note with a table the person whose turn it is; what is older says so after its next act."""
    op.add_column("tables", sa.Column("awaited", sa.Text))
