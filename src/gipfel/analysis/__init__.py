"""Analysis: the truth about a position. Exact odds here; `hints`, `review` and `curve` beside it.

The last three think with the search of the bots, which takes a moment to load: import them by name.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from ..core.game import AnyGame, Json


class Insight(Protocol):
    """What analysis must know of a game. Each game has a module of its name here."""

    OPEN: bool
    """Whether every seat sees everything."""

    def chances(self, view: Any) -> Json:
        """Return the exact chances that a view offers its seat."""

    def tables(self, words: Sequence[str]) -> list[Json]:
        """Return the exact chances that need no position, given what a person says of one."""

    def at_decision(self, view: Any) -> Json | None:
        """Return the exact chances that belong beside the decision of a view's seat, if any do."""

    def concerns(self, state: Any) -> int | None:
        """Return the seat whose luck it is when chance acts now; None if it is everybody's."""

    def is_dealing(self, state: Any) -> bool:
        """Say whether a position is judged by what it may become: nobody has decided anything."""

    def may_come(self, view: Any) -> Iterable[tuple[Any, int]] | None:
        """Return what chance may lead to, to the knowledge of a view's seat, with exact weights.

        None if the search knows the mean of it already.
        """

    def values_points(self, players: int, grade: str) -> bool:
        """Say whether a search of that grade values moves in points, not in chances to win."""

    def is_count(self, view: Any) -> bool:
        """Say whether moves are valued by the score they lead to, whatever the grade."""


def insight_of(game: AnyGame) -> Insight:
    """Return what analysis knows of a game."""
    return _insight(game.NAME)


@cache
def _insight(name: str) -> Insight:
    return cast(Insight, import_module(f"{__package__}.{name}"))


def odds(game: AnyGame, state: Any) -> Json:
    """Return the exact chances that a position offers the seat that acts, or acts next.

    They follow from what that seat may know.
    """
    actor = game.actor(state)
    told = game.describe(state)
    seat = actor if isinstance(actor, int) else told["turn"]
    return insight_of(game).chances(game.view(state, seat))
