"""Backup and restore: the whole database as one file that either kind of database can take.

Lines of JSON, compressed: first what it is, then every row. Taken from one snapshot while the
server runs; restored into an empty database. It holds every secret and hand, so only its owner may
read it.
"""

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...core.errors import BadRecord, BadRequest
from .database import connect, migrate, writing
from .schema import ENTRIES, HEAD, LINKS, METADATA, OUTAGES, PULSE, SITTERS, TABLES, TOKENS

FORMAT = "gipfel-backup-1"
_PAGE = 1_000
_ORDER = (TABLES, ENTRIES, SITTERS, TOKENS, LINKS, PULSE, OUTAGES)


async def backup(address: str, path: Path) -> int:
    """Write a backup beside its place, then put it there whole; return how many tables it has."""
    engine = connect(address)
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        await migrate(engine)
        count = await _write(engine, draft)
        os.replace(draft, path)
    except OSError as error:
        raise BadRequest(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        draft.unlink(missing_ok=True)
        await engine.dispose()
    return count


async def _write(engine: AsyncEngine, draft: Path) -> int:
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    tables = 0
    with os.fdopen(descriptor, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as file:
        file.write(_line({"format": FORMAT, "revision": HEAD}))
        async with engine.execution_options(**options).connect() as connection:
            for table in _ORDER:
                rows = await connection.stream(sa.select(table))
                async for row in rows.mappings():
                    named = {str(key): value for key, value in row.items()}
                    file.write(_line({"table": str(table.name), "row": named}))
                    tables += table is TABLES
        file.write(_line({"end": tables}))
        file.flush()
        os.fsync(raw.fileno())
    return tables


def _line(thing: object) -> bytes:
    return msgspec.json.encode(thing) + b"\n"


async def restore(address: str, path: Path) -> int:
    """Fill an empty database from a backup, wholly or not at all; return how many tables it has."""
    engine = connect(address)
    try:
        await migrate(engine)
        async with writing(engine).begin() as connection:
            await _check_empty(connection)
            return await _fill(connection, _lines(path))
    except SQLAlchemyError as error:
        raise BadRequest(f"The backup does not fit: {type(error).__name__}.") from error
    finally:
        await engine.dispose()


async def _check_empty(connection: AsyncConnection) -> None:
    for table in _ORDER:
        if await connection.scalar(sa.select(sa.func.count()).select_from(table)):
            raise BadRequest("The database is not empty: a backup is restored into an empty one.")


async def _fill(connection: AsyncConnection, lines: Iterator[dict[str, Any]]) -> int:
    first = next(lines, {})
    if first.get("format") != FORMAT:
        raise BadRecord("This file is not a backup of Gipfel, or one of a newer Gipfel.")
    if first.get("revision") != HEAD:
        raise BadRecord(f"The backup has schema {first.get('revision')}, this Gipfel {HEAD}.")
    waiting: dict[str, list[dict[str, Any]]] = {}
    tables = 0
    for line in lines:
        if "end" in line:
            for name, rows in waiting.items():
                await _insert(connection, name, rows)
            if line["end"] != tables:
                raise BadRecord("The backup is not whole: tables are missing.")
            return tables
        name, row = str(line.get("table")), line.get("row")
        if name not in METADATA.tables or not isinstance(row, dict):
            raise BadRecord("The backup holds something unknown.")
        tables += name == TABLES.name
        for other in [key for key in waiting if key != name]:
            await _insert(connection, other, waiting.pop(other))
        waiting.setdefault(name, []).append(_typed(METADATA.tables[name], row))
        if len(waiting[name]) >= _PAGE:
            await _insert(connection, name, waiting.pop(name))
    raise BadRecord("The backup is cut short.")


async def _insert(connection: AsyncConnection, name: str, rows: list[dict[str, Any]]) -> None:
    await connection.execute(sa.insert(METADATA.tables[name]), rows)


def _typed(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its bytes as bytes: JSON has them in base 64."""
    typed = {}
    for key, value in row.items():
        if key not in table.c:
            raise BadRecord("The backup holds something unknown.")
        is_bytes = isinstance(table.c[key].type, sa.LargeBinary) and isinstance(value, str)
        typed[key] = msgspec.convert(value, bytes) if is_bytes else value
    return typed


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                yield msgspec.json.decode(line, type=dict[str, Any])
    except FileNotFoundError as error:
        raise BadRequest(f"There is no file {path}.") from error
    except (OSError, EOFError, msgspec.DecodeError, UnicodeError) as error:
        raise BadRecord(f"{path} is not a backup of Gipfel, or it is cut short.") from error
