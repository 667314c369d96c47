"""The settings of a server: each has a default, a flag and a GIPFEL_ variable."""

import os
from typing import Literal

import msgspec
from msgspec import Struct

from ..core.errors import BadRequest
from .storage.database import address, default_address

VARIABLE = "GIPFEL_SETTINGS"
"""Hands the settings to the worker processes, as JSON."""


class Limits(Struct, frozen=True):
    """What one client may ask for."""

    requests: float = 20
    """HTTP requests a second, on average."""
    burst: int = 100
    tables: float = 0.5
    """Tables put up a second, on average."""
    tables_burst: int = 20
    messages: float = 20
    """Messages a second on one socket, on average."""
    messages_burst: int = 60
    sockets: int = 50
    """Sockets of one client."""
    listeners: int = 200
    """Sockets at one table."""
    backlog: int = 64
    """Messages that may wait for a slow reader."""


class Settings(Struct, frozen=True):
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    redis: str = ""
    base_path: str = ""
    page: str = ""
    """The folder of another build of the page than the one in the package."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may talk to this server."""
    proxies: str = "127.0.0.1"
    """The addresses of proxies whose X-Forwarded headers are believed."""
    workers: int = 1
    bot_threads: int = 0
    """Threads for bots by search; 0: one less than there are processors."""
    log_format: Literal["json", "plain"] = "json"
    log_level: str = "info"
    metrics: Literal["local", "public", "off"] = "local"
    keep_open: int = 7
    keep_playing: int = 90
    keep_over: int = 0
    limits: Limits = Limits()
    own: bool = False
    """Whether the process is the server's own: its database is ready, its signals are ours."""

    @property
    def database_address(self) -> str:
        """The database, or the default one."""
        return self.database or default_address()

    @property
    def threads(self) -> int:
        """Threads for bots by search."""
        return self.bot_threads or max(1, (os.cpu_count() or 2) - 1)


def checked(settings: Settings) -> Settings:
    """Return settings that fit together, or say what does not."""
    kind = address(settings.database_address).get_backend_name()
    if settings.workers < 1:
        raise BadRequest("--workers is 1 or more.")
    if settings.workers > 1 and (kind == "sqlite" or not settings.redis):
        raise BadRequest(
            "Several workers need PostgreSQL and Redis: --database postgresql://… --redis redis://…"
        )
    path = settings.base_path
    if path and (not path.startswith("/") or path.endswith("/")):
        raise BadRequest("--base-path looks like /gipfel: it begins with a slash and ends without.")
    for origin in settings.origins:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise BadRequest(f"An origin looks like https://example.org, not {origin[:60]!r}.")
    return settings


def to_environment(settings: Settings) -> None:
    """Leave the settings for worker processes."""
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    """Return the settings that were left; the defaults if there are none."""
    return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=Settings)
