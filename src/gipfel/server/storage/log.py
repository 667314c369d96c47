"""The log on disk: many tables' entries in one transaction, each acknowledged after its commit.

One thread writes. What is appended while the disk is busy waits and is stored together; whoever
appends waits for the commit. Two workers that append to the same table meet at the unique (table,
version): the slower one gets Conflict, reads what it missed and decides anew.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ..protocol import Opening, Row
from ..table import Table
from .schema import TABLES

LARGEST_BATCH = 256
BREATH = 0.004
"""Seconds between two commits at the least: what comes meanwhile is stored together."""


class Conflict(Exception):
    """Another worker was faster: the log has entries that this one does not know."""


class StorageFailed(Exception):
    """The database did not take it, or did not say so: what is stored must be read again."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A worker's word that it does what is due at a table, until a time."""

    worker: str
    until: int


@dataclass(frozen=True, slots=True)
class Append:
    """Rows for the log of a table, what the table is then, and a table that follows from it."""

    table: Table
    rows: tuple[Row, ...]
    due_at: int | None = None
    claim: Claim | None = None
    opening: Opening | None = None
    came: tuple[str, ...] = ()
    """The persons who take a seat with it."""


class Log:
    """The one door by which entries are stored."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log writer")
        self._waiting: asyncio.Queue[tuple[Append, asyncio.Future[None]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.batches = 0
        self.appended = 0

    def start(self) -> None:
        """Begin to write what is appended."""
        self._task = asyncio.create_task(self._write(), name="log writer")

    async def stop(self) -> None:
        """Write what waits, then end."""
        await self._waiting.join()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def put_up(self, opening: Opening) -> None:
        """Store a new table. Raises StorageFailed."""
        try:
            await self._in_thread(self._open, opening)
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error

    async def append(self, append: Append) -> None:
        """Return when the rows are on disk. Raises Conflict or StorageFailed."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((append, done))
        await done

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < LARGEST_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                await self._store(batch)
            finally:
                for _ in batch:
                    self._waiting.task_done()
            await asyncio.sleep(BREATH)

    async def _store(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        """Store a batch together; if one of them is in conflict, each by itself."""
        try:
            await self._in_thread(self._commit, [append for append, _ in batch])
        except IntegrityError:
            if len(batch) == 1:
                _settle(batch, Conflict())
            else:
                for one in batch:
                    await self._store([one])
        except (SQLAlchemyError, OSError) as error:
            _settle(batch, StorageFailed(type(error).__name__))
        except BaseException:
            _settle(batch, StorageFailed("stopped"))
            raise
        else:
            self.batches += 1
            self.appended += len(batch)
            _settle(batch, None)

    async def _in_thread(self, work: Callable[[Any], None], about: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work, about)

    def _commit(self, appends: list[Append]) -> None:
        appends = sorted(appends, key=lambda append: append.table.id)  # no two workers can deadlock
        rows = [_entry(append.table.id, row) for append in appends for row in append.rows]
        if self._engine.dialect.name == "postgresql" and not any(
            append.opening or append.came for append in appends
        ):
            with self._at_once.connect() as connection:
                about = [*zip(*rows, strict=True), *zip(*map(_touched, appends), strict=True)]
                connection.exec_driver_sql(_AT_ONCE, tuple(map(list, about)))
            return
        with self._engine.begin() as connection:
            if openings := [append.opening for append in appends if append.opening]:
                _put_up(connection, openings)
            for page in _pages(rows):
                _run(connection, _INSERT, page)
            if came := [(one, append.table.id) for append in appends for one in append.came]:
                _run(connection, _CAME, came)
            for page in _pages([_touched(append) for append in appends]):
                _run(connection, _UPDATE, page)

    def _open(self, opening: Opening) -> None:
        with self._engine.begin() as connection:
            _put_up(connection, [opening])


# A page of rows goes into one statement. A statement for each row would give up and win back the
# interpreter each time, and wait for the event loop each time.

PAGE = 500
"""Rows in one statement: SQLite takes 32,766 values."""
_INSERT = "INSERT INTO entries (table_id, version, at, data, person, command) VALUES {rows}"
_CAME = "INSERT INTO sitters (person, table_id) VALUES {rows} ON CONFLICT DO NOTHING"
_UPDATE = """
WITH now (id, phase, version, at, due, worker, until) AS (VALUES {rows})
UPDATE tables SET
  phase = now.phase, version = now.version, touched_at = now.at,
  due_at = CAST(now.due AS BIGINT),
  claimed_by = now.worker, claimed_until = CAST(now.until AS BIGINT)
FROM now WHERE tables.id = now.id
"""


# PostgreSQL takes it all in one statement, which is a transaction and one way there and back; its
# text never changes, so it is planned once. Counting what was written makes that come first: two
# workers meet at a version, in the order of the tables, before either touches a row of `tables`.
_AT_ONCE = """
WITH written AS (
  INSERT INTO entries (table_id, version, at, data, person, command)
  SELECT * FROM unnest(
    %s::varchar[], %s::int[], %s::bigint[], %s::bytea[], %s::varchar[], %s::varchar[]
  )
  RETURNING 1
)
UPDATE tables SET
  phase = now.phase, version = now.version, touched_at = now.at, due_at = now.due,
  claimed_by = now.worker, claimed_until = now.until
FROM unnest(
  %s::varchar[], %s::varchar[], %s::int[], %s::bigint[], %s::bigint[], %s::varchar[], %s::bigint[]
) AS now (id, phase, version, at, due, worker, until)
WHERE tables.id = now.id AND (SELECT count(*) FROM written) > 0
"""


def _pages(rows: list[tuple[Any, ...]]) -> Iterable[list[tuple[Any, ...]]]:
    for start in range(0, len(rows), PAGE):
        yield rows[start : start + PAGE]


def _run(connection: sa.Connection, statement: str, rows: list[tuple[Any, ...]]) -> None:
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    one = f"({','.join([mark] * len(rows[0]))})"
    text = statement.format(rows=",".join([one] * len(rows)))
    connection.exec_driver_sql(text, tuple(chain.from_iterable(rows)))


def _settle(
    batch: list[tuple[Append, asyncio.Future[None]]], error: Conflict | StorageFailed | None
) -> None:
    for _, done in batch:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
            done.exception()  # whoever appended may be gone


def _entry(table: str, row: Row) -> tuple[Any, ...]:
    return table, row.version, row.at, row.data, row.person, row.command


def _touched(append: Append) -> tuple[Any, ...]:
    table, claim = append.table, append.claim
    worker, until = (claim.worker, claim.until) if claim else (None, None)
    return table.id, table.phase, table.version, append.rows[-1].at, append.due_at, worker, until


def _put_up(connection: sa.Connection, openings: Iterable[Opening]) -> None:
    openings = list(openings)
    connection.execute(
        sa.insert(TABLES),
        [
            {
                "id": one.id,
                "game": one.table.setup.game,
                "rules": one.table.rules,
                "secret": one.secret,
                "listed": one.table.setup.listed,
                "phase": one.table.phase,
                "version": one.table.version,
                "opened_at": one.row.at,
                "touched_at": one.row.at,
            }
            for one in openings
        ],
    )
    _run(connection, _INSERT, [_entry(one.id, one.row) for one in openings])
