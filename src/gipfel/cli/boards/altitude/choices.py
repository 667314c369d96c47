"""The choices of an Altitude player: by what is done with the drawn card, then by slot."""

from collections import Counter
from collections.abc import Sequence

from ....games.altitude import View, write
from ....games.altitude.cards import SAINT_BERNARD, Card
from ....games.altitude.events import (
    Build,
    Discard,
    Done,
    Event,
    Give,
    Keep,
    Lay,
    Replace,
    Rescue,
    Swap,
)
from ....games.altitude.mountain import Slot, write_slot
from ....games.altitude.state import Phase
from ...choices import Choice, Group
from ...palette import SEATS
from .. import Names
from .words import below, listed, named


def choices(view: View, names: Names) -> Sequence[Group]:
    """List everything the viewer may do."""
    if view.phase is Phase.KEEP:
        return [_keeps(view)]
    rows: dict[tuple[int, str], list[Choice]] = {}
    for event in view.legal:
        row, words = _row(view, event, names)
        rows.setdefault(row, []).append(Choice(words, write(event)))
    return [Group(title, tuple(found)) for (_, title), found in sorted(rows.items(), key=_first)]


def _first(row: tuple[tuple[int, str], list[Choice]]) -> int:
    return row[0][0]


def _keeps(view: View) -> Group:
    dealt = view.hands[view.seat]
    found = []
    for event in view.legal:
        if isinstance(event, Keep):
            back = bytes(sorted((Counter(dealt) - Counter(event.cards)).elements()))
            found.append(Choice(f"{listed(event.cards)} (not {listed(back)})", write(event)))
    return Group("keep", tuple(found))


def _row(view: View, event: Event, names: Names) -> tuple[tuple[int, str], str]:
    """Return the row a move stands in, by rank and title, and what it is called there."""
    own, deck = view.seat, view.setup.deck
    match event:
        case Lay(slot):
            return (0, "lay it"), _place(view, own, slot)
        case Rescue(slot):
            return (1, "clear the avalanche"), write_slot(slot)
        case Replace(slot):
            old = named(view.mountains[own].cards[slot], deck)
            return (2, "replace with it"), f"{old} at {write_slot(slot)}"
        case Swap(card, slot) if card == SAINT_BERNARD:
            return (3, "keep it, use B to clear"), write_slot(slot)
        case Swap(card, slot):
            return (4, f"keep it, lay {_short(card, view)}"), _place(view, own, slot)
        case Give(seat, slot):
            title = f"lay it on {SEATS[seat].shape} {names[seat]}"
            return (5 + seat, title), _place(view, seat, slot)
        case Discard():
            return (9, "discard it"), "discard"
        case Build(card, slot):
            return (0, f"lay {_short(card, view)}"), _place(view, own, slot)
        case Done():
            return (9, "done"), "lay no more"
        case _:
            raise AssertionError(f"{event} is not a choice of a play")


def _short(card: Card, view: View) -> str:
    return named(card, view.setup.deck)


def _place(view: View, seat: int, slot: Slot) -> str:
    return write_slot(slot) + below(view.mountains[seat], slot)
