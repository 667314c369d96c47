"""Bots think in threads, so that nobody's move waits for them.

Two rooms: bots by hand answer in milliseconds, bots by search may take a second. Each room is first
come, first served, and a table has at most one thought in it, so every table gets the same share.
When many wait, a search thinks for less time rather than let the queue grow.
"""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .. import bots
from ..bots.grades import BY_SEARCH, SECONDS
from ..core.game import AnyGame
from .entries import Grade
from .logs import log
from .metrics import THINKING, THOUGHTS

SHORTEST = 0.02
"""Seconds that a search gets even when very many wait."""


class Thinking:
    """The rooms in which bots think."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._by_hand = ThreadPoolExecutor(1, thread_name_prefix="bots by hand")
        self._by_search = ThreadPoolExecutor(threads, thread_name_prefix="bots by search")
        self._waiting = 0

    def prepare(self, game: str, grade: Grade) -> None:
        """Have the search of a game compiled, while other things go on."""
        if grade in BY_SEARCH:
            bots.prepare_in_background(game)

    async def choose(self, game: AnyGame, view: Any, grade: Grade) -> str:
        """Return the move of a bot, in notation. It gets a view, never the position."""
        room = self._by_search if grade in BY_SEARCH else self._by_hand
        self._waiting += grade in BY_SEARCH
        THINKING.inc()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(room, self._think, game, view, grade)
        finally:
            self._waiting -= grade in BY_SEARCH
            THINKING.dec()

    def _think(self, game: AnyGame, view: Any, grade: Grade) -> str:
        """A bot that fails is replaced by the simplest one, and that by the first legal move."""
        attempts: tuple[Grade, ...] = (grade, "F")
        for attempt in attempts:
            try:
                seed = secrets.randbits(63)
                thought = bots.choose(game, view, attempt, seed, self._seconds(attempt))
            except Exception:  # a fault in a bot must not stop a table
                log.exception("bot failed", game=game.NAME, grade=attempt)
            else:
                THOUGHTS.labels(thought.grade).inc()
                return game.write(thought.event)
        return game.write(view.legal[0])

    def _seconds(self, grade: Grade) -> float:
        if grade not in BY_SEARCH:
            return SECONDS[grade]
        share = min(1.0, 2 * self._threads / max(1, self._waiting))
        return max(SHORTEST, SECONDS[grade] * share)

    def close(self) -> None:
        """Let nothing new begin; what is being thought is thrown away."""
        for room in (self._by_hand, self._by_search):
            room.shutdown(wait=False, cancel_futures=True)
