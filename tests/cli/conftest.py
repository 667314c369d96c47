"""The `gipfel` command, run for real: through pipes, and in front of a terminal."""

import os
import re
import select
import struct
import subprocess
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path

import pytest

PATIENCE = 120
"""Seconds after which a program that says nothing is taken for dead."""

_IN_FRONT = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "gipfel", *sys.argv[1:]])
"""
"""Makes the terminal the controlling one, so that Ctrl-C reaches the program, and becomes it.

Tests that were started in the background ignore Ctrl-C; a program in front must not inherit that.
"""


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "gipfel", *map(str, arguments)]


class Command:
    """Runs `gipfel` with its data in a folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "COLORTERM")
        } | {"XDG_DATA_HOME": str(home), "PYTHONIOENCODING": "utf-8"}

    @property
    def saves(self) -> list[Path]:
        """The games in the data folder."""
        return sorted((self.home / "gipfel").glob("*"))

    def __call__(
        self, *arguments: object, typed: str = "", cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run to the end with typed lines as input."""
        return subprocess.run(
            _command(*arguments),
            input=typed,
            capture_output=True,
            encoding="utf-8",
            env=self.environment | environment,
            cwd=cwd or self.home,
            timeout=10 * PATIENCE,
            check=False,
        )

    def refusal(self, *arguments: object, typed: str = "", cwd: Path | None = None) -> str:
        """Run what must be refused: exit status 2, a message, never a traceback."""
        done = self(*arguments, typed=typed, cwd=cwd)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr
        return " ".join(done.stderr.split())

    def piped(self, *arguments: object) -> subprocess.Popen[str]:
        """Start with pipes that the test holds."""
        return subprocess.Popen(
            _command(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment,
            cwd=self.home,
        )


class Screen:
    """`gipfel` in front of a terminal: keys go in, what is shown comes out."""

    def __init__(self, command: Command, *arguments: object, **environment: str) -> None:
        self._keys, terminal = os.openpty()
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _IN_FRONT, *map(str, arguments)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=command.environment | {"TERM": "xterm-256color"} | environment,
            cwd=command.home,
            start_new_session=True,
        )
        os.close(terminal)
        self.shown = ""
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def press(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def until(self, words: str) -> str:
        """Wait for words to be shown; return what was shown since the last wait, up to them."""
        while words not in self.shown:
            more = self._read()
            assert more, f"{words!r} was never shown:\n{self.shown}"
            self.shown += more
        seen, words, self.shown = self.shown.partition(words)
        return seen + words

    def end(self) -> tuple[int, str]:
        """Wait for the program to end; return its exit status and what it still showed."""
        while more := self._read():
            self.shown += more
        return self.process.wait(PATIENCE), self.shown

    def _read(self) -> str:
        ready, _, _ = select.select([self._keys], [], [], PATIENCE)
        assert ready, f"the program hangs:\n{self.shown}"
        try:
            read = os.read(self._keys, 65536)
        except OSError:  # the other side is gone
            return ""
        return self._decoder.decode(read) or (self._read() if read else "")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._keys)


@pytest.fixture
def gipfel(tmp_path: Path) -> Command:
    return Command(tmp_path)


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    """Screens put in this list are closed after the test."""
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def saved_in(text: str) -> Path:
    """Return the file that a farewell names."""
    found = re.search(r"(?:saved|Saved|text file): (/.+\.gipfel)", text)
    assert found, text
    return Path(found[1])
