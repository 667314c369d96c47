"""What each viewer is told. The only place where a table turns into messages.

A viewer is a seat or None, a spectator. Everything here is made from `game.view` of that viewer and
from what is open to all; a position itself is never written.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from ..analysis import insight_of
from ..core.game import CHANCE
from .decisions import waiting
from .entries import Chanced, Entry, Moved, Opened, Sat
from .messages import Happened, ProposalNow, Result, SeatNow, Update
from .table import Seat, Table

Viewer: TypeAlias = int | None
NOBODY_KNOWN: Mapping[int, bool] = MappingProxyType({})


class Line(Struct, frozen=True, gc=False):
    """An entry of the log in memory, and how it reads to those who may not know all of it."""

    version: int
    at: int
    entry: Entry
    """Without persons: fit for everybody but for what `masks` hides."""
    masks: dict[Viewer, str] | None = None

    def told(self, viewer: Viewer) -> Happened:
        """Return the entry as a viewer may know it."""
        entry = self.entry
        if self.masks and viewer in self.masks and isinstance(entry, Moved | Chanced):
            entry = msgspec.structs.replace(entry, event=self.masks[viewer])
        return Happened(self.version, self.at, entry)


def line(before: Table | None, entry: Entry, version: int, at: int) -> Line:
    """Return an entry that follows on a table, fit to be told."""
    match entry:
        case Sat():
            return Line(version, at, msgspec.structs.replace(entry, person=""))
        case Opened():
            return Line(version, at, msgspec.structs.replace(entry, reserved=()))
        case Moved() | Chanced() if before is not None:
            return Line(version, at, entry, _masks(before, entry.event))
        case _:
            return Line(version, at, entry)


def _masks(before: Table, text: str) -> dict[Viewer, str] | None:
    """Return how an event reads to each viewer who is not told all of it."""
    game = before.game
    event = game.parse(text)
    told = {
        viewer: game.shown(before.state, event, viewer)
        for viewer in (None, *range(len(before.seats)))
    }
    return {viewer: shown for viewer, shown in told.items() if shown != text} or None


def viewer_of(table: Table, person: str | None, look: int | str | None) -> Viewer:
    """Return the viewer that a person is: one of the own seats, else a spectator.

    "auto" is the only seat, or of several the one that must act: so that, where several people
    share a screen, a hand shows in its owner's turn alone.
    """
    own = table.seats_of(person)
    if look == "auto":
        if len(own) == 1:
            return own[0]
        actor = table.actor
        return actor if isinstance(actor, int) and actor in own else None
    return look if isinstance(look, int) and look in own else None


def update(
    table: Table,
    viewer: Viewer,
    lines: tuple[Line, ...],
    now: int,
    here: Mapping[int, bool] = NOBODY_KNOWN,
) -> Update:
    """Return the table as a viewer sees it, with what happened and who is known to be here."""
    game, view = table.game, None
    actor = table.actor
    described, legal, odds = None, None, None
    if table.state is not None:
        view = game.view(table.state, viewer)
        described = game.describe_view(view)
        if viewer is not None and actor == viewer and table.seats[viewer].grade is None:
            legal = tuple(sorted(map(game.write, view.legal)))
            odds = insight_of(game).at_decision(view)
    return Update(
        table.id,
        table.version,
        table.phase,
        viewer,
        tuple(one.told(viewer) for one in lines),
        tuple(_seat(seat, here.get(number)) for number, seat in enumerate(table.seats)),
        now,
        described,
        actor,
        legal,
        actor == CHANCE and viewer is not None and table.setup.own_dice,
        table.clocks.shown(now),
        table.clocks.running if table.clocks.left else None,
        _proposal(table),
        _result(table),
        odds,
    )


def _seat(seat: Seat, here: bool | None) -> SeatNow:
    kind: Literal["free", "person", "bot"] = "person"
    if not seat.taken:
        kind = "free"
    elif seat.grade:
        kind = "bot"
    known = here if kind == "person" else None
    return SeatNow(kind, seat.name, seat.grade, seat.entropy, seat.left, seat.out, known)


def _proposal(table: Table) -> ProposalNow | None:
    if table.proposal is None:
        return None
    asked, people = table.proposal.asked, waiting(table)
    still = tuple(number for number, seat in enumerate(table.seats) if seat.person in people)
    return ProposalNow(asked.what, asked.seat, still, asked.about, asked.grade)


def _result(table: Table) -> Result | None:
    """How it ended; the secret of own dice proves nothing and is not told."""
    if table.ended is None:
        return None
    secret = None if table.setup.own_dice else table.secret.hex()
    return Result(table.ended.why, table.ended.winners, secret, table.next_table)
