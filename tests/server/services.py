"""Real PostgreSQL and Redis for the tests: private instances on free ports, in a temporary folder.

They are Debian's (`tests.debian`). The system's own services are never touched.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from tests.debian import program

PATIENCE = 120
"""Seconds after which a service that does not answer is taken for dead."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _as_nobody(folder: Path) -> list[str]:
    """Return how to run a program that refuses to run as root, and give it its folder."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "nobody")
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]


class Postgres:
    """A PostgreSQL of our own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gipfel-postgres-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self._as = _as_nobody(self.folder)
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", "data", "-U", "gipfel", "-A", "trust", "-E", "UTF8", "--no-sync")

    def _program(self, name: str) -> str:
        return program(name, "postgresql", "/usr/lib/postgresql/*/bin")

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [*self._as, self._program(name), *arguments],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> "Postgres":
        """Start it and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "max_connections": "200",
            "shared_buffers": "64MB",
        }
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *self._as,
                    self._program("postgres"),
                    "-D",
                    "data",
                    "-p",
                    str(self.port),
                    *options,
                ],
                cwd=self.folder,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.conninfo("postgres"), connect_timeout=5).close()
                return self
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def conninfo(self, database: str) -> str:
        return f"host=127.0.0.1 port={self.port} user=gipfel dbname={database}"

    def create(self, name: str) -> str:
        """Make a database; return its address."""
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"postgresql://gipfel@127.0.0.1:{self.port}/{name}"

    def drop(self, name: str) -> None:
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    def crash(self) -> None:
        """Stop it at once, as if the plug was pulled, with every connection."""
        assert self._process is not None
        subprocess.run(
            [*self._as, self._program("pg_ctl"), "-D", "data", "-m", "immediate", "stop"],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self._process.wait(PATIENCE)
        self._process = None

    def stop(self) -> None:
        if self._process is not None:
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis of our own, which keeps nothing."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gipfel-redis-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self._as = _as_nobody(self.folder)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "Redis":
        options = [
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self._process = subprocess.Popen(
            [*self._as, program("redis-server", "redis-server"), *options],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + PATIENCE
        with redis.Redis(port=self.port) as client:
            while True:
                try:
                    client.ping()
                    return self
                except redis.ConnectionError:
                    if self._process.poll() is not None or time.monotonic() > end:
                        raise RuntimeError("Redis does not start.") from None
                    time.sleep(0.05)

    def crash(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)
        self._process = None

    def stop(self) -> None:
        if self._process is not None:
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def running(service: Postgres | Redis) -> Iterator[None]:
    service.start()
    try:
        yield
    finally:
        service.stop()
