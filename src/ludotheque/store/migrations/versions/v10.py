"""Puzzles: who has tried which, ratings of people and puzzles, runs against the clock."""

import sqlalchemy as sa
from alembic import op

revision = "10"
down_revision = "9"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them."""
    _of_people(
        "puzzle_attempts",
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean),
        key=("person_id", "game", "puzzle"),
    )
    _of_people(
        "puzzle_solvers",
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("puzzles", sa.Integer, nullable=False),
    )
    _of_people(
        "puzzle_streaks",
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "puzzle", name="puzzle_ratings_key"),
        sqlite_with_rowid=False,
    )


def _of_people(
    name: str, *columns: sa.Column[object], key: tuple[str, ...] = ("person_id", "game")
) -> None:
    op.create_table(
        name,
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint(*key, name=f"{name}_key"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=f"{name}_of_people", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
