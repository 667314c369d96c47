"""How cost grows: time with games and with threads, memory with the number of states."""

import resource
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median

import numpy as np
from numba import njit
from rich.table import Table

from gipfel import kernel
from gipfel.games import GAMES

SIZES = (100, 1_000, 10_000)
STATES = 1_000_000
TURN, PAIRS = 0.5, 11
"""Seconds of a turn on one thread at the least, and how many pairs of turns there are."""
LOOPS = 100_000_000
"""Rounds of the bare loop in a turn."""


def time_by_size() -> Table:
    """Play ever more games and tell what one of them costs."""
    table = Table("games", "a game takes", title="Cost by number of games, one core")
    for name in GAMES:
        game = kernel.new(name, players=2)
        for count in SIZES:
            start = time.process_time()
            game.playouts(count, seed=1)
            each = (time.process_time() - start) / count
            table.add_row(f"{name} {count:,}", f"{each * 1e6:,.1f} µs")
        table.add_section()
    return table


def threads() -> Table:
    """Play the same games on one thread and on two, turn by turn; tell the median ratio.

    Beside it stands what the machine itself gives: the ratio of a loop that touches no memory.
    """
    title = "Two threads : one, paired turns"
    table = Table("games", "the games", "a bare loop", title=title)
    for name, game in GAMES.items():
        for players in game.PLAYERS:
            start = kernel.new(name, players=players)
            count = SIZES[0]
            while _play(start, count, 1) < TURN:
                count *= 2
            play = partial(_play, start, count)
            pairs = [(_ratio(play), _ratio(_loop)) for _ in range(PAIRS)]
            games, bare = (f"{median(ratios):.2f}" for ratios in zip(*pairs, strict=True))
            table.add_row(f"{name}, players: {players}", games, bare)
    return table


def _ratio(seconds: Callable[[int], float]) -> float:
    """Return how much sooner two threads are done, in turns of one, two, two, one."""
    one = seconds(1)
    two = seconds(2) + seconds(2)
    return (one + seconds(1)) / two


def _play(game: kernel.KernelGame, count: int, workers: int) -> float:
    states = game.states(count, seed=1)
    start = time.perf_counter()
    kernel.playouts(game.kernel, states, game.tables, workers)
    return time.perf_counter() - start


def _loop(workers: int) -> float:
    _spin(1)
    with ThreadPoolExecutor(workers) as pool:
        start = time.perf_counter()
        list(pool.map(_spin, [LOOPS // workers] * workers))
        return time.perf_counter() - start


@njit(nogil=True)
def _spin(times: int) -> np.uint64:
    """Shift and mix one number again and again."""
    number = np.uint64(1)
    for _ in range(times):
        number ^= number << np.uint64(13)
        number ^= number >> np.uint64(7)
        number ^= number << np.uint64(17)
    return number


def memory() -> Table:
    """Make a million states and tell what they take."""
    table = Table("state", "bytes", "a million of them", "the process grew by", title="Memory")
    for name, game in GAMES.items():
        compiled = kernel.kernel_of(game)
        first = np.zeros(1, compiled.STATE)
        compiled.encode(game.new(2, {}), first[0])
        before = _resident()
        states = np.repeat(first, STATES)
        table.add_row(
            name,
            str(compiled.STATE.itemsize),
            f"{states.nbytes / 1e6:,.0f} MB",
            f"{(_resident() - before) / 1e6:,.0f} MB",
        )
        del states
    return table


def _resident() -> int:
    """Return the bytes that the process holds in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
