"""The law of Altitude, A10-A23: who acts, what is legal, what an event does.

Where a card may lie (A3-A9) is the mountain's own business. `refusals` says why an event is not
legal.
"""

from functools import cache
from itertools import combinations, compress
from typing import TypeVar

from ...core.chance import Outcomes
from ...core.game import CHANCE, Actor
from .cards import AVALANCHE, REACH, SAINT_BERNARD, Card
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
from .mountain import SLOTS, Mountain, Slot
from .state import Phase, State

T = TypeVar("T")

DEALT = 6
"""Cards dealt to each player, of which HAND are kept (A10)."""
HAND = 4
SECOND_PLAY_FROM = 5
"""The height that earns a second play (A20)."""

DISCARD, DONE = Discard(), Done()
_DRAWS = tuple(map(Draw, range(256)))
_LAYS = {slot: Lay(slot) for slot in SLOTS}
_REPLACES = {slot: Replace(slot) for slot in SLOTS}
_GIVES = [{slot: Give(seat, slot) for slot in SLOTS} for seat in range(4)]


@cache
def _swaps(card: Card) -> dict[Slot, Swap]:
    return {slot: Swap(card, slot) for slot in SLOTS}


@cache
def _builds(card: Card) -> dict[Slot, Build]:
    return {slot: Build(card, slot) for slot in SLOTS}


def actor(state: State) -> Actor:
    """Return who must act."""
    if state.phase is Phase.OVER:
        return None
    return CHANCE if state.phase in (Phase.DRAW, Phase.DEAL) else state.seat


def chance(state: State) -> Outcomes[Event]:
    """Return the cards that may come, each as often as it is undealt."""
    kinds = compress(state.setup.deck.kinds, state.undealt)
    return Outcomes(map(_DRAWS.__getitem__, kinds), filter(None, state.undealt))


def legal(state: State) -> list[Event]:
    """Return every legal move of the seat that must act."""
    match state.phase:
        case Phase.PLAY:
            return plays(state)
        case Phase.BUILD:
            return builds(state)
        case Phase.KEEP:
            return keeps(state)
        case _:
            return []


def keeps(state: State) -> list[Event]:
    """A10: any four of the cards dealt."""
    return [
        Keep(bytes(cards)) for cards in sorted(set(combinations(state.hands[state.seat], HAND)))
    ]


def plays(state: State) -> list[Event]:
    """A12-A18: what can be done with the drawn card, or with a card of the hand in its stead."""
    card = state.drawn
    assert card is not None, "a card is drawn before a play"
    own = state.mountains[state.seat]
    events: list[Event] = [DISCARD]
    reach = REACH[card]
    if card != AVALANCHE:  # A7: never in one's own mountain
        events += [_LAYS[slot] for slot, bar in own.open if bar < reach]
        events += [_REPLACES[slot] for slot, bar in own.bare if bar < reach]
    if card == SAINT_BERNARD:
        events += [Rescue(slot) for slot in own.avalanches]
    else:
        for seat, mountain in enumerate(state.mountains):
            if mountain.cards and seat != state.seat:
                gives = _GIVES[seat]
                events += [gives[slot] for slot, bar in mountain.open if bar < reach]
    for held in dict.fromkeys(state.hands[state.seat]):
        swaps = _swaps(held)
        if held == SAINT_BERNARD:
            events += [swaps[slot] for slot in own.avalanches]
        elif held != AVALANCHE:
            reach = REACH[held]
            events += [swaps[slot] for slot, bar in own.open if bar < reach]
    return events


def builds(state: State) -> list[Event]:
    """A21: lay any card of the hand in one's own mountain, or be done."""
    own = state.mountains[state.seat]
    events: list[Event] = [DONE]
    for held in dict.fromkeys(state.hands[state.seat]):
        if held != AVALANCHE:
            builds, reach = _builds(held), REACH[held]
            events += [builds[slot] for slot, bar in own.open if bar < reach]
    return events


def apply(state: State, event: Event) -> State:
    """Return the position after an event. Trusts it: the checked door is `core.match.play`."""
    match event:
        case Draw(card):
            return _after_draw(state, card)
        case Lay(slot):
            return _after_play(state, _own(state).laid(slot, _drawn(state)))
        case Discard():
            return _after_play(state, _own(state), discarded=bytes((_drawn(state),)))
        case Give(seat, slot):
            given = state.mountains[seat].laid(slot, _drawn(state))
            return _after_play(state, given, whose=seat)
        case Swap(card, slot):
            hand = _sorted(_without(state.hands[state.seat], card), _drawn(state))
            if card == SAINT_BERNARD:
                return _after_play(state, _own(state).without(slot), _RESCUED, hand)
            return _after_play(state, _own(state).laid(slot, card), hand=hand)
        case Replace(slot):
            old = bytes((_own(state).cards[slot],))
            return _after_play(state, _own(state).laid(slot, _drawn(state)), old)
        case Rescue(slot):
            return _after_play(state, _own(state).without(slot), _RESCUED)
        case Build(card, slot):
            hand = _without(state.hands[state.seat], card)
            mountain = _own(state).laid(slot, card)
            return _on(
                state,
                Phase.BUILD,
                state.seat,
                hands=_with(state.hands, state.seat, hand),
                mountains=_with(state.mountains, state.seat, mountain),
            )
        case Done():
            if state.seat == state.last_drawer:
                return _on(state, Phase.OVER, state.seat)
            return _on(state, Phase.BUILD, _next(state))
        case Keep(cards):
            return _after_keep(state, cards)


