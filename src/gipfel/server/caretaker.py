"""The caretaker: looks for bots to move, clocks to flag, copies to refresh and tables to forget."""

import asyncio
from contextlib import suppress

from .hall import Hall
from .logs import log
from .storage.log import StorageFailed
from .storage.shelf import Retention, Shelf
from .time import now

TICK = 0.5
"""Seconds between two looks at what is due."""
COMPARE_EVERY = 4
"""Ticks between two looks for changes by other workers."""
PULSE_EVERY = 4
"""Ticks between two signs of life."""
GAP = 6_000
"""Milliseconds without a sign of life after which no server ran."""
FORGET_EVERY = 7_200
"""Ticks between two looks for old tables."""


class Caretaker:
    """One for each worker; claims in the database keep them from doing the same thing."""

    def __init__(self, hall: Hall, shelf: Shelf, keep: Retention, tick: float = TICK) -> None:
        self._hall = hall
        self._shelf = shelf
        self._keep = keep
        self._tick = tick
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the rounds."""
        self._task = asyncio.create_task(self._rounds(), name="caretaker")

    async def stop(self) -> None:
        """End the rounds."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _rounds(self) -> None:
        number = 0
        while True:
            try:
                await self.round(number)
            except StorageFailed as error:
                log.warning("the database is away", error=str(error))
            except Exception:  # the rounds must go on
                log.exception("a round failed")
            number += 1
            await asyncio.sleep(self._tick)

    async def pulse(self, gap: int) -> None:
        """Give a sign of life, and hear in which times nobody did."""
        await self._hall.there_were(await self._shelf.pulse(now(), gap))

    async def round(self, number: int) -> None:
        """Look at everything that is due once."""
        if number % PULSE_EVERY == 0:
            await self.pulse(GAP)
        due = await self._shelf.due(now())
        await asyncio.gather(*map(self._hall.attend, due))
        if not self._hall.alone and number % COMPARE_EVERY == 0:
            await self._hall.compare()
        if number % FORGET_EVERY == 0:
            gone = await self._shelf.forget(self._keep, now())
            if gone:
                log.info("forgot old tables", tables=gone)
