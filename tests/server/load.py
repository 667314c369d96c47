"""Load: many tables at once against a real server, with the figures that matter.

    python -m tests.server.load --tables 500 --rate 600 --seconds 60
    python -m tests.server.load --workers 2 --tables 500 --rate 900 --seconds 60
    python -m tests.server.load --full --report docs/load.md       (one worker for ten minutes, two)

Starts `gipfel serve` by itself: on SQLite, or with several workers on PostgreSQL and Redis. Every
table has two people, each with a socket. Moves come at a steady rate, each table has its own pace;
the time from sending a move to its acknowledgement is measured.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop
from websockets.exceptions import ConnectionClosed

from tests.server.client import Json, Player
from tests.server.report import machine, publish
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

    def row(self, run: "Run") -> str:
        """Return the figures as a row of the report."""
        moves = len(self.latencies)
        where = "SQLite" if run.workers == 1 else "PostgreSQL, Redis"
        memory = self.memory
        cells = (
            f"{run.workers}, {where}",
            f"{run.tables} / {2 * run.tables}",
            f"{self.seconds:.0f} s",
            f"{run.rate:.0f}",
            f"**{moves / self.seconds:.0f}**",
            f"{self.at(0.5):.0f} / **{self.at(0.99):.0f}** / {self.at(1):.0f} ms",
            f"{1000 * self.processor / max(1, moves):.2f} ms",
            f"{1000 * self.own_processor / max(1, moves):.2f} ms",
            f"{memory[0]}, {memory[len(memory) // 2]}, {memory[-1]} MB",
            f"{self.games}",
            ", ".join(f"{code} {n}" for code, n in self.refused.items()) or "none",
        )
        return f"| {' | '.join(cells)} |"


COLUMNS = (
    "workers",
    "tables / sockets",
    "for",
    "sent a second",
    "acknowledged a second",
    "p50 / p99 / worst",
    "processor of the server a move",
    "of the load",
    "memory at the start, half-way, at the end",
    "games finished",
    "refused",
)


class Run(NamedTuple):
    """What to measure."""

    workers: int
    tables: int
    rate: float
    seconds: float


HASTE = 0.5, 1.5
"""The pace of a table against the mean: not all games end in the same moment."""
FULL = (Run(1, 500, 520, 600), Run(2, 500, 850, 60))


class Heard(msgspec.Struct):
    """What the load needs of a message; the rest is not even looked at."""

    type: str
    version: int = 0
    phase: str = ""
    legal: list[str] = []
    id: str = ""
    code: str = ""


_hear = msgspec.json.Decoder(Heard).decode


class LoadingPlayer(Player):
    """A player who costs little: the load shares the machine with the server."""

    async def next(self) -> Json:
        assert self.socket is not None
        heard = _hear(await self.socket.recv(decode=False))
        if heard.type == "update":
            self.update, self.version = {"legal": heard.legal, "phase": heard.phase}, heard.version
        return {
            "type": heard.type,
            "id": heard.id,
            "version": heard.version,
            "code": heard.code,
        }


class LoadedTable:
    """Two people who play one game after another."""

    def __init__(self, url: str, figures: Figures, seed: int) -> None:
        self._url = url
        self._figures = figures
        self._rng = random.Random(seed)
        self._game = ("matterhorn", "altitude")[seed % 2]
        self.players = [LoadingPlayer(url), LoadingPlayer(url)]
        self._haste = self._rng.uniform(*HASTE)

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
        """Move at a steady pace of its own until the end."""
        pause /= self._haste
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


def measured(run: Run) -> Figures:
    """Start what is needed, measure, stop it."""
    with contextlib.ExitStack() as stack:
        if run.workers > 1:
            postgres, redis = Postgres(), Redis()
            stack.enter_context(running(postgres))
            stack.enter_context(running(redis))
            flags = ["--workers", str(run.workers), "--redis", redis.url]
            server = Process(postgres.create("load"), *flags)
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            server = Process(f"sqlite:///{folder}/load.db", log=Path(folder) / "log")
        server.start()
        stack.callback(server.stop)
        assert server.process is not None
        work = measure(server.url, server.process.pid, run.tables, run.rate, run.seconds)
        return uvloop.run(work)


def main() -> None:
    parser = argparse.ArgumentParser(description="Load against a real server.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=550, help="moves sent a second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="what docs/load.md holds: 12 minutes")
    parser.add_argument("--report", type=Path, help="where to write what is printed, as Markdown")
    given = parser.parse_args()
    one = Run(given.workers, given.tables, given.rate, given.seconds)
    where, rows = machine(), []
    for run in FULL if given.full else (one,):
        figures = measured(run)
        print(*figures.lines(), sep="\n", flush=True)
        rows.append(figures.row(run))
    lines = [
        "# Load",
        "",
        f'`make load ARGS="{" ".join(sys.argv[1:])}"`, on {where}. The load',
        "itself, the databases and the server share that machine. Every table has two people, each",
        "with a socket; half of the tables are Matterhorn, half Altitude. Moves come at a steady",
        "rate, each table has its own pace, half to one and a half times the mean; a new game",
        "follows a finished one. A move is timed from sending to acknowledgement.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        "|---" * len(COLUMNS) + "|",
        *rows,
    ]
    publish(lines, given.report)


if __name__ == "__main__":
    main()
