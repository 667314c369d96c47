"""Games in processes of their own, so that a bot that hangs or crashes ends only its game."""

from collections.abc import Generator, Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from .. import bots
from .. import games as all_games
from ..core.errors import GipfelError
from . import apart
from .games import GRACE, Forfeit, Kind, Played, forfeited, play_game
from .schedule import Fixture, Setup

PATIENCE = 5.0
"""Seconds beyond limit and grace after which a bot that is still thinking is taken for hung."""
TICK = 0.2
"""Seconds between two looks at who is thinking."""


class WorkerLost(GipfelError):
    """A process that ended while no bot was thinking."""


def play_all(
    setup: Setup, fixtures: Iterable[Fixture], jobs: int, patience: float = PATIENCE
) -> Generator[Played, None, None]:
    """Play games in so many processes at once, and yield each as it ends."""
    to_play = iter(fixtures)
    crew: list[Worker] = []
    try:
        while True:
            while len(crew) < jobs and (fixture := next(to_play, None)) is not None:
                crew.append(Worker(setup, fixture, patience))
            if not crew:
                return
            wait([worker.pipe for worker in crew], TICK)
            for worker in list(crew):
                played = worker.look()
                if played is None:
                    continue
                following = next(to_play, None) if worker.is_well else None
                if following is not None:
                    worker.give(following)
                else:
                    worker.end()
                    crew.remove(worker)
                yield played
    finally:
        for worker in crew:
            worker.end()


class Worker:
    """A process that plays one game after another, as seen from outside."""

    def __init__(self, setup: Setup, fixture: Fixture, patience: float) -> None:
        self.limits = {bot.name: bot.seconds + GRACE + patience for bot in setup.bots}
        self.beacon: Any = get_context("spawn").RawArray("q", 3)
        self.process, self.pipe = apart.start(_work, self.beacon, setup)
        self.is_well = True
        self.give(fixture)

    def give(self, fixture: Fixture) -> None:
        """Let it play a game."""
        self.fixture = fixture
        self._seen = 0
        self._thinking = 0.0
        self._looked = monotonic()
        with suppress(OSError):  # if it died, `look` finds out
            self.pipe.send(fixture)

    def look(self) -> Played | None:
        """Return its game if that is over: played out, or ended by a bot that killed or hung it."""
        try:
            if self.pipe.poll():
                played: Played = self.pipe.recv()
                return played
        except (EOFError, OSError):
            return self._died()
        if self._is_stuck():
            seat = self.beacon[1]
            self.is_well = False
            return self._fault("hang", f"gave no answer in {self.limits[self._bot(seat)]:.1f} s")
        return None

    def end(self) -> None:
        """Stop the process, whatever it does."""
        apart.end(self.process, self.pipe)

    def _is_stuck(self) -> bool:
        """Say whether the same decision has been thought over for too long.

        Only time in which this process was awake counts: a machine or a job that was halted is
        no fault of a bot.
        """
        now = monotonic()
        gap, self._looked = min(now - self._looked, 2 * TICK), now
        number, seat = self.beacon[0], self.beacon[1]
        if number == 0 or number != self._seen:
            self._seen, self._thinking = number, 0.0
            return False
        self._thinking += gap
        return self._thinking > self.limits[self._bot(seat)]

    def _died(self) -> Played:
        self.process.join()
        self.is_well = False
        status = f"exit status {self.process.exitcode}"
        if self.beacon[0] == 0:
            raise WorkerLost(f"A process of the arena ended by itself, with {status}.")
        return self._fault("error", f"ended its process, with {status}")

    def _fault(self, kind: Kind, reason: str) -> Played:
        seat, events = self.beacon[1], self.beacon[2]
        forfeit = Forfeit(seat, self._bot(seat), kind, reason)
        return forfeited(self.fixture, forfeit, events)

    def _bot(self, seat: int) -> str:
        return self.fixture.seats[seat]


def _work(pipe: Connection, beacon: Any, setup: Setup) -> None:
    """Play what comes through the pipe until it closes."""
    game = all_games.game(setup.game)
    choosers = {bot.name: bot.load() for bot in setup.bots}
    if any(bot.source in bots.BY_SEARCH for bot in setup.bots):
        bots.prepare(game.NAME)
    while True:
        try:
            fixture = pipe.recv()
        except EOFError:
            return
        pipe.send(play_game(game, setup, fixture, choosers, beacon))
