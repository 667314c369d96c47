"""Load: many tables at once against a real server, with the figures that matter.

    python -m tests.server.load --tables 500 --rate 600 --seconds 60
    python -m tests.server.load --workers 2 --tables 500 --rate 900 --seconds 60

Starts `gipfel serve` by itself: on SQLite, or with several workers on PostgreSQL and Redis. Every
table has two people, each with a socket. Moves come at a steady rate; the time from sending a move
to its acknowledgement is measured.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from websockets.exceptions import ConnectionClosed

from tests.server.client import Player
from tests.server.running import Process
from tests.server.services import Postgres, Redis, running


@dataclass
class Figures:
    """What was measured."""

    seconds: float = 0
    latencies: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    games: int = 0
    memory: list[int] = field(default_factory=list)
    processor: float = 0
    own_processor: float = 0

    def at(self, part: float) -> float:
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0

    def lines(self) -> list[str]:
        moves = len(self.latencies)
        rate, each = moves / self.seconds, 1000 * self.processor / max(1, moves)
        return [
            f"{moves} acknowledged moves in {self.seconds:.0f} s: {rate:.0f} a second",
            f"server processor {self.processor:.1f} s: {each:.2f} ms a move",
            f"processor of the load itself {self.own_processor:.1f} s",
            f"ack p50 {self.at(0.5):.1f} ms, p99 {self.at(0.99):.1f} ms, worst {self.at(1):.0f} ms",
            f"{self.games} games finished, refused {self.refused or 'none'}",
            f"server memory {self.memory[0]} to {self.memory[-1]} MB, most {max(self.memory)} MB",
        ]


class LoadedTable:
    """Two people who play one game after another."""

    def __init__(self, url: str, figures: Figures, seed: int) -> None:
        self._url = url
        self._figures = figures
        self._rng = random.Random(seed)
        self._game = ("matterhorn", "altitude")[seed % 2]
        self.players = [Player(url), Player(url)]

    async def begin(self) -> None:
        first, _ = self.players
        await first.put_up(self._game)
        for player in self.players:
            await player.join(first.table)
            if player.socket is not None:
                await player.socket.close()
            player.events.clear()
            await player.connect()

    async def play(self, pause: float, end: float) -> None:
        """Move at a steady pace until the end."""
        due = time.perf_counter() + self._rng.random() * pause
        while due < end:
            await asyncio.sleep(due - time.perf_counter())
            await self._move()
            due = max(due + pause, time.perf_counter())

    async def _move(self) -> None:
        mover = await self._mover()
        if mover is None:
            self._figures.games += 1
            await self.begin()
            mover = await self._mover()
            assert mover is not None
        start = time.perf_counter()
        answer = await mover.move(self._rng.choice(mover.legal))
        if answer["type"] == "ack":
            self._figures.latencies.append(time.perf_counter() - start)
            for player in self.players:
                await player.caught_up(answer["version"])
                player.events.clear()
        else:
            refused = self._figures.refused
            refused[answer["code"]] = refused.get(answer["code"], 0) + 1

    async def _mover(self) -> Player | None:
        """Return who must act; None at the end."""
        while True:
            first, second = self.players
            if first.version < second.version:
                await first.caught_up(second.version)
            elif second.version < first.version:
                await second.caught_up(first.version)
            if first.over:
                return None
            for player in self.players:
                if player.legal:
                    return player
            await first.next()

    async def close(self) -> None:
        for player in self.players:
            with contextlib.suppress(ConnectionClosed, OSError):
                await player.close()


def memory_of(pid: int) -> int:
    """Return the megabytes that a process and its children hold."""
    total = 0
    for one in [pid, *_children(pid)]:
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{one}/status").read_text()
            total += int(status.split("VmRSS:")[1].split()[0]) // 1024
    return total


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [one for word in words for one in (int(word), *_children(int(word)))]
    return []


def processor_of(pid: int) -> float:
    """Return the seconds of processor time that a process and its children have used."""
    ticks = 0
    for one in [pid, *_children(pid)]:
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure(url: str, pid: int, tables: int, rate: float, seconds: float) -> Figures:
    """Put up the tables, then play at a rate; a few seconds of warming up do not count."""
    figures = Figures()
    all_tables = [LoadedTable(url, figures, seed) for seed in range(tables)]
    for start in range(0, tables, 25):
        await asyncio.gather(*(one.begin() for one in all_tables[start : start + 25]))
    gc.collect()
    gc.freeze()  # a pause of the load would count as one of the server
    gc.set_threshold(50_000, 50, 100)
    warm = min(5.0, seconds / 4)
    begin = time.perf_counter()
    playing = [
        asyncio.create_task(one.play(tables / rate, begin + warm + seconds)) for one in all_tables
    ]
    await asyncio.sleep(warm)
    figures.latencies.clear()
    figures.memory.append(memory_of(pid))
    began, used = time.perf_counter(), processor_of(pid)
    own = time.process_time()
    while time.perf_counter() < began + seconds:
        await asyncio.sleep(min(1.0, seconds / 5))
        figures.memory.append(memory_of(pid))
    figures.seconds = time.perf_counter() - began
    figures.own_processor = time.process_time() - own
    figures.processor = processor_of(pid) - used
    counted = len(figures.latencies)
    await asyncio.gather(*playing)
    del figures.latencies[counted:]
    await asyncio.gather(*(one.close() for one in all_tables))
    return figures


def run(arguments: Any) -> Figures:
    """Start what is needed, measure, stop it."""
    with contextlib.ExitStack() as stack:
        if arguments.workers > 1:
            postgres, redis = Postgres(), Redis()
            stack.enter_context(running(postgres))
            stack.enter_context(running(redis))
            flags = ["--workers", str(arguments.workers), "--redis", redis.url]
            server = Process(postgres.create("load"), *flags)
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            server = Process(f"sqlite:///{folder}/load.db", log=Path(folder) / "log")
        server.start()
        stack.callback(server.stop)
        assert server.process is not None
        work = measure(
            server.url, server.process.pid, arguments.tables, arguments.rate, arguments.seconds
        )
        return uvloop.run(work)


def main() -> None:
    parser = argparse.ArgumentParser(description="Load against a real server.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=600)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    for line in run(parser.parse_args()).lines():
        print(line)


if __name__ == "__main__":
    main()
