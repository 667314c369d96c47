"""Telling other workers that a log has grown: Redis carries (table, version) and nothing else.

A notice that is lost costs a moment, not a move: workers also look at the database by themselves.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from redis.asyncio import Redis
from redis.exceptions import RedisError

from .logs import log

CHANNEL = "gipfel"
TOGETHER = 0.004
"""Seconds for which a notice waits for others to go with it."""
MOST_AT_ONCE = 200
AGAIN = 0.5
"""Seconds until a lost Redis is asked again."""


class Notices:
    """The line to the other workers."""

    def __init__(
        self, url: str, heard: Callable[[str, int], None], lost: Callable[[], None]
    ) -> None:
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=None)
        self._heard = heard
        self._lost = lost
        self._out: asyncio.Queue[tuple[str, int]] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen and to speak."""
        self._tasks = [
            asyncio.create_task(self._listen(), name="notices in"),
            asyncio.create_task(self._speak(), name="notices out"),
        ]

    async def stop(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    def tell(self, table: str, version: int) -> None:
        """Tell the others that a table has a version; dropped if Redis has been away too long."""
        with suppress(asyncio.QueueFull):
            self._out.put_nowait((table, version))

    async def _speak(self) -> None:
        while True:
            notices = dict([await self._out.get()])
            await asyncio.sleep(TOGETHER)
            while not self._out.empty() and len(notices) < MOST_AT_ONCE:
                notices.update([self._out.get_nowait()])
            try:
                words = (f"{table} {version}" for table, version in notices.items())
                await self._redis.publish(CHANNEL, "\n".join(words))
            except (RedisError, OSError):
                await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await line.subscribe(CHANNEL)
                    self._lost()  # what was said before is unknown
                    async for message in line.listen():
                        if message["type"] == "message":
                            self._read(message["data"])
            except (RedisError, OSError) as error:
                log.warning("redis is away", error=type(error).__name__)
                await asyncio.sleep(AGAIN)

    def _read(self, data: bytes) -> None:
        for line in data.decode("utf-8", "replace").splitlines():
            table, _, version = line.partition(" ")
            if version.isascii() and version.isdigit():
                self._heard(table, int(version))

    async def ready(self) -> bool:
        """Say whether Redis answers."""
        try:
            async with asyncio.timeout(2):
                await self._redis.ping()
        except (RedisError, OSError, TimeoutError):
            return False
        return True
