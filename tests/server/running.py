"""A server for tests: the real one, on a free port, in this process or in one of its own."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar

from gipfel.server.app import make
from gipfel.server.house import House
from gipfel.server.messages import LARGEST_FRAME
from gipfel.server.serving import Door, Wire
from gipfel.server.settings import Limits, Settings

GENEROUS = Limits(
    requests=1e6,
    burst=1_000_000,
    tables=1e6,
    tables_burst=1_000_000,
    messages=1e6,
    messages_burst=1_000_000,
    sockets=100_000,
)
GENEROUS_FLAGS = [
    f"--limit={name}=1000000"
    for name in (
        "requests",
        "burst",
        "tables",
        "tables_burst",
        "messages",
        "messages_burst",
        "sockets",
    )
]


class Running:
    """A server in this process."""

    def __init__(self, url: str, house: House) -> None:
        self.url = url
        self.house = house


@asynccontextmanager
async def serving(database: str, limits: Limits = GENEROUS, **more: Any) -> AsyncIterator[Running]:
    """Run a server in this process for as long as the block lasts."""
    app = make(Settings(database=database, limits=limits, **more))
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        http=Door,
        ws=Wire,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=10,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    try:
        application = app.application
        assert isinstance(application, Litestar)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield Running(url, application.state.house)
    finally:
        server.should_exit = True
        await task
        listening.close()


class Process:
    """`gipfel serve` in a process of its own."""

    def __init__(self, database: str, *flags: str, port: int = 0, log: Path | None = None) -> None:
        self._command = [
            sys.executable,
            *("-m", "gipfel", "serve", "--database", database, "--log-level", "info"),
            *("--log-format", "json", *GENEROUS_FLAGS, *flags),
        ]
        self._log = log
        self._port = port
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def start(self) -> "Process":
        """Start it; return when it says its address. A second start takes the same port."""
        stderr = self._log.open("ab") if self._log else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self._port)],
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=os.environ | {"COLUMNS": "200"},
        )
        if not isinstance(stderr, int):
            stderr.close()
        assert self.process.stdout is not None
        found = re.search(rb"http://localhost:(\d+)", self.process.stdout.readline())
        assert found, "the server does not say its address"
        self._port = int(found[1])
        self.url = f"http://127.0.0.1:{self._port}"
        return self

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        status = self.process.wait(120)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return status
