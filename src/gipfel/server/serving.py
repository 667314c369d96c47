"""Running the server: one process, or several that share a port."""

import asyncio
import os
import socket
import tempfile
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess

from ..core.errors import BadRequest
from .logs import configure
from .messages import LARGEST_FRAME
from .settings import Settings, checked, to_environment
from .storage.database import connect, migrate

GRACE = 15
"""Seconds in which a server that was told to end finishes what has begun."""
PATIENCE = 60
"""Seconds after which a worker that says nothing is taken for dead; a busy machine is slow."""


class Door(HttpToolsProtocol):
    """A connection, which as a socket is gone from memory as soon as it is closed."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; let go of the parser, which would hold on to it for good."""
        super().handle_websocket_upgrade()
        del self.parser


class Wire(WebSocketsSansIOProtocol):
    """A connection that has become a socket; it too is gone from memory once it is closed."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End the parser, which would hold on to what it has read."""
        super().connection_lost(exc)
        self.conn.parser.close()


def run(settings: Settings, *, opens: bool, says: Callable[[str], None]) -> None:
    """Serve until told to end. `says` gets the address; `opens` shows it in a browser."""
    settings = msgspec.structs.replace(checked(settings), own=True)
    configure(settings.log_format, settings.log_level)
    asyncio.run(_prepare(settings))
    listening = _listen(settings.host, settings.port)
    where = _address(settings, listening)
    says(where)
    if opens:
        threading.Thread(target=_open_when_there, args=(where,), daemon=True).start()
    to_environment(settings)
    if settings.workers == 1:
        uvicorn.Server(_config(settings)).run(sockets=[listening])
        return
    with tempfile.TemporaryDirectory(prefix="gipfel-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # where the workers add up their figures
        Multiprocess(_config(settings), sockets=[listening]).run()


async def _prepare(settings: Settings) -> None:
    """Open the database before anybody is let in, so that what is wrong is told at once."""
    engine = connect(settings.database_address)
    try:
        await migrate(engine)
    finally:
        await engine.dispose()


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        "gipfel.server.app:from_settings_left",
        factory=True,
        workers=settings.workers,
        http=Door,
        ws=Wire,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=PATIENCE,
        timeout_keep_alive=30,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    one = socket.socket(family)
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind((host, port))
        one.listen(2048)  # who comes before the server is ready waits, and is not turned away
    except (OSError, OverflowError) as error:
        one.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadRequest(f"{host}, port {port}: {reason}. Choose another with --port.") from error
    one.set_inheritable(True)
    return one


def _address(settings: Settings, listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}{settings.base_path}/"


def _open_when_there(where: str) -> None:
    """Show the page once the server answers."""
    for _ in range(100):
        with suppress(OSError):
            urllib.request.urlopen(where, timeout=2).close()
            webbrowser.open(where)
            return
        time.sleep(0.1)
