"""Positions of real games, as the seat on turn sees them."""

import random
from typing import Any

from gipfel import bots
from gipfel.core.game import CHANCE, AnyGame


def positions(rules: AnyGame, players: int, every: int, most: int) -> list[Any]:
    """Return what the seat on turn sees at some decisions of a game between bots by hand."""
    rng = random.Random(3)
    state, decisions = rules.new(players, {}), 0
    views: list[Any] = []
    while (actor := rules.actor(state)) is not None and len(views) < most:
        if actor == CHANCE:
            event = rules.chance(state).draw(rng)
        else:
            view = rules.view(state, actor)
            event = bots.choose(rules, view, "AD", seed=decisions).event
            if decisions % every == 0:
                views.append(view)
            decisions += 1
        state = rules.apply(state, event)
    return views
