"""A game under way: the checked door, the history, undo, and the record of it all."""

from dataclasses import dataclass, field
from typing import Any

from .chance import Rng
from .errors import BadEvent, BadRecord, BadRequest, GipfelError, Illegal, TooLarge
from .game import CHANCE, Actor, AnyGame, Event, Game, Json, State, View
from .records import Record, parse_line, write_line

LONGEST = 2_000_000
"""Events in a match at the most: it may stall (docs/decisions/0007), memory may not."""


def play(game: Game[State, Event, View], state: State, event: Event) -> State:
    """Return the position after an event, or raise Illegal with the rule that forbids it."""
    actor = game.actor(state)
    allowed = game.chance(state).events if actor == CHANCE else game.legal(state)
    if event not in allowed:
        raise game.refusal(state, event)
    return game.apply(state, event)


def choose(game: Game[State, Event, View], state: State, rng: Rng) -> Event:
    """Return a random event: chance by its weights, a seat's moves all equally likely."""
    if game.actor(state) == CHANCE:
        return game.chance(state).draw(rng)
    moves = game.legal(state)
    return moves[rng.randrange(len(moves))]


@dataclass(frozen=True, slots=True)
class Step:
    """An event, who did it, and the positions around it."""

    actor: Actor
    before: Any
    event: Any
    after: Any


@dataclass
class Match:
    """One game from its first position on. Every change goes through `play` and can be undone."""

    game: AnyGame
    players: int
    options: Json = field(default_factory=dict)
    names: tuple[str, ...] = ()
    header: dict[str, str] = field(default_factory=dict)
    """Further lines of the record, such as its date; kept, not interpreted."""

    def __post_init__(self) -> None:
        self._start = self.game.new(self.players, self.options)
        self.steps: list[Step] = []
        self.options = self.game.options(self._start)
        if self.names and len(self.names) != self.players:
            raise BadRequest(f"{len(self.names)} names for {self.players} players: give one each.")

    @property
    def state(self) -> Any:
        """The position now."""
        return self.steps[-1].after if self.steps else self._start

    @property
    def actor(self) -> Actor:
        """Who must act now."""
        return self.game.actor(self.state)

    @property
    def events(self) -> list[str]:
        """The events so far, in notation."""
        return [self.game.write(step.event) for step in self.steps]

    def play(self, line: str) -> None:
        """Do one event, in notation; it may name its seat, as in `1> stop`."""
        seat, text = parse_line(line)
        event = self.game.parse(text)
        if seat is not None and seat != self.actor:
            raise self._wrong_seat(seat)
        after = play(self.game, self.state, event)
        self._push(event, after)

    def play_at_random(self, rng: Rng, most: int) -> list[str]:
        """Play on at random to the end, for `most` events at the most; return what was played."""
        start = len(self.steps)
        end = min(start + most, LONGEST)
        while self.actor is not None and len(self.steps) < end:
            event = choose(self.game, self.state, rng)
            self._push(event, self.game.apply(self.state, event))
        return [self.game.write(step.event) for step in self.steps[start:]]

    def undo(self) -> None:
        """Go one event back."""
        if not self.steps:
            raise BadRequest("There is nothing to undo: this is the first position.")
        self.steps.pop()

    def record(self) -> str:
        """Return the match as the text of a `.gipfel` file."""
        over = self.actor is None
        return Record(
            game=self.game.NAME,
            players=self.players,
            options=self.options,
            names=self.names,
            result=tuple(self.game.winners(self.state)) if over else None,
            header=self.header,
            lines=[write_line(step.actor, self.game.write(step.event)) for step in self.steps],
        ).write()

    @classmethod
    def load(cls, record: Record, game: AnyGame) -> "Match":
        """Replay a record, checking every event and the result it claims."""
        match = cls(game, record.players, record.options, record.names, dict(record.header))
        for number, line in enumerate(record.lines, start=1):
            try:
                seat, _ = parse_line(line)
                if seat is None and match.actor != CHANCE:
                    raise BadEvent(
                        f"A seat's move needs its seat before it, as in {match.actor}> {line}"
                    )
                match.play(line)
            except GipfelError as error:
                error.message = f"Event {number} of the record: {error.message}"
                raise
        result = tuple(game.winners(match.state)) if match.actor is None else None
        if record.result != result and record.result is not None:
            raise BadRecord(
                f"The record says that {_seats(record.result)} won, but by its events it is "
                f"{_seats(result)}."
            )
        return match

    def _push(self, event: Any, after: Any) -> None:
        if len(self.steps) >= LONGEST:
            raise TooLarge(f"A match has at most {LONGEST:,} events.")
        self.steps.append(Step(self.actor, self.state, event, after))

    def _wrong_seat(self, seat: int) -> Illegal:
        actor = self.actor
        due = "The game is over" if actor is None else f"It is for {_name(actor)} to act"
        return Illegal(f"{due}, not for {_name(seat)}.", self.game.due(self.state))


def _name(actor: Actor) -> str:
    return "chance" if actor == CHANCE else f"seat {actor}"


def _seats(winners: tuple[int, ...] | None) -> str:
    return "nobody yet" if winners is None else "seat " + " and ".join(map(str, winners))
