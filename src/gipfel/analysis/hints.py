"""Hints: the best moves of a seat, from what it may know."""

from dataclasses import dataclass
from typing import Any

from .. import bots
from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame
from . import insight_of

MOST = 3
"""Moves that a hint names."""


def searching(grade: str) -> str:
    """Return a grade that can judge: one that searches."""
    if grade not in bots.BY_SEARCH:
        known = ", ".join(bots.BY_SEARCH)
        raise BadRequest(f"No grade {quoted(grade)} to judge by; there are {known}.")
    return grade


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves, best first, with what each is worth to the seat."""

    moves: tuple[tuple[Any, float], ...]
    in_points: bool
    """Whether the worths are points; else they are chances to win."""
    by: str
    """The grade that judged."""
    why: str
    """Why another grade than the one asked for judged; empty if it did not."""


def hint(game: AnyGame, view: Any, grade: str = "TD") -> Hint:
    """Return the best moves that a view lists. The same view gives the same hint."""
    searching(grade)
    if not view.legal:
        raise BadRequest("There is nothing to choose: no seat must act here.")
    bots.prepare(game.NAME)
    from ..bots import by_search  # noqa: PLC0415  it takes a moment to load

    weighed = by_search.weigh(game, view, grade, fair=True, also=view.legal)
    insight = insight_of(game)
    in_points = insight.is_count(view) or insight.values_points(len(weighed.win), weighed.grade)
    best = tuple((event, worth) for worth, event in weighed.moves[:MOST])
    return Hint(best, in_points, weighed.grade, weighed.why)
