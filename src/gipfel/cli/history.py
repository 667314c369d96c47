"""What happened in a game, step by step, and how much of it a viewer may be told."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ..core.game import Actor
from ..core.match import Match


@dataclass(frozen=True, slots=True)
class Told:
    """An event as one viewer got to see it, with what that viewer saw before and after it."""

    actor: Actor
    before: Any
    words: str
    """The event in notation, "?" for what the viewer may not know."""
    after: Any


def told(
    match: Match, viewer: int | None, *, since_own_move: bool = False, last: int | None = None
) -> list[Told]:
    """Return the steps as a viewer saw them: all, the last, or those since the viewer moved."""
    game = match.game
    seen = match.steps if last is None else match.steps[-last:]
    if since_own_move:
        own = [number for number, step in enumerate(seen, start=1) if step.actor == viewer]
        seen = seen[own[-1] :] if own else seen
    return [
        Told(
            step.actor,
            game.view(step.before, viewer),
            game.shown(step.before, step.event, viewer),
            game.view(step.after, viewer),
        )
        for step in seen
    ]


def has_secrets(match: Match) -> bool:
    """Say whether some seat now knows what a spectator does not."""
    game, state = match.game, match.state
    open_to_all = game.describe_view(game.view(state, None))
    return any(
        game.describe_view(game.view(state, seat)) != open_to_all for seat in range(match.players)
    )


def take_back(match: Match, people: Collection[int]) -> bool:
    """Go back to the last decision of a person; say whether there was one."""
    decisions = [number for number, step in enumerate(match.steps) if step.actor in people]
    if not decisions:
        return False
    for _ in range(len(match.steps) - decisions[-1]):
        match.undo()
    return True
