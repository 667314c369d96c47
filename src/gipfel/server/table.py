"""A table as plain data, and the one way it changes: `after(table, entry, at)`.

Pure. The log is the truth: folding its entries from `Opened` on gives the table, on any worker.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..core.fairness import table_key
from ..core.game import CHANCE, Actor, AnyGame
from ..games import game as game_of
from . import clocks
from .clocks import Clocks
from .entries import (
    Agreed,
    Begun,
    BotPlan,
    Chanced,
    Declined,
    Ended,
    Entry,
    Followed,
    Grade,
    Left,
    Moved,
    Opened,
    Proposed,
    Relieved,
    Returned,
    Rose,
    Sat,
    Setup,
    Stood,
    Undone,
)

Phase: TypeAlias = Literal["open", "playing", "over"]
NO_CLOCKS = Clocks()


class Seat(Struct, frozen=True, gc=False):
    """A place at the table and who holds it."""

    grade: Grade | None = None
    """The bot that plays it, if one does."""
    person: str | None = None
    name: str = ""
    entropy: str = ""
    reserved: str | None = None
    """The only person who may take it, at a rematch."""
    left: bool = False
    out: bool = False
    """Whether it resigned or ran out of time."""

    @property
    def taken(self) -> bool:
        """Whether somebody holds it."""
        return self.person is not None or self.grade is not None

    @property
    def present(self) -> bool:
        """Whether a person plays it and has a say at the table."""
        return self.person is not None and self.grade is None and not self.left


class Step(Struct, frozen=True):
    """A move since chance last acted: what may be taken back."""

    seat: int
    before: Any
    event: Any


class Proposal(Struct, frozen=True, gc=False):
    """What a seat asks for, and the persons who agreed so far."""

    asked: Proposed
    agreed: frozenset[str] = frozenset()


class Table(Struct, frozen=True):
    """Everything about a table but its history."""

    id: str
    secret: bytes
    setup: Setup
    commitment: str
    rules: int
    seats: tuple[Seat, ...]
    version: int = 1
    phase: Phase = "open"
    state: Any = None
    """The position, once play has begun."""
    key: bytes = b""
    """What the outcomes follow from."""
    chances: int = 0
    """How many outcomes of chance there were."""
    quiet: int = 0
    """How many of them came in a row, with nobody to act."""
    moved: int = 0
    """The version of the last change of the position: an answer to an older one is stale."""
    trail: tuple[Step, ...] = ()
    clocks: Clocks = NO_CLOCKS
    stood: int = 0
    """The end of the last time without a server over which the clocks stood still."""
    proposal: Proposal | None = None
    ended: Ended | None = None
    next_table: str | None = None

    def __repr__(self) -> str:
        return f"<Table at version {self.version}: {self.phase}>"  # no secret, no hand

    @property
    def game(self) -> AnyGame:
        """The rules it plays by."""
        return game_of(self.setup.game)

    @property
    def actor(self) -> Actor:
        """Who must act: a seat, chance, or nobody."""
        return self.game.actor(self.state) if self.phase == "playing" else None

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats that a person holds: none for a spectator."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if person is not None and seat.person == person
        )

    @property
    def holders(self) -> frozenset[str]:
        """The persons whose seats these are, whether they are here or not."""
        return frozenset(seat.person for seat in self.seats if seat.person is not None)

    @property
    def people(self) -> frozenset[str]:
        """The persons who play here and have not gone away."""
        return frozenset(seat.person for seat in self.seats if seat.present and seat.person)

    @property
    def bot_to_move(self) -> tuple[int, Grade] | None:
        """The bot that must act now, with its grade."""
        actor = self.actor
        if isinstance(actor, int) and (grade := self.seats[actor].grade):
            return actor, grade
        return None


def opened(id: str, secret: bytes, entry: Opened) -> Table:
    """Return a table that was just put up."""
    setup = entry.setup
    reserved = entry.reserved or ("",) * len(setup.seats)
    return Table(
        id,
        secret,
        setup,
        entry.commitment,
        entry.rules,
        tuple(
            Seat(grade=plan.grade) if isinstance(plan, BotPlan) else Seat(reserved=person or None)
            for plan, person in zip(setup.seats, reserved, strict=True)
        ),
    )


def after(table: Table, entry: Entry, at: int) -> Table:  # noqa: PLR0912  a case for each entry
    """Return the table after an entry of its log. Trusts it: `decisions` made it."""
    table = replace(table, version=table.version + 1)
    match entry:
        case Moved(seat, event):
            return _after_move(table, seat, event, at)
        case Chanced(event):
            return _after_chance(table, event, at)
        case Begun(first):
            return _after_begun(table, first, at)
        case Sat(seat, name, entropy, person):
            return _seated(table, seat, Seat(person=person, name=name, entropy=entropy))
        case Rose(seat):
            return _seated(table, seat, Seat())
        case Left(seat):
            return _seated(table, seat, replace(table.seats[seat], left=True))
        case Returned(seat):
            return _seated(table, seat, replace(table.seats[seat], left=False))
        case Relieved(seat, grade, why):
            relieved = replace(table.seats[seat], grade=grade, out=why != "agreed", reserved=None)
            table = replace(_seated(table, seat, relieved), proposal=None)
            return _clocked(table, at) if table.actor == seat else table
        case Proposed() as asked:
            return replace(table, proposal=Proposal(asked))
        case Agreed(seat):
            return _after_agreed(table, seat)
        case Declined():
            return replace(table, proposal=None)
        case Undone(moves):
            return _after_undone(table, moves, at)
        case Ended():
            table = replace(table, phase="over", ended=entry, proposal=None, trail=())
            return _clocked(table, at)
        case Stood(since, until):
            return replace(table, clocks=table.clocks.stood(since, until), stood=until)
        case Followed(other):
            return replace(table, next_table=other, proposal=None)
        case Opened():
            raise AssertionError("a table is put up once")


def _seated(table: Table, number: int, seat: Seat) -> Table:
    seats = table.seats
    return replace(table, seats=(*seats[:number], seat, *seats[number + 1 :]))


def _after_begun(table: Table, first: int | None, at: int) -> Table:
    options = table.setup.options | ({} if first is None else {"first": first})
    entropies = [seat.entropy for seat in table.seats]
    table = replace(
        table,
        phase="playing",
        state=table.game.new(len(table.seats), options),
        key=table_key(table.secret, entropies),
        moved=table.version,
        proposal=None,
        clocks=clocks.started(table.setup.clock, len(table.seats)),
    )
    return _clocked(table, at)


def _after_move(table: Table, seat: int, text: str, at: int) -> Table:
    event = table.game.parse(text)
    table = replace(
        table,
        state=table.game.apply(table.state, event),
        trail=(*table.trail, Step(seat, table.state, event)),
        moved=table.version,
        quiet=0,
        proposal=_unless_undo(table.proposal),
    )
    return _clocked(table, at)


def _after_chance(table: Table, text: str, at: int) -> Table:
    table = replace(
        table,
        state=table.game.apply(table.state, table.game.parse(text)),
        trail=(),
        moved=table.version,
        chances=table.chances + 1,
        quiet=table.quiet + 1,
        proposal=_unless_undo(table.proposal),
    )
    return _clocked(table, at)


def _after_undone(table: Table, moves: int, at: int) -> Table:
    kept, first = table.trail[:-moves], table.trail[-moves]
    table = replace(table, state=first.before, trail=kept, moved=table.version, proposal=None)
    return _clocked(table, at)


def _unless_undo(proposal: Proposal | None) -> Proposal | None:
    """A new move makes a wish to take one back pointless."""
    return None if proposal is not None and proposal.asked.what == "undo" else proposal


def _after_agreed(table: Table, seat: int) -> Table:
    proposal, person = table.proposal, table.seats[seat].person
    assert proposal is not None and person is not None, "a person agrees to a proposal"  # noqa: PT018
    return replace(table, proposal=replace(proposal, agreed=proposal.agreed | {person}))


def _clocked(table: Table, at: int) -> Table:
    """Start the clock of the person who must act. Bots and chance have none."""
    actor = table.actor
    to = actor if isinstance(actor, int) and table.seats[actor].grade is None else None
    return replace(table, clocks=clocks.passed_on(table.clocks, table.setup.clock, to, at))


def is_chance(table: Table) -> bool:
    """Say whether chance must act."""
    return table.actor == CHANCE
