"""The hall: the tables that this worker has in memory, who listens at each, and how they change.

One way in: `do`. It decides, waits for the commit, and only then tells anybody. A table in memory
is a copy; the log is the truth, and when in doubt the copy is brought up to date.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from .decisions import stands
from .entries import Setup
from .logs import alias, log
from .messages import BotMove, Code, Command, Flag, Move, Own, Refused, Stand, encode
from .metrics import COMMANDS, COMMIT, CONFLICTS, LIVE
from .protocol import Draft, Journal, Opening, open_table
from .storage.log import Append, Claim, Conflict, Log, StorageFailed
from .storage.shelf import Outage, Shelf
from .table import Table
from .thinking import Thinking
from .time import now
from .views import Viewer, viewer_of

LEASE = 15_000
"""Milliseconds for which a worker's word holds that it moves a bot or flags a clock."""
ATTEMPTS = 8
LAST_WORDS = 10
"""Seconds in which what has begun must be done when the server ends."""
DONE = COMMANDS.labels("done")
SETTLES = 0.5
"""Seconds after which a change in who is here is told: a page that is loaded anew is no news."""
MOST_IDLE = 128
"""Tables kept in memory although nobody listens."""


class Listener(Protocol):
    """Somebody at a table: a socket, or a test."""

    person: str | None
    look: int | str | None
    told: int
    """The last version it was told of."""

    def tell(self, message: bytes) -> None:
        """Send a message soon. Never blocks, never raises."""


