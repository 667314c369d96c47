"""Weighing moves: by the position each leaves, or by what the next draws and plays make of it."""

from typing import Any

import numpy as np

from ....games.altitude.cards import ANIMAL, AVALANCHE, CABLE_CAR, SAINT_BERNARD
from ....games.altitude.mountain import BASE
from ....games.altitude.rules import HAND
from ....games.altitude.state import Phase
from ....kernel.altitude import (
    BUILD,
    KIND,
    apply,
    is_chance,
    legal,
    sample,
    score,
)
from ....kernel.compiled import Record, Records, Whole, compiled
from .facts import change_of, floor_of, look_around, look_out
from .worth import lead, value

_PLAY, _BUILD, _OVER = map(tuple(Phase).index, (Phase.PLAY, Phase.BUILD, Phase.OVER))
FOLLOWED = 2
"""Moves that D follows to its next draw."""
FAR_BEHIND = 1000
"""More than any lead."""


@compiled
def weigh_by_hand(state: Record, tables: Record, mind: Any) -> Whole:
    """List the moves with their values as `weigh` does, judged by hand.

    The best ones are followed to the own next draw: every card, and the best play with it.
    """
    seat = np.int64(state.seat)
    moves, values, scratch = mind.moves[HAND + 1], mind.values, mind.scratch
    n, forecast = legal(state, tables, moves), mind.forecast[0]
    look_out(state, tables, seat, forecast)
    for which in range(n):
        scratch[0] = state
        apply(scratch[0], tables, np.int64(moves[which]))
        values[which] = lead(scratch[0], tables, seat, forecast) - FAR_BEHIND
    for _ in range(min(n, FOLLOWED)):
        best = 0
        for which in range(n):
            open_question = values[which] < -FAR_BEHIND / 2
            if open_question and (values[best] > -FAR_BEHIND / 2 or values[which] > values[best]):
                best = which
        scratch[0] = state
        apply(scratch[0], tables, np.int64(moves[best]))
        values[best] = next_play(scratch, tables, seat, mind)
    return n


@compiled
def next_play(scratch: Records, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return what a position leads to with the own next draw, were it the own turn again."""
    replies, forecast = mind.moves[HAND], mind.forecast[0]
    if scratch[0].pile == 0:
        return lead(scratch[0], tables, seat, forecast)
    scratch[0].phase, scratch[0].seat = _PLAY, seat
    total = weight = np.float32(0)
    for card in range(256):
        if forecast.kinds[card]:
            scratch[0].drawn = card
            best = np.float32(-FAR_BEHIND)
            for which in range(legal(scratch[0], tables, replies)):
                scratch[1] = scratch[0]
                apply(scratch[1], tables, np.int64(replies[which]))
                best = max(best, lead(scratch[1], tables, seat, forecast))
            total += forecast.kinds[card] * best
            weight += forecast.kinds[card]
    return total / max(weight, np.float32(1))


@compiled
def _order(move: Whole) -> Whole:
    """Return a place for each slot: all below it come before it."""
    slot = move & 511
    return (floor_of(slot) << 6) | (slot >> 3)


@compiled
def _summit(state: Record, seat: Whole) -> Whole:
    """Return the highest floor that a hand has cards enough for, whatever is on them (A5)."""
    cards, heights = np.int64(state.held[seat]), state.heights[seat]
    floor = np.int64(state.floors[seat])
    while floor < BASE:
        fewest: Whole = cards + 1
        for column in range(floor, len(heights) - floor):
            if column & 1 != floor & 1:
                missing: Whole = 0
                for beside in range(-floor, floor + 1):
                    lacking: Whole = floor + 1 - abs(beside) - np.int64(heights[column + beside])
                    missing += max(0, lacking) >> 1
                    if missing >= fewest:
                        break
                fewest = min(fewest, missing)
        if fewest > cards:
            break
        floor += 1
    return floor


@compiled
def _promise(state: Record, seat: Whole, summit: Whole) -> Whole:
    """Return what a hand can add to its score at the most: floors, animals, its own end (A22)."""
    cards = animals = 0
    empty = 1
    for which in range(state.held[seat]):
        card = state.hands[seat, which]
        if card == AVALANCHE:
            empty = 0
        elif card != SAINT_BERNARD:
            cards += 1
            animals += ANIMAL < card < CABLE_CAR
    return min(cards, summit - np.int64(state.floors[seat])) + animals + empty * (cards > 0)


@compiled
def highest(states: Records, tables: Record, least: Whole, moves: Any) -> Whole:
    """Return the best score that the seat on turn can build on states[0] (A21).

    Slots are taken in order, from `least` on: every mountain can be built floor by floor. A hand
    that cannot promise more than was found is not looked into.
    """
    order, place, count = np.zeros((3, HAND + 1), np.int64)
    seat = np.int64(states[0].seat)
    best, summit = score(states[0], seat), _summit(states[0], seat)
    most = best + _promise(states[0], seat, summit)
    order[0], count[0] = least, legal(states[0], tables, moves[0])
    depth = 0
    while depth >= 0 and best < most:
        if place[depth] == count[depth]:
            depth -= 1
            continue
        move = np.int64(moves[depth, place[depth]])
        place[depth] += 1
        if move >> KIND == BUILD and _order(move) > order[depth]:
            built = states[depth + 1]
            states[depth + 1] = states[depth]
            apply(built, tables, move)
            reached = score(built, seat)
            best = max(best, reached)
            if reached + _promise(built, seat, summit) > best:
                depth += 1
                order[depth], place[depth] = _order(move), 0
                count[depth] = legal(built, tables, moves[depth])
    return best


@compiled
def weigh_by_net(state: Record, tables: Record, mind: Any) -> Whole:
    """List the moves of the seat that must act with their values; return how many there are.

    In the build the value is the best score that a move leads to.
    """
    seat = np.int64(state.seat)
    moves, values, scratch = mind.moves, mind.values, mind.scratch
    n = legal(state, tables, moves[HAND + 1])
    if state.phase != _BUILD:
        look_out(state, tables, seat, mind.forecast[0])
        look_around(state, tables, mind)
    for which in range(n):
        move = np.int64(moves[HAND + 1, which])
        scratch[0] = state
        if state.phase != _BUILD:
            apply(scratch[0], tables, move)
            changed = change_of(state, scratch[0], move)
            values[which] = value(scratch[0], tables, seat, mind, changed)
        elif move >> KIND == BUILD:
            apply(scratch[0], tables, move)
            values[which] = highest(scratch, tables, _order(move), moves)
        else:
            values[which] = score(state, seat)
    return n


@compiled
def best_of(values: Any, n: Whole) -> Whole:
    """Return the place of the highest value, the first of equal ones."""
    best = 0
    for which in range(1, n):
        if values[which] > values[best]:
            best = which
    return best


@compiled
def advance(state: Record, tables: Record, mind: Any) -> None:
    """Let chance or the seat on turn act, the seat by the value of what it leaves."""
    if is_chance(state):
        apply(state, tables, sample(state, tables))
    else:
        n = weigh_by_net(state, tables, mind)
        apply(state, tables, np.int64(mind.moves[HAND + 1, best_of(mind.values, n)]))
