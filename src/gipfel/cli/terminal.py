"""The terminal: printing to it, clearing it, and asking the person in front of it."""

import os
import select
import signal
import sys

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.errors import GipfelError
from .canvas import Paper
from .palette import RED, theme

POSTER_COLOURS = ("256", "truecolor", "windows")
FORGET = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what was scrolled off it."""
ENDLESS = 1000
"""Rows of an output that is not a terminal."""


class PipedConsole(Console):
    """A console that lets a closed pipe be seen, so that a game can be saved."""

    def on_broken_pipe(self) -> None:
        """Stop printing, and tell."""
        self.quiet = True
        raise BrokenPipeError


class Terminal:
    """Standard output and input. Without a terminal there, plain text and lines from a pipe."""

    def __init__(self, *, stderr: bool = False) -> None:
        self.console = PipedConsole(highlight=False, stderr=stderr)
        self._poster = not self.console.no_color and self.console.color_system in POSTER_COLOURS
        self.console.push_theme(theme(poster=self._poster))

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks on, not a pipe."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def paper(self, rows_taken: int) -> Paper:
        """Return what is left to paint a board on when so many rows are taken."""
        console = self.console
        rows = console.height - rows_taken if console.is_terminal else ENDLESS
        return Paper(console.width, rows, self._poster)

    def show(self, *things: RenderableType) -> None:
        """Print each thing on lines of its own."""
        for thing in things:
            self.console.print(thing)

    def say(self, text: Text) -> None:
        """Print text unbroken, so that what is to be copied stays whole."""
        self.console.print(text, soft_wrap=True)

    def clear(self) -> None:
        """Begin a fresh screen; where there is none, leave a line free."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.show("")

    def forget(self) -> None:
        """Leave nothing to be read of what was on the screen, not by scrolling back either."""
        if self.console.is_terminal:
            self.console.file.write(FORGET)
            self.console.file.flush()

    def ask(self, prompt: str) -> str:
        """Return the line that is typed. Raises EOFError at the end of input."""
        if sys.stdin is None:
            raise EOFError
        self.console.print(Text(prompt), end="")
        self.console.file.flush()
        typed = sys.stdin.isatty()
        if typed:
            _wait_for_keys()
        line = sys.stdin.readline()
        if not typed:
            self.show(Text(line.strip()))
        if not line:
            raise EOFError
        return line.strip()

    def complain(self, error: GipfelError, rule: str = "") -> None:
        """Say what was wrong, and what the rule says that was broken."""
        self.show(Text(str(error), f"bold {RED}"))
        if error.rule and rule:
            self.show(in_margin(error.rule, Text(rule, "dim")))


def _wait_for_keys() -> None:
    """Wait for a line to be typed; a signal, whenever it comes, ends the wait with its exception.

    Waiting in `input` or `readline` alone would miss a signal that falls between prompt and wait.
    """
    heard, ring = os.pipe()
    os.set_blocking(ring, False)
    before = signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
    try:
        while sys.stdin not in select.select([sys.stdin, heard], [], [])[0]:
            os.read(heard, 1)
    finally:
        signal.set_wakeup_fd(before)
        os.close(heard)
        os.close(ring)


def in_margin(sign: str, text: RenderableType) -> Table:
    """Set text beside a sign that stands alone in the margin."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", width=5, style=f"bold {RED}", no_wrap=True)
    table.add_column(ratio=1)
    table.add_row(sign, text)
    return table


def prepare_streams() -> None:
    """Let no sign that a stream cannot carry, in or out, and no closed stream end the program."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  open to the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
