"""The protocol of a table without input or output: a journal takes commands and tells viewers.

`draft` says what a command would do. Whoever has sockets and a database stores the draft and then
calls `accept`; only then may anybody be told. A journal is rebuilt from stored rows by `replay`.
"""

import secrets
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..core.fairness import SECRET_BYTES, commitment, daily_secret
from . import decisions
from .entries import RULES, Chanced, Entry, Followed, Moved, Opened, Setup
from .messages import PROTOCOL, Code, Command, Own, Refused, Update, Welcome
from .scroll import Scroll
from .table import Table, after, opened
from .views import NOBODY_KNOWN, Line, Viewer, line, update

MOVES_REMEMBERED = 8
"""Latest moves that are known to be done without a look at the log."""
LONGEST_LOG = 200_000
"""Entries in the log of a table at the most."""


class Row(Struct, frozen=True, gc=False):
    """An entry as it is stored."""

    version: int
    at: int
    data: bytes
    person: str | None = None
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to be put up, in the same transaction as what led to it."""

    id: str
    secret: bytes = field(repr=False)
    table: Table = field(repr=False)
    row: Row = field(repr=False)


class Draft(Struct, frozen=True):
    """What a command does, once it is stored. No rows: it was done before, at `version`."""

    version: int
    rows: tuple[Row, ...] = ()
    lines: tuple[Line, ...] = ()
    table: Table | None = None
    opening: Opening | None = None


_encode = msgspec.json.Encoder().encode
_decode: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def new_table_id() -> str:
    """Return a name for a table that nobody can guess: 60 bits, easy to read aloud."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(letters) for _ in range(12))


def open_table(
    setup: Setup, now: int, reserved: tuple[str, ...] = (), *, secret: bytes | None = None
) -> Opening:
    """Return a table to be put up, with a fresh secret. Raises Refused for a bad setup."""
    setup = decisions.checked_setup(setup, now)
    if setup.daily is not None:
        secret = daily_secret(setup.game, setup.daily)
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    entry = Opened(setup, commitment(secret), RULES, reserved)
    id = new_table_id()
    return Opening(id, secret, opened(id, secret, entry), Row(1, now, _encode(entry)))


class _Page:
    """What a draft adds to a journal, entry by entry."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.rows: list[Row] = []
        self.lines: list[Line] = []
        self.opening: Opening | None = None
        self._now = now

    def write(self, entry: Entry) -> None:
        if isinstance(entry, Followed):
            setup, reserved = decisions.rematch_of(self.table)
            self.opening = open_table(setup, self._now, reserved)
            entry = Followed(self.opening.id)
        version = self.table.version + 1
        self.rows.append(Row(version, self._now, _encode(entry)))
        self.lines.append(line(self.table, entry, version, self._now))
        self.table = after(self.table, entry, self._now)


class Journal:
    """A table, its history, and the commands it has taken."""

    def __init__(self, table: Table, lines: Iterable[Line]) -> None:
        self.table = table
        self.lines = Scroll(lines)
        self.taken: dict[tuple[str | None, str], int] = {}
        """The commands done, with their versions; of moves only the latest."""
        self._moves: deque[tuple[str | None, str]] = deque()

    def _take(self, row: Row, entry: Entry) -> None:
        """Remember a command, so that the same one again does nothing.

        A move answers a version, so an old one that comes again is refused in any case; whoever
        has the log finds out from it that it was done.
        """
        if row.command is None:
            return
        self.taken[row.person, row.command] = row.version
        if isinstance(entry, Moved | Chanced):
            self._moves.append((row.person, row.command))
            if len(self._moves) > MOVES_REMEMBERED:
                self.taken.pop(self._moves.popleft(), None)

    @property
    def forgets(self) -> bool:
        """Whether there may be moves that are not remembered any more."""
        return len(self._moves) == MOVES_REMEMBERED

    @classmethod
    def replay(cls, id: str, secret: bytes, rows: Iterable[Row]) -> "Journal":
        """Rebuild a table from its log."""
        rows = iter(rows)
        first = next(rows)
        entry = _decode.decode(first.data)
        assert isinstance(entry, Opened), "a log begins with the opening of its table"
        if entry.rules > RULES:
            raise Refused(Code.NEWER_RULES, rules=entry.rules)
        journal = cls(opened(id, secret, entry), [line(None, entry, 1, first.at)])
        journal.follow(rows)
        return journal

    def follow(self, rows: Iterable[Row]) -> None:
        """Take in what was stored elsewhere; rows that are known already are passed over."""
        for row in rows:
            if row.version <= self.table.version:
                continue
            assert row.version == self.table.version + 1, "a log has no gaps"
            entry = _decode.decode(row.data)
            self.lines.append(line(self.table, entry, row.version, row.at))
            self.table = after(self.table, entry, row.at)
            self._take(row, entry)

    def draft(self, command: Command | Own, person: str | None, now: int) -> Draft:
        """Return what a command would do. Raises Refused; the table is as it was in any case."""
        name = getattr(command, "id", None)
        if name is not None and (person, name) in self.taken:
            return Draft(self.taken[person, name])
        if self.table.version >= LONGEST_LOG:
            raise Refused(Code.TOO_LARGE, most=LONGEST_LOG)
        page = _Page(self.table, now)
        for entry in decisions.decide(self.table, command, person, now):
            page.write(entry)
        while (follows := decisions.by_itself(page.table)) is not None:
            page.write(follows)
        rows = page.rows
        if name is not None:
            rows[0] = replace(rows[0], person=person, command=name)
        return Draft(rows[0].version, tuple(rows), tuple(page.lines), page.table, page.opening)

    def accept(self, draft: Draft) -> None:
        """Take a draft as done. It is stored."""
        if draft.table is None:
            return
        self.table = draft.table
        self.lines.extend(draft.lines)
        self._take(draft.rows[0], draft.lines[0].entry)

    def welcome(self, build: str = "") -> Welcome:
        """Return the first words to anybody; `build` names the page of the server."""
        table = self.table
        first = table.game.new(len(table.seats), table.setup.options)
        return Welcome(
            PROTOCOL,
            table.id,
            table.setup,
            table.commitment,
            table.rules,
            table.game.material(first),
            build,
        )

    def update(
        self,
        viewer: Viewer,
        since: int | None,
        now: int,
        here: Mapping[int, bool] = NOBODY_KNOWN,
    ) -> Update:
        """Return what a viewer missed since a version (None: nothing told), and the table now."""
        last = self.table.version if since is None else min(since, self.table.version)
        return update(self.table, viewer, tuple(self.lines[last:]), now, here)
