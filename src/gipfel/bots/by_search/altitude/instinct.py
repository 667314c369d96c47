"""Instinct: what a move looks like at a glance, and how good moves that look so mostly are.

A glance costs a tenth of what the net does, so a game can be played on by instinct for many plays.
Each trait has two weights, for a full pile and for an empty one, learned from what the net prefers.
"""

from typing import Any

import numpy as np

from ....games.altitude.cards import ANIMAL, AVALANCHE, BLOCKED, CABLE_CAR, SAINT_BERNARD
from ....games.altitude.mountain import ANIMALS_COUNT_FROM, BASE
from ....games.altitude.rules import SECOND_PLAY_FROM
from ....kernel.altitude import DISCARD, GIVE, KIND, LAY, REPLACE, RESCUE, SWAP
from ....kernel.compiled import Record, Whole, compiled
from .facts import floor_of

_CLASSES = 12
_CARDS = _CLASSES + 4
"""Cards told apart: numbers by class, then animals, cable cars, avalanches, Saint-Bernards."""
_TENTH = np.float32(0.1)

# Where the traits stand. First those of which there is one for each floor, class or card:
_FLOOR = 0  # the floor of a card in one's own mountain
_SNOW = _FLOOR + BASE  # the floor of an avalanche that is given
_GROUND = _SNOW + BASE  # the class of a number in one's own base
_KEPT = _GROUND + _CLASSES  # the drawn card, taken into the hand
_PLAYED = _KEPT + _CARDS  # the card of the hand that is laid instead
_THROWN = _PLAYED + _CARDS  # the drawn card, discarded
_SINGLE = _THROWN + _CARDS
(
    # a card in one's own mountain: how closely it fits, whether it makes a floor, what it opens
    _CLOSE_LOW,
    _CLOSE,
    _VERY_CLOSE_LOW,
    _VERY_CLOSE,
    _SECOND_FLOOR_NUMBER,
    _CABIN,
    _CABIN_OVER,
    _TOP,
    _TWICE,
    _ANIMAL_HIGH,
    _ANIMAL_LOW,
    _BESIDE,
    _OPENED,
    _OPENED_HIGH,
    _UNEVEN,
    _BESIDE_SNOW,
    # a card that is given: an avalanche, a cable car, a number
    _SNOW_TOP,
    _SNOW_FIT,
    _SNOW_BELOW,
    _SNOW_LEADER,
    _CABIN_GIVEN,
    _CABIN_TOP,
    _NUMBER_GIVEN,
    _NUMBER_TOP,
    _NUMBER_LOW,
    _NUMBER_HARM,
    _NUMBER_LOW_SIZE,
    _ANIMAL_GIVEN,
    # a card replaced, an avalanche removed
    _REPLACED,
    _BETTER,
    _BETTER_HIGH,
    _ANIMAL_COMES,
    _ANIMAL_GOES,
    _CABIN_GOES,
    _RESCUED_BY_HAND,
    _RESCUED,
    _RESCUED_HIGH,
) = range(_SINGLE, _SINGLE + 37)
TRAITS = _RESCUED_HIGH + 1


@compiled
def fullness(state: Record) -> Any:
    """Return how full the pile is: 1 early in the game, 0 at its end."""
    return min(np.float32(state.pile) / np.float32(100), np.float32(1))


@compiled
def _number(card: Whole) -> Whole:
    """Return the number of a card; 0 for one that has none."""
    return card % ANIMAL if card < CABLE_CAR else 0


@compiled
def _is_animal(card: Whole) -> bool:
    return ANIMAL < card < CABLE_CAR


@compiled
def _bar_of(state: Record, seat: Whole, slot: Whole) -> Whole:
    """Return the bar of a slot, set by the two cards under it."""
    if floor_of(slot) == 1:
        return np.int64(0)
    column = np.int64(slot >> 3)
    return np.int64(max(state.crowns[seat, column - 1], state.crowns[seat, column + 1]))


@compiled
def _name(card: Whole, start: Whole, mind: Any, out: Any) -> None:
    """Note which card it is."""
    if card >= CABLE_CAR:
        out[start + _CLASSES + 1 + card - CABLE_CAR] = 1
    else:
        out[start + mind.classes[card % ANIMAL]] = 1
        out[start + _CLASSES] = card > ANIMAL


