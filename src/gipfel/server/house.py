"""The house: what one worker holds, put together at its start and taken apart at its end."""

import asyncio
import gc
import gzip
import secrets
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from .caretaker import GAP, Caretaker
from .hall import Hall
from .history import Passage
from .logs import log
from .messages import Bye, Code, encode
from .notices import Notices
from .settings import Settings
from .site import FOLDER, read_site
from .storage.database import connect, connect_writer, migrate
from .storage.log import Log, StorageFailed
from .storage.people import People
from .storage.shelf import Retention, Shelf
from .storage.tails import Tails
from .thinking import Thinking

if TYPE_CHECKING:
    from .socket import Socket

SWITCH = 0.001
"""Seconds that a thinking bot may keep the interpreter before the loop gets it."""
SWEEP = 600.0
"""Seconds between two sweeps for dead objects."""
PARTING = 1.0
"""Seconds in which everybody hears the goodbye of a server that was told to end."""


class House:
    """One worker's parts."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.shelf = Shelf(engine)
        self.people = People(engine)
        self.log = Log(connect_writer(settings.database_address))
        self.thinking = Thinking(settings.threads)
        self.worker = secrets.token_hex(8)
        alone = engine.dialect.name == "sqlite"
        self.hall = Hall(self.log, self.shelf, self.thinking, worker=self.worker, alone=alone)
        self.tails: Tails | None = None
        if not alone:
            self.tails = Tails(connect_writer(settings.database_address))
            self.hall.tail = self.tails.tail
        keep = Retention(settings.keep_open, settings.keep_playing, settings.keep_over)
        self.caretaker = Caretaker(self.hall, self.shelf, keep)
        self.notices: Notices | None = None
        if settings.redis:
            self.notices = Notices(settings.redis, self.hall.notice, self.hall.doubt_all)
            self.hall.on_change.append(self.notices.tell)
        self.site = read_site(Path(settings.page) if settings.page else FOLDER, settings.base_path)
        self.sockets: set[Socket] = set()
        self.sockets_of: dict[str, int] = {}
        self._memory = ThreadPoolExecutor(1, thread_name_prefix="histories")
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open for business. One of several may do so while the database is away."""
        if self.hall.alone:
            await self.shelf.release()
            await self.caretaker.pulse(0)
        else:
            with suppress(StorageFailed):  # else the caretaker does it when the database is back
                await self.caretaker.pulse(GAP)
        self.log.start()
        if self.tails is not None:
            self.tails.start()
        self.caretaker.start()
        if self.notices is not None:
            self.notices.start()
        self._sweeping = asyncio.create_task(_sweep(), name="sweeper")
        log.info("open", worker=self.worker)

    async def recall(self, passage: Passage, *, packs: bool) -> bytes:
        """Make a history beside the loop, one at a time, as JSON; `packs` compresses it."""

        def make() -> bytes:
            body = msgspec.json.encode(passage.history())
            return gzip.compress(body, 1) if packs else body

        return await asyncio.get_running_loop().run_in_executor(self._memory, make)

    def farewell(self) -> None:
        """Tell everybody that the server closes and that they may come back."""
        self.hall.stopping = True
        goodbye = encode(Bye(Code.STOPPING))
        for socket in list(self.sockets):
            socket.tell(goodbye)
            socket.end(1012)

    async def stop(self) -> None:
        """Finish what has begun, then close."""
        self.farewell()
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self.caretaker.stop()
        await self.hall.close()
        with suppress(StorageFailed):
            await self.caretaker.pulse(GAP)
        self._memory.shutdown(wait=False, cancel_futures=True)
        await self.log.stop()
        if self.tails is not None:
            await self.tails.stop()
        if self.notices is not None:
            await self.notices.stop()
        log.info("closed", worker=self.worker)


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """Give a worker its parts for as long as it runs."""
    engine = connect(settings.database_address)
    with _calm():
        try:
            if not settings.own:
                await migrate(engine)
            house = House(settings, engine)
            await house.start()
            if settings.own and threading.current_thread() is threading.main_thread():
                _say_goodbye_on_signal(house)
            try:
                yield house
            finally:
                await house.stop()
        finally:
            await engine.dispose()


@contextmanager
def _calm() -> Iterator[None]:
    """Keep the interpreter from stopping for long: short turns for threads, no sudden sweeps."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _sweep() -> None:
    """Collect what the interpreter would have, but seldom.

    By itself it goes by the number of new objects: under load it would stop everything several
    times a second, a tenth of a second at a thousand sockets, and find nothing. Games, requests
    and sockets are gone from memory as soon as they are over; only errors leave knots behind.
    """
    while True:
        await asyncio.sleep(SWEEP)
        gc.collect()


def _say_goodbye_on_signal(house: House) -> None:
    """Say goodbye as soon as the server is told to end; only then let it close its sockets."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def ended(sig: int, frame: FrameType | None, before: object = before) -> None:
            asyncio.run_coroutine_threadsafe(_part(house), loop).add_done_callback(
                lambda _: before(sig, frame) if callable(before) else None
            )

        signal.signal(number, ended)


async def _part(house: House) -> None:
    """Say goodbye and give everybody the time to hear it."""
    house.farewell()
    with suppress(TimeoutError):
        async with asyncio.timeout(PARTING):
            while house.sockets:
                await asyncio.sleep(0.01)
