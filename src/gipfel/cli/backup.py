"""`gipfel backup` and `gipfel restore`: the tables of a server in one file."""

import asyncio
from pathlib import Path

from rich.text import Text

from ..server.storage.backup import backup, restore
from ..server.storage.database import default_address
from .terminal import Terminal


def run_backup(file: Path, database: str) -> None:
    """Write a backup; the server may go on meanwhile."""
    tables = asyncio.run(backup(database or default_address(), file))
    Terminal().say(Text(f"{tables} tables are in {file}. It holds secrets: keep it to yourself."))


def run_restore(file: Path, database: str) -> None:
    """Fill an empty database from a backup."""
    tables = asyncio.run(restore(database or default_address(), file))
    Terminal().say(Text(f"{tables} tables are back."))
