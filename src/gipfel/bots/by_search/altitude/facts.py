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
FORECAST = np.dtype(
    [
        ("unseen", "f4"),  # cards that a viewer does not see
        ("kinds", "f4", 256),  # how many there are of each
        ("fit", "f4", BLOCKED + 1),  # for each bar, the part of them that may lie over it
        ("need", "f4", BLOCKED + 1),  # how many draws a card above it takes
        ("rise", "u1", BLOCKED + 1),  # and its likely number
        ("floors", "f4", BASE),  # the chances of a mountain's floors
        ("bars", "u1", BASE + 3),  # of one floor: numbers, known or likely
        ("costs", "f4", BASE + 3),  # what is missing under and in each of its slots, in draws
        ("under", "f4", BASE + 3),  # the same of the floor below
    ],
    align=True,
)
"""What unseen cards may bring, and room to think of it. A record is passed on at little cost."""


def facts_for(players: int) -> int:
    """Return how many facts there are."""
    return players * (MOUNTAIN + 1) + _HAND + _TABLE


@compiled
def look_out(state: Record, tables: Record, viewer: Whole, forecast: Record) -> None:
    """Write what the cards that a viewer does not see may bring.

    The record must be whole: a real position, or one that the viewer cannot tell from it.
    """
    kinds = forecast.kinds
    for card in range(256):
        kinds[card] = 0
    for place in range(state.pile):
        kinds[state.bag[place]] += 1
    total = np.float32(state.pile)
    for other in range(state.players):
        if other != viewer:
            total += np.float32(state.held[other])
            for which in range(state.held[other]):
                kinds[state.hands[other, which]] += 1
    if state.drawn and state.seat != viewer:
        total += np.float32(1)
        kinds[state.drawn] += 1
    unseen = forecast.unseen = max(total, np.float32(1))
    anywhere = np.float32(0)
    for card in range(CABLE_CAR, SAINT_BERNARD + 1):
        if tables.reach[card]:
            anywhere += kinds[card]
    likely = np.int64(BLOCKED - 1)
    while likely and not _numbered(kinds, likely):
        likely -= 1
    over = higher = np.float32(0)
    fit, need = anywhere / unseen, _draws(kinds[CABLE_CAR] / unseen)
    for bar in range(likely, BLOCKED):
        forecast.fit[bar], forecast.need[bar], forecast.rise[bar] = fit, need, 0
    fit = kinds[CABLE_CAR] / unseen
    forecast.fit[BLOCKED], forecast.need[BLOCKED], forecast.rise[BLOCKED] = fit, need, 0
    for bar in range(likely - 1, -1, -1):
        more = _numbered(kinds, bar + 1)
        if more:
            over += more
            fit, need = (over + anywhere) / unseen, _draws((over + kinds[CABLE_CAR]) / unseen)
        while over - higher - _numbered(kinds, likely) > np.float32(0.4) * over:
            higher += _numbered(kinds, likely)
            likely -= 1
        forecast.fit[bar], forecast.need[bar], forecast.rise[bar] = fit, need, likely


@compiled
def _numbered(kinds: Any, number: Whole) -> Any:
    """Return how many cards with a number there are."""
    return kinds[number] + kinds[ANIMAL + number]


@compiled
def _draws(share: Any) -> Any:
    """Return how many draws it takes until a card comes that is such a share of the unseen."""
    return min(MOST_DRAWS, share ** np.float32(-0.7)) if share else MOST_DRAWS


