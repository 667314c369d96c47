"""A folder that keeps an arena: a line for each game, so that a run that was killed goes on."""

import sys
from pathlib import Path

import msgspec

from ..core.errors import BadRequest
from .games import Played
from .schedule import Setup

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

SETUP, GAMES, RESULTS, PICTURE = "arena.json", "games.jsonl", "results.json", "results.svg"


class Folder:
    """The games of one arena on disk. Raises BadRequest if the folder is not for it."""

    def __init__(self, path: Path, setup: Setup) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._claim(setup)
            self._file = (path / GAMES).open("a+b")
        except OSError as error:
            raise BadRequest(f"{path} cannot be used: {error.strerror or error}.") from error
        try:
            self._lock()
            self.played = self._read()
        except BaseException:
            self.close()
            raise

    def add(self, played: Played) -> None:
        """Write a game down, at once."""
        try:
            self._file.write(msgspec.json.encode(played) + b"\n")
            self._file.flush()
        except OSError as error:
            raise BadRequest(f"{self.path / GAMES}: {error.strerror or error}.") from error
        self.played[played.fixture.game] = played

    def write(self, name: str, text: str) -> None:
        """Write a file into the folder."""
        try:
            (self.path / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadRequest(f"{self.path / name}: {error.strerror or error}.") from error

    def close(self) -> None:
        """Let go of the folder."""
        self._file.close()

    def _claim(self, setup: Setup) -> None:
        """Write down whose results these are, or see that they are ours."""
        label = self.path / SETUP
        ours = msgspec.json.format(msgspec.json.encode(setup.identity())).decode() + "\n"
        if label.exists():
            theirs = label.read_text(encoding="utf-8")
            if theirs != ours:
                raise BadRequest(
                    f"{self.path} holds the results of another arena: {_difference(theirs, setup)}."
                    " Give another folder to --out."
                )
            return
        for name in (GAMES, RESULTS, PICTURE):
            if (self.path / name).exists():
                raise BadRequest(
                    f"{self.path} holds {name}, but no {SETUP} that says what was played. "
                    "Give another folder to --out."
                )
        draft = label.with_suffix(".draft")
        draft.write_text(ours, encoding="utf-8")
        draft.replace(label)

    def _lock(self) -> None:
        """Keep a second arena out while this one runs; the lock ends with the process."""
        if sys.platform != "win32":
            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except BlockingIOError as error:
                raise BadRequest(f"Another arena is writing to {self.path} now.") from error

    def _read(self) -> dict[int, Played]:
        """Return the games so far, by number; a last line that was cut short is dropped."""
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        self._file.truncate(whole)
        played = {}
        for number, line in enumerate(text[:whole].splitlines(), start=1):
            try:
                one = msgspec.json.decode(line, type=Played)
            except msgspec.MsgspecError as error:
                raise BadRequest(
                    f"Line {number} of {self.path / GAMES} is not a game of an arena: {error}."
                ) from error
            played[one.fixture.game] = one
        return played


def _difference(text: str, setup: Setup) -> str:
    """Say in what another arena differs."""
    try:
        theirs = msgspec.json.decode(text, type=dict[str, object])
    except msgspec.MsgspecError:
        return f"its {SETUP} cannot be read"
    ours = msgspec.json.decode(msgspec.json.encode(setup.identity()), type=dict[str, object])
    differ = [key for key in ours if theirs.get(key) != ours[key]]
    return "it differs in " + (" and ".join(differ) or "its form")
