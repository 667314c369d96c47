"""A mountain of cards: its slots, where a card may lie (A3-A9), its floors and its score."""

from functools import cache
from typing import Any, TypeAlias

from .cards import AVALANCHE, BAR, Card, is_animal

Slot: TypeAlias = int
"""A place in a mountain (A3), as one number, so that its neighbours are a sum away.

`slot_at` makes it, `floor_and_index` takes it apart; ascending, slots go floor by floor from the
left.
"""

FLOOR = 256
"""From a slot to the one that rests on it and on its right neighbour."""
_INDEX_0 = FLOOR // 2

BASE = 10
"""How many slots the base may span (A4); so there are never more floors than that."""
ANIMALS_COUNT_FROM = 4
"""The floor from which animals score (A22)."""

Bars: TypeAlias = list[tuple[Slot, int]]
"""Slots, each with the number that a card has to exceed to lie there."""


def slot_at(floor: int, index: int) -> Slot:
    """Return the slot `floor:index`."""
    return floor * FLOOR + index + _INDEX_0


def floor_and_index(slot: Slot) -> tuple[int, int]:
    """Return the floor and the index of a slot."""
    return slot // FLOOR, slot % FLOOR - _INDEX_0


@cache
def write_slot(slot: Slot) -> str:
    """Return the notation of a slot: `2:-1`."""
    floor, index = floor_and_index(slot)
    return f"{floor}:{index}"


def parse_slot(text: str) -> Slot:
    """Return the slot of a notation."""
    floor, index = text.split(":")
    return slot_at(int(floor), int(index))


def supports(slot: Slot) -> tuple[Slot, Slot]:
    """Return the two slots that a slot above the base rests on."""
    return slot - FLOOR, slot - FLOOR + 1


FIRST = slot_at(1, 0)
"""Where the first card lies."""
_UPPER = 2 * FLOOR
"""Slots from here on lie above the base."""

SLOTS = tuple(
    slot_at(floor, index)
    for floor in range(1, BASE + 1)
    for index in range(1 - BASE, BASE - floor + 1)
)
"""Every slot that can ever be filled: FIRST is always part of the base."""


class Mountain:
    """One player's mountain. Never changes: `laid` and `without` return another."""

    __slots__ = ("avalanches", "bare", "cards", "open")

    cards: dict[Slot, Card]
    open: Bars
    """The empty slots where some card may lie (A4, A5)."""
    bare: Bars
    """The slots of the uncovered cards that may be replaced (A9, A16)."""
    avalanches: list[Slot]
    """The slots of the avalanches that a Saint-Bernard can remove (A9, A17)."""

    def __init__(self, cards: dict[Slot, Card] | None = None) -> None:
        self.cards = cards or {}

    def __getattr__(self, name: str) -> Any:
        """Survey the mountain when it is first asked what is open or bare."""
        if name not in ("avalanches", "bare", "open"):
            raise AttributeError(name)
        self._survey()
        return getattr(self, name)

    def __reduce__(self) -> tuple[object, ...]:
        return Mountain, (self.cards,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mountain) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(frozenset(self.cards.items()))

    def __repr__(self) -> str:
        return f"Mountain({ {write_slot(slot): self.cards[slot] for slot in sorted(self.cards)} })"

    def __bool__(self) -> bool:
        """Say whether it has been started (A14)."""
        return bool(self.cards)

    def laid(self, slot: Slot, card: Card) -> "Mountain":
        """Return the mountain with a card in a slot, in place of what may lie there."""
        return Mountain({**self.cards, slot: card})

    def without(self, slot: Slot) -> "Mountain":
        """Return the mountain with a slot empty."""
        return Mountain({other: card for other, card in self.cards.items() if other != slot})

    def _survey(self) -> None:
        """Look at each card once, and remember what was found."""
        cards, bars, up = self.cards, BAR, FLOOR
        open_slots = self._open_base()
        bare: Bars = []
        avalanches = []
        for slot, card in cards.items():
            above = slot + up
            if above in cards:
                continue
            if slot + 1 in cards:
                left, right = bars[card], bars[cards[slot + 1]]
                open_slots.append((above, left if left > right else right))
            if above - 1 in cards:
                continue
            if card == AVALANCHE:
                avalanches.append(slot)
            elif slot < _UPPER:
                bare.append((slot, 0))
            else:
                left, right = bars[cards[slot - up]], bars[cards[slot - up + 1]]
                bare.append((slot, left if left > right else right))
        open_slots.sort()
        bare.sort()
        avalanches.sort()
        self.open, self.bare, self.avalanches = open_slots, bare, avalanches

    def _open_base(self) -> Bars:
        """A4: beside a base card, within a span of ten. A3: the first card lies at 1:0."""
        cards = self.cards
        if not cards:
            return [(FIRST, 0)]
        left = min(cards)
        right = left + BASE - 1
        while right not in cards:
            right -= 1
        return [
            (slot, 0)
            for slot in range(max(left - 1, right - BASE + 1), min(right + 1, left + BASE - 1) + 1)
            if slot not in cards and (slot - 1 in cards or slot + 1 in cards)
        ]

    def is_covered(self, slot: Slot) -> bool:
        """Say whether a card lies on this one, even by half (A9)."""
        return slot + FLOOR in self.cards or slot + FLOOR - 1 in self.cards

    @property
    def floors(self) -> int:
        """How high it is, whatever cards make the floors (A7, A20, A22)."""
        return max(self.cards, default=0) // FLOOR

    @property
    def animals(self) -> int:
        """How many animals score (A22)."""
        return sum(
            is_animal(card)
            for slot, card in self.cards.items()
            if slot >= ANIMALS_COUNT_FROM * FLOOR
        )
