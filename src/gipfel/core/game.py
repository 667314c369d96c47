"""The contract of a game. A game is a module with these names; `gipfel.games` lists them.

A position asks either a seat or chance. A seat chooses one of `legal`; chance picks one of
`chance` by weight; `apply` turns position and event into the next position and nothing else ever
changes one. Nothing in a game rolls, shuffles or reads a clock.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar

from .chance import Outcomes, Rng
from .errors import Illegal

CHANCE: Final = "chance"
Actor: TypeAlias = int | Literal["chance"] | None
"""A seat number, CHANCE, or None when the game is over."""

Json: TypeAlias = dict[str, Any]
"""A JSON object. Its fields are described in the protocol, not in types."""

State = TypeVar("State")
Event = TypeVar("Event")
View = TypeVar("View")


class Game(Protocol[State, Event, View]):
    """One game. States, events and views are immutable, hashable and compare by value."""

    @property
    def NAME(self) -> str:  # noqa: N802  a constant of the module that implements this
        """The word that names the game everywhere."""

    @property
    def PLAYERS(self) -> range:  # noqa: N802
        """The numbers of players it is made for."""

    def offers(self) -> dict[str, list[Any]]:
        """Return the options that `new` takes, each with what it may be.

        Numbers, or the names of what comes with the game; in the place of such a name its data.
        """

    def new(self, players: int, options: Mapping[str, object]) -> State:
        """Return the first position. Raises BadRequest for a count or option it does not know."""

    def players(self, state: State) -> int:
        """Return how many seats there are."""

    def options(self, state: State) -> Json:
        """Return the options that `new` would need to start this game again."""

    def material(self, state: State) -> Json:
        """Return what lies in the box and stays the same: the board, or the deck."""

    def actor(self, state: State) -> Actor:
        """Return who must act."""

    def legal(self, state: State) -> Sequence[Event]:
        """Return every move of the seat that must act, without repeats; empty if none must."""

    def chance(self, state: State) -> Outcomes[Event]:
        """Return what chance may do, with exact weights. Only asked when the actor is CHANCE."""

    def apply(self, state: State, event: Event) -> State:
        """Return the position after an event. Trusts it; `core.match.play` is the checked door."""

    def refusal(self, state: State, event: Event) -> Illegal:
        """Say which rule forbids an event that is not legal here, and what would be right."""

    def due(self, state: State) -> str:
        """Return the id of the rule that says what must happen now."""

    def winners(self, state: State) -> Sequence[int]:
        """Return the seats that won; empty before the end."""

    def parse(self, text: str) -> Event:
        """Read an event from its notation. Raises BadEvent."""

    def write(self, event: Event) -> str:
        """Write an event in its notation; `parse` reads it back."""

    def describe(self, state: State) -> Json:
        """Return the whole position as the protocol shows it, hidden cards included."""

    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may know of the position, and nothing else."""

    def describe_view(self, view: View) -> Json:
        """Return a view as the protocol shows it: `describe` with "?" for each hidden card."""

    def shown(self, state: State, event: Event, seat: int | None) -> str:
        """Write an event about to happen as a seat (None: a spectator) gets to see it."""

    def determinize(self, view: View, rng: Rng) -> State:
        """Return a full position that a viewer cannot tell from the real one.

        Each way of dealing the unseen cards to the unseen places is equally likely.
        """


AnyGame: TypeAlias = Game[Any, Any, Any]
"""Some game, where code serves them all: its states go in and out without being looked at."""