@compiled
def _lie(state: Record, slot: Whole, card: Whole, mind: Any, out: Any) -> None:
    """Note how a card would lie in one's own mountain."""
    fit, seat = mind.fit, np.int64(state.seat)
    floor, bar, number = floor_of(slot), _bar_of(state, seat, slot), _number(card)
    out[_FLOOR + floor - 1] = 1
    if number:
        if fit[bar] > 0:
            close = fit[number] / fit[bar]
            out[_CLOSE if floor > 1 else _CLOSE_LOW] = close
            out[_VERY_CLOSE if floor > 1 else _VERY_CLOSE_LOW] = close * close
        if floor == 1:
            out[_GROUND + mind.classes[number]] = 1
        elif floor == 2:
            out[_SECOND_FLOOR_NUMBER] = _TENTH * number
    else:
        out[_CABIN] = 1
        out[_CABIN_OVER] = 1 - fit[bar]
    top = floor == state.floors[seat] + 1
    out[_TOP] = top
    out[_TWICE] = top and floor == SECOND_PLAY_FROM
    out[_ANIMAL_HIGH] = _is_animal(card) and floor >= ANIMALS_COUNT_FROM
    out[_ANIMAL_LOW] = _is_animal(card) and floor < ANIMALS_COUNT_FROM
    column = np.int64(slot >> 3)
    for side in (-2, 2):
        if state.heights[seat, column + side] == floor:
            beside = np.int64(state.crowns[seat, column + side])
            opened = fit[max(number, beside)]
            out[_BESIDE] += 1
            out[_OPENED] += opened
            out[_OPENED_HIGH] += _TENTH * floor * opened
            if beside == BLOCKED:
                out[_BESIDE_SNOW] += 1
            else:
                out[_UNEVEN] += abs(fit[number] - fit[beside])


@compiled
def _give(state: Record, other: Whole, slot: Whole, mind: Any, out: Any) -> None:
    """Note what the drawn card would do to another's mountain."""
    fit, card = mind.fit, np.int64(state.drawn)
    floor, bar = floor_of(slot), _bar_of(state, other, slot)
    floors = np.int64(state.floors[other])
    top = floor == floors + 1
    if card == AVALANCHE:
        out[_SNOW + floor - 1] = 1
        out[_SNOW_TOP] = top
        out[_SNOW_FIT] = fit[bar]
        out[_SNOW_BELOW] = _TENTH * (floors - floor)
        out[_SNOW_LEADER] = _TENTH * (floors - np.int64(state.floors[state.seat]))
    elif card == CABLE_CAR:
        out[_CABIN_GIVEN] = 1
        out[_CABIN_TOP] = top
    else:
        number = _number(card)
        out[_NUMBER_GIVEN] = 1
        out[_NUMBER_TOP] = top
        out[_NUMBER_LOW] = floor == 1
        out[_NUMBER_HARM] = fit[bar] - fit[number]
        out[_NUMBER_LOW_SIZE] = _TENTH * number * (floor == 1)
        out[_ANIMAL_GIVEN] = _is_animal(card) and floor >= ANIMALS_COUNT_FROM


@compiled
def _replace(state: Record, slot: Whole, mind: Any, out: Any) -> None:
    """Note what the drawn card would do in the place of another."""
    card, old = np.int64(state.drawn), np.int64(state.cards[state.seat, slot >> 3, slot & 7])
    floor = floor_of(slot)
    better = mind.fit[_number(card)] - mind.fit[_number(old)]
    out[_REPLACED] = 1
    out[_BETTER] = better
    out[_BETTER_HIGH] = _TENTH * floor * better
    out[_ANIMAL_COMES] = _is_animal(card) and floor >= ANIMALS_COUNT_FROM
    out[_ANIMAL_GOES] = _is_animal(old) and floor >= ANIMALS_COUNT_FROM
    out[_CABIN_GOES] = old == CABLE_CAR


@compiled
def traits(state: Record, move: Whole, mind: Any, out: Any) -> None:
    """Write what a play looks like to the seat on turn. `look_out` comes before it."""
    for i in range(TRAITS):
        out[i] = 0
    kind, argument = move >> KIND, move & ((1 << KIND) - 1)
    slot, card, drawn = argument & 511, argument >> 9, np.int64(state.drawn)
    if kind == DISCARD:
        _name(drawn, _THROWN, mind, out)
    elif kind == LAY:
        _lie(state, slot, drawn, mind, out)
    elif kind == GIVE:
        _give(state, card, slot, mind, out)
    elif kind == REPLACE:
        _replace(state, slot, mind, out)
    elif kind == RESCUE:
        out[_RESCUED] = 1
        out[_RESCUED_HIGH] = _TENTH * floor_of(slot)
    elif kind == SWAP:
        _name(card, _PLAYED, mind, out)
        _name(drawn, _KEPT, mind, out)
        if card == SAINT_BERNARD:
            out[_RESCUED_BY_HAND] = 1
            out[_RESCUED_HIGH] = _TENTH * floor_of(slot)
        else:
            _lie(state, slot, card, mind, out)


@compiled
def by_instinct(state: Record, mind: Any, moves: Any, n: Whole) -> Whole:
    """Return the place of the play that looks best. `look_out` comes before it, or came lately."""
    early, seen, glance, instinct = fullness(state), mind.seen, mind.glance, mind.net.instinct
    for i in range(TRAITS):
        glance[i] = early * instinct[0, i] + (1 - early) * instinct[1, i]
    best, most = 0, np.float32(-np.inf)
    for which in range(n):
        traits(state, np.int64(moves[which]), mind, seen)
        looks = np.float32(0)
        for i in range(TRAITS):
            looks += seen[i] * glance[i]
        if looks > most:
            best, most = which, looks
    return best
