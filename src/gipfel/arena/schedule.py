"""What is played: who meets whom, on which deal, and who sits where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice, permutations
from math import comb

from .. import __version__
from .. import games as all_games
from ..core.checks import is_whole, quoted
from ..core.errors import BadRequest
from ..core.game import Json
from .entrants import Bot, code_digest, enter


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that decides what happens in an arena, but for how long it goes on."""

    game: str
    players: int
    options: Json
    bots: tuple[Bot, ...]
    """The entrants; a bot that enters twice stands here twice."""
    seed: int

    @property
    def per_deal(self) -> int:
        """Games in which one deal is played: every company, every rotation."""
        return comb(len(self.bots), self.players) * self.players

    @property
    def is_solo(self) -> bool:
        """Whether each bot plays alone, for points."""
        return self.players == 1

    def identity(self) -> Json:
        """Return what two arenas must share for their results to belong together."""
        return {
            "gipfel": __version__,
            "code": code_digest(),
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "bots": [
                {"name": bot.name, "seconds": bot.seconds, "digest": bot.digest}
                for bot in self.bots
            ],
        }


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played."""

    game: int
    """Its number in the arena, from 0."""
    deal: int
    rotation: int
    seats: tuple[str, ...]
    """The name of the bot on each seat."""


def arrange(
    game: str,
    bots: Sequence[str],
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    seconds: float | None = None,
) -> Setup:
    """Check who is to play what. With more seats than bots, the bots are taken in turn again."""
    played = all_games.game(game)
    if not bots or (len(bots) == 1 and players != 1):
        alone = f" {played.NAME} can be played alone: --players 1." if 1 in played.PLAYERS else ""
        raise BadRequest(f"An arena takes two bots or more, not {len(bots)}.{alone}")
    if players is None and len(bots) not in played.PLAYERS:
        raise BadRequest(
            f"{len(bots)} bots cannot all play one game of {played.NAME}: "
            f"--players {max(2, played.PLAYERS[0])} lets each of them meet every other."
        )
    if not is_whole(seed):
        raise BadRequest(f"The seed of an arena is a whole number, not {quoted(seed)}.")
    count = len(bots) if players is None else players
    start = played.new(count, options or {})
    if count == 1 and "scores" not in played.describe(start):
        raise BadRequest(f"{played.NAME} has no points to compare bots by that play alone.")
    entered = enter(bots, seconds)
    entered = tuple(islice(cycle(entered), max(count, len(entered))))
    return Setup(played.NAME, count, played.options(start), entered, seed)


def deals_for(setup: Setup, games: int) -> int:
    """Return how many deals make that many games; the last deal is always played out."""
    if not is_whole(games) or games < 1:
        raise BadRequest(f"An arena plays at least 1 game, not {quoted(games)}.")
    return -(-games // setup.per_deal)  # rounded up, in whole numbers of any size


def fixtures(setup: Setup, games: int) -> Iterator[Fixture]:
    """Yield the games, deal by deal: every company of bots in every rotation over the seats.

    Of three bots and more at a table, it matters who follows whom: the circular orders take turns
    from deal to deal.
    """
    number = 0
    names = [bot.name for bot in setup.bots]
    for deal in range(deals_for(setup, games)):
        for first, *others in combinations(names, setup.players):
            orders = list(permutations(others))
            circle = (first, *orders[deal % len(orders)])
            for rotation in range(setup.players):
                seats = circle[rotation:] + circle[:rotation]
                yield Fixture(number, deal, rotation, seats)
                number += 1