_RESCUED = bytes((AVALANCHE, SAINT_BERNARD))
"""What a rescue discards (A17, A18)."""


def _after_draw(state: State, card: Card) -> State:
    """A10, A11: a card gets its identity when it is drawn."""
    place = state.setup.deck.place[card]
    undealt = state.undealt
    undealt = undealt[:place] + bytes((undealt[place] - 1,)) + undealt[place + 1 :]
    if state.phase is Phase.DRAW:
        return State(
            state.setup,
            Phase.PLAY,
            state.seat,
            state.hands,
            card,
            state.mountains,
            state.discard,
            undealt,
            state.second_play,
            last_drawer=state.seat,
        )
    hands = _with(state.hands, state.seat, _sorted(state.hands[state.seat], card))
    if len(hands[state.seat]) < DEALT:
        return _on(state, Phase.DEAL, state.seat, hands=hands, undealt=undealt)
    phase = Phase.KEEP if len(hands[-1]) == DEALT else Phase.DEAL
    return _on(state, phase, _next(state), hands=hands, undealt=undealt)


def _after_keep(state: State, cards: bytes) -> State:
    """A10: the other two go back; the first player begins when all have chosen."""
    returned = state.hands[state.seat]
    for card in cards:
        returned = _without(returned, card)
    undealt = bytearray(state.undealt)
    for card in returned:
        undealt[state.setup.deck.place[card]] += 1
    hands = _with(state.hands, state.seat, cards)
    last = state.seat == state.setup.players - 1
    phase, seat = (Phase.DRAW, state.setup.first) if last else (Phase.KEEP, state.seat + 1)
    return _on(state, phase, seat, hands=hands, undealt=bytes(undealt))


def _after_play(
    state: State,
    mountain: Mountain,
    discarded: bytes = b"",
    hand: bytes | None = None,
    whose: int | None = None,
) -> State:
    """A20: a high mountain earns a second play. A21: an empty pile ends the play."""
    seat = state.seat
    mountains = _with(state.mountains, seat if whose is None else whose, mountain)
    goes_on = any(state.undealt)
    second = goes_on and not state.second_play and mountains[seat].floors >= SECOND_PLAY_FROM
    return State(
        state.setup,
        Phase.DRAW if goes_on else Phase.BUILD,
        seat if second else _next(state),
        state.hands if hand is None else _with(state.hands, seat, hand),
        None,
        mountains,
        state.discard + discarded,
        state.undealt,
        second,
        state.last_drawer,
    )


def _on(
    state: State,
    phase: Phase,
    seat: int,
    *,
    hands: tuple[bytes, ...] | None = None,
    mountains: tuple[Mountain, ...] | None = None,
    undealt: bytes | None = None,
) -> State:
    """Return the position gone on to a phase and a seat, with no card drawn."""
    return State(
        state.setup,
        phase,
        seat,
        state.hands if hands is None else hands,
        None,
        state.mountains if mountains is None else mountains,
        state.discard,
        state.undealt if undealt is None else undealt,
        False,
        state.last_drawer,
    )


def score(mountain: Mountain, hand: bytes | None) -> int:
    """A22: floors, animals high up, Saint-Bernards in hand, and one if nothing else is held.

    Without the hand: what everyone can see of it.
    """
    if hand is None:
        return mountain.floors + mountain.animals
    dogs = hand.count(SAINT_BERNARD)
    return mountain.floors + mountain.animals + dogs + (dogs == len(hand))


def scores(state: State) -> list[int]:
    """Return each seat's score, as if the game ended now (A22)."""
    return [score(*player) for player in zip(state.mountains, state.hands, strict=True)]


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with the highest total (A22)."""
    if state.phase is not Phase.OVER:
        return ()
    totals = scores(state)
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def _own(state: State) -> Mountain:
    return state.mountains[state.seat]


def _drawn(state: State) -> Card:
    assert state.drawn is not None, "a card is drawn before a play"
    return state.drawn


def _next(state: State) -> int:
    return (state.seat + 1) % state.setup.players


def _sorted(cards: bytes, card: Card) -> bytes:
    return bytes(sorted((*cards, card)))


def _without(cards: bytes, card: Card) -> bytes:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
