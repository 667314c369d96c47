"""The schema. `migrations` brings a database here; a test compares the two."""

import sqlalchemy as sa

METADATA = sa.MetaData()
HEAD = "0002"
"""The revision of the schema that this code needs."""

ID = sa.String(16)
PERSON = sa.String(32)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", ID, primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("touched_at", sa.BigInteger, nullable=False),
    # When the server itself has something to do: a bot to move, a clock to flag.
    sa.Column("due_at", sa.BigInteger),
    # Which worker does it, and until when the others leave it alone.
    sa.Column("claimed_by", sa.String(36)),
    sa.Column("claimed_until", sa.BigInteger),
    sa.Index("tables_listed", "listed", "phase", "touched_at"),
    sa.Index("tables_due", "due_at"),
    sa.Index("tables_touched", "phase", "touched_at"),
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("person", PERSON),
    sa.Column("command", sa.String(64)),
    sa.PrimaryKeyConstraint("table_id", "version"),
)

SITTERS = sa.Table(
    "sitters",
    METADATA,
    # Who ever took a seat where; whether the seat is still theirs, the log says.
    sa.Column("person", PERSON, nullable=False),
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.PrimaryKeyConstraint("person", "table_id"),
    sa.Index("sitters_at", "table_id"),
)

PULSE = sa.Table(
    "pulse",
    METADATA,
    # One row: when a server last ran on this database.
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

OUTAGES = sa.Table(
    "outages",
    METADATA,
    # The times in which none did: they count against nobody.
    sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

TOKENS = sa.Table(
    "tokens",
    METADATA,
    # The SHA-256 of a cookie: whoever reads the database cannot sit on anybody's seat.
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("person", PERSON, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)

LINKS = sa.Table(
    "links",
    METADATA,
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("person", PERSON, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
)
