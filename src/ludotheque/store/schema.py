"""The tables of the database. Times are milliseconds since 1970, ids are unguessable text."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    true,
)

DAY = 86_400_000
METADATA = MetaData(
    # Constraints with names can be changed by later versions.
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_one_%(column_0_N_name)s",
        "ck": "%(table_name)s_%(constraint_name)s",
        "fk": "%(table_name)s_of_%(referred_table_name)s",
        "pk": "%(table_name)s_key",
    }
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("secret", Text, nullable=False),
    Column("game", Text, nullable=False),
    # From here on a summary of the log, written in the transaction that appends an act.
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("note", Text, nullable=False),
    Column("awaited", Text),
    Column("head", Text),  # the link of the last act
    # Which worker looks after what is due, and until when.
    Column("lease_by", Text),
    Column("lease_until", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("status IN ('open', 'playing', 'over', 'closed')", name="status"),
    # No list is sorted by what every act changes: an index that stays costs an act nothing.
    Index("tables_by_status", "status", "public", "created"),
)
Index(
    "tables_by_due",
    TABLES.c.due,
    sqlite_where=TABLES.c.due.is_not(None),
    postgresql_where=TABLES.c.due.is_not(None),
)
"""What nobody need look at is not in it."""

ACTS = Table(
    "acts",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("stamp", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("link", Text),  # see chain.py
    # In SQLite a plain table: the rows of a group lie together and cost few pages. In the order of
    # the key each would be on a page of its own, and a commit twice as dear.
)

SEATS_TAKEN = Table(
    "seats_taken",
    METADATA,
    Column("person_id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    sqlite_with_rowid=False,
)
"""Who has ever sat at which table."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, unique=True),  # folded, of those who have a password
    Column("shown", Text, nullable=False),
    Column("password", Text),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("lang", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("recovery_hash", Text, unique=True),
    Column("bot", Boolean, nullable=False),
    # What the name looks like, of those who have a password; null of whom an older one looked like.
    Column("skeleton", Text),
    Index("people_by_skeleton", "skeleton", unique=True),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("label", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

SESSIONS_ENDED = Table(
    "sessions_ended",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("ended", BigInteger, nullable=False),
)
"""The sessions that someone has logged out of; a new epoch ends all others of a person."""

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("shares", Text, nullable=False),
    Column("people", Text, nullable=False),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("edition", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
"""Games that were looked over, each by whoever did it last: `edition` says by which engine."""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("computer", Boolean, nullable=False),
    Index("ratings_by_who", "who"),
)

RIVALS = Table(
    "rivals",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("rival", Text, primary_key=True),
    Column("day", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Whom a person has met in rated games, and how often on the last such day (UTC)."""

PUZZLE_ATTEMPTS = Table(
    "puzzle_attempts",
    METADATA,
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("solved", Boolean),  # at the first attempt; null while one that counts waits for it
    sqlite_with_rowid=False,
)
"""Which puzzles a person has tried, each once: what came of the first attempt."""

PUZZLE_SOLVERS = Table(
    "puzzle_solvers",
    METADATA,
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("puzzles", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How well a person solves the puzzles of a game."""

PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How hard puzzles have turned out to be."""

PUZZLE_STREAKS = Table(
    "puzzle_streaks",
    METADATA,
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("best", Integer, nullable=False),
    # The run that was begun last.
    Column("run", Text, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("made", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Puzzles against the clock: the best run of a person in a game, and the last."""

BROUGHT = Table(
    "brought",
    METADATA,
    Column("person_id", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Text, primary_key=True),  # made of what was played: the same game is one row
    Column("at", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("shares", Text, nullable=False),
    Column("size", Integer, nullable=False),  # of the body, in bytes
    Column("body", Text, nullable=False),
)
"""Games that people have played elsewhere and brought here, as records; none of them is rated."""

PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("person_id", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("here", Boolean, nullable=False, server_default=true()),
    Index("presence_by_person", "person_id"),
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
