"""What is in sight when moves are looked at: the pile counted, and the ways to the next peaks.

A mountain is on its way to a peak of the next floor, and to one further. What each such peak would
still cost in cards tells how likely it is the one to be climbed, and so how much a slot matters.
"""

from typing import Any

import numpy as np

from ....games.altitude.cards import ANIMAL, BLOCKED, CABLE_CAR, Deck
from ....games.altitude.mountain import BASE
from ....games.altitude.rules import SECOND_PLAY_FROM
from ....kernel.altitude import DISCARD, GIVE, KIND, ORIGIN, SEATS
from ....kernel.compiled import Record, Whole, compiled

LEVELS = 20
"""Numbers told apart, from 0 for a cable car on; the last one is an avalanche's bar."""
KINDS = 2 * (LEVELS - 2) + 4
"""Cards told apart: mountain cards and animals by level, then the specials."""
PATHS, MISSING = 2, 8
"""Peaks that a mountain is on its way to: the next floor, and one further; cards they may miss."""
_DEAREST = np.float32(8)
"""What a card costs at the most, in cards that fit anywhere."""
_KEEN = np.float32(1.2)
"""How much likelier a peak is that misses one card less, as the power of e."""
_FAR = np.float32(5)
"""A peak that misses so many more is not thought of."""
SIGHT = np.dtype(
    [
        ("level", "u1", BLOCKED + 1),  # of each bar
        ("over", "f4", BLOCKED + 1),  # cards of the pile with a number above each bar
        ("part", "f4"),  # of the pile that one card is
        ("first", "u1"),  # the two highest numbers of the hand
        ("second", "u1"),
        ("use", "u1"),  # what the drawn card could do if it is kept
        ("stale", "u1", SEATS),  # mountains whose paths must be looked at anew
        ("start", "i1", SEATS),  # the leftmost place that a base may have
        ("peak", "u1", (SEATS, PATHS)),  # the floors that the paths lead to
        ("missing", "u1", (SEATS, PATHS)),  # what the cheapest of these peaks costs, in cards
        ("apart", "f4", (SEATS, PATHS, 2 * BASE)),  # chances of the peaks, added up from the left
        ("costs", "f4", 2 * BASE),  # of peaks of one floor, and of the floor below
        ("lower", "f4", 2 * BASE),
    ],
    align=True,
)


