"""Tables in memory for tests: commands go straight into a journal, as after a commit."""

import itertools
import random
from typing import Any

from gipfel.server.entries import BotPlan, Entry, PersonPlan, Setup
from gipfel.server.messages import (
    Answer,
    BotMove,
    Code,
    Flag,
    Leave,
    Move,
    Propose,
    Refused,
    Resign,
    Return,
    Sit,
    Update,
)
from gipfel.server.protocol import Draft, Journal, Opening, Row, open_table

SECRET = bytes(range(32))
PEOPLE = ("anna", "beat", "cleo", "dora")


def setup(game: str, seats: str = "pp", **more: Any) -> Setup:
    """Return a setup; `seats` is a letter each: p a person, b a bot of grade PD."""
    plans = tuple(PersonPlan() if one == "p" else BotPlan("PD") for one in seats)
    return Setup(game, plans, **more)


class TableInMemory:
    """A table whose storage is a list. After every command the log is replayed and compared."""

    def __init__(self, plan: Setup, *, secret: bytes = SECRET) -> None:
        self.now = 1_000_000
        self.opening = open_table(plan, self.now, secret=secret)
        self.rows: list[Row] = [self.opening.row]
        self.journal = Journal.replay(self.opening.id, secret, self.rows)
        self.secret = secret
        self.opened: list[Opening] = []
        self._ids = itertools.count(1)

    @property
    def table(self) -> Any:
        return self.journal.table

    def id(self) -> str:
        return f"c{next(self._ids)}"

    def do(self, person: str | None, command: Any) -> Draft:
        """Carry a command out, as a server does after its commit."""
        draft = self.journal.draft(command, person, self.now)
        self.rows += draft.rows
        if draft.opening is not None:
            self.opened.append(draft.opening)
        self.journal.accept(draft)
        return draft

    def entries(self, person: str | None, command: Any) -> list[Entry]:
        return [line.entry for line in self.do(person, command).lines]

    def refusal(self, person: str | None, command: Any) -> Code:
        """Carry out what must be refused; the table must be as it was."""
        before = self.table
        try:
            self.journal.draft(command, person, self.now)
        except Refused as refused:
            assert self.table is before
            self.rule = refused.rule
            return refused.code
        raise AssertionError(f"{command} was not refused")

    def sit_all(self) -> "TableInMemory":
        for number, seat in enumerate(self.table.seats):
            if not seat.taken:
                self.sit(PEOPLE[number], number)
        return self

    def sit(self, person: str, seat: int | None = None, **more: Any) -> list[Entry]:
        return self.entries(person, Sit(self.id(), f"{person}-{seat}", seat, **more))

    def move(self, person: str, event: str, version: int | None = None) -> list[Entry]:
        version = self.table.version if version is None else version
        return self.entries(person, Move(self.id(), version, event))

    def propose(self, person: str, what: Any, **more: Any) -> list[Entry]:
        return self.entries(person, Propose(self.id(), what, **more))

    def answer(self, person: str, agree: bool) -> list[Entry]:
        return self.entries(person, Answer(self.id(), agree))

    def resign(self, person: str) -> list[Entry]:
        return self.entries(person, Resign(self.id()))

    def leave(self, person: str) -> list[Entry]:
        return self.entries(person, Leave(self.id()))

    def back(self, person: str) -> list[Entry]:
        return self.entries(person, Return(self.id()))

    def flag(self) -> list[Entry]:
        return self.entries(None, Flag())

    def legal(self) -> list[str]:
        game = self.table.game
        return sorted(map(game.write, game.legal(self.table.state)))

    def step(self, rng: random.Random) -> None:
        """Let whoever must act move at random."""
        actor = self.table.actor
        event = rng.choice(self.legal())
        if self.table.seats[actor].grade:
            self.do(None, BotMove(actor, self.table.moved, event))
        else:
            self.move(self.table.seats[actor].person, event)

    def play_on(self, seed: int = 1, most: int = 10_000) -> None:
        rng = random.Random(seed)
        for _ in range(most):
            if self.table.actor is None:
                break
            self.step(rng)

    def replayed(self) -> Journal:
        return Journal.replay(self.opening.id, self.secret, self.rows)

    def seen(self, viewer: int | None, since: int | None = None) -> Update:
        return self.journal.update(viewer, since, self.now)
