"""`gipfel play`: a game at one terminal, which is saved whatever ends it."""

import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.text import Text

from .sitting import Sitting
from .table import Quit, Table
from .terminal import Terminal

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def play(sitting: Sitting, terminal: Terminal) -> int:
    """Play a game to its end or until somebody leaves; return the exit status."""
    was_over = sitting.match.actor is None
    table = Table(sitting, terminal)
    try:
        with _signals_interrupt():
            table.run()
    except (Quit, EOFError):
        _leave(table)
        return 0
    except KeyboardInterrupt:
        _leave(table)
        return INTERRUPTED
    except Exception:  # a closed pipe, or a fault of ours: the players' game is kept first
        with suppress(OSError):
            _tell_where(table.sitting, Terminal(stderr=True))
        raise
    _end(table.sitting, terminal, saved=was_over)
    return 0


@contextmanager
def _signals_interrupt() -> Iterator[None]:
    """Let a closed window or a polite kill end a game as Ctrl-C does."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {
        number: signal.signal(number, signal.default_int_handler)
        for number in (getattr(signal, name) for name in names)
    }
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _leave(table: Table) -> None:
    """Save the game and say where; leave no hand on the screen."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # the terminal may be gone
        table.leave_no_secrets()
        table.terminal.show("")
    with suppress(OSError):
        _tell_where(table.sitting, table.terminal)


def _tell_where(sitting: Sitting, terminal: Terminal) -> None:
    """Save the game, then say where, or show it if it could not be saved."""
    path, refusals = sitting.keep()
    for refusal in refusals:
        terminal.say(Text(refusal))
    if path is None:
        terminal.say(Text("The game could not be saved anywhere. Here it is:\n"))
        terminal.say(Text(sitting.match.record()))
    else:
        terminal.say(Text(f"The game is saved: {path}"))
        resume = f"gipfel play --load {shlex.quote(str(path))}"
        terminal.say(Text.assemble("Go on with:  ", (resume, "bold")))


def _end(sitting: Sitting, terminal: Terminal, *, saved: bool) -> None:
    """Say where the record of a finished game is, and which seed it had."""
    path, refusals = (sitting.file, []) if saved else sitting.keep()
    for refusal in refusals:
        terminal.say(Text(refusal))
    if path is not None:
        terminal.say(Text(f"The record, a text file: {path}"))
        terminal.say(Text(f"See this end again:  gipfel play --load {shlex.quote(str(path))}"))
    terminal.say(Text(f"Seed: {sitting.seed} (the same seed and the same moves: the same game)"))
