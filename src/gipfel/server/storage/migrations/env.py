"""How alembic reaches the database: by the connection that `migrate` hands in."""

from alembic import context

from gipfel.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transaction_per_migration=False,
)
context.run_migrations()
