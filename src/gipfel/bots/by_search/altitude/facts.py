"""The facts that the value function sees: mountains, a hand, and what unseen cards may bring."""

from typing import Any

import numpy as np

from ....games.altitude.cards import ANIMAL, AVALANCHE, BLOCKED, CABLE_CAR, SAINT_BERNARD
from ....games.altitude.mountain import BASE
from ....games.altitude.rules import SECOND_PLAY_FROM
from ....kernel.altitude import GIVE, KIND, ORIGIN
from ....kernel.compiled import Record, Whole, compiled

MOUNTAIN = 71
"""Facts of one mountain."""
_VALUES = 12
_HAND = _VALUES + 4 + BASE
_TABLE = 7
ALL = -1
"""Instead of a seat: every one of them."""
CLASS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10] + [11] * (256 - 15), np.uint8)
"""Numbers that are told apart in a hand; the high ones are few."""
MOST_DRAWS = np.float32(60)
"""What a card that cannot come is said to take."""
HEAD_START = 0.0
"""The net learns everything by itself."""


def facts_for(players: int) -> int:
    """Return how many facts there are."""
    return players * (MOUNTAIN + 1) + _HAND + _TABLE


@compiled
def look_out(state: Record, tables: Record, viewer: Whole, mind: Any) -> None:
    """Write what the cards that a viewer does not see may bring.

    `mind.kinds`: how many there are of each; `mind.fit`: for each bar, the share that may lie over
    it; `mind.need` and `mind.rise`: how many draws a card above it takes, and its likely number.
    The record must be whole: a real position, or one that the viewer cannot tell from it.
    """
    kinds, fit = mind.kinds, mind.fit
    for card in range(256):
        kinds[card] = 0
    for place in range(state.pile):
        kinds[state.bag[place]] += 1
    for other in range(state.players):
        if other != viewer:
            for which in range(state.held[other]):
                kinds[state.hands[other, which]] += 1
    if state.drawn and state.seat != viewer:
        kinds[state.drawn] += 1
    total, highest = np.float32(0), 0
    numbers = np.zeros(BLOCKED + 1, np.float32)
    for bar in range(BLOCKED + 1):
        fit[bar] = 0
    for card in range(1, 255):
        total += kinds[card]
        if kinds[card] and tables.reach[card]:
            fit[tables.reach[card] - 1] += kinds[card]
        if kinds[card] and card < CABLE_CAR:
            numbers[card % ANIMAL] += kinds[card]
            highest = max(highest, card % ANIMAL)
    mind.unseen[0] = max(total, np.float32(1))
    over = passed = np.float32(0)
    for bar in range(BLOCKED, -1, -1):
        if bar < BLOCKED:
            fit[bar] += fit[bar + 1]
        share = (kinds[CABLE_CAR] + over) / mind.unseen[0]
        mind.need[bar] = min(MOST_DRAWS, share ** np.float32(-0.7)) if share else MOST_DRAWS
        mind.rise[bar] = 0
        passed = np.float32(0)
        for number in range(bar + 1, highest + 1):
            passed += numbers[number]
            if passed > np.float32(0.4) * over:
                mind.rise[bar] = number
                break
        over += numbers[bar]
    for bar in range(BLOCKED + 1):
        fit[bar] /= mind.unseen[0]


