"""Who sat where, the pulse of the server, and the times without one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables; whoever gave a command at a table had a seat there."""
    op.create_table(
        "sitters",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("person", "table_id"),
    )
    op.create_index("sitters_at", "sitters", ["table_id"])
    op.execute(
        "INSERT INTO sitters (person, table_id) "
        "SELECT DISTINCT person, table_id FROM entries WHERE person IS NOT NULL"
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    for name in ("outages", "pulse", "sitters"):
        op.drop_table(name)
