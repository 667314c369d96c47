"""Processes of their own for the code of bots, so that the arena outlives whatever it does."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any


def start(task: Callable[..., None], *arguments: Any) -> tuple[SpawnProcess, Connection]:
    """Start a task that gets one end of a pipe and the arguments; return the other end with it."""
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_run, args=(task, theirs, *arguments), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def end(process: SpawnProcess, pipe: Connection) -> None:
    """Stop a process, whatever it does."""
    process.kill()
    process.join()
    pipe.close()


def _run(task: Callable[..., None], pipe: Connection, *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which ends the process
    sys.stdout = sys.stderr  # what bots print must not mix with the results
    threading.Thread(target=_end_with_the_arena, daemon=True).start()
    task(pipe, *arguments)


def _end_with_the_arena() -> None:
    """Leave no process behind when the arena is killed, not even under a bot that hangs."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
