"""Reading on where other workers wrote: the new entries of many tables in one query.

One thread reads. What is asked while it is busy waits and is asked together: where two people of a
table sit at different workers, each move is read once at the other one.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ..protocol import Row
from .log import StorageFailed

MOST_TABLES = 256
"""Tables asked for in one query."""
_NEWER = """
SELECT e.table_id, e.version, e.at, e.data, e.person, e.command
FROM unnest(%s::varchar[], %s::bigint[]) AS known (id, version)
JOIN entries AS e ON e.table_id = known.id AND e.version > known.version
ORDER BY e.table_id, e.version
"""
Asked = tuple[str, int, asyncio.Future[list[Row]]]


class Tails:
    """Asks PostgreSQL what is new at a table."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log reader")
        self._waiting: asyncio.Queue[Asked] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to read what is asked for."""
        self._task = asyncio.create_task(self._read(), name="log reader")

    async def stop(self) -> None:
        """Read no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def tail(self, table: str, after: int) -> list[Row]:
        """Return the rows of a log after a version. Raises StorageFailed."""
        found: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((table, after, found))
        return await found

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            asked = [await self._waiting.get()]
            while len(asked) < MOST_TABLES and not self._waiting.empty():
                asked.append(self._waiting.get_nowait())
            oldest: dict[str, int] = {}
            for table, after, _ in asked:
                oldest[table] = min(after, oldest.get(table, after))
            try:
                rows = await loop.run_in_executor(self._thread, self._newer, oldest)
            except (SQLAlchemyError, OSError) as error:
                _fail(asked, StorageFailed(type(error).__name__))
            except BaseException:
                _fail(asked, StorageFailed("stopped"))
                raise
            else:
                for table, after, found in asked:
                    if not found.done():
                        found.set_result([row for row in rows[table] if row.version > after])

    def _newer(self, known: dict[str, int]) -> dict[str, list[Row]]:
        rows: dict[str, list[Row]] = {table: [] for table in known}
        about: tuple[Any, ...] = (list(known), list(known.values()))
        with self._engine.connect() as connection:
            for table, *row in connection.exec_driver_sql(_NEWER, about):
                rows[table].append(Row(*row))
        return rows


def _fail(asked: list[Asked], error: StorageFailed) -> None:
    for _, _, found in asked:
        if not found.done():
            found.set_exception(error)
            found.exception()  # whoever asked may be gone
