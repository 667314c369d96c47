"""Chaos: servers, databases and connections die in mid-game; no acknowledged move may be lost.

    python -m tests.server.chaos --tables 40 --blows 20
    python -m tests.server.chaos --kind worker --blows 20      (also: postgres, redis, disk)
    python -m tests.server.chaos --kind all --report docs/chaos.md

People play many tables at once; at every fifth table the connections drop at every message. After
every so many acknowledged moves something is killed with signal 9 and started again, or the disk is
full for a while. A move whose answer did not come is sent again with the same command id.
At the end every game must be finished, and its record must hold each acknowledged move once, in the
order of its versions.
"""

import argparse
import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

from gipfel.core.fairness import verify
from gipfel.games import load
from tests.server.client import Json, Player, fresh_id
from tests.server.load import _children
from tests.server.report import machine, publish
from tests.server.running import Process
from tests.server.services import Postgres, Redis, running

LOST = (WebSocketException, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError)
BLOWS = {
    "server": "`kill -9` of the server, SQLite",
    "worker": "`kill -9` of one of two workers",
    "postgres": "PostgreSQL stopped at once and started again",
    "redis": "Redis killed and started again",
    "disk": "the disk full for a second, SQLite",
}
COLUMNS = ("blow", "times", "games", "moves", "sent again", "refused", "drops", "took")
AGAIN = 0.1
"""Seconds until a client that lost its connection tries again."""


