"""Reading what is stored: a table's log, what is listed, what is due, and what is old."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..messages import Code, Refused
from ..protocol import Row
from .database import writing
from .log import StorageFailed
from .schema import ENTRIES, LINKS, OUTAGES, PULSE, SITTERS, TABLES

MOST_LISTED = 100
MOST_OWN = 30
REMEMBERED = 100 * 86_400_000
"""Milliseconds for which an outage is looked at: longer than any clock runs."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored: its secret and its log."""

    secret: bytes
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days a table is kept after its last entry; 0: for ever."""

    open: int = 7
    playing: int = 90
    over: int = 0


class Outage(NamedTuple):
    """A time in which no server ran on the database."""

    since: int
    until: int


class Shelf:
    """What the other parts ask of the database, besides appending to the log."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with writing(self._engine).begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error

    async def load(self, table: str) -> Stored:
        """Return a table's whole log. Raises Refused if there is no such table."""
        async with self._reading() as connection:
            secret = await connection.scalar(sa.select(TABLES.c.secret).where(TABLES.c.id == table))
            if secret is None:
                raise Refused(Code.NO_TABLE)
            return Stored(bytes(secret), await _rows(connection, table, 0))

    async def tail(self, table: str, after: int) -> list[Row]:
        """Return the rows of a log after a version."""
        async with self._reading() as connection:
            return await _rows(connection, table, after)

    async def version_of(self, table: str, person: str, command: str) -> int | None:
        """Return the version of a person's command at a table; None if it was not done."""
        query = sa.select(ENTRIES.c.version).where(
            ENTRIES.c.table_id == table, ENTRIES.c.person == person, ENTRIES.c.command == command
        )
        async with self._reading() as connection:
            found: int | None = await connection.scalar(query)
            return found

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the last version of each of some tables."""
        query = sa.select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(tables))
        async with self._reading() as connection:
            return {row.id: row.version for row in await connection.execute(query)}

    async def listed(self) -> list[str]:
        """Return the tables that anybody may see, the liveliest first."""
        query = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.listed, TABLES.c.phase.in_(("open", "playing")))
            .order_by(TABLES.c.phase, TABLES.c.touched_at.desc())
            .limit(MOST_LISTED)
        )
        async with self._reading() as connection:
            return list(await connection.scalars(query))

    async def taken_by(self, person: str) -> list[str]:
        """Return the tables where a person took a seat: those under way first, the latest first."""
        query = (
            sa.select(TABLES.c.id)
            .join(SITTERS, SITTERS.c.table_id == TABLES.c.id)
            .where(SITTERS.c.person == person)
            .order_by(TABLES.c.phase == "over", TABLES.c.touched_at.desc())
            .limit(MOST_OWN)
        )
        async with self._reading() as connection:
            return list(await connection.scalars(query))

    async def due(self, now: int, most: int = 100) -> list[str]:
        """Return the tables where the server must act and no worker does."""
        query = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.due_at <= now, _unclaimed(now))
            .order_by(TABLES.c.due_at)
            .limit(most)
        )
        async with self._reading() as connection:
            return list(await connection.scalars(query))

    async def claim(self, table: str, worker: str, now: int, until: int) -> bool:
        """Take on what is due at a table; False if another worker has done so."""
        query = (
            sa.update(TABLES)
            .where(TABLES.c.id == table, TABLES.c.due_at <= now, _unclaimed(now))
            .values(claimed_by=worker, claimed_until=until)
        )
        async with self._writing() as connection:
            return (await connection.execute(query)).rowcount == 1

    async def release(self) -> None:
        """Take back every worker's word. Only for a worker that knows that it is alone."""
        async with self._writing() as connection:
            await connection.execute(
                sa.update(TABLES)
                .where(TABLES.c.claimed_by.is_not(None))
                .values(claimed_by=None, claimed_until=None)
            )

    async def pulse(self, now: int, gap: int) -> list[Outage]:
        """Say that a server runs; return the times in which none did, this last one included.

        None did if nobody has said so for longer than `gap`.
        """
        async with self._writing() as connection:
            last = await connection.scalar(sa.select(PULSE.c.at).with_for_update())
            if last is None:
                first = "INSERT INTO pulse (id, at) VALUES (1, :now) ON CONFLICT DO NOTHING"
                await connection.execute(sa.text(first), {"now": now})
            elif last < now:
                if now - last > gap:
                    await connection.execute(sa.insert(OUTAGES).values(since=last, until=now))
                await connection.execute(sa.update(PULSE).values(at=now))
            found = await connection.execute(
                sa.select(OUTAGES).where(OUTAGES.c.until > now - REMEMBERED).order_by("since")
            )
            return [Outage(row.since, row.until) for row in found]

    async def forget(self, keep: Retention, now: int) -> int:
        """Delete tables that nobody has touched for too long; return how many."""
        day, gone = 86_400_000, 0
        for phase, days in (("open", keep.open), ("playing", keep.playing), ("over", keep.over)):
            if days:
                old = sa.select(TABLES.c.id).where(
                    TABLES.c.phase == phase, TABLES.c.touched_at < now - days * day
                )
                async with self._writing() as connection:
                    for part in (ENTRIES, SITTERS):
                        await connection.execute(sa.delete(part).where(part.c.table_id.in_(old)))
                    done = await connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(old)))
                    gone += done.rowcount
        async with self._writing() as connection:
            await connection.execute(sa.delete(LINKS).where(LINKS.c.expires_at < now))
        return gone

    async def ready(self) -> None:
        """Raise StorageFailed if the database does not answer."""
        async with self._reading() as connection:
            await connection.execute(sa.select(1))


def _unclaimed(now: int) -> sa.ColumnElement[bool]:
    return sa.or_(TABLES.c.claimed_until.is_(None), TABLES.c.claimed_until <= now)


async def _rows(connection: AsyncConnection, table: str, after: int) -> list[Row]:
    query = (
        sa.select(
            ENTRIES.c.version, ENTRIES.c.at, ENTRIES.c.data, ENTRIES.c.person, ENTRIES.c.command
        )
        .where(ENTRIES.c.table_id == table, ENTRIES.c.version > after)
        .order_by(ENTRIES.c.version)
    )
    return [
        Row(row.version, row.at, bytes(row.data), row.person, row.command)
        for row in await connection.execute(query)
    ]
