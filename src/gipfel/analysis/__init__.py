"""Analysis: the truth about a position. So far: the exact chances of the next roll or draw."""

from importlib import import_module
from typing import Any

from ..core.game import AnyGame, Json


def odds(game: AnyGame, state: Any) -> Json:
    """Return the exact chances that a position offers the seat that acts, or acts next.

    They follow from what that seat may know; each game has a module of its name here.
    """
    actor = game.actor(state)
    told = game.describe(state)
    seat = actor if isinstance(actor, int) else told["turn"]
    chances: Json = import_module(f"{__package__}.{game.NAME}").chances(game.view(state, seat))
    return chances