class LiveTable:
    """A table in memory."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.behind = False
        """Whether the log may hold more than the journal."""
        self.thinking = False
        self.here: dict[int, bool] = {}
        """Who was here when the listeners were last told of it."""
        self.settling = False


class Hall:
    """Every table that this worker serves."""

    def __init__(
        self, log: Log, shelf: Shelf, thinking: Thinking, *, worker: str, alone: bool
    ) -> None:
        self.worker = worker
        self.alone = alone
        """Whether no other worker writes to the database."""
        self._log = log
        self._shelf = shelf
        self.tail = shelf.tail
        """How the new rows of a log are read."""
        self._thinking = thinking
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._doing = 0
        """Commands that have begun."""
        self.stopping = False
        self.outages: list[Outage] = []
        """The times without a server; they are made good where a clock was running."""
        self.on_change: list[Callable[[str, int], None]] = []
        """Called with (table, version) after each commit."""

    # Reading

    async def open(self, setup: Setup) -> Opening:
        """Put up a table."""
        if self.stopping:
            raise Refused(Code.STOPPING)
        opening = open_table(setup, now())
        for seat in opening.table.seats:
            if seat.grade is not None:
                self._thinking.prepare(setup.game, seat.grade)
        try:
            await self._log.put_up(opening)
        except StorageFailed:
            raise Refused(Code.STORAGE) from None
        return opening

    async def table(self, id: str) -> LiveTable:
        """Return a table, from memory or from its log. Raises Refused if there is none."""
        live = self._tables.get(id)
        if live is None:
            live = await self._load(id)
        if live.behind or not self.alone:
            await self._catch_up(live)
        await self._make_good(live)
        return live

    async def _load(self, id: str) -> LiveTable:
        """Load a table once, however many ask for it."""
        task = self._loading.get(id)
        if task is None:
            task = self._spawn(self._read(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _read(self, id: str) -> LiveTable:
        try:
            stored = await self._shelf.load(id)
        except StorageFailed:
            raise Refused(Code.STORAGE) from None
        live = LiveTable(await asyncio.to_thread(Journal.replay, id, stored.secret, stored.rows))
        self._make_room()
        self._tables[id] = live
        LIVE.set(len(self._tables))
        return live

    def _make_room(self) -> None:
        """Drop the tables that were loaded first and that nobody uses."""
        if len(self._tables) < MOST_IDLE:
            return
        idle = [
            id
            for id, live in self._tables.items()
            if not live.listeners and not live.lock.locked() and not live.thinking
        ]
        if len(idle) >= MOST_IDLE:
            for id in idle[: MOST_IDLE // 4]:
                del self._tables[id]

    async def _catch_up(self, live: LiveTable) -> None:
        async with live.lock:
            await self._refresh(live)
            self._fan_out(live)

    async def _refresh(self, live: LiveTable) -> None:
        """Read what the log holds beyond the journal."""
        table = live.journal.table
        try:
            rows = await self.tail(table.id, table.version)
        except StorageFailed:
            live.behind = True
            raise Refused(Code.STORAGE) from None
        live.journal.follow(rows)
        live.behind = False

    # Changing

    async def do(self, id: str, command: Command | Own, person: str | None) -> int:
        """Carry out a command; return its version once it is stored. Raises Refused.

        Whoever asks must stay until it is done: nobody is to be cancelled while a commit is on
        its way. If that happens all the same, the table is read anew from its log.
        """
        self._doing += 1
        try:
            version = await self._do(id, command, person)
        except Refused as refused:
            COMMANDS.labels(str(refused.code)).inc()
            raise
        finally:
            self._doing -= 1
        DONE.inc()
        return version

    async def _do(self, id: str, command: Command | Own, person: str | None) -> int:
        if self.stopping:
            raise Refused(Code.STOPPING)
        start = time.perf_counter()
        live = self._tables.get(id) or await self._load(id)
        if not isinstance(command, Stand):
            await self._make_good(live)
        async with live.lock:
            try:
                draft = await self._commit(live, command, person)
            finally:
                self._fan_out(live)  # what others stored may have been read on the way
        if not draft.rows:
            return draft.version
        COMMIT.observe(time.perf_counter() - start)
        for tell in self.on_change:
            tell(id, live.journal.table.version)
        self._see_to_bots(live)
        return draft.version

    async def _commit(self, live: LiveTable, command: Command | Own, person: str | None) -> Draft:
        """Decide on the latest position, store it, take it as done."""
        for _ in range(ATTEMPTS):
            if live.behind:
                await self._refresh(live)
            try:
                draft = live.journal.draft(command, person, now())
            except Refused:
                if not self.alone and await self._was_behind(live):
                    continue
                done = await self._done_before(live, command, person)
                if done is None:
                    raise
                return Draft(done)
            if not draft.rows:
                return draft
            try:
                await self._log.append(self._append(live.journal.table, draft))
            except Conflict:
                CONFLICTS.inc()
                live.behind = True
                continue
            except asyncio.CancelledError:
                live.behind = True
                raise
            except StorageFailed as error:
                live.behind = True
                log.error("not stored", table=alias(live.journal.table.id), error=str(error))
                raise Refused(Code.STORAGE) from None
            live.journal.accept(draft)
            return draft
        raise Refused(Code.STORAGE)

    async def _done_before(
        self, live: LiveTable, command: Command | Own, person: str | None
    ) -> int | None:
        """Return the version of a move that was done so long ago that only the log knows."""
        if not isinstance(command, Move) or not live.journal.forgets or person is None:
            return None
        try:
            return await self._shelf.version_of(live.journal.table.id, person, command.id)
        except StorageFailed:
            raise Refused(Code.STORAGE) from None

    async def _make_good(self, live: LiveTable) -> None:
        """Let a clock that ran while no server did stand still over that time."""
        if self.outages and live.journal.table.clocks.deadline is not None:
            for outage in self.outages:
                if stands(live.journal.table, outage.until):
                    with suppress(Refused):  # another worker has done so
                        await self._do(live.journal.table.id, Stand(*outage), None)

    async def there_were(self, outages: list[Outage]) -> None:
        """Hear of all times without a server."""
        if outages != self.outages:
            self.outages = outages
            for live in list(self._tables.values()):
                await self._make_good(live)

    async def _was_behind(self, live: LiveTable) -> bool:
        """Say whether a refusal was due to an old copy: then it is to be decided anew."""
        version = live.journal.table.version
        await self._refresh(live)
        return live.journal.table.version > version

    def _append(self, before: Table, draft: Draft) -> Append:
        table = draft.table
        assert table is not None, "a draft with rows has a table"
        came = tuple(table.holders - before.holders) if before.phase == "open" else ()
        if table.bot_to_move is not None:
            claim = Claim(self.worker, now() + LEASE)
            return Append(table, draft.rows, now(), claim, draft.opening, came)
        return Append(table, draft.rows, table.clocks.deadline, None, draft.opening, came)

    # Telling

    def _fan_out(self, live: LiveTable, *, everybody: bool = False) -> None:
        """Tell each listener what it has not been told, as it may know it."""
        table, made = live.journal.table, {}
        at, here = now(), self.here(live)
        for listener in live.listeners:
            if listener.told >= table.version and not everybody:
                continue
            key = viewer_of(table, listener.person, listener.look), listener.told
            if key not in made:
                made[key] = encode(live.journal.update(*key, at, here))
            listener.told = table.version
            listener.tell(made[key])

    def here(self, live: LiveTable) -> dict[int, bool]:
        """Say of each person's seat whether the person listens.

        Who listens at another worker is not known: then only those here can be told of.
        """
        people = {listener.person for listener in live.listeners}
        return {
            number: seat.person in people
            for number, seat in enumerate(live.journal.table.seats)
            if seat.person is not None and (self.alone or seat.person in people)
        }

    def _came_or_went(self, live: LiveTable) -> None:
        if not live.settling and not self.stopping:
            live.settling = True
            asyncio.get_running_loop().call_later(SETTLES, self._tell_who_is_here, live)

    def _tell_who_is_here(self, live: LiveTable) -> None:
        live.settling = False
        here = self.here(live)
        if here != live.here and not self.stopping:
            live.here = here
            self._fan_out(live, everybody=True)

    async def join(self, id: str, listener: Listener, since: int | None) -> LiveTable:
        """Let somebody listen: first the table as it is, then all that happens."""
        live = await self.table(id)
        while self._tables.get(id) is not live:  # dropped as idle while it was brought up to date
            live = await self.table(id)
        live.listeners.add(listener)
        self.show(live, listener, since)
        self._came_or_went(live)
        return live

    def show(self, live: LiveTable, listener: Listener, since: int | None) -> None:
        """Tell one listener the table as it is, with what happened since a version."""
        table = live.journal.table
        viewer: Viewer = viewer_of(table, listener.person, listener.look)
        listener.told = table.version
        listener.tell(encode(live.journal.update(viewer, since, now(), self.here(live))))

    def part(self, live: LiveTable, listener: Listener) -> None:
        """Let somebody go."""
        live.listeners.discard(listener)
        self._came_or_went(live)

    # What other workers do

    def notice(self, id: str, version: int) -> None:
        """Hear that a table has a version: if it is here and older, it is to be brought up."""
        live = self._tables.get(id)
        if live is not None and live.journal.table.version < version:
            live.behind = True
            if live.listeners:
                self._spawn(self._catch_up_quietly(live))

    async def _catch_up_quietly(self, live: LiveTable) -> None:
        try:
            if live.behind:
                await self._catch_up(live)
        except Refused:
            live.behind = True  # the next look at the database will do it

    def doubt_all(self) -> None:
        """Take every copy for old: notices may have been lost."""
        if not self.alone:
            for live in self._tables.values():
                live.behind = True
                if live.listeners:
                    self._spawn(self._catch_up_quietly(live))

    async def compare(self) -> None:
        """Look at the database for changes at tables where somebody listens."""
        ids = [id for id, live in self._tables.items() if live.listeners]
        for start in range(0, len(ids), 500):
            try:
                found = await self._shelf.versions(ids[start : start + 500])
            except StorageFailed:
                return
            for id, version in found.items():
                self.notice(id, version)

    # What the server does by itself

    def _see_to_bots(self, live: LiveTable) -> None:
        table = live.journal.table
        if table.bot_to_move is not None and not live.thinking and not self.stopping:
            live.thinking = True
            self._spawn(self._move_bots(live))

    async def _move_bots(self, live: LiveTable) -> None:
        """Move bots as long as it is for one to move. The last commit claimed the table."""
        try:
            while (to_move := live.journal.table.bot_to_move) and not self.stopping:
                table, (seat, grade) = live.journal.table, to_move
                view = table.game.view(table.state, seat)
                event = await self._thinking.choose(table.game, view, grade)
                await self._do(table.id, BotMove(seat, table.moved, event), None)
        except Refused as refused:
            log.info("bot stopped", table=alias(live.journal.table.id), code=str(refused.code))
        except RuntimeError:
            if not self.stopping:  # the threads are closed at the end
                raise
        finally:
            live.thinking = False

    async def attend(self, id: str) -> None:
        """Do what is due at a table that no worker sees to: move a bot or flag a clock."""
        at = now()
        if not await self._shelf.claim(id, self.worker, at, at + LEASE):
            return
        try:
            live = await self.table(id)
            if live.journal.table.bot_to_move is not None:
                self._see_to_bots(live)
            else:
                await self.do(id, Flag(), None)
        except Refused as refused:
            log.info("nothing to do", table=alias(id), code=str(refused.code))

    # Ending

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refused):
            log.error("failed", exc_info=error)

    async def close(self) -> None:
        """Take no more commands; finish those that have begun."""
        self.stopping = True
        self._thinking.close()
        pending = [task for task in self._tasks if task is not asyncio.current_task()]
        if pending:
            await asyncio.wait(pending, timeout=LAST_WORDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while self._doing:
                    await asyncio.sleep(0.01)
