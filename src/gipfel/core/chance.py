"""Chance as an actor: outcomes with exact integer weights, and how to draw one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Generic, Protocol, TypeVar

Event = TypeVar("Event")


class Rng(Protocol):
    """The one thing asked of a source of randomness; `random.Random` and `SystemRandom` have it."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to `stop` - 1, all equally likely."""
        ...


class Outcomes(Generic[Event]):
    """What chance may do next: events and how many equally likely ways lead to each."""

    __slots__ = ("_cumulative", "events", "weights")

    def __init__(self, events: Iterable[Event], weights: Iterable[int]) -> None:
        self.events = tuple(events)
        self.weights = tuple(weights)
        self._cumulative = tuple(accumulate(self.weights))

    def __iter__(self) -> Iterator[tuple[Event, int]]:
        return zip(self.events, self.weights, strict=True)

    def __len__(self) -> int:
        return len(self.events)

    @property
    def total(self) -> int:
        """The sum of the weights: the number of equally likely ways in all."""
        return self._cumulative[-1]

    def draw(self, rng: Rng) -> Event:
        """Pick one event, in proportion to its weight."""
        return self.events[bisect_right(self._cumulative, rng.randrange(self._cumulative[-1]))]
