"""The steps that bring a database from one revision to the next; run by alembic."""
