"""One game between bots: what they are asked, what luck they get, and how it ends."""

from collections.abc import Mapping, MutableSequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from math import floor, log
from time import perf_counter
from typing import Any, Literal, TypeAlias

from ..core.errors import BadEvent, Illegal
from ..core.game import CHANCE, AnyGame
from ..core.match import play as play_checked
from .entrants import Bot, Chooser, complaint, plain
from .schedule import Fixture, Setup

MOST_EVENTS = 20_000
"""A game that goes on for longer is undecided: it may have stalled (docs/decisions/0007)."""
GRACE = 2.0
"""Seconds beyond its limit after which a bot is over time: a busy machine halts anybody for one."""
STEP = 1.05
"""Times are counted in bins, each so much wider than the one before."""

Kind: TypeAlias = Literal["error", "illegal", "time", "hang"]


@dataclass(slots=True)
class Tally:
    """The decisions of a seat. Times are exact, but for quantiles: these are right within 5 %."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    bins: dict[int, int] = field(default_factory=dict)
    stand_ins: dict[str, int] = field(default_factory=dict)
    """Decisions that another grade had to take, by the reason."""

    def add(self, seconds: float, why: str) -> None:
        """Count one decision, and why another grade took it, if one did."""
        bins = {floor(log(max(seconds, 1e-9), STEP)): 1}
        self.join(Tally(1, seconds, seconds, bins, {why: 1} if why else {}))

    def join(self, other: "Tally") -> None:
        """Count all the decisions of another tally."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        for number, count in other.bins.items():
            self.bins[number] = self.bins.get(number, 0) + count
        for why, count in other.stand_ins.items():
            self.stand_ins[why] = self.stand_ins.get(why, 0) + count

    def quantile(self, part: float) -> float:
        """Return the time that so large a part of the decisions kept within."""
        left = part * self.decisions
        for number, count in sorted(self.bins.items()):
            left -= count
            if left <= 0:
                return min(float(STEP ** (number + 1)), self.longest)
        return self.longest


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Why a bot lost a game outside the rules."""

    seat: int
    bot: str
    kind: Kind
    reason: str
    event: str | None = None
    """What it wanted to play, where that was the fault."""
    rule: str | None = None
    """The rule that forbids it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over. It goes from the worker into the results as it is."""

    fixture: Fixture
    end: Literal["over", "forfeit", "undecided"]
    winners: tuple[int, ...]
    """Seats; nobody in an undecided game, all the others after a forfeit."""
    events: int
    scores: tuple[int, ...] | None = None
    forfeit: Forfeit | None = None
    tallies: tuple[Tally, ...] = ()
    """One for each seat; none if its process had to be ended."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The bot on each seat."""
        return self.fixture.seats

    def share(self, seat: int) -> float:
        """Return the part of the win that fell to a seat; those who tie split it."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Luck:
    """Luck as one number between 0 and 1, cut into as many parts as there are ways.

    The k-th event of chance in a deal has the same number in every game of that deal. Where two
    games offer like outcomes they so get like ones, even if the outcomes are no longer the same.
    """

    def __init__(self, *key: object) -> None:
        self.number = number_of(*key)

    def randrange(self, stop: int, /) -> int:
        """Return the part that the number falls in."""
        return self.number * stop >> 64


def number_of(*key: object) -> int:
    """Return 64 bits that look random and are always the same for the same key."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest(), "big")


def play_game(
    game: AnyGame,
    setup: Setup,
    fixture: Fixture,
    choosers: Mapping[str, Chooser],
    beacon: MutableSequence[int],
) -> Played:
    """Play one game to its end, to a forfeit, or until it has gone on for too long.

    The beacon shows from outside who is thinking: a number that is new for each decision (0 while
    nobody thinks), the seat, and the events so far.
    """
    state = game.new(setup.players, setup.options)
    by_name = {bot.name: bot for bot in setup.bots}
    tallies = tuple(Tally() for _ in fixture.seats)
    luck = decision = events = 0
    while (actor := game.actor(state)) is not None and events < MOST_EVENTS:
        if actor == CHANCE:
            drawn = game.chance(state).draw(Luck("chance", setup.seed, fixture.deal, luck))
            state = game.apply(state, drawn)
            luck += 1
        else:
            bot = by_name[fixture.seats[actor]]
            seed = number_of("bot", setup.seed, fixture.deal, fixture.rotation, decision) >> 11
            decision += 1
            beacon[0], beacon[1], beacon[2] = seed + 1, actor, events
            try:
                state = _decide(game, state, bot, choosers[bot.name], seed, tallies[actor])
            except Fault as fault:
                return forfeited(fixture, fault.by(actor, bot.name), events, tallies)
            finally:
                beacon[0] = 0
        events += 1
    if actor is not None:
        return Played(fixture, "undecided", (), events, tallies=tallies)
    scores = game.describe(state).get("scores")
    return Played(
        fixture,
        "over",
        tuple(game.winners(state)),
        events,
        tuple(scores) if scores is not None else None,
        tallies=tallies,
    )


def forfeited(
    fixture: Fixture, forfeit: Forfeit, events: int, tallies: tuple[Tally, ...] = ()
) -> Played:
    """Return a game that one bot lost by its own fault: the others share the win."""
    others = tuple(seat for seat in range(len(fixture.seats)) if seat != forfeit.seat)
    return Played(fixture, "forfeit", others, events, forfeit=forfeit, tallies=tallies)


class Fault(Exception):
    """What a bot must not do. It ends the game."""

    def __init__(
        self, kind: Kind, reason: str, event: str | None = None, rule: str | None = None
    ) -> None:
        super().__init__(reason)
        self.kind, self.reason, self.event, self.rule = kind, plain(reason[:500]), event, rule

    def by(self, seat: int, bot: str) -> Forfeit:
        """Return it with the bot it is put down to."""
        return Forfeit(seat, bot, self.kind, self.reason, self.event, self.rule)


def _decide(game: AnyGame, state: Any, bot: Bot, chooser: Chooser, seed: int, tally: Tally) -> Any:
    """Return the position after what a bot chose. Raises Fault."""
    actor = game.actor(state)
    assert isinstance(actor, int)
    view = game.view(state, actor)
    start = perf_counter()
    try:
        answer, why = chooser(game, view, seed, bot.seconds)
    except BaseException as error:  # Ctrl-C never comes here, so whatever does is the bot's own
        raise Fault("error", complaint(error)) from error
    taken = perf_counter() - start
    tally.add(taken, why)
    if taken > bot.seconds + GRACE:
        raise Fault("time", f"took {taken:.2f} s of {bot.seconds:g} s")
    try:
        event = game.parse(answer) if isinstance(answer, str) else answer
        return play_checked(game, state, event)
    except (BadEvent, Illegal) as error:
        raise Fault("illegal", error.message, _written(game, answer), error.rule) from error
    except BaseException as error:
        given = _written(game, answer)
        raise Fault("illegal", f"{given} is no event", given) from error


def _written(game: AnyGame, answer: object) -> str:
    """Write down what a bot answered, whatever it is."""
    with suppress(BaseException):
        return plain((answer if isinstance(answer, str) else game.write(answer))[:100])
    return f"something of type {type(answer).__name__}"
