"""What a viewer may know of a Matterhorn position: everything, for nothing is hidden."""

from dataclasses import dataclass

from ...core.chance import Rng
from ...core.game import Json
from .events import Event
from .notation import describe, write
from .rules import actor, legal
from .state import State


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat (None: a spectator) sees it, and what that seat may do now."""

    seat: int | None
    position: State
    legal: tuple[Event, ...]


def view(state: State, seat: int | None) -> View:
    """Return what a seat may know."""
    moves = legal(state) if seat is not None and actor(state) == seat else ()
    return View(seat, state, tuple(moves))


def describe_view(view: View) -> Json:
    """Return a view as the protocol shows it."""
    return describe(view.position)


def shown(state: State, event: Event, seat: int | None) -> str:  # noqa: ARG001  the contract
    """Write an event as a viewer gets to see it."""
    return write(event)


def determinize(view: View, rng: Rng) -> State:  # noqa: ARG001  the contract
    """Return the position itself: there is nothing to guess."""
    return view.position
