"""Perft: count every line of play to a depth, so that two implementations can be compared."""

from dataclasses import dataclass

from .errors import TooLarge
from .game import CHANCE, Event, Game, State, View

MOST = 500_000
"""Distinct positions that one count may look at."""


@dataclass(frozen=True, slots=True)
class Count:
    """Nodes at one depth. A game that ends earlier adds nothing: it has no node there."""

    decision: int = 0
    chance: int = 0
    terminal: int = 0


def perft(game: Game[State, Event, View], root: State, depth: int, most: int = MOST) -> Count:
    """Count the nodes `depth` events below a position; chance outcomes count once each.

    Works floor by floor and merges equal positions, so that its cost is that of the distinct
    positions, however many lines of play lead to each.
    """
    ways: dict[State, int] = {root: 1}
    for _ in range(depth):
        below: dict[State, int] = {}
        for state, count in ways.items():
            at_chance = game.actor(state) == CHANCE
            for event in game.chance(state).events if at_chance else game.legal(state):
                after = game.apply(state, event)
                below[after] = below.get(after, 0) + count
            if len(below) > most:
                raise TooLarge(f"More than {most:,} positions at that depth; ask for less.")
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
