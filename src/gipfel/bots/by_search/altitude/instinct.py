"""Instinct: what a move looks like at a glance, and how good moves that look so mostly are.

A glance at all moves costs a microsecond or a few, so games can be played on by instinct to their
ends, thousands of times. A move has some ten traits out of many; each has a weight for every stage
of a game, learned by practice: games against itself, and how they ended.
"""

from typing import Any, NamedTuple

import numpy as np

from ....games.altitude.cards import ANIMAL, AVALANCHE, CABLE_CAR, SAINT_BERNARD, Deck
from ....games.altitude.mountain import ANIMALS_COUNT_FROM, BASE
from ....games.altitude.rules import DEALT
from ....games.altitude.state import Phase
from ....kernel.altitude import (
    DISCARD,
    GIVE,
    KEEP,
    KIND,
    LAY,
    MOST_MOVES,
    ORIGIN,
    REPLACE,
    RESCUE,
    SWAP,
)
from ....kernel.compiled import Record, Whole, compiled
from .facts import floor_of
from .sight import (
    KINDS,
    LEVELS,
    MISSING,
    PATHS,
    bar_of,
    find_paths,
    kind_of,
    level_of,
    needed,
    sight_of,
)

_KEEP = tuple(Phase).index(Phase.KEEP)
_ENDS = np.array([6, 14, 26, 44, 68], np.int64)
"""Where a stage ends: plays of two seats that the pile still holds."""
STAGES = len(_ENDS) + 2
"""The last one is the choice of a hand."""
_HEIGHTS = np.array([0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3], np.int64)
"""Floors that are much alike, by floor."""
_ALIKE = 4
_USES = 4
"""Of a drawn card: none, to lie in the base, above it, on top of all."""
_LEADS = 4
"""Floors ahead or behind that are told apart."""
_TENTH = np.float32(0.1)
MOST_TRAITS = 40
"""That one move can have."""

_room = [0]


def _traits(count: int = 1) -> int:
    """Return where so many traits stand, after all others."""
    _room.append(_room[-1] + count)
    return _room[-2]


# A card in one's own mountain: where it lies, on what, beside what, and what it makes.
_LAID = _traits(BASE * LEVELS)  # by floor and level
_STEP = _traits(_ALIKE * LEVELS)  # by how far it is above the higher card under it
_UNDER = _traits(_ALIKE * LEVELS)  # by the level of that card
_TOP = _traits(BASE)
_ANIMAL = _traits(BASE)
_OPENED = _traits(BASE * LEVELS)  # by floor, and the bar of the slot above that it opens
_OPENED_FIT = _traits(_ALIKE)  # times the part of the pile that fits there
_OPENED_FOR = _traits(_ALIKE)  # for a number of the hand
_UNEVEN = _traits(LEVELS)
_WIDTH = _traits(BASE + 1)
_ON_PATH = _traits(PATHS * MISSING)  # by what the peak misses, times how likely it needs the slot
# Cards kept, laid from the hand, discarded.
_KEPT = _traits(KINDS * _USES)
_PLAYED = _traits(KINDS)
_THROWN = _traits(KINDS * _USES)
# A card that is given: an avalanche, a cable car, a number.
_SNOW = _traits(BASE)
_SNOW_TOP = _traits(BASE)
_SNOW_UNDER = _traits(LEVELS)
_SNOW_BESIDE = _traits(3)
_SNOW_LEAD = _traits(2 * _LEADS + 1)
_SNOW_PATH = _traits(PATHS * MISSING)
_CABIN = _traits(BASE)
_CABIN_TOP = _traits()
_CABIN_PATH = _traits(PATHS * MISSING)
_LOW = _traits(LEVELS)
_LOW_WIDTH = _traits(BASE + 1)
_GIVEN = _traits(BASE)
_GIVEN_TOP = _traits(BASE)
_GIVEN_HARM = _traits(_ALIKE)  # times the part of the pile that no longer fits there
_GIVEN_ANIMAL = _traits()
_GIVEN_BESIDE = _traits(3)
_GIVEN_LEAD = _traits(2 * _LEADS + 1)
_GIVEN_STEP = _traits(LEVELS)
_GIVEN_PATH = _traits(PATHS * MISSING)
_GIVEN_HARM_PATH = _traits(PATHS)  # times the harm
# A card replaced, an avalanche removed.
_REPLACED = _traits(BASE)
_EXCHANGED = _traits(2 * LEVELS)  # by how much higher the new one is
_EXCHANGED_FIT = _traits(_ALIKE)  # times the part of the pile that newly fits over it
_ANIMAL_COMES = _traits()
_ANIMAL_GOES = _traits()
_CABIN_GOES = _traits()
_EXCHANGED_PATH = _traits(PATHS)  # times how much higher the new one is
_RESCUED = _traits(BASE)
_RESCUED_BY_HAND = _traits()
_RESCUED_PATH = _traits(PATHS * MISSING)
# No trait of a move: how much rather than others a card is held, as the power of e.
HELD = _traits(KINDS)
INSTINCT = STAGES, _room[-1]
"""Stages and traits: each has a weight."""


