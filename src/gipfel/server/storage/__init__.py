"""Where tables are kept: SQLite or PostgreSQL, one schema, one append-only log."""
