"""A mountain of cards: its slots, where a card may lie (A3-A9), its floors and its score."""

from typing import TypeAlias

from .cards import AVALANCHE, BAR, Card, is_animal

Slot: TypeAlias = tuple[int, int]
"""Floor and index (A3). `f:i` rests on `f-1:i` and `f-1:i+1`."""

BASE = 10
"""How many slots the base may span (A4); so there are never more floors than that."""

SLOTS = tuple((floor, i) for floor in range(1, BASE + 1) for i in range(1 - BASE, BASE - floor + 1))
"""Every slot that can ever be filled: `1:0` is always part of the base."""

_NEAR = {(floor, i): ((floor, i + 1), (floor + 1, i - 1), (floor + 1, i)) for floor, i in SLOTS}
"""By slot: the one beside it to the right, and the two that rest on it."""

Bars: TypeAlias = tuple[tuple[Slot, int], ...]
"""Slots, each with the number that a card has to exceed to lie there."""

ANIMALS_COUNT_FROM = 4
"""The floor from which animals score (A22)."""


def write_slot(slot: Slot) -> str:
    """Return the notation of a slot: `2:-1`."""
    return f"{slot[0]}:{slot[1]}"


def parse_slot(text: str) -> Slot:
    """Return the slot of a notation."""
    floor, index = text.split(":")
    return int(floor), int(index)


class Mountain:
    """One player's mountain. Never changes: `laid` and `without` return another."""

    __slots__ = ("_avalanches", "_bare", "_open", "cards")

    def __init__(self, cards: dict[Slot, Card] | None = None) -> None:
        self.cards = cards or {}
        self._open: Bars | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mountain) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(frozenset(self.cards.items()))

    def __repr__(self) -> str:
        return f"Mountain({dict(sorted(self.cards.items()))})"

    def __bool__(self) -> bool:
        """Say whether it has been started (A14)."""
        return bool(self.cards)

    def laid(self, slot: Slot, card: Card) -> "Mountain":
        """Return the mountain with a card in a slot, in place of what may lie there."""
        return Mountain({**self.cards, slot: card})

    def without(self, slot: Slot) -> "Mountain":
        """Return the mountain with a slot empty."""
        return Mountain({place: card for place, card in self.cards.items() if place != slot})

    @property
    def open(self) -> Bars:
        """The empty slots where some card may lie, each with the bar it has to exceed (A4, A5)."""
        return self._open or self._survey()

    @property
    def bare(self) -> Bars:
        """The uncovered cards that may be replaced, each with its bar (A9, A16)."""
        if self._open is None:
            self._survey()
        return self._bare

    @property
    def avalanches(self) -> tuple[Slot, ...]:
        """The avalanches that a Saint-Bernard can remove (A9, A17)."""
        if self._open is None:
            self._survey()
        return self._avalanches

    def _survey(self) -> Bars:
        """Look at each card once, and remember what was found."""
        cards, bars = self.cards, BAR
        opened = [((1, i), 0) for i in self._open_base()]
        bare, avalanches = [], []
        for slot, card in cards.items():
            beside, above_left, above = _NEAR[slot]
            if above in cards:
                continue
            if beside in cards:
                left, right = bars[card], bars[cards[beside]]
                opened.append((above, left if left > right else right))
            if above_left in cards:
                continue
            if card == AVALANCHE:
                avalanches.append(slot)
            else:
                bare.append((slot, self._bar_at(slot)))
        opened.sort()
        bare.sort()
        self._bare = tuple(bare)
        self._avalanches = tuple(sorted(avalanches))
        self._open = tuple(opened)
        return self._open

    def _open_base(self) -> list[int]:
        """A4: beside a base card, within a span of ten. A3: the first card lies at 1:0."""
        base = {i for floor, i in self.cards if floor == 1}
        if not base:
            return [0]
        beside = {i - 1 for i in base} | {i + 1 for i in base}
        left, right = min(base), max(base)
        return [i for i in beside - base if right - BASE < i < left + BASE]

    def _bar_at(self, slot: Slot) -> int:
        """Return what a card has to exceed in a slot whose supports are there (A5)."""
        floor, i = slot
        if floor == 1:
            return 0
        return max(BAR[self.cards[floor - 1, i]], BAR[self.cards[floor - 1, i + 1]])

    def is_covered(self, slot: Slot) -> bool:
        """Say whether a card lies on this one, even by half (A9)."""
        _, above_left, above = _NEAR[slot]
        return above_left in self.cards or above in self.cards

    @property
    def floors(self) -> int:
        """How high it is, whatever cards make the floors (A7, A20, A22)."""
        return max(self.cards)[0] if self.cards else 0

    @property
    def animals(self) -> int:
        """How many animals score (A22)."""
        return sum(
            is_animal(card)
            for (floor, _), card in self.cards.items()
            if floor >= ANIMALS_COUNT_FROM
        )