WEIGHTS = np.dtype([("of", "f4", _room[-1])])
"""The weights of a stage. A record is passed from function to function at less cost than arrays."""


class Eye(NamedTuple):
    """What moves are looked at with: little, for it is handed on at every play."""

    sight: Any
    weights: Any
    moves: Any
    looks: Any


def eye_of(deck: Deck, instinct: Any) -> Eye:
    """Return an eye for the moves of a deck; without an instinct all look the same."""
    known = instinct if instinct.size else np.zeros(INSTINCT, np.float32)
    moves, looks = np.zeros(MOST_MOVES, np.int32), np.zeros(MOST_MOVES, np.float32)
    return Eye(sight_of(deck), known.view(WEIGHTS)[:, 0], moves, looks)


@compiled
def stage_of(state: Record) -> Whole:
    """Return the stage of a game, 0 at its end."""
    if state.phase == _KEEP:
        return np.int64(STAGES - 1)
    plays, stage = 2 * np.int64(state.pile) // np.int64(state.players), np.int64(0)
    for end in _ENDS:
        stage += plays >= end
    return stage


@compiled
def _see_paths(
    look: Any,
    weights: Record,
    notes: Any,
    trait: Whole,
    seat: Whole,
    column: Whole,
    floor: Whole,
    sight: Record,
) -> Any:
    """See how much a slot matters to the peaks that a mountain is on its way to."""
    for path in range(PATHS):
        part = needed(column, floor, seat, path, sight)
        if part > 0:
            missing = path * MISSING + np.int64(sight.missing[seat, path])
            look = _see(look, weights, notes, trait + missing, part)
    return look


@compiled
def _number(card: Whole) -> Whole:
    """Return the number of a card; 0 for one that has none."""
    return card % ANIMAL if card < CABLE_CAR else 0


@compiled
def _is_animal(card: Whole) -> bool:
    return ANIMAL < card < CABLE_CAR


@compiled
def _width(state: Record, seat: Whole, column: Whole) -> Whole:
    """Return how far a base spans with a card in a column."""
    if not state.floors[seat]:
        return np.int64(1)
    index = (column - ORIGIN) >> 1
    return max(np.int64(state.right[seat]), index) - min(np.int64(state.left[seat]), index) + 1


@compiled
def _see(look: Any, weights: Record, notes: Any, trait: Whole, size: Any) -> Any:
    """Add a trait to what a move looks like; where notes are taken, note it."""
    if notes is not None:
        place = np.int64(notes[0, 0]) + 1
        notes[0, 0], notes[0, place], notes[1, place] = place, trait, size
    return look + weights.of[trait] * np.float32(size)


@compiled
def _lie(
    state: Record,
    slot: Whole,
    card: Whole,
    spare: Whole,
    sight: Record,
    look: Any,
    weights: Record,
    notes: Any,
) -> Any:
    """See how a card would lie in one's own mountain, the hand then having a number to spare."""
    seat, column, floor = np.int64(state.seat), np.int64(slot >> 3), floor_of(slot)
    number, height = _number(card), _HEIGHTS[floor]
    level = level_of(number, sight)
    look = _see(look, weights, notes, _LAID + (floor - 1) * LEVELS + level, 1)
    if floor > 1:
        bar = level_of(bar_of(state, seat, column, floor), sight)
        look = _see(look, weights, notes, _UNDER + height * LEVELS + bar, 1)
        if number:
            look = _see(look, weights, notes, _STEP + height * LEVELS + level - bar, 1)
    else:
        look = _see(look, weights, notes, _WIDTH + _width(state, seat, column), 1)
    look = _see_paths(look, weights, notes, _ON_PATH, seat, column, floor, sight)
    if floor == state.floors[seat] + 1:
        look = _see(look, weights, notes, _TOP + floor - 1, 1)
    if _is_animal(card):
        look = _see(look, weights, notes, _ANIMAL + floor - 1, 1)
    for side in (-2, 2):
        if state.heights[seat, column + side] == floor:
            other = np.int64(state.crowns[seat, column + side])
            bar = max(number, other)
            opened = _OPENED + (floor - 1) * LEVELS + level_of(bar, sight)
            look = _see(look, weights, notes, opened, 1)
            look = _see(look, weights, notes, _OPENED_FIT + height, sight.over[bar] * sight.part)
            if bar < spare:
                look = _see(look, weights, notes, _OPENED_FOR + height, 1)
            look = _see(look, weights, notes, _UNEVEN + abs(level - level_of(other, sight)), 1)
    return look