def sight_of(deck: Deck) -> Any:
    """Return room for what is in sight. Levels are numbers, unless a deck has higher ones."""
    highest = max((card % ANIMAL for card in deck.kinds if card < CABLE_CAR), default=1)
    most, sight = LEVELS - 2, np.zeros(1, SIGHT)
    steps = [-(-number * most // max(highest, most)) for number in range(BLOCKED)]
    sight[0]["level"] = [*np.minimum(steps, most), LEVELS - 1]
    return sight


@compiled
def level_of(bar: Whole, sight: Record) -> Whole:
    """Return the level of a bar."""
    return np.int64(sight.level[bar])


@compiled
def kind_of(card: Whole, sight: Record) -> Whole:
    """Return which card it is, of those that are told apart."""
    if card >= CABLE_CAR:
        return KINDS - 3 + card - CABLE_CAR
    return np.int64(sight.level[card % ANIMAL]) + (LEVELS - 2 if card > ANIMAL else 0)


@compiled
def bar_of(state: Record, seat: Whole, column: Whole, floor: Whole) -> Whole:
    """Return the bar of a slot, set by the two cards under it."""
    if floor == 1:
        return np.int64(0)
    return np.int64(max(state.crowns[seat, column - 1], state.crowns[seat, column + 1]))


@compiled
def count(state: Record, sight: Record) -> None:
    """Look at the pile and all mountains anew; count cards with a number above each bar."""
    over = sight.over
    sight.stale[:] = 1
    for bar in range(BLOCKED + 1):
        over[bar] = 0
    for place in range(state.pile):
        if state.bag[place] < CABLE_CAR:
            over[state.bag[place] % ANIMAL] += 1
    passed = np.float32(0)
    for bar in range(BLOCKED, -1, -1):
        passed, over[bar] = passed + over[bar], passed


@compiled
def count_off(card: Whole, sight: Record) -> None:
    """Count no longer a card that was drawn."""
    if card < CABLE_CAR:
        for bar in range(card % ANIMAL):
            sight.over[bar] -= 1


@compiled
def pass_by(state: Record, move: Whole, sight: Record) -> None:
    """Note which mountain a move is about to change."""
    kind = move >> KIND
    if kind == GIVE:
        sight.stale[(move >> 9) & 3] = 1
    elif kind != DISCARD:
        sight.stale[state.seat] = 1


@compiled
def _price(state: Record, seat: Whole, column: Whole, floor: Whole, sight: Record) -> Any:
    """Return what the card that is missing in a slot costs, in cards that fit anywhere."""
    if (
        floor == 1
        or state.heights[seat, column - 1] < floor - 1
        or state.heights[seat, column + 1] < floor - 1
    ):
        return np.float32(1)
    fit = sight.over[bar_of(state, seat, column, floor)] * sight.part
    return min(_DEAREST, np.float32(0.5) + np.float32(0.5) / max(fit, np.float32(0.01)))


@compiled
def find_paths(state: Record, seat: Whole, sight: Record) -> None:
    """See what each peak still costs, and how likely each is the one to be climbed."""
    costs, lower, heights = sight.costs, sight.lower, state.heights[seat]
    floors: Whole = np.int64(state.floors[seat])
    left = right = np.int64(0)
    if floors:
        left, right = np.int64(state.left[seat]), np.int64(state.right[seat])
    start, places = right - BASE + 1, left - right + 2 * BASE - 1
    first: Whole = min(floors + 1, BASE)
    second: Whole = min(max(floors + 2, SECOND_PLAY_FROM), BASE)
    sight.stale[seat], sight.start[seat] = 0, start
    for i in range(places):
        costs[i] = heights[2 * (start + i) + ORIGIN] < 1
        lower[i] = 0
    for floor in range(1, second + 1):
        n = places - floor + 1
        if floor > 1:
            for i in range(n):
                column = 2 * (start + i) + floor - 1 + ORIGIN
                cost = costs[i] + costs[i + 1] - lower[i + 1]
                lower[i] = costs[i]
                if heights[column] < floor:
                    cost += _price(state, seat, column, floor, sight)
                costs[i] = cost
            lower[n] = costs[n]
        if floor == first:
            _share(sight, seat, 0, floor, n)
        if floor == second:
            _share(sight, seat, 1, floor, n)


@compiled
def _share(sight: Record, seat: Whole, path: Whole, floor: Whole, n: Whole) -> None:
    """Write how likely one of the first peaks is the one to be climbed, from none to all."""
    costs, apart = sight.costs, sight.apart[seat, path]
    cheapest, total = costs[0], np.float32(0)
    for i in range(1, n):
        cheapest = min(cheapest, costs[i])
    for i in range(n):
        if costs[i] < cheapest + _FAR:
            total += np.exp(_KEEN * (cheapest - costs[i]))
        apart[i + 1] = total
    apart[0] = 0
    for i in range(1, n + 1):
        apart[i] /= total
    for i in range(n + 1, 2 * BASE):
        apart[i] = 1
    sight.peak[seat, path] = floor
    sight.missing[seat, path] = min(np.int64(cheapest), MISSING - 1)


@compiled
def needed(column: Whole, floor: Whole, seat: Whole, path: Whole, sight: Record) -> Any:
    """Return how likely the peak that is climbed needs a slot."""
    peak = np.int64(sight.peak[seat, path])
    if floor > peak:
        return np.float32(0)
    place = ((column - ORIGIN - floor + 1) >> 1) - np.int64(sight.start[seat])
    return (
        sight.apart[seat, path, place + 1] - sight.apart[seat, path, max(0, place - peak + floor)]
    )
