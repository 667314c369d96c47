"""Why an event is not legal: the rule that forbids it, and what would be right."""

from ...core.errors import Illegal
from .cards import AVALANCHE, CABLE_CAR, SAINT_BERNARD, Card, write_card
from .events import (
    Build,
    Discard,
    Done,
    Draw,
    Event,
    Give,
    Keep,
    Lay,
    Replace,
    Rescue,
    Swap,
)
from .mountain import BASE, Mountain, Slot, floor_and_index, supports, write_slot
from .rules import HAND
from .state import Phase, State

_DUE = {
    Phase.DEAL: ("A10", "cards are being dealt"),
    Phase.KEEP: ("A10", "four of the six cards are to be kept"),
    Phase.DRAW: ("A11", "a card is to be drawn"),
    Phase.PLAY: ("A11", "the drawn card is to be played"),
    Phase.BUILD: ("A21", "the pile is empty: cards of the hand may be laid, or done"),
    Phase.OVER: ("A22", "the game is over"),
}
_WHEN: dict[type[Event], tuple[Phase, ...]] = {
    Draw: (Phase.DEAL, Phase.DRAW),
    Keep: (Phase.KEEP,),
    **dict.fromkeys((Lay, Discard, Give, Swap, Replace, Rescue), (Phase.PLAY,)),
    **dict.fromkeys((Build, Done), (Phase.BUILD,)),
}


def due(state: State) -> str:
    """Return the rule that says what must happen now."""
    return _DUE[state.phase][0]


def refusal(state: State, event: Event) -> Illegal:
    """Return the reason why an event that is not legal here is not."""
    if state.phase not in _WHEN[type(event)]:
        rule, what = _DUE[state.phase]
        return Illegal(f"Not now: {what}.", rule)
    own = state.mountains[state.seat]
    match event:
        case Draw(card):
            return Illegal(f"No card {write_card(card)} is left to draw.", "A2")
        case Keep():
            held = " ".join(map(write_card, state.hands[state.seat]))
            return Illegal(f"Keep {HAND} of the cards dealt: {held}.", "A10")
        case Lay(slot):
            return _misfit(own, slot, _drawn(state), owner=True)
        case Give(seat, slot):
            return _give(state, seat, slot)
        case Swap(card, slot):
            return _swap(state, card, slot)
        case Replace(slot):
            return _replace(own, slot, _drawn(state))
        case Rescue(slot):
            if state.drawn != SAINT_BERNARD:
                return Illegal("Only a Saint-Bernard rescues, and none was drawn.", "A17")
            return _no_rescue(own, slot, "A17")
        case Build(card, slot):
            if card not in state.hands[state.seat]:
                return Illegal(f"There is no {write_card(card)} in the hand.", "A21")
            return _misfit(own, slot, card, owner=True)
        case _:
            raise AssertionError(f"{event} is legal whenever it is due")


def _drawn(state: State) -> Card:
    assert state.drawn is not None, "a card is drawn before a play"
    return state.drawn


def _misfit(mountain: Mountain, slot: Slot, card: Card, *, owner: bool) -> Illegal:
    """Say why a card does not fit in a slot of a mountain."""
    if slot in mountain.cards:
        return Illegal(f"{write_slot(slot)} is not empty.", "A3")
    if card == SAINT_BERNARD:
        return Illegal("A Saint-Bernard is never laid in a mountain.", "A8")
    if card == AVALANCHE and owner:
        return Illegal("An avalanche is laid in an opponent's mountain only.", "A7")
    if floor_and_index(slot)[0] == 1:
        return _no_base(mountain, slot)
    for support in supports(slot):
        if support not in mountain.cards:
            return Illegal(
                f"{write_slot(slot)} needs a card at {write_slot(support)} to rest on.", "A5"
            )
    return _too_low(mountain, slot)


def _no_base(mountain: Mountain, slot: Slot) -> Illegal:
    if not mountain:
        return Illegal("The first card of a mountain lies at 1:0.", "A3")
    if slot - 1 in mountain.cards or slot + 1 in mountain.cards:
        return Illegal(f"The base would span more than {BASE} slots.", "A4")
    return Illegal(f"{write_slot(slot)} does not lie beside a card of the base.", "A4")


def _too_low(mountain: Mountain, slot: Slot) -> Illegal:
    """Say why a card is too low for its supports; a cable car never is."""
    left, right = (mountain.cards[support] for support in supports(slot))
    if AVALANCHE in (left, right):
        return Illegal("Nothing but a cable car may lie on an avalanche.", "A7")
    return Illegal(
        f"The card must be higher than {write_card(left)} and than {write_card(right)}.", "A5"
    )


def _give(state: State, seat: int, slot: Slot) -> Illegal:
    if seat == state.seat or seat >= state.setup.players:
        return Illegal(f"Seat {seat} is not an opponent.", "A14")
    if not state.mountains[seat]:
        return Illegal(f"Seat {seat} has not started a mountain yet.", "A14")
    return _misfit(state.mountains[seat], slot, _drawn(state), owner=False)


def _swap(state: State, card: Card, slot: Slot) -> Illegal:
    own = state.mountains[state.seat]
    rule = "A18" if card == SAINT_BERNARD else "A15"
    if card not in state.hands[state.seat]:
        return Illegal(f"There is no {write_card(card)} in the hand.", rule)
    if card == SAINT_BERNARD:
        return _no_rescue(own, slot, rule)
    return _misfit(own, slot, card, owner=True)


def _replace(own: Mountain, slot: Slot, card: Card) -> Illegal:
    if slot not in own.cards:
        return Illegal(f"There is no card at {write_slot(slot)} to replace.", "A16")
    if own.is_covered(slot):
        return Illegal(f"The card at {write_slot(slot)} is covered.", "A9")
    if own.cards[slot] == AVALANCHE:
        return Illegal("An avalanche cannot be replaced; a Saint-Bernard removes it.", "A16")
    if card == SAINT_BERNARD:
        return Illegal("A Saint-Bernard is never laid in a mountain.", "A8")
    if card == AVALANCHE:
        return Illegal("An avalanche is laid in an opponent's mountain only.", "A7")
    assert card != CABLE_CAR, "a cable car may replace any bare card"
    return _too_low(own, slot)


def _no_rescue(own: Mountain, slot: Slot, rule: str) -> Illegal:
    if own.cards.get(slot) != AVALANCHE:
        return Illegal(f"There is no avalanche at {write_slot(slot)}.", rule)
    return Illegal(f"The avalanche at {write_slot(slot)} is covered.", "A9")
