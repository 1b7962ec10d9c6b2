"""Ratings and signs of life are found by person: tidying asks for each who never did anything."""

from alembic import op

revision = "8"
down_revision = "7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Index what was found by reading all of it."""
    op.create_index("ratings_by_who", "ratings", ["who"])
    op.create_index("presence_by_person", "presence", ["person_id"])
