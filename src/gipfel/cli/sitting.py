"""A game at this terminal: the match, the seed its chance follows, and the file it is kept in."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..core.errors import BadRecord
from ..core.match import Match
from ..games import load
from .boards import Board, Names, board_of
from .chance import checked_seed, fresh_seed, outcome
from .files import keep, read_record
from .opponents import Bots, read_seats, write_seats
from .palette import SEATS


@dataclass
class Sitting:
    """A match and what the terminal keeps beside it."""

    match: Match
    seed: str
    file: Path | None = None

    @classmethod
    def begin(cls, match: Match, seed: str | None, bots: Bots = ()) -> "Sitting":
        """Sit down to a new game; without a seed, one that nobody can guess."""
        seed = fresh_seed() if seed is None else checked_seed(seed)
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        match.header |= {"date": date, "seed": seed}
        write_seats(match, bots)
        return cls(match, seed)

    @classmethod
    def resume(cls, file: Path) -> "Sitting":
        """Sit down to a saved game, which is checked from its first event on."""
        match = load(read_record(file))
        read_seats(match)
        seed = match.header.get("seed")
        if seed is None:
            match.header["seed"] = seed = fresh_seed()
        else:
            _check_chance(match, checked_seed(seed))
        return cls(match, seed, file)

    @property
    def board(self) -> Board:
        """How the game looks and speaks."""
        return board_of(self.match.game.NAME)

    @property
    def names(self) -> Names:
        """What the players are called; by their colours if they gave no names."""
        return self.match.names or tuple(seat.name for seat in SEATS[: self.match.players])

    @property
    def bots(self) -> Bots:
        """Which seats are bots, with their grades."""
        return read_seats(self.match)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, grade in enumerate(self.bots) if grade is None]

    def roll(self) -> None:
        """Let chance act."""
        match = self.match
        match.play(outcome(match.game, match.state, self.seed, len(match.steps)))

    def keep(self, given: Path | None = None) -> tuple[Path | None, list[str]]:
        """Save the game where it was given, where it is kept, or in the data folder.

        Return where it is now, None if nowhere, and what went wrong on the way.
        """
        name = f"{self.match.game.NAME}-{datetime.now():%Y-%m-%d-%H%M%S}"
        path, refusals = keep(self.match.record(), name, given or self.file)
        self.file = path or self.file
        return path, refusals


def _check_chance(match: Match, seed: str) -> None:
    """Refuse a record whose rolls are not those of its seed: somebody changed it."""
    for number, step in enumerate(match.steps):
        if isinstance(step.actor, str):
            expected = outcome(match.game, step.before, seed, number)
            found = match.game.write(step.event)
            if found != expected:
                raise BadRecord(
                    f"Event {number + 1} of the record is {found}, but its seed gives {expected}: "
                    "the record was changed."
                )
