"""Opening a database: its address, its connections, and the right revision of its schema."""

import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...core.errors import BadRequest
from .schema import HEAD

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
_MIGRATING = 7_183_521
"""The advisory lock under which PostgreSQL is migrated."""


def address(text: str) -> URL:
    """Return the address of a database: `sqlite:///file` or `postgresql://user@host/name`."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise BadRequest("A database is sqlite:///FILE or postgresql://USER@HOST/NAME.") from error
    kind = url.get_backend_name()
    if kind not in _DRIVERS:
        raise BadRequest(f"No database of the kind {kind!r}; there are sqlite and postgresql.")
    if kind == "sqlite" and not url.database:
        raise BadRequest("A SQLite database needs a file: sqlite:////absolute/path.db")
    return url.set(drivername=_DRIVERS[kind])


def default_address() -> str:
    """Return the SQLite file in the user's data folder, as the XDG rules name it."""
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"
    return f"sqlite:///{home / 'gipfel' / 'tables.db'}"


def connect(text: str) -> AsyncEngine:
    """Return an engine for an address. SQLite waits for the disk before it says that it is done."""
    url = address(text)
    if url.get_backend_name() == "postgresql":
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
    assert url.database is not None, "checked by `address`"
    _make_private_folder(Path(url.database).parent)
    engine = create_async_engine(url, pool_size=4, max_overflow=0)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def connect_writer(text: str) -> sa.Engine:
    """Return an engine for one thread that writes or reads the log, with one connection."""
    url = address(text)
    if url.get_backend_name() == "postgresql":
        return sa.create_engine(url, pool_size=1, max_overflow=0)
    engine = sa.create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine.execution_options(writes=True)


def _make_private_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadRequest(f"{folder} cannot be made: {error.strerror}.") from error


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # `_begin_sqlite` begins, not the driver
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=60000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def writing(engine: AsyncEngine) -> AsyncEngine:
    """Return the engine for transactions that write: SQLite takes its lock at once."""
    return engine.execution_options(writes=True)


async def migrate(engine: AsyncEngine) -> None:
    """Bring the schema to HEAD. Refuses a database that a newer Gipfel has migrated."""
    try:
        async with writing(engine).begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
            if await revision(connection) != HEAD:
                await connection.run_sync(_upgrade)
    except (DBAPIError, OSError) as error:
        where = engine.url.render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise BadRequest(f"The database {where} cannot be opened: {reason}") from error


async def revision(connection: AsyncConnection) -> str | None:
    """Return the revision that a database has; None if it is empty."""
    names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
    if "alembic_version" not in names:
        return None
    found = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return str(found) if found else None


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command  # noqa: PLC0415  a start with a current schema need not load it
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError as error:
        raise BadRequest(
            "The database was made by a newer Gipfel: install that one to open it."
        ) from error