@compiled
def _give(
    state: Record, other: Whole, slot: Whole, sight: Record, look: Any, weights: Record, notes: Any
) -> Any:
    """See what the drawn card would do to another's mountain."""
    card, column, floor = np.int64(state.drawn), np.int64(slot >> 3), floor_of(slot)
    floors, bar = np.int64(state.floors[other]), bar_of(state, other, column, floor)
    ahead: Whole = floors - np.int64(state.floors[state.seat])
    lead = min(max(ahead, -_LEADS), _LEADS) + _LEADS
    top = floor == floors + 1
    beside = 0
    for side in (-2, 2):
        beside += state.heights[other, column + side] == floor
    if card == AVALANCHE:
        look = _see(look, weights, notes, _SNOW + floor - 1, 1)
        look = _see(look, weights, notes, _SNOW_UNDER + level_of(bar, sight), 1)
        look = _see(look, weights, notes, _SNOW_BESIDE + beside, 1)
        look = _see(look, weights, notes, _SNOW_LEAD + lead, 1)
        look = _see_paths(look, weights, notes, _SNOW_PATH, other, column, floor, sight)
        return _see(look, weights, notes, _SNOW_TOP + floor - 1, 1) if top else look
    if card == CABLE_CAR:
        look = _see(look, weights, notes, _CABIN + floor - 1, 1)
        look = _see_paths(look, weights, notes, _CABIN_PATH, other, column, floor, sight)
        return _see(look, weights, notes, _CABIN_TOP, 1) if top else look
    number = _number(card)
    look = _see(look, weights, notes, _GIVEN_LEAD + lead, 1)
    look = _see_paths(look, weights, notes, _GIVEN_PATH, other, column, floor, sight)
    look = _see(look, weights, notes, _GIVEN_BESIDE + beside, 1)
    if floor == 1:
        look = _see(look, weights, notes, _LOW + level_of(number, sight), 1)
        look = _see(look, weights, notes, _LOW_WIDTH + _width(state, other, column), 1)
    else:
        harm = (sight.over[bar] - sight.over[number]) * sight.part
        look = _see(look, weights, notes, _GIVEN + floor - 1, 1)
        look = _see(
            look, weights, notes, _GIVEN_STEP + level_of(number, sight) - level_of(bar, sight), 1
        )
        look = _see(look, weights, notes, _GIVEN_HARM + _HEIGHTS[floor], harm)
        for path in range(PATHS):
            part = harm * needed(column, floor, other, path, sight)
            look = _see(look, weights, notes, _GIVEN_HARM_PATH + path, part)
    if top:
        look = _see(look, weights, notes, _GIVEN_TOP + floor - 1, 1)
    if _is_animal(card) and floor >= ANIMALS_COUNT_FROM:
        look = _see(look, weights, notes, _GIVEN_ANIMAL, 1)
    return look


@compiled
def _replace(
    state: Record, slot: Whole, sight: Record, look: Any, weights: Record, notes: Any
) -> Any:
    """See what the drawn card would do in the place of another."""
    seat, column, floor = np.int64(state.seat), np.int64(slot >> 3), floor_of(slot)
    card, old = np.int64(state.drawn), np.int64(state.cards[seat, column, slot & 7])
    number, before = _number(card), _number(old)
    higher = level_of(number, sight) - level_of(before, sight)
    fit = np.float32(0)
    for side in (-2, 2):
        if state.heights[seat, column + side] == floor:
            other = np.int64(state.crowns[seat, column + side])
            fit += sight.over[max(number, other)] - sight.over[max(before, other)]
    look = _see(look, weights, notes, _REPLACED + floor - 1, 1)
    look = _see(look, weights, notes, _EXCHANGED + LEVELS + higher, 1)
    look = _see(look, weights, notes, _EXCHANGED_FIT + _HEIGHTS[floor], fit * sight.part)
    for path in range(PATHS):
        part = _TENTH * higher * needed(column, floor, seat, path, sight)
        look = _see(look, weights, notes, _EXCHANGED_PATH + path, part)
    if floor >= ANIMALS_COUNT_FROM:
        if _is_animal(card):
            look = _see(look, weights, notes, _ANIMAL_COMES, 1)
        if _is_animal(old):
            look = _see(look, weights, notes, _ANIMAL_GOES, 1)
    return _see(look, weights, notes, _CABIN_GOES, 1) if old == CABLE_CAR else look


