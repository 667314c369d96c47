"""A table's positions one after another, as a viewer may know them: for review and replay.

Each was made by `game.view` of that viewer at that position. Once the game is over its record is
open to all, so then each position is shown whole.
"""

from collections.abc import Iterator

from msgspec import Struct

from ..core.game import Json
from .entries import Begun, Chanced, Moved, Opened, Undone
from .protocol import Journal
from .table import Table, after, opened
from .views import Line, Viewer

MOST = 2_000
"""Frames in one answer: more than any game between people has had."""


class Frame(Struct, frozen=True):
    """A position and the event that led to it; no event at the beginning and after an undo."""

    version: int
    event: str | None
    seat: int | None
    """Who moved: nobody where it was chance, whoever entered it."""
    view: Json


class History(Struct, frozen=True):
    """Positions of a table, oldest first."""

    frames: tuple[Frame, ...]
    next: int | None
    """If there are more: what to ask for them with, as `since`."""


class Passage:
    """What a viewer asked for, as of one moment: a thread may make it while the table goes on."""

    def __init__(self, journal: Journal, viewer: Viewer, since: int) -> None:
        self._table = journal.table
        self._lines = journal.lines.copy()
        self._viewer = viewer
        self._since = since

    def history(self) -> History:
        """Return the frames after a version, as many as one answer holds."""
        frames: list[Frame] = []
        for line, table in self._walk():
            if line.version <= self._since:
                continue
            if len(frames) == MOST:
                return History(tuple(frames), frames[-1].version)
            frames.append(self._frame(line, table))
        return History(tuple(frames), None)

    def _walk(self) -> Iterator[tuple[Line, Table]]:
        """Go over the log anew; stop at each entry that changed the position."""
        lines = iter(self._lines)
        first = next(lines).entry
        assert isinstance(first, Opened), "a log begins with the opening of its table"
        table = opened(self._table.id, self._table.secret, first)
        for line in lines:
            table = after(table, line.entry, line.at)
            if isinstance(line.entry, Begun | Moved | Chanced | Undone):
                yield line, table

    def _frame(self, line: Line, table: Table) -> Frame:
        game = table.game
        if self._table.phase == "over":
            entry, view = line.entry, game.describe(table.state)
        else:
            entry = line.told(self._viewer).what
            view = game.describe_view(game.view(table.state, self._viewer))
        event = entry.event if isinstance(entry, Moved | Chanced) else None
        return Frame(line.version, event, entry.seat if isinstance(entry, Moved) else None, view)
