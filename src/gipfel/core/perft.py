"""Perft: count every line of play to a depth, so that two implementations can be compared."""

from dataclasses import dataclass

from .errors import TooLarge
from .game import CHANCE, Event, Game, State, View

MOST = 2_000_000
"""Events that one count may follow."""


@dataclass(frozen=True, slots=True)
class Count:
    """Nodes at one depth. A game that ends earlier adds nothing: it has no node there."""

    decision: int = 0
    chance: int = 0
    terminal: int = 0


def perft(game: Game[State, Event, View], root: State, depth: int, most: int = MOST) -> Count:
    """Count the nodes `depth` events below a position; chance outcomes count once each.

    Works floor by floor and merges equal positions, so that its cost is that of the distinct
    positions, however many lines of play lead to each. Raises TooLarge when that is too much.
    """
    ways: dict[State, int] = {root: 1}
    followed = 0
    for _ in range(depth):
        below: dict[State, int] = {}
        for state, count in ways.items():
            at_chance = game.actor(state) == CHANCE
            events = game.chance(state).events if at_chance else game.legal(state)
            followed += len(events)
            if followed > most:
                raise TooLarge(f"More than {most:,} events to follow; ask for less depth.")
            for event in events:
                after = game.apply(state, event)
                below[after] = below.get(after, 0) + count
        ways = below
    decision = chance = terminal = 0
    for state, count in ways.items():
        actor = game.actor(state)
        if actor is None:
            terminal += count
        elif actor == CHANCE:
            chance += count
        else:
            decision += count
    return Count(decision, chance, terminal)