@compiled
def _rescue(
    state: Record, slot: Whole, sight: Record, look: Any, weights: Record, notes: Any
) -> Any:
    """See where an avalanche would be removed."""
    seat, column, floor = np.int64(state.seat), np.int64(slot >> 3), floor_of(slot)
    look = _see(look, weights, notes, _RESCUED + floor - 1, 1)
    return _see_paths(look, weights, notes, _RESCUED_PATH, seat, column, floor, sight)


@compiled
def _look_up(state: Record, sight: Record) -> None:
    """Note what serves all moves: the highest numbers of the hand, the use of the drawn card."""
    first = second = use = np.int64(0)
    card, seat = np.int64(state.drawn), np.int64(state.seat)
    for which in range(state.held[seat]):
        number = _number(np.int64(state.hands[seat, which]))
        if number > first:
            first, second = number, first
        else:
            second = max(second, number)
    if 0 < card < AVALANCHE:
        for place in range(state.opens[seat]):
            if card == CABLE_CAR or state.open_bar[seat, place] < card % ANIMAL:
                floor = floor_of(state.open_slot[seat, place])
                top = floor == state.floors[seat] + 1
                use = max(use, np.int64((3 if top else 2) if floor > 1 else 1))
    sight.first, sight.second, sight.use = first, second, use
    sight.part = np.float32(1) / max(np.float32(state.pile), np.float32(1))
    if state.phase != _KEEP:
        for one in range(state.players):
            if sight.stale[one]:
                find_paths(state, one, sight)


@compiled
def _look(state: Record, move: Whole, sight: Record, weights: Record, notes: Any) -> Any:
    """Return how good a move looks to the seat on turn; write its traits into notes, or None.

    Notes are two rows, traits and sizes; the first place holds how many there are.
    """
    look = np.float32(0)
    if notes is not None:
        notes[0, 0] = 0
    kind, argument = move >> KIND, move & ((1 << KIND) - 1)
    slot, card, drawn = argument & 511, argument >> 9, np.int64(state.drawn)
    if kind == DISCARD:
        thrown = _THROWN + kind_of(drawn, sight) * _USES + sight.use
        look = _see(look, weights, notes, thrown, 1)
    elif kind == LAY:
        look = _lie(state, slot, drawn, np.int64(sight.first), sight, look, weights, notes)
    elif kind == GIVE:
        look = _give(state, card, slot, sight, look, weights, notes)
    elif kind == REPLACE:
        look = _replace(state, slot, sight, look, weights, notes)
    elif kind == RESCUE:
        look = _rescue(state, slot, sight, look, weights, notes)
    elif kind == SWAP:
        kept = _KEPT + kind_of(drawn, sight) * _USES + sight.use
        look = _see(look, weights, notes, _PLAYED + kind_of(card, sight), 1)
        look = _see(look, weights, notes, kept, 1)
        if card == SAINT_BERNARD:
            look = _rescue(state, slot, sight, look, weights, notes)
            look = _see(look, weights, notes, _RESCUED_BY_HAND, 1)
        else:
            spare = np.int64(sight.second if _number(card) == sight.first else sight.first)
            spare = max(spare, _number(drawn))
            look = _lie(state, slot, card, spare, sight, look, weights, notes)
    elif kind == KEEP:
        for place in range(DEALT):
            if (argument >> place) & 1:
                card = kind_of(np.int64(state.hands[state.seat, place]), sight)
                look = _see(look, weights, notes, _KEPT + card * _USES, 1)
    return look


@compiled
def glance(state: Record, eye: Eye, n: Whole, notes: Any = None) -> None:
    """Write how each of `eye.moves` looks into `eye.looks`; its traits into notes, if there are.

    `count` comes before it, and `count_off` with every draw.
    """
    sight, weights = eye.sight[0], eye.weights[stage_of(state)]
    _look_up(state, sight)
    for which in range(n):
        own = None if notes is None else notes[which]
        eye.looks[which] = _look(state, np.int64(eye.moves[which]), sight, weights, own)