@dataclass
class Story:
    """What happened."""

    acks: int = 0
    retries: int = 0
    reconnects: int = 0
    blows: int = 0
    drops: int = 0
    refused: int = 0
    finished: int = 0
    moves: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The acknowledged moves of each table: version and event."""

    def __str__(self) -> str:
        return (
            f"{self.blows} blows, {self.finished} games finished, {self.acks} moves acknowledged, "
            f"{self.retries} sent again, {self.refused} refused for want of storage, "
            f"{self.drops} dropped connections, {self.reconnects} reconnections"
        )

    def row(self, kind: str, seconds: float) -> str:
        """Return it as a row of the report."""
        counts = (self.blows, self.finished, self.acks, self.retries, self.refused, self.drops)
        return "| " + " | ".join([BLOWS[kind], *map(str, counts), f"{seconds:.0f} s"]) + " |"


class StubbornPlayer(Player):
    """A player who comes back until the game is over."""

    def __init__(self, url: str, story: Story, *, flaky: bool) -> None:
        super().__init__(url)
        self._story = story
        self._flaky = flaky
        self._arriving = False

    async def connect(self, since: int | None = None, table: str = "") -> "Player":
        self._arriving = True
        try:
            return await super().connect(since, table)
        finally:
            self._arriving = False

    async def next(self) -> Json:
        """Return the next message; a bad connection drops after each."""
        message = await super().next()
        if self._flaky and not self._arriving and self.socket is not None:
            self._story.drops += 1
            await self.socket.close()
        return message

    async def come_back(self) -> None:
        """Open the socket again with the last version; try until it works."""
        while True:
            if self.socket is not None:
                with contextlib.suppress(*LOST):
                    await self.socket.close()
            try:
                await self.connect(since=self.version)
            except LOST:
                await asyncio.sleep(AGAIN)
            else:
                self._story.reconnects += 1
                return

    async def insist(self, event: str) -> Json:
        """Make a move; send it again with the same id until it is acknowledged."""
        id, version, drops = fresh_id(), self.version, self._flaky
        while True:
            try:
                if drops:  # nobody is there to hear the answer
                    drops = False
                    await self.send(type="move", id=id, version=version, event=event)
                    assert self.socket is not None
                    self._story.drops += 1
                    await self.socket.close()
                answer = await self.do("move", id=id, version=version, event=event)
                if answer["type"] == "ack":
                    return answer
                assert answer["code"] in ("storage", "stopping", "too_fast"), answer
                self._story.refused += answer["code"] == "storage"
                await asyncio.sleep(AGAIN)
            except LOST:
                await self.come_back()
            self._story.retries += 1

    async def see(self, version: int) -> None:
        """Wait until the table is at a version."""
        while self.version < version:
            try:
                await self.next()
            except LOST:
                await self.come_back()


async def sit_down(url: str, story: Story, seed: int) -> list[StubbornPlayer]:
    """Return two people at a table; of every fifth table the connections drop at each move."""
    pair = [StubbornPlayer(url, story, flaky=seed % 5 == 4) for _ in range(2)]
    await pair[0].put_up("altitude", options={"deck": "hike"})
    for player in pair:
        await player.join(pair[0].table)
    for player in pair:
        await player.connect()
    return pair


async def play_table(
    pair: list[StubbornPlayer], story: Story, seed: int, struck: Callable[[], Any]
) -> None:
    """Play one table to its end, whatever happens."""
    rng = random.Random(seed)
    acked = story.moves.setdefault(pair[0].table, [])
    while not pair[0].over:
        newest = max(player.version for player in pair)
        for player in pair:
            await player.see(newest)
        if pair[0].over:
            break
        mover = next((player for player in pair if player.legal), None)
        assert mover is not None, "somebody must act"
        event = rng.choice(mover.legal)
        answer = await mover.insist(event)
        acked.append((answer["version"], event))
        story.acks += 1
        await struck()
        await mover.see(answer["version"])
    story.finished += 1
    await check(pair[0], acked)
    for player in pair:
        with contextlib.suppress(*LOST):
            await player.close()


async def check(player: Player, acked: list[tuple[int, str]]) -> None:
    """Compare the log and the record with what was acknowledged."""
    while True:
        try:
            whole = await player.http.get(f"/api/tables/{player.table}?since=0")
            record = await player.http.get(f"/api/tables/{player.table}/record")
            if whole.status_code == record.status_code == 200:
                break
        except LOST:
            pass
        await asyncio.sleep(AGAIN)
    events = whole.json()["update"]["events"]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    match = load(record.text)
    verify(match)
    moved = [event["version"] for event in events if event["what"]["kind"] == "moved"]
    assert moved == [version for version, _ in acked], "each acknowledged move once, no other"
    played = [match.game.write(step.event) for step in match.steps if isinstance(step.actor, int)]
    assert played == [event for _, event in acked]


class Blows:
    """Strikes after every so many acknowledged moves; one blow at a time."""

    def __init__(self, story: Story, strike: Callable[[], None], every: int, most: int) -> None:
        self._story = story
        self._strike = strike
        self._every = every
        self._most = most
        self._lock = asyncio.Lock()

    async def __call__(self) -> None:
        due = self._story.acks // self._every
        if self._story.blows >= min(due, self._most) or self._lock.locked():
            return
        async with self._lock:
            self._story.blows += 1
            await asyncio.to_thread(self._strike)


@contextlib.contextmanager
def scene(kind: str, log: Path | None = None) -> Iterator[tuple[Process, Callable[[], None]]]:
    """Start what a kind of chaos needs; yield the server and how to strike."""
    with contextlib.ExitStack() as stack:
        if kind in ("server", "disk"):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            if kind == "disk":
                stack.enter_context(small_disk(folder))
            server = Process(f"sqlite:///{folder}/chaos.db", log=log)
            strike = _restart(server) if kind == "server" else lambda: _fill_disk(server, folder)
        else:
            postgres, redis = Postgres(), Redis()
            stack.enter_context(running(postgres))
            stack.enter_context(running(redis))
            flags = ["--workers", "2", "--redis", redis.url]
            server = Process(postgres.create("chaos"), *flags, log=log)
            strike = {
                "worker": lambda: _kill_a_worker(server),
                "postgres": _restart(postgres),
                "redis": _restart(redis),
            }[kind]
        server.start()
        stack.callback(server.stop)
        yield server, strike


DISK = 32
"""Megabytes of the small disk: a log of SQLite that is written over again takes four."""


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Put a small disk of its own at a folder, where that is allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "gipfel", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            yield
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
    else:
        yield


def _fill_disk(server: Process, folder: Path) -> None:
    """Leave no room for a second; without a disk of its own the server may write no longer files.

    Either way writing fails in the middle of a page of the database.
    """
    if folder.is_mount():
        with contextlib.closing(sqlite3.connect(folder / "chaos.db")) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # no room of old to write in
        ballast = folder / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1000))
        time.sleep(1)
        ballast.unlink()
    else:
        assert server.process is not None
        longest = (folder / "chaos.db-wal").stat().st_size + 1000
        hard = resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (longest, hard))
        time.sleep(1)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def _restart(service: Process | Postgres | Redis) -> Callable[[], None]:
    def strike() -> None:
        if isinstance(service, Process):
            service.kill()
        else:
            service.crash()
        service.start()

    return strike


def _kill_a_worker(server: Process) -> None:
    """Kill one of the processes that serve; the parent starts another."""
    assert server.process is not None
    workers = [pid for pid in _children(server.process.pid) if b"spawn_main" in _command(pid)]
    os.kill(random.choice(workers), signal.SIGKILL)


def _command(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


async def rage(kind: str, tables: int, blows: int, every: int, log: Path | None = None) -> Story:
    """Play under blows; raise AssertionError if anything was lost or done twice."""
    story = Story()
    with scene(kind, log) as (server, strike):
        struck = Blows(story, strike, every, blows)
        await _ready(server.url)
        pairs = await asyncio.gather(*(sit_down(server.url, story, n) for n in range(tables)))
        await asyncio.gather(
            *(play_table(pair, story, seed, struck) for seed, pair in enumerate(pairs))
        )
    assert story.finished == tables
    assert story.blows == blows, f"{story.blows} of {blows} blows: too few moves for more"
    return story


async def _ready(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        while True:
            with contextlib.suppress(*LOST):
                if (await http.get("/readyz")).status_code == 200:
                    return
            await asyncio.sleep(AGAIN)


def main() -> None:
    parser = argparse.ArgumentParser(description="Chaos against a real server.")
    parser.add_argument("--kind", choices=[*BLOWS, "all"], default="server")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--blows", type=int, default=20)
    parser.add_argument("--every", type=int, default=60, help="moves between two blows")
    parser.add_argument("--report", type=Path, help="where to write what is printed, as Markdown")
    given = parser.parse_args()
    rows = []
    for kind in BLOWS if given.kind == "all" else [given.kind]:
        start = time.monotonic()
        story = asyncio.run(rage(kind, given.tables, given.blows, given.every))
        print(f"{kind}: {story}; nothing lost, nothing twice", flush=True)
        rows.append(story.row(kind, time.monotonic() - start))
    lines = [
        "# Chaos",
        "",
        f'`make chaos ARGS="{" ".join(sys.argv[1:])}"`, on {machine()}. {given.tables} tables of',
        "two people; at every fifth the connections drop at every message. In each run no",
        "acknowledged move was lost, none was done twice, and every game finished: the log and the",
        "record of each table were compared with what its players had been told.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        "|---" * len(COLUMNS) + "|",
        *rows,
    ]
    publish(lines, given.report)


if __name__ == "__main__":
    main()