@compiled
def prospect(state: Record, tables: Record, seat: Whole, forecast: Record) -> Any:
    """Return how many floors a mountain may come to; `floors` of the forecast are their chances.

    A floor is the likelier, the fewer draws the cards take that miss under its cheapest peak.
    """
    for floor in range(BASE):
        forecast.floors[floor] = 0
    paces = np.float32(0)
    for other in range(state.players):
        paces += 2 if state.floors[other] >= SECOND_PLAY_FROM else 1
    pace = 2 if state.floors[seat] >= SECOND_PLAY_FROM else 1
    draws = np.float32(state.pile) * pace / paces
    spread = np.float32(1.5) + np.float32(0.2) * draws
    left, right = np.int64(state.left[seat]), np.int64(state.right[seat])
    more = (BASE - (right - left)) // 2
    first, width = left - more, right - left + 1 + 2 * more
    bars, costs, under = forecast.bars, forecast.costs, forecast.under
    heights, cards = state.heights[seat], state.cards[seat]
    least, total, chance = np.float32(-1), np.float32(0), np.float32(0)
    for floor in range(1, BASE + 1):
        last, least = least, np.float32(1e6)
        for i in range(width - floor + 1):
            column = 2 * (first + i) + floor - 1 + ORIGIN
            laid = heights[column] >= floor
            if floor == 1:
                cost = np.float32(0) if laid else forecast.need[0]
                bars[i] = tables.bar[cards[column, 0]] if laid else 2
                under[i] = 0
            else:
                bar, cost = max(bars[i], bars[i + 1]), costs[i] + costs[i + 1] - under[i + 1]
                under[i] = costs[i]
                if laid:
                    bars[i] = tables.bar[cards[column, (floor - 1) >> 1]]
                else:
                    cost += forecast.need[bar]
                    bars[i] = forecast.rise[bar]
            costs[i] = cost
            least = min(least, cost)
        under[width - floor + 1] = costs[width - floor + 1] if floor > 1 else 0
        if least - draws > 6 * spread:
            break
        if least != last:
            chance = np.float32(1 / (1 + np.exp((least - draws) / spread)))
        forecast.floors[floor - 1] = chance
        total += chance
    return total


@compiled
def floor_of(slot: Whole) -> Whole:
    """Return the floor of a slot, as the kernel numbers it."""
    return 2 * np.int64(slot & 7) + (1 if (slot >> 3) & 1 else 2)


@compiled
def _mountain(state: Record, tables: Record, seat: Whole, forecast: Record, facts: Any) -> None:
    """Write what a mountain is like: its floors, open slots, and how well cards would fit."""
    fit = forecast.fit
    facts[70] = np.float32(0.1) * prospect(state, tables, seat, forecast)
    for floor in range(BASE - 1):
        facts[61 + floor] = forecast.floors[floor + 1]
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
def _hand(state: Record, tables: Record, seat: Whole, facts: Any) -> None:
    """Write what a hand holds, and the floors where one of its cards could be laid."""
    half = np.float32(0.5)
    for which in range(state.held[seat]):
        card = np.int64(state.hands[seat, which])
        if card >= CABLE_CAR:
            facts[_VALUES + 1 + card - CABLE_CAR] += half
        else:
            facts[CLASS[card % ANIMAL]] += half
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
        _mountain(state, tables, seat, mind.forecast[0], facts)


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
    players, facts, forecast = np.int64(state.players), mind.facts, mind.forecast[0]
    for i in range(facts.size):
        facts[i] = 0
    for turn in range(players):
        seat = (viewer + turn) % players
        own = facts[turn * MOUNTAIN : (turn + 1) * MOUNTAIN]
        if changed == ALL or changed == seat:
            _mountain(state, tables, seat, forecast, own)
        else:
            for i in range(MOUNTAIN):
                own[i] = mind.mountains[seat, i]
    start = players * MOUNTAIN
    _hand(state, tables, viewer, facts[start : start + _HAND])
    start += _HAND
    pile = np.float32(state.pile)
    facts[start] = pile / np.float32(100)
    facts[start + 1] = min(pile, np.float32(24)) / np.float32(24)
    facts[start + 2] = min(pile, np.float32(8)) / np.float32(8)
    for card in range(CABLE_CAR, SAINT_BERNARD + 1):
        facts[start + 3 + card - CABLE_CAR] = np.float32(5) * forecast.kinds[card] / forecast.unseen
    facts[start + 6] = state.second_play
    facts[start + 7 + (state.seat + players - viewer) % players] = 1
