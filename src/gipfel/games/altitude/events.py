"""Events of Altitude: what seats do and what chance brings."""

from dataclasses import dataclass
from typing import TypeAlias

from .cards import Card
from .mountain import Slot


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the next card, dealt or drawn (A10, A11)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Keep:
    """A seat keeps four cards of the six it was dealt (A10)."""

    cards: bytes


@dataclass(frozen=True, slots=True)
class Lay:
    """A seat lays the drawn card in its own mountain (A12)."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat discards the drawn card (A13)."""


@dataclass(frozen=True, slots=True)
class Give:
    """A seat lays the drawn card in an opponent's mountain (A14)."""

    seat: int
    slot: Slot


@dataclass(frozen=True, slots=True)
class Swap:
    """A seat keeps the drawn card and plays one of its hand (A15); with a Saint-Bernard, A18."""

    card: Card
    slot: Slot


@dataclass(frozen=True, slots=True)
class Replace:
    """A seat replaces an uncovered card of its mountain with the drawn one (A16)."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Rescue:
    """A seat removes an avalanche with the Saint-Bernard it drew (A17)."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Build:
    """After the last draw a seat lays a card of its hand (A21)."""

    card: Card
    slot: Slot


@dataclass(frozen=True, slots=True)
class Done:
    """A seat lays no more (A21)."""


Event: TypeAlias = Draw | Keep | Lay | Discard | Give | Swap | Replace | Rescue | Build | Done
