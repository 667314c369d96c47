"""Altitude in words: cards by name, what is asked, what happened, the points."""

from rich.table import Table

from ....games.altitude import View, parse
from ....games.altitude.cards import (
    AVALANCHE,
    CABLE_CAR,
    HIDDEN,
    SAINT_BERNARD,
    Card,
    Deck,
    is_animal,
    write_card,
)
from ....games.altitude.events import (
    Build,
    Discard,
    Done,
    Give,
    Keep,
    Lay,
    Replace,
    Rescue,
    Swap,
)
from ....games.altitude.mountain import Mountain, Slot, supports, write_slot
from ....games.altitude.rules import HAND, score
from ....games.altitude.state import Phase
from ...history import Told
from ...palette import SEATS
from .. import Names

_SPECIALS = {CABLE_CAR: "cable car", AVALANCHE: "avalanche", SAINT_BERNARD: "Saint-Bernard"}


def named(card: Card, deck: Deck) -> str:
    """Return a card in words, with its notation: `12`, `ibex a13`, `cable car C`."""
    written = write_card(card)
    name = deck.species[card] if is_animal(card) else _SPECIALS.get(card)
    return f"{name} {written}" if name else written


def listed(cards: bytes) -> str:
    """Return cards in notation."""
    return " ".join(map(write_card, cards))


def question(view: View, names: Names) -> str:
    """Say what the viewer must decide."""
    name = names[view.seat]
    if view.phase is Phase.KEEP:
        return f"{name}, which {HAND} cards do you keep? The others go back into the pile."
    if view.phase is Phase.BUILD:
        return f"The pile is empty, {name}: lay what you still can, for it is then counted."
    if view.drawn is None or view.drawn == HIDDEN:
        return ""
    play = "second play: you draw" if view.second_play else "you draw"
    return f"{name}, {play} {named(view.drawn, view.setup.deck)}. What do you do with it?"


def tell(told: Told, names: Names) -> str:
    """Say in words what happened; nothing if it is not worth a line."""
    before: View = told.before
    after: View = told.after
    name = names[before.seat]
    if told.words.startswith("draw"):
        return ""
    if "?" in told.words:
        return f"{name} keeps {HAND} cards"
    again = " and plays again" if after.second_play else ""
    return f"{name} {_deed(told, before, after, names)}{again}"


def _deed(told: Told, before: View, after: View, names: Names) -> str:
    deck = before.setup.deck
    own = before.seat
    match parse(told.words):
        case Keep(cards):
            return f"keeps {listed(cards)}"
        case Lay(slot):
            return f"lays {named(after.mountains[own].cards[slot], deck)} at {write_slot(slot)}"
        case Discard():
            return f"discards {named(after.discard[-1], deck)}"
        case Give(seat, slot):
            card = named(after.mountains[seat].cards[slot], deck)
            return f"lays {card} on {names[seat]} at {write_slot(slot)}"
        case Swap(card, slot) if card == SAINT_BERNARD:
            return f"keeps the card; a Saint-Bernard clears the avalanche at {write_slot(slot)}"
        case Swap(card, slot):
            return f"keeps the card, lays {named(card, deck)} at {write_slot(slot)}"
        case Replace(slot):
            old, new = before.mountains[own].cards[slot], after.mountains[own].cards[slot]
            return f"replaces {write_card(old)} at {write_slot(slot)} with {named(new, deck)}"
        case Rescue(slot):
            return f"clears the avalanche at {write_slot(slot)} with a Saint-Bernard"
        case Build(card, slot):
            return f"lays {named(card, deck)} at {write_slot(slot)}"
        case Done():
            return "is done"
        case event:
            raise AssertionError(f"{event} is not told")


def below(mountain: Mountain, slot: Slot) -> str:
    """Say what lies under a slot: `on 5 3`; nothing in the base."""
    under = [mountain.cards.get(support) for support in supports(slot)]
    cards = [write_card(card) for card in under if card is not None]
    return f" on {' '.join(cards)}" if cards else ""


def result(view: View, names: Names) -> Table:
    """Count the points (A22)."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("")
    for title in ("floors", "animals", "Saint-Bernards", "nothing else held", "points"):
        table.add_column(title, justify="right")
    for seat, name in enumerate(names):
        mountain, hand = view.mountains[seat], view.hands[seat]
        dogs = hand.count(SAINT_BERNARD)
        points = (mountain.floors, mountain.animals, dogs, int(dogs == len(hand)))
        total = score(mountain, hand)
        style = "bold" if seat in view.winners else ""
        table.add_row(f"{SEATS[seat].shape} {name}", *map(str, (*points, total)), style=style)
    return table