@compiled
def prospect(state: Record, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return how many floors a mountain may come to; `mind.floors` holds the chance of each.

    A floor is the likelier, the fewer draws the cards take that miss under its cheapest peak.
    """
    for floor in range(BASE):
        mind.floors[floor] = 0
    paces = np.float32(0)
    for other in range(state.players):
        paces += 2 if state.floors[other] >= SECOND_PLAY_FROM else 1
    pace = 2 if state.floors[seat] >= SECOND_PLAY_FROM else 1
    draws = np.float32(state.pile) * pace / paces
    spread = np.float32(1.5) + np.float32(0.2) * draws
    left, right = np.int64(state.left[seat]), np.int64(state.right[seat])
    more = (BASE - (right - left)) // 2
    first, width = left - more, right - left + 1 + 2 * more
    bars, costs, under = mind.bars, mind.costs, mind.under
    total = np.float32(0)
    for floor in range(1, BASE + 1):
        least = np.float32(1e6)
        for i in range(width - floor + 1):
            column = 2 * (first + i) + floor - 1 + ORIGIN
            inside = 0 < column < len(state.heights[seat]) - 1
            laid = inside and state.heights[seat, column] >= floor
            bar = max(bars[i], bars[i + 1]) if floor > 1 else 0
            cost = costs[i] + costs[i + 1] - under[i + 1] if floor > 1 else np.float32(0)
            under[i] = costs[i] if floor > 1 else 0
            if laid:
                bars[i] = tables.bar[state.cards[seat, column, (floor - 1) >> 1]]
            else:
                cost += mind.need[bar]
                bars[i] = mind.rise[bar] if floor > 1 else 2
            costs[i] = cost
            least = min(least, cost)
        under[width - floor + 1] = costs[width - floor + 1] if floor > 1 else 0
        if least - draws > 6 * spread:
            break
        mind.floors[floor - 1] = 1 / (1 + np.exp((least - draws) / spread))
        total += mind.floors[floor - 1]
    return total


@compiled
def floor_of(slot: Whole) -> Whole:
    """Return the floor of a slot, as the kernel numbers it."""
    return 2 * np.int64(slot & 7) + (1 if (slot >> 3) & 1 else 2)


@compiled
def _mountain(state: Record, tables: Record, seat: Whole, mind: Any, facts: Any) -> None:
    """Write what a mountain is like: its floors, open slots, and how well cards would fit."""
    fit = mind.fit
    facts[70] = np.float32(0.1) * prospect(state, tables, seat, mind)
    for floor in range(BASE - 1):
        facts[61 + floor] = mind.floors[floor + 1]
    floors = np.int64(state.floors[seat])
    animals = blocked = 0
    if floors:
        first, last = 2 * state.left[seat] + ORIGIN, 2 * state.right[seat] + ORIGIN
        for column in range(first, last + 1):
            height = np.int64(state.heights[seat, column])
            crown = np.int64(state.crowns[seat, column])
            if height > 0:
                if crown == BLOCKED:
                    blocked += 1
                elif crown > height and height < BASE:
                    facts[46 + height] += np.float32(0.1) * (crown - height)
                for floor in range(height, 0, -2):
                    facts[9 + floor] += np.float32(0.2)
                    card = state.cards[seat, column, (floor - 1) >> 1]
                    animals += floor >= 4 and ANIMAL < card < CABLE_CAR
        facts[56] = np.float32(0.1) * (BASE - 1 - (last - first) // 2)
    else:
        facts[56] = 1
    for reached in range(floors):
        facts[reached] = 1
    for place in range(state.opens[seat]):
        slot = state.open_slot[seat, place]
        floor = floor_of(slot)
        chance = fit[state.open_bar[seat, place]]
        if floor > 1:
            facts[18 + floor] += np.float32(0.34)
            facts[27 + floor] = max(facts[27 + floor], chance)
            facts[36 + floor] += np.float32(0.5) * chance
    bare = 0
    for place in range(state.bares[seat]):
        bare += state.bare_bar[seat, place] == 255
    facts[57] = np.float32(0.5) * bare
    facts[58] = np.float32(0.5) * blocked
    facts[59] = np.float32(0.3) * animals
    facts[60] = np.float32(0.1) * (floors + animals)


@compiled
def _hand(state: Record, tables: Record, seat: Whole, mind: Any, facts: Any) -> None:
    """Write what a hand holds, and the floors where one of its cards could be laid."""
    half = np.float32(0.5)
    for which in range(state.held[seat]):
        card = np.int64(state.hands[seat, which])
        if card >= CABLE_CAR:
            facts[_VALUES + 1 + card - CABLE_CAR] += half
        else:
            facts[mind.classes[card % ANIMAL]] += half
            facts[_VALUES] += half * (card > ANIMAL)
        reach = tables.reach[card]
        if card not in (AVALANCHE, SAINT_BERNARD):
            for place in range(state.opens[seat]):
                if state.open_bar[seat, place] < reach:
                    facts[_VALUES + 3 + floor_of(state.open_slot[seat, place])] = 1


@compiled
def look_around(state: Record, tables: Record, mind: Any) -> None:
    """Write what every mountain is like into `mind.mountains`."""
    for seat in range(state.players):
        facts = mind.mountains[seat]
        for i in range(MOUNTAIN):
            facts[i] = 0
        _mountain(state, tables, seat, mind, facts)


@compiled
def change_of(before: Record, after: Record, move: Whole) -> Whole:
    """Return whose mountain alone a move has changed the facts of; ALL if others' changed too.

    What all may yet draw is another where cards go back to the pile, or a seat begins or ceases to
    play twice a turn.
    """
    seat = (move >> 9) & 3 if move >> KIND == GIVE else np.int64(before.seat)
    twice = before.floors[seat] >= SECOND_PLAY_FROM
    same = before.pile == after.pile and twice == (after.floors[seat] >= SECOND_PLAY_FROM)
    return seat if same else ALL


@compiled
def describe(state: Record, tables: Record, viewer: Whole, mind: Any, changed: Whole) -> None:
    """Write the facts of a position as a viewer knows them, its own mountain first.

    If only one seat's mountain changed since `look_around`, the others' facts are still known.
    """
    players, facts = np.int64(state.players), mind.facts
    for i in range(facts.size):
        facts[i] = 0
    for turn in range(players):
        seat = (viewer + turn) % players
        own = facts[turn * MOUNTAIN : (turn + 1) * MOUNTAIN]
        if changed == ALL or changed == seat:
            _mountain(state, tables, seat, mind, own)
        else:
            for i in range(MOUNTAIN):
                own[i] = mind.mountains[seat, i]
    start = players * MOUNTAIN
    _hand(state, tables, viewer, mind, facts[start : start + _HAND])
    start += _HAND
    pile = np.float32(state.pile)
    facts[start] = pile / np.float32(100)
    facts[start + 1] = min(pile, np.float32(24)) / np.float32(24)
    facts[start + 2] = min(pile, np.float32(8)) / np.float32(8)
    for card in range(CABLE_CAR, SAINT_BERNARD + 1):
        facts[start + 3 + card - CABLE_CAR] = np.float32(5) * mind.kinds[card] / mind.unseen[0]
    facts[start + 6] = state.second_play
    facts[start + 7 + (state.seat + players - viewer) % players] = 1
