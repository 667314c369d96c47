"""Random games to look at: every position on the way, from a seed."""

import random
from collections.abc import Iterator
from typing import Any

from gipfel.core.game import AnyGame, Json
from gipfel.core.match import choose

MATTERHORN_OPTIONS: list[Json] = [
    {},
    {"summit_cost": 2},
    {"board": "sharp"},
    {
        "board": {
            "name": "odd",
            "tokens": 6,
            "lines": [
                {"number": 9, "circles": 8},
                {"number": 8, "circles": 3},
                {"number": 7, "circles": 5},
                {"number": 6, "circles": 2},
            ],
        }
    },
]
ALTITUDE_OPTIONS: list[Json] = [
    {},
    {"deck": "hike"},
    {
        "deck": {
            "name": "stormy",
            "cable_car": 12,
            "avalanche": 12,
            "saint_bernard": 12,
            "mountain": {"1": 9, "2": 9, "30": 5},
            "animal": [{"species": "dahu", "values": [2, 2, 99]}],
        }
    },
]
MOST_EVENTS = 2_000
OPTIONS = {"matterhorn": MATTERHORN_OPTIONS, "altitude": ALTITUDE_OPTIONS}


def positions(game: AnyGame, players: int, options: Json, seed: int) -> Iterator[tuple[Any, Any]]:
    """Yield each position of a random game with the event that follows (None at the end).

    A very long game is left before its end.
    """
    rng = random.Random(seed)
    state = game.new(players, options)
    for _ in range(MOST_EVENTS):
        if game.actor(state) is None:
            break
        event = choose(game, state, rng)
        yield state, event
        state = game.apply(state, event)
    yield state, None
