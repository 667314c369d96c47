"""Positions of Altitude: plain data. No pile has an order: the undealt cards are a multiset."""

from dataclasses import dataclass
from enum import StrEnum

from .cards import Card, Deck
from .mountain import Mountain


class Phase(StrEnum):
    """What is due."""

    DEAL = "deal"
    KEEP = "keep"
    DRAW = "draw"
    PLAY = "play"
    BUILD = "build"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same through a game."""

    deck: Deck
    players: int
    first: int
    """The seat that begins (A10)."""


@dataclass(frozen=True, slots=True)
class State:
    """A position."""

    setup: Setup
    phase: Phase
    seat: int
    """Who is dealt to, chooses, draws, plays or builds."""
    hands: tuple[bytes, ...]
    """Each seat's cards, in card order."""
    drawn: Card | None
    """The card drawn and not yet played, in PLAY."""
    mountains: tuple[Mountain, ...]
    discard: bytes
    """Oldest first."""
    undealt: bytes
    """How many of each kind of the deck are in nobody's hand yet."""
    second_play: bool
    """Whether this is the second play of a turn (A20)."""
    last_drawer: int
    """The seat that drew last, which builds last (A21)."""

    @property
    def pile(self) -> int:
        """How many cards can still be drawn."""
        return sum(self.undealt)
